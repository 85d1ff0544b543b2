//! Compares boards in the medium size, character by character, with diagrams from the gamerz server, and
//! parses both.
//!
//! Two of the four diagrams in the server's help have a blank line under the letters, which is ignored.

mod region;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use region::{link, Region};
use render::{text, Diagram, TextSize, TextStyle};
use twixt::board::Board;
use twixt::geometry::{BySide, Link, Side, Size};
use twixt::rules::{Linking, Ply, Position, Rules, SwapRule};

const BEFORE: &str = r"
   H  I  J  K  L  M  N  O  P
10 .  .  .  O_ .  .  #_ .  .
              ---_  /  ---_
11 #  .  . _#_ #  O |.  #  #
       _---   ---_ /   /
12 .  #  . _O_ #_ #  # |.  O
       _---   ---_--_ /   /
13 #  O  .  .  .  O_ #  . |.
                    ---_ /
14 .  .  .  .  .  .  .  O  .
";

const AFTER: &str = r"
   H  I  J  K  L  M  N  O  P
10 .  .  .  O_ .  .  #_ .  .
              ---_     ---_
11 #_ .  .  # _#_ O  .  # _#
     ---_ _---   ---_ _---
12 .  #  # _O_ #_ #  #  .  O
       _---   ---_--_     /
13 #  O  .  .  .  O_ #  . |.
                    ---_ /
14 .  .  .  .  .  .  .  O  .
";

const EXAMPLE_A: &str = r"
   E  F  G  H  I  J  K  L

 6 .  .  #_ .  O  #_ .  .
          \---_ \  \---_
 7 .  .  .| .  #| .| .  #
           \     \  \  /
 8 .  .  .  #  .  O  # |.
             \     \  /
 9 .  .  .  .| .  O| #  .
              \    \\ \
10 .  .  .  .  #  .| O| .
                \   \  \
11 .  .  .  .  .| .  O  #
                 \  /  /
12 .  .  .  .  . _# |. |.
             _---  /  /
13 .  .  .  #  .  O  #  .
";

const EXAMPLE_B: &str = r"
   E  F  G  H  I  J  K  L

 6 .  .  #_ .  O  #_ .  .
          \---_ \  \---_
 7 .  .  .| .  #| .| .  #
           \     \  \  /
 8 .  .  .  #  .  O  # |.
             \     \  /
 9 .  .  .  .| .  O| #  .
              \    \\ \
10 .  .  .  .  #  .| O| .
                    \  \
11 .  .  .  #  .  .  O  #
             \      /  /
12 .  .  .  .| .  . |. |.
              \    /  /
13 .  .  .  .  #  O  #  .
";

fn links(names: &str) -> Vec<Link> {
    let mut links: Vec<Link> = names.split_whitespace().map(link).collect();
    links.sort();
    links
}

fn position(region: &Region, size: Size, to_move: Side) -> Position {
    let mut board = Board::with_own_links_blocking(size);
    region.pegs.iter().for_each(|&(hole, side)| board.set_peg(side, hole));
    region.links.iter().for_each(|&(link, side)| board.link(side, link));
    Position::from_board(board, to_move)
}

fn play(position: &mut Position, ply: &str) {
    position.play_ply(&ply.parse::<Ply>().unwrap()).unwrap();
}

/// Asserts that the region, cut out of the rendered position, equals the diagram.
fn assert_rendered(position: &Position, region: &Region) {
    let rendered = text(&Diagram::of(position), TextStyle::GAMERZ);
    assert_eq!(region.cut_out_of(&rendered), region.lines, "rendered:\n{rendered}");
}

#[test]
fn server_diagrams_are_read_correctly() {
    for (source, vertical, horizontal) in [
        (
            BEFORE,
            "K10-M11 I13-K12 K12-M13 M13-O14 P12-O14",
            "I12-K11 K11-M12 M12-N10 N10-P11 L12-N13 O11-N13",
        ),
        (
            AFTER,
            "K10-M11 I13-K12 K12-M13 M13-O14 P12-O14",
            "N10-P11 H11-J12 J12-L11 L11-N12 N12-P11 L12-N13",
        ),
        (
            EXAMPLE_A,
            "I6-J8 J8-K10 J9-K11 K11-J13",
            "G6-I7 G6-H8 H8-I10 I10-J12 J12-H13 J6-L7 J6-K8 L7-K9 K9-L11 L11-K13",
        ),
        (
            EXAMPLE_B,
            "I6-J8 J8-K10 J9-K11 K11-J13",
            "G6-I7 G6-H8 H8-I10 H11-I13 J6-L7 J6-K8 L7-K9 K9-L11 L11-K13",
        ),
    ] {
        let region = Region::read(source, TextStyle::GAMERZ.signs);
        for (side, expected) in [(Side::Vertical, vertical), (Side::Horizontal, horizontal)] {
            let own = region.links.iter().filter(|&&(_, owner)| owner == side);
            let mut read: Vec<Link> = own.map(|&(link, _)| link).collect();
            read.sort();
            assert_eq!(read, links(expected), "{side:?} in {source}");
        }
    }
}

