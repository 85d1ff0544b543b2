//! Set-up positions, such as puzzles.

use crate::common::texts::{fault, one};
use formats::{recognise, write, Format};
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, SwapRule};

#[test]
fn sgf_and_lists_read_set_up_pegs() {
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
fn the_side_to_move_is_that_of_the_first_move_or_has_fewer_pegs() {
    let to_move = |text: &str| one(text).start().to_move();
    assert_eq!(to_move("(;GM[21]SZ[12]AW[d6]AB[e8];B[g9])"), Side::Horizontal);
    assert_eq!(to_move("(;GM[21]SZ[12]AW[d6]AB[e8])"), Side::Vertical);
    assert_eq!(to_move("(;GM[21]SZ[12]AW[d6])"), Side::Horizontal);
    assert_eq!(to_move("# pegs: horizontal d6"), Side::Vertical);
    assert!(!one("# pegs: vertical d6").start().may_swap());
}

/// If horizontal's link exists first, F7 cannot be linked to H8.
#[test]
fn the_order_of_pegs_decides_between_crossing_links() {
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
                format!(
                    "cannot write {format}: the game starts with set-up pegs; SGF, a list of moves or JSON can hold this game"
                )
            );
        }
    }
}

#[test]
fn illegal_set_up_pegs_are_rejected() {
    for (text, complaint) in [
        ("(;GM[21]SZ[12]AW[d6][a4])",
         "line 1, column 22: cannot set up a peg of vertical on A4: A4 is in a border row of horizontal"),
        ("(;GM[21]SZ[12]AW[d6]AB[d6])",
         "line 1, column 24: cannot set up a peg of horizontal on D6: D6 holds a peg of vertical"),
        ("(;GM[21]SZ[12]AR[d6])",
         "line 1, column 15: expected AW[...], AB[...] or AE[...] to set up pegs, found \"AR\""),
        ("(;GM[21]SZ[12];W[d6](;B[e8])(;AB[e9]))",
         "line 1, column 31: expected set-up pegs before the first move only, found \"AB\""),
        ("(;GM[21]SZ[12]AW[d6];B[swap])",
         "line 1, column 24: move 1, swap by horizontal, breaks a rule: SWAP is legal only as the reply to the first peg"),
        ("# pegs: d6 f7\n", "line 1, column 9: expected vertical or horizontal before the pegs, found \"d6\""),
        ("# pegs: vertical d6 x99\n",
         "line 1, column 21: expected a hole such as D6 for a peg, found \"x99\""),
        ("{\"setup\":7,\"moves\":[]}",
         "line 1, column 10: expected an object with pegs, such as \"vertical D6 horizontal E8\", and to_move, a side, found \"7\""),
    ] {
        assert_eq!(fault(text, None), complaint, "{text}");
    }
}

#[test]
fn a_setup_without_pegs_is_an_empty_board_with_vertical_to_move() {
    let game = one(r#"{"setup":{"pegs":"vertical","to_move":"vertical"},"moves":["F7"]}"#);
    assert_eq!((game.setup.is_none(), game.rules.swap), (true, SwapRule::None));
    let error = fault(r#"{"setup":{"pegs":"","to_move":"horizontal"},"moves":[]}"#, None);
    assert!(error.contains("a peg to set up"), "{error}");
}
