//! The board in characters, from pegs alone to links along their slopes.

use super::canvas::{At, Canvas, Ink};
use super::{column_letter, Diagram, Grid};
use twixt::geometry::{BySide, Direction, Hole, Link, Side};

/// How large [`text`] draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TextSize {
    /// Two characters a hole and a line a row: pegs alone, neither links nor labels.
    Small,
    /// Three characters a hole and two lines a row: in ASCII the pictures of the gamerz server.
    Medium,
    /// Four characters a hole and two lines a row, which makes a square board square.
    #[default]
    Large,
}

/// How [`text`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Characters a hole.
    pub size: TextSize,
    /// Colours, by ANSI escape sequences of the 256-colour table.
    pub colour: bool,
    /// Round pegs and links in braille dots; otherwise ASCII alone.
    pub unicode: bool,
    /// The signs of the pegs where they are not round.
    pub signs: BySide<char>,
}

impl TextStyle {
    /// The pictures that the gamerz server sends, in which `O` joins top and bottom.
    pub const GAMERZ: TextStyle = TextStyle {
        size: TextSize::Medium,
        colour: false,
        unicode: false,
        signs: BySide(['O', '#']),
    };
}

impl Default for TextStyle {
    /// Large, in Unicode without colours; `#` is the vertical side's sign, `O` the horizontal one's.
    fn default() -> Self {
        let signs = BySide(['#', 'O']);
        TextStyle { size: TextSize::Large, colour: false, unicode: true, signs }
    }
}

/// The board as lines of text, each ended by a line feed. On a board of 12 the small picture has 30
/// columns and 14 lines, the medium one 42 and 25, the large one 57 and 27; on one of 24 they have
/// 54 and 26, 78 and 49, 105 and 51.
///
/// The vertical side has ● (`#` in ASCII) and the edges above and below, the horizontal one ○
/// (`O`) and the edges at the sides; without colour its braille links are dotted. The last peg
/// stands in brackets, the pegs of a winning chain in parentheses, but for the small picture. A
/// label stands to the right of a peg, or in place of a vacant hole.
///
/// In the medium picture in ASCII a flat link is drawn as `_` beside its upper peg and `---_` or
/// `_---` in the line below, a steep one as a slash, `|` and a slash. Where two links share a cell,
/// `_` goes before `-`, and a slash before `_`, so that links that do not cross can all be told;
/// crossings are `X` and `+`.
#[must_use]
pub fn text(diagram: &Diagram, style: TextStyle) -> String {
    let (layout, mut canvas) = board(style.size, diagram.size);
    if layout.has_edges {
        draw_edges(&mut canvas, &layout, style.unicode);
    }
    let vacant = if style.unicode { '·' } else { '.' };
    for hole in diagram.size.holes() {
        canvas.put(layout.cell(hole), vacant, Ink::default());
    }
    if style.size != TextSize::Small {
        draw_links(&mut canvas, diagram, &layout, style);
    }
    draw_pegs(&mut canvas, diagram, &layout, style);
    if style.size != TextSize::Small {
        draw_labels(&mut canvas, diagram, &layout);
    }
    canvas.render(style.colour)
}

/// A board of the small size with a sign in each hole instead of pegs: what is known of it, say.
#[must_use]
pub fn signs(grid: impl Into<Grid>, sign: impl Fn(Hole) -> char) -> String {
    let grid = grid.into();
    let (layout, mut canvas) = board(TextSize::Small, grid);
    for hole in grid.holes() {
        canvas.put(layout.cell(hole), sign(hole), Ink::default());
    }
    canvas.render(false)
}

/// A canvas with coordinates around it, and where all else goes.
fn board(size: TextSize, grid: Grid) -> (Layout, Canvas) {
    let layout = Layout::new(size, grid);
    let (right, below) = layout.coordinates;
    let mut canvas = Canvas::new(right as usize + 2, below as usize + 1);
    // In the colours of the sides whose borders they are at.
    for column in 0..grid.columns() {
        let x = layout.cell(Hole::new(column, 0)).0;
        for y in [0, below] {
            canvas.put((x, y), column_letter(column), Ink::of(Side::Vertical));
        }
    }
    for row in 0..grid.rows() {
        let y = layout.cell(Hole::new(0, row)).1;
        canvas.write((0, y), &format!("{:2}", row + 1), Ink::of(Side::Horizontal));
        canvas.write((right, y), &format!("{}", row + 1), Ink::of(Side::Horizontal));
    }
    (layout, canvas)
}

/// The edges in their owners' colours and styles.
fn draw_edges(canvas: &mut Canvas, layout: &Layout, unicode: bool) {
    let [level, upright] = if unicode { ['━', '┊'] } else { ['=', ':'] };
    let ((left, top), (right, bottom)) = (layout.first, layout.last);
    for x in left + 2..right - 1 {
        canvas.put((x, top - 1), level, Ink::of(Side::Vertical));
        canvas.put((x, bottom + 1), level, Ink::of(Side::Vertical));
    }
    for y in top + 1..bottom {
        canvas.put((left - 2, y), upright, Ink::of(Side::Horizontal));
        canvas.put((right + 2, y), upright, Ink::of(Side::Horizontal));
    }
}

