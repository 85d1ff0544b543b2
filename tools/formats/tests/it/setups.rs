//! Positions that were set up by hand: puzzles.

use crate::common::texts::{fault, one};
use formats::{recognise, write, Format};
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, SwapRule};

#[test]
fn sgf_and_lists_set_pegs_up() {
    let sgf = one("(;GM[21]SZ[12]RU[PP]C[Black to move and win]PL[B]AW[d6][f7]AB[e8];B[g9];W[h8])");
    let list = one("# twixt size=12 rules=pp\n# pegs: vertical d6 f7 horizontal e8\n\
                    # to move: horizontal\n# comment: Black to move and win\n1.g9 2.h8\n");
    assert_eq!(sgf, list);
    assert_eq!(
        (sgf.size, sgf.rules.linking, sgf.rules.swap),
        (Size::ARENA, Linking::Pp, SwapRule::None)
    );
    let start = sgf.start();
    assert_eq!((start.to_move(), start.pegs(), start.may_swap()), (Side::Horizontal, 3, false));
    assert_eq!(start.board().links(Side::Vertical).count(), 1);
    assert_eq!(sgf.position().unwrap().pegs(), 5);
}

#[test]
fn who_moves_is_the_first_mover_or_has_fewer_pegs() {
    let to_move = |text: &str| one(text).start().to_move();
    assert_eq!(to_move("(;GM[21]SZ[12]AW[d6]AB[e8];B[g9])"), Side::Horizontal);
    assert_eq!(to_move("(;GM[21]SZ[12]AW[d6]AB[e8])"), Side::Vertical);
    assert_eq!(to_move("(;GM[21]SZ[12]AW[d6])"), Side::Horizontal);
    assert_eq!(to_move("# pegs: horizontal d6"), Side::Vertical);
    assert!(!one("# pegs: vertical d6").start().may_swap());
}

/// F7 can't link to H8 if horizontal's link is there first.
#[test]
fn the_order_of_pegs_decides_which_links_there_are() {
    let text =
        "# pegs: vertical f7 horizontal g7 h9 vertical h8 horizontal d4\n# to move: vertical\n";
    let first = one(text);
    let other = one(&text.replace("f7 horizontal g7 h9 vertical h8", "f7 h8 horizontal g7 h9"));
    assert_ne!(first.start(), other.start());
    for game in [first, other] {
        for format in [Format::Sgf, Format::List, Format::Json] {
            let written = write(std::slice::from_ref(&game), format).unwrap();
            assert_eq!(recognise(&written), Some(format), "{written}");
            assert_eq!(Format::loses(format, &game), Vec::<String>::new());
            assert_eq!(one(&written), game, "{written}");
        }
        for format in [Format::T1j, Format::LittleGolem] {
            assert_eq!(
                write(std::slice::from_ref(&game), format).unwrap_err().to_string(),
                format!("{format} can't hold this game: it begins with pegs that were set up; write sgf, list or json")
            );
        }
    }
}

#[test]
fn pegs_that_cannot_stand_there_are_told() {
    for (text, complaint) in [
        ("(;GM[21]SZ[12]AW[d6][a4])",
         "line 1, column 22: a peg of vertical can't be set up on A4: A4 is in a border row of horizontal"),
        ("(;GM[21]SZ[12]AW[d6]AB[d6])",
         "line 1, column 24: a peg of horizontal can't be set up on D6: D6 holds a peg of vertical"),
        ("(;GM[21]SZ[12]AE[d6])",
         "line 1, column 15: expected AW[...] or AB[...] to set up pegs: none is there to be taken away, found \"AE\""),
        ("(;GM[21]SZ[12];W[d6](;B[e8])(;AB[e9]))",
         "line 1, column 31: expected pegs to be set up before the first move and nowhere else, found \"AB\""),
        ("(;GM[21]SZ[12]AW[d6];B[swap])",
         "line 1, column 24: move 1, swap by horizontal, breaks a rule: SWAP is legal only as the reply to the first peg"),
        ("# pegs: d6\n", "line 1, column 9: expected vertical or horizontal before pegs, found \"d6\""),
        ("# pegs: vertical d6 x99\n",
         "line 1, column 21: expected a hole such as D6 for a peg, found \"x99\""),
        ("# pegs: vertical d6\n# to move: red\n",
         "line 2, column 11: expected vertical or horizontal, found \"red\""),
        ("{\"setup\":7,\"moves\":[]}",
         "line 1, column 10: expected an object with pegs, \"vertical D6 horizontal E8\", and to_move, a side, found \"7\""),
    ] {
        assert_eq!(fault(text, None), complaint, "{text}");
    }
}

/// An empty board has no pegs to write, and formats but ours say who moves by those alone.
#[test]
fn no_pegs_are_an_empty_board_that_vertical_opens() {
    let game = one(r#"{"setup":{"pegs":"vertical","to_move":"vertical"},"moves":["F7"]}"#);
    assert_eq!((game.setup.is_none(), game.rules.swap), (true, SwapRule::None));
    let error = fault(r#"{"setup":{"pegs":"","to_move":"horizontal"},"moves":[]}"#, None);
    assert!(error.contains("a peg to set up"), "{error}");
}
