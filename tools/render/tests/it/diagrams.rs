//! Medium text pictures against those that players know: the gamerz server's, cell by cell, and what
//! can be read back out of them.
//!
//! The four diagrams of the server's help agree with one another in every cell. Only the blank line
//! under the letters is in two of them alone; it is passed over.

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

/// Draws the position and asserts that the part of it that `region` shows is the same, character by
/// character: letters, numbers, holes, and all between them.
fn assert_drawn(position: &Position, region: &Region) {
    let drawn = text(&Diagram::of(position), TextStyle::GAMERZ);
    assert_eq!(region.cut_out_of(&drawn), region.lines, "drawn:\n{drawn}");
}

#[test]
fn the_servers_diagrams_are_read_as_a_person_does() {
    for (picture, vertical, horizontal) in [
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
        let region = Region::read(picture, TextStyle::GAMERZ.signs);
        for (side, expected) in [(Side::Vertical, vertical), (Side::Horizontal, horizontal)] {
            let own = region.links.iter().filter(|&&(_, owner)| owner == side);
            let mut read: Vec<Link> = own.map(|&(link, _)| link).collect();
            read.sort();
            assert_eq!(read, links(expected), "{side:?} in {picture}");
        }
    }
}

#[test]
fn the_servers_diagrams_are_drawn_alike() {
    for picture in [BEFORE, AFTER, EXAMPLE_A, EXAMPLE_B] {
        let region = Region::read(picture, TextStyle::GAMERZ.signs);
        assert_drawn(&position(&region, Size::MAX, Side::Vertical), &region);
    }
}

#[test]
fn the_servers_move_turns_one_diagram_into_the_other() {
    let [before, after] = [BEFORE, AFTER].map(|text| Region::read(text, TextStyle::GAMERZ.signs));
    let mut position = position(&before, Size::MAX, Side::Horizontal);
    assert_drawn(&position, &before);
    play(&mut position, "j12-i12/k11/m12/n10,o11/n13+h11/j12/l11/n12/p11");
    assert_drawn(&position, &after);
}

/// What the text beside example B says: without J9/K11 a peg on I11 links to K10 and J13. It links
/// to J9, too, by a link that takes the place of the last character of the one to K10.
#[test]
fn the_way_out_of_example_b_is_drawn() {
    let region = Region::read(EXAMPLE_B, TextStyle::GAMERZ.signs);
    let mut position = position(&region, Size::MAX, Side::Vertical);
    play(&mut position, "i11-j9/k11");
    assert_drawn(
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

/// A known little position, on the smallest board that holds it: the horizontal side, to move, is
/// walled in by its own link until it takes it away.
#[test]
fn a_bridge_in_its_owners_way_on_a_board_of_5_by_6() {
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

/// Where no two links cross, a medium picture tells all that the board holds.
#[test]
fn random_classic_games_are_read_back() {
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
        let drawn = text(&diagram, TextStyle::GAMERZ);
        let mut region = Region::read(&drawn, TextStyle::GAMERZ.signs);
        links += region.links.len();
        region.pegs.sort();
        region.links.sort();
        diagram.pegs.sort();
        diagram.links.sort();
        assert_eq!(region.pegs, diagram.pegs, "{drawn}");
        assert_eq!(region.links, diagram.links, "{drawn}");
    }
    assert!(links > 1000, "{links}");
}
