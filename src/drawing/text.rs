//! The board in characters, with every link drawn along its slope.

use super::canvas::{At, Canvas, Ink};
use super::{column_letter, Diagram};
use crate::geometry::{Hole, Side};

/// How [`text`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Colours, by ANSI escape sequences of the 256-colour table.
    pub colour: bool,
    /// Round pegs and links in braille dots; otherwise ASCII alone.
    pub unicode: bool,
}

/// Cells from one hole to the next. As cells are about twice as high as wide the board is square,
/// and no link meets the cell of a hole between its ends.
const ACROSS: i32 = 4;
const DOWN: i32 = 2;
/// The cell of the hole A1, if there were one: beside the row numbers, under the letters.
const ORIGIN: At = (6, 2);

/// The board as lines of text, each ended by a line feed: 57 columns and 27 lines for a board of
/// 12, 105 and 51 for one of 24.
///
/// The vertical side has ● (`#` in ASCII) and the edges above and below, the horizontal one ○
/// (`O`) and the edges at the sides; without colour its braille links are dotted. The last peg
/// stands in brackets, the pegs of a winning chain in parentheses. A label stands to the right of
/// a peg, or in place of a vacant hole.
#[must_use]
pub fn text(diagram: &Diagram, style: TextStyle) -> String {
    let span = i32::from(diagram.size.get()) - 1;
    let width = 2 * ORIGIN.0 + ACROSS * span + 1;
    let height = 2 * ORIGIN.1 + DOWN * span + 1;
    let mut canvas = Canvas::new(width as usize, height as usize);
    draw_frame(&mut canvas, diagram, style.unicode);
    draw_links(&mut canvas, diagram, style);
    draw_pegs(&mut canvas, diagram, style.unicode);
    draw_labels(&mut canvas, diagram);
    canvas.render(style.colour)
}

fn cell(hole: Hole) -> At {
    let (column, row) = (i32::from(hole.column()), i32::from(hole.row()));
    (ORIGIN.0 + ACROSS * column, ORIGIN.1 + DOWN * row)
}

/// Coordinates, the edges in their owners' colours and styles, and the holes.
fn draw_frame(canvas: &mut Canvas, diagram: &Diagram, unicode: bool) {
    let edge = diagram.size.get();
    let span = i32::from(edge) - 1;
    let (right, bottom) = (ORIGIN.0 + ACROSS * span, ORIGIN.1 + DOWN * span);
    let [level, upright, vacant] = if unicode { ['━', '┊', '·'] } else { ['=', ':', '.'] };
    let (vertical, horizontal) = (Ink::of(Side::Vertical), Ink::of(Side::Horizontal));

    for column in 0..edge {
        let x = ORIGIN.0 + ACROSS * i32::from(column);
        canvas.put((x, 0), column_letter(column), vertical);
        canvas.put((x, bottom + 2), column_letter(column), vertical);
    }
    for x in ORIGIN.0 + 2..right - 1 {
        canvas.put((x, ORIGIN.1 - 1), level, vertical);
        canvas.put((x, bottom + 1), level, vertical);
    }
    for row in 0..edge {
        let y = ORIGIN.1 + DOWN * i32::from(row);
        canvas.write((0, y), &format!("{:2}", row + 1), horizontal);
        canvas.write((right + 5, y), &format!("{}", row + 1), horizontal);
    }
    for y in ORIGIN.1 + 1..bottom {
        canvas.put((ORIGIN.0 - 2, y), upright, horizontal);
        canvas.put((right + 2, y), upright, horizontal);
    }
    for hole in diagram.size.holes() {
        canvas.put(cell(hole), vacant, Ink::default());
    }
}

fn draw_links(canvas: &mut Canvas, diagram: &Diagram, style: TextStyle) {
    for (link, side, strong) in diagram.links_bottom_up() {
        let (upper, lower) = link.ends();
        let (from, to) = (cell(upper), cell(lower));
        let ink = Ink { strong, ..Ink::of(side) };
        if style.unicode {
            let dotted = side == Side::Horizontal && !style.colour;
            canvas.braille_line(from, to, dotted, ink);
        } else {
            canvas.ascii_line(from, to, ink);
        }
    }
}

