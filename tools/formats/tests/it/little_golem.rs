//! LittleGolem files: upper and lower case, other games of the server, and other properties.

use crate::common::texts::{self, moves, one_in};
use formats::{read, write, Assume, Ending, Format, Game, Reason};
use twixt::geometry::{Side, Size};
use twixt::rules::Rules;

fn one(text: &str) -> Game {
    one_in(text, Format::LittleGolem)
}

fn fault(text: &str) -> String {
    texts::fault(text, None)
}

#[test]
fn upper_case_properties_are_read() {
    let small = "(;FF[4]EV[twixt.ld.DEFAULT]PB[Ann]PW[Bob]SZ[24]SO[https://www.littlegolem.net]\
                 ;b[kg];r[ki];b[ii];r[jg];b[resign])";
    let large = "(;FF[4]EV[twixt]PB[Ann]PW[Bob]SZ[24];B[kg];W[KI];B[ii];W[jg];B[resign])";
    let (small, large) = (one(small), one(large));
    assert_eq!(moves(&large), "k7 k9 i9 j7");
    assert_eq!(large.plies, small.plies);
    assert_eq!((large.size, large.rules), (Size::MAX, Rules::ARENA));
    assert_eq!(large.ending, Some(Ending::won(Side::Horizontal, Reason::Resign)));
    assert_eq!(large.players, small.players);
    assert_eq!(moves(&one("(;EV[twixt]SZ[12];B[cd];R[swap];B[ef])")), "c4 swap e6");
}

#[test]
fn boards_of_all_sizes_are_read() {
    for edge in 5..=24 {
        let game = one(&format!("(;FF[4]EV[twixt.ld.SIZE{edge}]SZ[{edge}];b[cc];r[cd])"));
        assert_eq!(game.size, Size::new(edge).unwrap());
    }
    assert_eq!(
        fault("(;FF[4]EV[twixt.ld.SIZE30]SZ[30];b[dc];r[op])"),
        "line 1, column 30: expected a board size from 5 to 24, found \"30\""
    );
}

#[test]
fn other_games_are_rejected() {
    for (text, complaint) in [
        ("(;FF[4]EV[hex.mc.2011.feb.1.10]PB[Ann]PW[Bob]SZ[13]SO[http://www.littlegolem.com];W[ll];B[swap])",
         "line 1, column 83: this W[ll] may belong to any game; if it is Twixt, add EV[twixt] to the first node"),
        ("(;FF[4]EV[hex.mc.2011.feb.1.10]SZ[13];W[ll];B[swap])",
         "line 1, column 39: this W[ll] may belong to any game; if it is Twixt, add EV[twixt] to the first node"),
        ("(;GM[1]EV[null]SZ[19]SO[http://www.littlegolem.com];B[pd];W[dp])",
         "line 1, column 6: expected 21, the number of Twixt, found \"1\""),
        ("(;FF[4]GM[11]SZ[13];B[ll])",
         "line 1, column 11: expected 21, the number of Twixt, found \"11\""),
        ("(;FF[4]EV[null]SZ[19]SO[http://www.littlegolem.com];B[pd];W[dp])",
         "line 1, column 53: this B[pd] may belong to any game; if it is Twixt, add EV[twixt] to the first node"),
        ("(;FF[4]SZ[19];B[pd];W[dp])",
         "line 1, column 15: this B[pd] may belong to any game; if it is Twixt, add EV[twixt] to the first node"),
    ] {
        assert_eq!(fault(text), complaint, "{text}");
    }
}

#[test]
fn other_properties_are_read_as_comments_or_rejected() {
    let game = one("(;EV[twixt]SZ[12]C[Above all]GC[game #12]RE[B]\
                    ;b[cd]C[A corner];r[ef]N[Near]BL[300];b[gh])");
    assert_eq!(game.comment, "Above all\ngame #12");
    let comments: Vec<&str> = game.main_line().map(|node| node.comment).collect();
    assert_eq!(comments, ["A corner", "Near\nBL[300]", ""]);
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Unknown)));
    assert!(game.extra.is_empty(), "{:?}", game.extra);
    assert_eq!(Format::LittleGolem.loses(&game), ["3 comments", "the ending vertical"]);
    assert!(write(&[game], Format::Sgf).unwrap().contains("BL[300"));
    assert_eq!(
        fault("(;EV[twixt]SZ[12];b[cd];x[ef])"),
        "line 1, column 25: expected a move b[...] or r[...], found \"x\""
    );
    assert_eq!(
        fault("(;EV[twixt]SZ[12];b[cd];g[ef])"),
        "line 1, column 25: expected a move b[...] or r[...], found \"g\""
    );
    assert_eq!(
        fault("(;EV[twixt]SZ[12]RE[X];b[cd])"),
        "line 1, column 21: expected a result: B, W, Draw or ?, found \"X\""
    );
    assert_eq!(
        fault("(;EV[twixt]SZ[12]RE[W];b[cd];r[resign])"),
        "line 1, column 21: the stated result is horizontal, but the last move states vertical+resign"
    );
    assert_eq!(
        fault("(;EV[twixt]SZ[12];W[cd];B[ef])"),
        "line 1, column 19: expected b, the side to move, found \"W\""
    );
    for setup in ["AB", "AW", "AE", "ab", "ar"] {
        assert_eq!(
            fault(&format!("(;EV[twixt]SZ[12];{setup}[cd];r[ef])")),
            format!("line 1, column 19: expected moves from an empty board, without set-up pegs, found \"{setup}\"")
        );
    }
    let small = read("(;GM[21]SZ[12];w[d6];b[e8])", None, &Assume::default());
    assert_eq!(
        small.unwrap_err().to_string(),
        "line 1, column 16: expected a move W[...] or B[...], found \"w\""
    );
}

#[test]
fn events_of_variants_state_the_size() {
    let game = one("(;FF[4]EV[twixt.SIZE18]PB[a]PW[b]SO[http://www.littlegolem.net];b[df];r[gh])");
    assert_eq!(game.size.get(), 18);
    let error = fault("(;FF[4]EV[twixt.ld.SIZE30]PB[a]PW[b];b[df];r[gh])");
    assert!(error.contains("a board size from 5 to 24") && error.contains("30"), "{error}");
}

#[test]
fn the_servers_own_json_is_named() {
    for text in [
        r#"{"gid":7,"players":["a","b"],"moves":[{"dmove":"df"},{"dmove":"gh"}]}"#,
        r#"[{"players":[{"name":"a"},{"name":"b"}],"moves":[{"n":1,"dmove":"df"}]}]"#,
    ] {
        let error = fault(text);
        assert!(error.contains("littlegolem.net") && error.contains(".tsgf"), "{error}");
    }
}
