//! T1j files of various programs, and rules requested by the caller.

use crate::common::texts::{assuming, one};
use formats::{read, recognise, write, Assume, Ending, Format, Reason};
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Rules};

/// Returns a file with these names, size lines, starting player, value of `game already over?`, and moves.
fn file(names: [&str; 2], sizes: &str, starts: &str, over: &str, moves: &str) -> String {
    let [first, second] = names;
    format!(
        "# File created by hand\n# for a test\n1 # version of file-format\n{first}# Name of Player 1\n\
         {second}# Name of Player 2\n{sizes}H# player 1 human or computer\n\
         C# player 2 human or computer\n{starts}# starting player (1 plays top-down)\n\
         V# Direction of letters\nY# pierule?\n{over}# game already over?\n{moves}"
    )
}

#[test]
fn the_default_size_is_24() {
    let both = " # y-size of board\n # x-size of board\n";
    for sizes in ["", both, "# y-size of board\n# x-size of board\n"] {
        let text = file(["Ann", "Bob"], sizes, "1", "N", "W20\nb22\n");
        assert_eq!(recognise(&text), Some(Format::T1j));
        let game = one(&text);
        assert_eq!(game.size, Size::MAX, "{text}");
        assert_eq!(game.main_line().count(), 2);
    }
    let one_size = file(["Ann", "Bob"], "18# size of board\n", "1", "N", "");
    assert_eq!(one(&one_size).size, Size::new(18).unwrap());
}

#[test]
fn a_players_name_may_look_like_a_hole() {
    let sizes = "12# y-size of board\n12# x-size of board\n";
    let text = file(["P1", "P2"], sizes, "1", "N", "D6\nE8\n");
    let bare: String = text
        .lines()
        .map(|line| format!("{}\n", &line[..line[1..].find('#').map_or(line.len(), |at| at + 1)]))
        .collect();
    assert!(bare.contains("\nP1\n"), "{bare}");
    for text in [&text, &bare] {
        assert_eq!(recognise(text), Some(Format::T1j), "{text}");
        let game = one(text);
        assert_eq!(game.players, ["P1", "P2"].map(|name| Some(name.to_owned())));
        assert_eq!(game.main_line().count(), 2);
    }
    for (starts, opens) in [("P1", "P1"), ("P2", "P2"), ("2", "P2")] {
        let game = one(&file(["P1", "P2"], sizes, starts, "N", "D6\n"));
        assert_eq!(game.players[0].as_deref(), Some(opens), "{starts}");
    }
    let named = one(&file(["Ann", "Bob"], sizes, "Bob", "N", "D6\n"));
    assert_eq!(named.players[0].as_deref(), Some("Bob"));
    let wrong = read(&file(["Ann", "Bob"], sizes, "Carl", "N", ""), None, &Assume::default());
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "line 10, column 1: expected 1 or 2, or a player's name, found \"Carl\""
    );
}

#[test]
fn the_game_over_flag_is_preserved() {
    let sizes = "12# y-size of board\n12# x-size of board\n";
    let over = one(&file(["Ann", "Bob"], sizes, "1", "Y", "D6\nE8\n"));
    assert_eq!(over.ending, None);
    assert_eq!(over.comment, "The game is over; its ending is not recorded.");
    assert_eq!(Format::T1j.loses(&over), Vec::<String>::new());
    let text = write(std::slice::from_ref(&over), Format::T1j).unwrap();
    assert!(text.contains("Y # game already over?"), "{text}");
    assert_eq!(one(&text), over);
    assert!(write(&[over], Format::Sgf).unwrap().contains("its ending is not recorded"));
    let resigned = one(&file(["Ann", "Bob"], sizes, "1", "Y", "D6\nresign\n"));
    assert_eq!(resigned.ending, Some(Ending::won(Side::Vertical, Reason::Resign)));
    assert_eq!(resigned.comment, "");
    assert!(one(&file(["Ann", "Bob"], sizes, "1", "N", "D6\n")).comment.is_empty());
}

#[test]
fn required_rules_replace_defaults_and_reject_others() {
    let required = |linking| Assume { required: Some(linking), ..Assume::default() };
    let (pp, standard) = (required(Linking::Pp), required(Linking::Standard));
    let sizes = "12# y-size of board\n12# x-size of board\n";
    let t1j = file(["Ann", "Bob"], sizes, "1", "N", "D6\n");
    for text in ["1.d6 2.e8", "{\"moves\":[\"D6\"]}", "(;GM[21]SZ[12];W[d6])", &t1j] {
        assert_eq!(assuming(text, &pp).rules.linking, Linking::Pp, "{text}");
        assert_eq!(assuming(text, &standard).rules.linking, Linking::Standard, "{text}");
    }
    let written = write(&[assuming("1.d6 2.e8", &pp)], Format::T1j).unwrap();
    for (text, place) in [
        ("# rules=pp\n1.d6 2.e8", "line 1, column 9"),
        ("{\"rules\":\"pp\",\"moves\":[\"D6\"]}", "line 1, column 10"),
        ("(;GM[21]SZ[12]RU[PP];W[d6])", "line 1, column 18"),
        ("(;EV[twixt]SZ[12];b[cd])", "line 1, column 1"),
        (&written, "line 2, column 9"),
    ] {
        assert_eq!(assuming(text, &pp).rules, Rules::ARENA, "{text}");
        assert_eq!(
            read(text, None, &standard).unwrap_err().to_string(),
            format!("{place}: expected the requested rules standard, found pp; request no rules to read the game with its own")
        );
    }
}
