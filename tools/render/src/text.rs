//! Text rendering of boards in three sizes.

use super::canvas::{At, Canvas, Ink};
use super::{column_letter, Diagram};
use twixt::geometry::{BySide, Direction, Hole, Side, Size};

/// The output size of [`text`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TextSize {
    /// Two characters per hole and a line per row; pegs only.
    Small,
    /// Three characters per hole and two lines per row; in ASCII, signs and links as on the gamerz server.
    Medium,
    /// Four characters per hole and two lines per row, so that square boards look square.
    #[default]
    Large,
}

/// The output style of [`text`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Space per hole.
    pub size: TextSize,
    /// Whether to use ANSI escape sequences (256 colours).
    pub colour: bool,
    /// Whether to use round pegs and braille links instead of ASCII.
    pub unicode: bool,
    /// The sides' pegs in ASCII.
    pub signs: BySide<char>,
}

impl TextStyle {
    /// The gamerz server's style, in which `O` connects top and bottom.
    pub const GAMERZ: TextStyle = TextStyle {
        size: TextSize::Medium,
        colour: false,
        unicode: false,
        signs: BySide(['O', '#']),
    };
}

impl Default for TextStyle {
    /// Large, in Unicode, without colour; in ASCII with the signs of the gamerz server.
    fn default() -> Self {
        TextStyle { size: TextSize::Large, unicode: true, ..TextStyle::GAMERZ }
    }
}

/// Renders a board as lines that end in a line feed.
///
/// A 12 × 12 board takes 30 × 14 (small), 42 × 25 (medium) or 57 × 27 (large) columns and lines; a 24 × 24
/// board takes 54 × 26, 78 × 49 or 105 × 51.
///
/// Vertical has ● (`O` in ASCII) and the upper and lower edges, horizontal ○ (`#`) and the left and right
/// edges; without colour, horizontal's braille links are dotted. The last peg is in brackets, and pegs of the
/// winning chain are in parentheses, except in the small size. In the medium size a link is more important than a
/// bracket in the same cell. A label is to the right of its peg, or
/// replaces a vacant hole.
///
/// In medium ASCII a flat link is `_` beside its upper peg and `---_` or `_---` in the line below; a steep
/// link is a slash, `|` and a slash. Where links share a cell without crossing, `_` replaces `-` and a slash
/// replaces `_`, which keeps them distinguishable; crossings are `X` and `+`.
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

/// Renders a board of the small size with the given character at each hole.
pub fn signs(size: Size, sign: impl Fn(Hole) -> char) -> String {
    let (layout, mut canvas) = board(TextSize::Small, size);
    for hole in size.holes() {
        canvas.put(layout.cell(hole), sign(hole), Ink::default());
    }
    canvas.render(false)
}

/// Returns the layout and a canvas with the coordinates.
fn board(size: TextSize, grid: Size) -> (Layout, Canvas) {
    let layout = Layout::new(size, grid);
    let (right, below) = layout.coordinates;
    let mut canvas = Canvas::new(right as usize + 2, below as usize + 1);
    // A coordinate has the colour of the side that owns the adjacent border.
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
        if style.unicode {
            let dotted = side == Side::Horizontal && !style.colour;
            canvas.braille_line(from, to, dotted, ink);
            continue;
        }
        let meet = if style.size == TextSize::Medium { meet } else { crossing };
        for (dx, dy, glyph) in strokes(style.size, link.down()) {
            canvas.cross((from.0 + dx, from.1 + dy), glyph, ink, meet);
        }
    }
}

/// Returns the characters of a link, with columns and lines relative to the upper peg.
fn strokes(size: TextSize, down: Direction) -> impl Iterator<Item = (i32, i32, char)> {
    let (columns, rows) = down.offset();
    let right = i32::from(columns.signum());
    let falling: &[(i32, i32, char)] = match (size, rows) {
        (TextSize::Medium, 1) => &[(1, 0, '_'), (2, 1, '-'), (3, 1, '-'), (4, 1, '-'), (5, 1, '_')],
        (TextSize::Medium, _) => &[(1, 1, '\\'), (1, 2, '|'), (2, 3, '\\')],
        // The signs show the height within a line, from top to bottom: ` - . _
        (_, 1) => &[
            (1, 0, '.'),
            (2, 0, '_'),
            (3, 1, '`'),
            (4, 1, '-'),
            (5, 1, '.'),
            (6, 1, '_'),
            (7, 2, '`'),
        ],
        (_, _) => &[(1, 1, '\\'), (2, 2, '\\'), (3, 3, '\\')],
    };
    falling.iter().map(move |&(dx, dy, glyph)| match glyph {
        '\\' if right < 0 => (-dx, dy, '/'),
        '`' if right < 0 => (-dx, dy, '\''),
        glyph => (right * dx, dy, glyph),
    })
}

/// Returns the glyph of two crossing lines in the large size.
fn crossing(old: char, new: char) -> char {
    match (old, new) {
        ('\\' | '/', '\\' | '/') | ('X', _) => 'X',
        _ => '+',
    }
}

/// Returns the character of two links that share a cell in the medium size.
///
/// Without a crossing, a flat link can end below the start of its neighbour, or a steep and a flat link can
/// meet at their lower peg. In both cases the other cells identify the overwritten link.
fn meet(old: char, new: char) -> char {
    match (old, new) {
        ('_', '-') | ('-', '_') => '_',
        ('_', slash @ ('/' | '\\')) | (slash @ ('/' | '\\'), '_') => slash,
        ('/' | '\\', '/' | '\\') | ('X', _) => 'X',
        _ => '+',
    }
}

/// Draws pegs with brackets and labels. The closing bracket follows the label if there is space.
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
        let length = label.chars().count() as i32;
        let places = [(x - 1, y), (x + 1 + length, y)];
        let has_space = [true, length == 0 || length + 1 < layout.across];
        for ((at, sign), has_space) in places.into_iter().zip([open, close]).zip(has_space) {
            if has_space && (style.size != TextSize::Medium || canvas.is_blank(at)) {
                canvas.put(at, sign, ink);
            }
        }
    }
}

fn draw_labels(canvas: &mut Canvas, diagram: &Diagram, layout: &Layout) {
    for (hole, label) in &diagram.labels {
        if diagram.owner(*hole).is_none() {
            canvas.write(layout.cell(*hole), label, Ink::default());
        }
    }
}

/// Positions on the canvas, in cells.
struct Layout {
    /// Distances between neighbouring holes. In the medium and large sizes no link covers a hole between its
    /// ends.
    across: i32,
    down: i32,
    /// The cell of the top left corner.
    first: At,
    last: At,
    /// First column of the row numbers at the right edge, and line of the letters at the bottom.
    coordinates: At,
    /// Whether there is space for edges between holes and coordinates.
    has_edges: bool,
}

impl Layout {
    fn new(size: TextSize, board: Size) -> Layout {
        let has_edges = size == TextSize::Large;
        // The medium size has space for a label at the last hole.
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