fn draw_links(canvas: &mut Canvas, diagram: &Diagram, layout: &Layout, style: TextStyle) {
    for (link, side, strong) in diagram.links_bottom_up() {
        let (upper, lower) = link.ends();
        let (from, to) = (layout.cell(upper), layout.cell(lower));
        let ink = Ink { strong, ..Ink::of(side) };
        match style.size {
            _ if style.unicode => {
                let dotted = side == Side::Horizontal && !style.colour;
                canvas.braille_line(from, to, dotted, ink);
            }
            TextSize::Medium => draw_strokes(canvas, from, link, ink),
            _ => canvas.ascii_line(from, to, ink),
        }
    }
}

/// A link of the medium picture from its upper peg's cell.
fn draw_strokes(canvas: &mut Canvas, (x, y): At, link: Link, ink: Ink) {
    for (dx, dy, glyph) in strokes(link.down()) {
        canvas.cross((x + dx, y + dy), glyph, ink, meet);
    }
}

/// The characters of a link in the medium picture: columns and lines from the upper peg's cell.
fn strokes(down: Direction) -> impl Iterator<Item = (i32, i32, char)> {
    const FLAT: &[(i32, i32, char)] =
        &[(1, 0, '_'), (2, 1, '-'), (3, 1, '-'), (4, 1, '-'), (5, 1, '_')];
    const FALLING: &[(i32, i32, char)] = &[(1, 1, '\\'), (1, 2, '|'), (2, 3, '\\')];
    const RISING: &[(i32, i32, char)] = &[(1, 1, '/'), (1, 2, '|'), (2, 3, '/')];
    let (columns, rows) = down.offset();
    let right = i32::from(columns.signum());
    let to_the_right = match (rows, right > 0) {
        (1, _) => FLAT,
        (_, true) => FALLING,
        (_, false) => RISING,
    };
    to_the_right.iter().map(move |&(dx, dy, glyph)| (right * dx, dy, glyph))
}

/// What two different characters of links make where they meet in the medium picture.
///
/// Links that do not cross meet in two ways: a flat one ends under the line where its neighbour
/// begins, and a steep one joins a flat one at their lower peg. What is drawn over then says
/// nothing that the rest of its link does not.
fn meet(old: char, new: char) -> char {
    match (old, new) {
        ('_', '-') | ('-', '_') => '_',
        ('_', slash @ ('/' | '\\')) | (slash @ ('/' | '\\'), '_') => slash,
        ('/' | '\\', '/' | '\\') | ('X', _) => 'X',
        _ => '+',
    }
}

/// Pegs, their brackets, and their labels, which stand before the closing bracket if there is room
/// for both.
fn draw_pegs(canvas: &mut Canvas, diagram: &Diagram, layout: &Layout, style: TextStyle) {
    let small = style.size == TextSize::Small;
    for &(hole, side) in &diagram.pegs {
        let glyph = match (side, style.unicode) {
            (Side::Vertical, true) => '●',
            (Side::Horizontal, true) => '○',
            (_, false) => style.signs[side],
        };
        let strong = diagram.winning.contains(&hole);
        let reverse = diagram.last == Some(hole);
        let ink = Ink { side: Some(side), strong, reverse };
        let (x, y) = layout.cell(hole);
        canvas.put((x, y), glyph, ink);
        let label = diagram.labels.iter().find(|(at, _)| *at == hole && !small);
        let label = label.map_or("", |(_, label)| label);
        canvas.write((x + 1, y), label, Ink::of(side));
        let [open, close] = match (reverse, strong && !small) {
            (true, _) => ['[', ']'],
            (false, true) => ['(', ')'],
            (false, false) => continue,
        };
        canvas.put((x - 1, y), open, ink);
        let length = label.chars().count() as i32;
        if length == 0 || length + 1 < layout.across {
            canvas.put((x + 1 + length, y), close, ink);
        }
    }
}

/// Labels in place of vacant holes.
fn draw_labels(canvas: &mut Canvas, diagram: &Diagram, layout: &Layout) {
    for (hole, label) in &diagram.labels {
        if diagram.owner(*hole).is_none() {
            canvas.write(layout.cell(*hole), label, Ink::default());
        }
    }
}

/// The cells of holes and coordinates.
struct Layout {
    /// Cells from one hole to the next. In the large picture no link meets the cell of a hole
    /// between its ends, nor does one in the medium picture.
    across: i32,
    down: i32,
    /// The cell of the top left corner, beside the row numbers and under the letters.
    first: At,
    /// The cell of the bottom right corner.
    last: At,
    /// The column where the row numbers at the right start, and the line of the letters below.
    coordinates: At,
    /// Whether there is room for edges between holes and coordinates.
    has_edges: bool,
}

impl Layout {
    fn new(size: TextSize, board: Grid) -> Layout {
        let has_edges = size == TextSize::Large;
        // Behind the last hole of the medium picture there is room for a label.
        let (across, down, numbers_gap, letters_gap) = match size {
            TextSize::Small => (2, 1, 3, 1),
            TextSize::Medium => (3, 2, 4, 1),
            TextSize::Large => (4, 2, 5, 2),
        };
        let first = (if has_edges { 6 } else { 3 }, letters_gap);
        let mut layout = Layout { across, down, first, last: first, coordinates: first, has_edges };
        layout.last = layout.cell(Hole::new(board.columns() - 1, board.rows() - 1));
        layout.coordinates = (layout.last.0 + numbers_gap, layout.last.1 + letters_gap);
        layout
    }

    fn cell(&self, hole: Hole) -> At {
        let ((x, y), column, row) = (self.first, i32::from(hole.column()), i32::from(hole.row()));
        (x + self.across * column, y + self.down * row)
    }
}
