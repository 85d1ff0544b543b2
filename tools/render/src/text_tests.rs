use super::{signs, text, Diagram, TextSize, TextStyle};
use crate::tests as samples;
use twixt::geometry::{BySide, Hole, Link, Side, Size};

const UNICODE: TextStyle =
    TextStyle { size: TextSize::Large, colour: false, unicode: true, signs: BySide(['#', 'O']) };
const ASCII: TextStyle = TextStyle { unicode: false, ..UNICODE };

fn assert_text(diagram: &Diagram, style: TextStyle, expected: &str) {
    let rendered = text(diagram, style);
    assert_eq!(rendered.trim_end(), expected.trim_matches('\n'), "rendered:\n{rendered}");
}

#[test]
fn unicode_renders_a_middle_game() {
    assert_text(
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
fn ascii_renders_a_middle_game() {
    assert_text(
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
fn the_winning_chain_is_in_parentheses() {
    assert_text(
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
fn links_of_vertical_are_solid_in_all_directions() {
    assert_text(
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
fn links_of_horizontal_are_dotted_in_all_directions() {
    assert_text(
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
fn ascii_renders_links_in_all_directions() {
    assert_text(
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
fn labels_follow_pegs_and_replace_vacant_holes() {
    let mut diagram = samples::won();
    diagram.last = None;
    diagram.winning.clear();
    diagram.labels = [("A2", "2"), ("D4", "17"), ("B3", "45%")]
        .map(|(hole, label)| (hole.parse().unwrap(), label.to_owned()))
        .to_vec();
    let rendered = text(&diagram, ASCII);
    for row in [" 2  : O2_", " 3  : .   45%`O", ".   #17 O :  4"] {
        assert!(rendered.contains(row), "{row:?} not in\n{rendered}");
    }
}

#[test]
fn colour_adds_only_escape_sequences() {
    for diagram in [samples::won(), samples::star(Side::Vertical)] {
        let coloured = TextStyle { colour: true, ..ASCII };
        let mut plain = String::new();
        for (index, part) in text(&diagram, coloured).split("\x1b[").enumerate() {
            // An escape sequence ends with `m`.
            let rest = if index == 0 { part } else { part.split_once('m').unwrap().1 };
            plain.push_str(rest);
        }
        assert_eq!(plain, text(&diagram, ASCII));
    }
}

#[test]
fn colours_distinguish_sides_chain_and_last_peg() {
    let coloured = TextStyle { colour: true, ..ASCII };
    let rendered = text(&samples::won(), coloured);
    // A plain peg of each side, a peg of the chain, and the last peg, which is also in the chain.
    for peg in ["208m#", "\x1b[0;38;5;39mO", "\x1b[0;1;38;5;208m(#)", "\x1b[0;1;7;38;5;208m[#]"] {
        assert!(rendered.contains(peg), "{peg:?} not in\n{rendered}");
    }
    assert!(rendered.lines().all(|line| line.ends_with("\x1b[0m")));
}

/// A wide board with vertical's winning chain and horizontal's last peg.
fn rectangle() -> Diagram {
    let mut diagram = Diagram { size: Size::rectangle(7, 5).unwrap(), ..samples::won() };
    let [e4, g3] = ["E4", "G3"].map(|name| name.parse::<Hole>().unwrap());
    diagram.pegs.push((g3, Side::Horizontal));
    diagram.links.push((Link::between(e4, g3).unwrap(), Side::Horizontal));
    diagram.last = Some(g3);
    diagram
}

#[test]
fn rectangles_render_in_all_sizes() {
    assert_text(
        &rectangle(),
        UNICODE,
        r"
      A   B   C   D   E   F   G
        ━━━━━━━━━━━━━━━━━━━━━
 1        ·  (●)  ·   ·   ·        1
    ┊          ⢣                ┊
 2  ┊ ○⢀  ·   · ⢣ ·   ·   ·   · ┊  2
    ┊   ⠈⠐⠠⢀     ⢣              ┊
 3  ┊ ·   · ⠈⠐○ ⢀(●)  ·   ·  [○]┊  3
    ┊       ⢀⡠⠔⠊⠁        ⡀⠄⠂⠁   ┊
 4  ┊ ·  (●)⡁ ·   ●   ○⠂⠁ ·   · ┊  4
    ┊       ⠈⠑⠢⢄⡀               ┊
 5        ·   · ⠈(●)  ·   ·        5
        ━━━━━━━━━━━━━━━━━━━━━
      A   B   C   D   E   F   G
",
    );
    assert_text(
        &rectangle(),
        TextStyle { size: TextSize::Medium, ..ASCII },
        r"
   A  B  C  D  E  F  G
 1    . (#) .  .  .      1
          \
 2 O_ .  .| .  .  .  .   2
     ---_  \
 3 .  .  O _#) .  . _O]  3
       _---     _---
 4 . (#_ .  #  O  .  .   4
        ---_
 5    .  . (#) .  .      5
   A  B  C  D  E  F  G
",
    );
    assert_text(
        &rectangle(),
        TextStyle { size: TextSize::Small, ..UNICODE },
        r"
   A B C D E F G
 1   · ● · · ·    1
 2 ○ · · · · · ·  2
 3 · · ○ ● · ·[○] 3
 4 · ● · ● ○ · ·  4
 5   · · ● · ·    5
   A B C D E F G
",
    );
}

#[test]
fn the_medium_size_renders_links_in_all_directions() {
    assert_text(
        &samples::star(Side::Vertical),
        TextStyle { size: TextSize::Medium, ..ASCII },
        r"
   A  B  C  D  E
 1    #  .  #      1
       \   /
 2 #_ .| . |. _#   2
     ---\ /---
 3 .  . _#_ .  .   3
    _---/ \---_
 4 #  . |.| .  #   4
       /   \
 5    #  .  #      5
   A  B  C  D  E
",
    );
    assert_text(
        &samples::star(Side::Vertical),
        TextStyle { size: TextSize::Medium, ..UNICODE },
        r"
   A  B  C  D  E
 1    ●  ·  ●      1
      ⠈⢆   ⢰⠁
 2 ●⣀ ·⠘⡄·⢀⠇· ⣀●   2
     ⠑⠢⣀⠱⡀⡎⣀⠔⠊
 3 ·  · ⣑●⣊ ·  ·   3
     ⣀⠔⠊⢰⠉⢆⠑⠢⣀
 4 ●⠊ ·⢀⠇·⠘⡄· ⠑●   4
       ⡎   ⠱⡀
 5    ●  ·  ●      5
   A  B  C  D  E
",
    );
}

/// The own links B1-C3 and B3-D2 cross, as PP allows.
#[test]
fn the_medium_size_shows_both_crossing_links() {
    assert_text(
        &samples::middle_game(),
        TextStyle { size: TextSize::Medium, ..ASCII },
        r"
   A  B  C  D  E  F
 1    #_ .  .  .      1
       \---_
 2 .  .| . _#  .  .   2
       _+--
 3 .  #  #  .  .  .   3

 4 .  . _O  . _O] .   4
    _---  _---
 5 O  .  O  .  #  .   5

 6    .  .  .  .      6
   A  B  C  D  E  F
",
    );
}

#[test]
fn small_size_omits_links_and_labels() {
    for diagram in [samples::middle_game(), samples::won(), samples::star(Side::Horizontal)] {
        let mut bare = diagram.clone();
        bare.links.clear();
        bare.winning.clear();
        let small = TextStyle { size: TextSize::Small, ..ASCII };
        let mut labelled = diagram;
        labelled.labels = vec![("C3".parse().unwrap(), "17".into())];
        assert_eq!(text(&labelled, small), text(&bare, small));
    }
}

#[test]
fn peg_characters_are_configurable() {
    let signs = BySide(['X', 'Y']);
    let rendered = text(&samples::star(Side::Horizontal), TextStyle { signs, ..ASCII });
    let other = text(&samples::star(Side::Vertical), TextStyle { signs, ..ASCII });
    assert!(rendered.contains("+Y+") && !rendered.contains(['#', 'O']), "{rendered}");
    assert!(other.contains("+X+"), "{other}");
}

/// Sizes as documented at [`text`].
#[test]
fn output_has_the_documented_size() {
    for (edge, extents) in
        [(12, [(30, 14), (42, 25), (57, 27)]), (24, [(54, 26), (78, 49), (105, 51)])]
    {
        let diagram = Diagram::new(Size::new(edge).unwrap());
        for (size, extent) in
            [TextSize::Small, TextSize::Medium, TextSize::Large].into_iter().zip(extents)
        {
            let rendered = text(&diagram, TextStyle { size, ..TextStyle::default() });
            let width = rendered.lines().map(|line| line.chars().count()).max();
            assert_eq!((width.unwrap(), rendered.lines().count()), extent, "{size:?}, {edge}");
        }
    }
}

#[test]
fn labels_are_inside_brackets() {
    let mut diagram = samples::won();
    diagram.labels = [("D5", "7"), ("B4", "12")]
        .map(|(hole, label)| (hole.parse().unwrap(), label.to_owned()))
        .to_vec();
    let large = text(&diagram, ASCII);
    assert!(large.contains("[#7]") && large.contains("(#12)"), "{large}");
    // Three characters per hole have space for a one-character label.
    let medium = text(&diagram, TextStyle { size: TextSize::Medium, ..ASCII });
    assert!(medium.contains("[#7]") && medium.contains("(#12."), "{medium}");
}

#[test]
fn signs_replace_pegs() {
    let rendered = signs(Size::MIN, |hole| if hole.column() == 0 { '.' } else { 'x' });
    let expected = [
        "   A B C D E",
        " 1   x x x    1",
        " 2 . x x x x  2",
        " 3 . x x x x  3",
        " 4 . x x x x  4",
        " 5   x x x    5",
        "   A B C D E",
    ];
    assert!(rendered.lines().eq(expected), "{rendered}");
}