#[test]
fn server_diagrams_are_reproduced() {
    for source in [BEFORE, AFTER, EXAMPLE_A, EXAMPLE_B] {
        let region = Region::read(source, TextStyle::GAMERZ.signs);
        assert_rendered(&position(&region, Size::MAX, Side::Vertical), &region);
    }
}

#[test]
fn the_servers_move_leads_to_its_next_diagram() {
    let [before, after] = [BEFORE, AFTER].map(|text| Region::read(text, TextStyle::GAMERZ.signs));
    let mut position = position(&before, Size::MAX, Side::Horizontal);
    assert_rendered(&position, &before);
    play(&mut position, "j12-i12/k11/m12/n10,o11/n13+h11/j12/l11/n12/p11");
    assert_rendered(&position, &after);
}

/// The server's text on example B states that, without the link J9-K11, a peg on I11 is linked to K10, J13 and
/// J9. The link to J9 covers the last character of the one to K10.
#[test]
fn example_b_is_reproduced_after_the_removal() {
    let region = Region::read(EXAMPLE_B, TextStyle::GAMERZ.signs);
    let mut position = position(&region, Size::MAX, Side::Vertical);
    play(&mut position, "i11-j9/k11");
    assert_rendered(
        &position,
        &Region::read(
            r"
   E  F  G  H  I  J  K  L
 6 .  .  #_ .  O  #_ .  .
          \---_ \  \---_
 7 .  .  .| .  #| .| .  #
           \     \  \  /
 8 .  .  .  #  .  O  # |.
             \     \  /
 9 .  .  .  .| .  O| #  .
              \  /  \ \
10 .  .  .  .  # |. _O| .
                /---   \
11 .  .  .  #  O  .  O  #
             \  \   /  /
12 .  .  .  .| .| . |. |.
              \  \ /  /
13 .  .  .  .  #  O  #  .
",
            TextStyle::GAMERZ.signs,
        ),
    );
}

/// Horizontal, to move, removes one of its links, which blocks another one.
#[test]
fn a_link_that_blocks_its_owner_can_be_removed_on_5_by_6() {
    let signs = BySide(['O', 'X']);
    let style = TextStyle { signs, ..TextStyle::GAMERZ };
    let before = r"
   A  B  C  D  E
 1    .  O  .      1
        /
 2 X  . |.  .  .   2
    \  /
 3 .| O  X  .  .   3
     \    \
 4 .  X  O| .  .   4
        /  \
 5 .  . |.  X  .   5
       /
 6    O  .  .      6
   A  B  C  D  E
";
    let after = r"
   A  B  C  D  E
 1    .  O  .      1
        /
 2 X  . |.  .  .   2
       /
 3 .  O _X  .  .   3
    _---  \
 4 X  X  O| .  .   4
        /  \
 5 .  . |.  X  .   5
       /
 6    O  .  .      6
   A  B  C  D  E
";
    let size = Size::rectangle(5, 6).unwrap();
    let mut position = position(&Region::read(before, signs), size, Side::Horizontal);
    assert_eq!(text(&Diagram::of(&position), style), before[1..]);
    play(&mut position, "a4-a2/b4");
    assert_eq!(text(&Diagram::of(&position), style), after[1..]);

    let mut diagram = Diagram::of(&position);
    diagram.last = Some("A4".parse().unwrap());
    let small = r"
   A B C D E
 1   . O .    1
 2 X . . . .  2
 3 . O X . .  3
 4[X]X O . .  4
 5 . . . X .  5
 6   O . .    6
   A B C D E
";
    let style = TextStyle { size: TextSize::Small, ..style };
    assert_eq!(text(&diagram, style), small[1..]);
}

/// In the medium size, a diagram without crossing links determines the board.
#[test]
fn random_classic_games_round_trip() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
    let mut links = 0;
    for _ in 0..200 {
        let [columns, rows] = [(); 2].map(|()| random.random_range(5..=24));
        let size = Size::rectangle(columns, rows).unwrap();
        let mut position = Position::with_rules(size, rules);
        while position.outcome().is_none() && random.random_range(0..300) != 0 {
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[random.random_range(0..moves.len())]).unwrap();
        }
        let mut diagram = Diagram::of(&position);
        diagram.winning.clear();
        let rendered = text(&diagram, TextStyle::GAMERZ);
        let mut region = Region::read(&rendered, TextStyle::GAMERZ.signs);
        links += region.links.len();
        region.pegs.sort();
        region.links.sort();
        diagram.pegs.sort();
        diagram.links.sort();
        assert_eq!(region.pegs, diagram.pegs, "{rendered}");
        assert_eq!(region.links, diagram.links, "{rendered}");
    }
    assert!(links > 1000, "{links}");
}