fn draw_pegs(canvas: &mut Canvas, diagram: &Diagram, unicode: bool) {
    for &(hole, side) in &diagram.pegs {
        let glyph = match (side, unicode) {
            (Side::Vertical, true) => '●',
            (Side::Horizontal, true) => '○',
            (Side::Vertical, false) => '#',
            (Side::Horizontal, false) => 'O',
        };
        let strong = diagram.winning.contains(&hole);
        let reverse = diagram.last == Some(hole);
        let ink = Ink { side: Some(side), strong, reverse };
        let (x, y) = cell(hole);
        canvas.put((x, y), glyph, ink);
        let [open, close] = match (reverse, strong) {
            (true, _) => ['[', ']'],
            (false, true) => ['(', ')'],
            (false, false) => continue,
        };
        canvas.put((x - 1, y), open, ink);
        canvas.put((x + 1, y), close, ink);
    }
}

fn draw_labels(canvas: &mut Canvas, diagram: &Diagram) {
    for (hole, label) in &diagram.labels {
        let (x, y) = cell(*hole);
        let side = diagram.owner(*hole);
        let ink = Ink { side, ..Ink::default() };
        let x = if side.is_some() { x + 1 } else { x };
        canvas.write((x, y), label, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    const UNICODE: TextStyle = TextStyle { colour: false, unicode: true };
    const ASCII: TextStyle = TextStyle { colour: false, unicode: false };

    fn assert_picture(diagram: &Diagram, style: TextStyle, picture: &str) {
        let drawn = text(diagram, style);
        assert_eq!(drawn.trim_end(), picture.trim_matches('\n'), "drawn:\n{drawn}");
    }

    #[test]
    fn a_middle_game_in_unicode() {
        assert_picture(
            &samples::middle_game(),
            UNICODE,
            r"
      A   B   C   D   E   F
        ━━━━━━━━━━━━━━━━━
 1        ●⢄⡀ ·   ·   ·        1
    ┊      ⢣⠈⠑⠢⢄⡀           ┊
 2  ┊ ·   · ⢣ · ⢈⡱●   ·   · ┊  2
    ┊       ⢀⣣⠔⠊⠁           ┊
 3  ┊ ·   ●⠊⠁ ●   ·   ·   · ┊  3
    ┊                       ┊
 4  ┊ ·   ·  ⡀○   ·  [○]  · ┊  4
    ┊    ⡀⠄⠂⠁    ⡀⠄⠂⠁       ┊
 5  ┊ ○⠂⠁ ·   ○⠂⠁ ·   ●   · ┊  5
    ┊                       ┊
 6        ·   ·   ·   ·        6
        ━━━━━━━━━━━━━━━━━
      A   B   C   D   E   F
",
        );
    }

    #[test]
    fn a_middle_game_in_ascii() {
        assert_picture(
            &samples::middle_game(),
            ASCII,
            r"
      A   B   C   D   E   F
        =================
 1        #._ .   .   .        1
    :      \ `-._           :
 2  : .   . \ . _+#   .   . :  2
    :       _+-'            :
 3  : .   #'  #   .   .   . :  3
    :                       :
 4  : .   . _.O   . _[O]  . :  4
    :   _.-'    _.-'        :
 5  : O'  .   O'  .   #   . :  5
    :                       :
 6        .   .   .   .        6
        =================
      A   B   C   D   E   F
",
        );
    }

    #[test]
    fn a_won_game_has_its_chain_in_parentheses() {
        assert_picture(
            &samples::won(),
            UNICODE,
            r"
      A   B   C   D   E
        ━━━━━━━━━━━━━
 1        ·  (●)  ·        1
    ┊          ⢣        ┊
 2  ┊ ○⢀  ·   · ⢣ ·   · ┊  2
    ┊   ⠈⠐⠠⢀     ⢣      ┊
 3  ┊ ·   · ⠈⠐○ ⢀(●)  · ┊  3
    ┊       ⢀⡠⠔⠊⠁       ┊
 4  ┊ ·  (●)⡁ ·   ●   ○ ┊  4
    ┊       ⠈⠑⠢⢄⡀       ┊
 5        ·   · ⠈[●]       5
        ━━━━━━━━━━━━━
      A   B   C   D   E
",
        );
    }

    #[test]
    fn all_directions_solid() {
        assert_picture(
            &samples::star(Side::Vertical),
            UNICODE,
            r"
      A   B   C   D   E
        ━━━━━━━━━━━━━
 1        ●   ·   ●        1
    ┊      ⢣     ⡜      ┊
 2  ┊ ●⢄⡀ · ⢣ · ⡜ · ⢀⡠● ┊  2
    ┊   ⠈⠑⠢⢄⡀⢣ ⡜⢀⡠⠔⠊⠁   ┊
 3  ┊ ·   · ⢈⡱●⢎⡁ ·   · ┊  3
    ┊   ⢀⡠⠔⠊⠁⡜ ⢣⠈⠑⠢⢄⡀   ┊
 4  ┊ ●⠊⠁ · ⡜ · ⢣ · ⠈⠑● ┊  4
    ┊      ⡜     ⢣      ┊
 5        ●   ·   ●        5
        ━━━━━━━━━━━━━
      A   B   C   D   E
",
        );
    }

    #[test]
    fn all_directions_dotted() {
        assert_picture(
            &samples::star(Side::Horizontal),
            UNICODE,
            r"
      A   B   C   D   E
        ━━━━━━━━━━━━━
 1        ○   ·   ○        1
    ┊      ⠡     ⠌      ┊
 2  ┊ ○⢀  · ⠡ · ⠌ ·  ⡀○ ┊  2
    ┊   ⠈⠐⠠⢀ ⠡ ⠌ ⡀⠄⠂⠁   ┊
 3  ┊ ·   · ⠈⡐○⢂⠁ ·   · ┊  3
    ┊    ⡀⠄⠂⠁⠌ ⠡⠈⠐⠠⢀    ┊
 4  ┊ ○⠂⠁ · ⠌ · ⠡ · ⠈⠐○ ┊  4
    ┊      ⠌     ⠡      ┊
 5        ○   ·   ○        5
        ━━━━━━━━━━━━━
      A   B   C   D   E
",
        );
    }

    #[test]
    fn all_directions_in_ascii() {
        assert_picture(
            &samples::star(Side::Vertical),
            ASCII,
            r"
      A   B   C   D   E
        =============
 1        #   .   #        1
    :      \     /      :
 2  : #._ . \ . / . _.# :  2
    :    `-._\ /_.-'    :
 3  : .   . _+#+_ .   . :  3
    :   _.-' / \ `-._   :
 4  : #'  . / . \ .  `# :  4
    :      /     \      :
 5        #   .   #        5
        =============
      A   B   C   D   E
",
        );
    }

    #[test]
    fn labels_stand_beside_pegs_and_in_vacant_holes() {
        let mut diagram = samples::won();
        diagram.last = None;
        diagram.winning.clear();
        diagram.labels = [("A2", "2"), ("D4", "17"), ("B3", "45%")]
            .map(|(hole, label)| (hole.parse().unwrap(), label.to_owned()))
            .to_vec();
        let drawn = text(&diagram, ASCII);
        for row in [" 2  : O2_", " 3  : .   45%`O", ".   #17 O :  4"] {
            assert!(drawn.contains(row), "{row:?} not in\n{drawn}");
        }
    }

    #[test]
    fn colour_adds_nothing_but_escape_sequences() {
        for diagram in [samples::won(), samples::star(Side::Vertical)] {
            let coloured = TextStyle { colour: true, ..ASCII };
            let mut plain = String::new();
            for (index, part) in text(&diagram, coloured).split("\x1b[").enumerate() {
                // Each sequence ends with the first `m` after it.
                let rest = if index == 0 { part } else { part.split_once('m').unwrap().1 };
                plain.push_str(rest);
            }
            assert_eq!(plain, text(&diagram, ASCII));
        }
    }

    #[test]
    fn colours_tell_sides_chain_and_last_peg() {
        let coloured = TextStyle { colour: true, ..ASCII };
        let drawn = text(&samples::won(), coloured);
        // A peg of each side, one of the chain, and the last one, which is of the chain too.
        for peg in ["208m#", "\x1b[0;38;5;39mO", "\x1b[0;1;38;5;208m(#)", "\x1b[0;1;7;38;5;208m[#]"]
        {
            assert!(drawn.contains(peg), "{peg:?} not in\n{drawn}");
        }
        assert!(drawn.lines().all(|line| line.ends_with("\x1b[0m")));
    }
}
