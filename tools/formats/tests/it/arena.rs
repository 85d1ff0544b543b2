//! Logs and replays of the arena.

use crate::common::texts::{fault, moves, one, one_in};
use crate::common::{game, random, ARENA};
use formats::{read, recognise, write, Assume, Ending, Format, Reason};
use rand::seq::SliceRandom;
use rand::RngExt;
use serde_json::json;
use twixt::arena::{rebuild, side_to_move, TurnReader};
use twixt::geometry::{Side, Size};
use twixt::rules::{Rules, SwapRule};

/// The example of docs/protocol.md, after C3, H8, D5, J9 and F6.
const TURN: &str = "F6\n2\nH8\nJ9\n1\nH8 J9\n3\nC3\nD5\nF6\n2\nC3 D5\nD5 F6\n";

fn notes(text: &str) -> String {
    one(text).notes.join("\n")
}

#[test]
fn a_turn_is_read_as_a_position() {
    let game = one_in(TURN, Format::Arena);
    assert_eq!((game.size, game.rules.swap), (Size::ARENA, SwapRule::None));
    assert_eq!(game.main_line().count(), 0);
    let start = game.start();
    assert_eq!((start.to_move(), start.pegs()), (Side::Horizontal, 5));
    assert_eq!(start.board().links(Side::Vertical).count(), 2);
    assert_eq!(start.board().links(Side::Horizontal).count(), 1);
    let pegs = game.setup.unwrap();
    assert_eq!(pegs.pegs().last(), Some(&(Side::Vertical, "F6".parse().unwrap())));
    assert!(notes(TURN).contains("horizontal to move is assumed, as the opponent has more pegs"));
}

#[test]
fn the_first_turns_of_both_players_are_games() {
    for (text, expected, side) in [
        ("FIRST\n0\n0\n0\n0\n", "", Side::Vertical),
        ("C5\n0\n0\n1\nC5\n0\n", "c5", Side::Horizontal),
        ("SWAP\n0\n0\n1\nE3\n0\n", "c5 swap", Side::Vertical),
    ] {
        let game = one_in(text, Format::Arena);
        assert_eq!(moves(&game), expected);
        assert_eq!((game.rules, game.position().unwrap().to_move()), (Rules::ARENA, side));
        assert!(game.notes.is_empty(), "{:?}", game.notes);
    }
    assert!(one("C5\n0\n0\n1\nC5\n0\n").position().unwrap().may_swap());
}

#[test]
fn pegs_in_border_rows_determine_the_side() {
    for (text, side) in [
        ("C5\n2\nD1\nF8\n0\n2\nC5\nH9\n0\n", Side::Vertical),
        ("C5\n2\nD2\nF8\n0\n2\nC5\nA9\n0\n", Side::Vertical),
        ("C5\n2\nA2\nF8\n0\n2\nC5\nH9\n0\n", Side::Horizontal),
        ("C5\n2\nD2\nF8\n0\n2\nC5\nH12\n0\n", Side::Horizontal),
    ] {
        assert_eq!(one(text).start().to_move(), side, "{text}");
        assert_eq!(notes(text), "");
    }
}

#[test]
fn turns_that_follow_from_each_other_are_one_game() {
    let first = "FIRST\n0\n0\n0\n0\nSWAP\n0\n0\n1\nF6\n0\nJ9\n1\nG8\n0\n2\nF6\nJ9\n0\n";
    assert_eq!(moves(&one_in(first, Format::Arena)), "f6 swap g8 j9");
    // The second player swaps; its answers are in the log, and are ignored.
    let second = "F4\n0\n0\n1\nF4\n0\nSWAP\nJ9\n1\nD6\n0\n1\nJ9\n0\nE8 v=0.53\nC3\n2\nE8\nD6\n1\nD6 E8\n2\nJ9\nC3\n0\nG9 v=0.55\n";
    let game = one_in(second, Format::Arena);
    assert_eq!(moves(&game), "f4 swap j9 e8 c3");
    assert_eq!(game.position().unwrap().board().links(Side::Horizontal).count(), 1);
    // A log of a referee has the turns of both players.
    let both = "FIRST\n0\n0\n0\n0\nC3\n0\n0\n1\nC3\n0\nG8\n1\nC3\n0\n1\nG8\n0\nD5\n1\nG8\n0\n2\nC3\nD5\n1\nC3 D5\n";
    assert_eq!(moves(&one_in(both, Format::Arena)), "c3 g8 d5");
}

#[test]
fn other_lines_and_prefixes_are_ignored() {
    let plain = one(TURN);
    let prefixed = TURN.lines().map(|line| format!("[12:01:02] P1> {line}\n")).collect::<String>();
    let quoted = TURN.lines().map(|line| format!("\"{line}\\n\"\n")).collect::<String>();
    let in_log =
        format!("Bot 1.2 ready\nnodes 1234\n\n{}\nvalue 0.53\n", TURN.replace('\n', "\r\n\r\n"));
    // The line before a turn is the answer to another one, and the number belongs to it.
    let after_answer = format!("C4\n12\n{TURN}");
    for text in [prefixed, quoted, in_log, after_answer, TURN.to_lowercase()] {
        let game = one_in(&text, Format::Arena);
        assert_eq!(game.start(), plain.start(), "{text}");
    }
}

#[test]
fn a_log_may_contain_several_games_and_positions() {
    let text = format!("FIRST\n0\n0\n0\n0\nG8\n1\nC3\n0\n1\nG8\n0\n\nC5\n0\n0\n1\nC5\n0\n{TURN}");
    let games = read(&text, None, &Assume::default()).unwrap();
    let lines: Vec<String> = games.iter().map(moves).collect();
    assert_eq!(lines, ["c3 g8", "c5", ""]);
    assert!(games[2].setup.is_some());
    // A turn is missing between C3 and F6.
    let gap = format!("C3\n0\n0\n1\nC3\n0\n{TURN}");
    let games = read(&gap, None, &Assume::default()).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].start().to_move(), Side::Horizontal);
    assert_eq!(games[1].notes, ["turns are missing before line 7; a new game starts there"]);
    let at_most = formats::read_at_most(1, &gap, None, &Assume::default()).unwrap_err();
    assert!(at_most.message.contains("expected at most 1 games"), "{at_most}");
}

#[test]
fn the_order_of_the_lists_is_irrelevant() {
    let mut random = random(37);
    let mut tried = 0;
    while tried < 300 {
        let game = game(&mut random, ARENA);
        if game.ending.is_some() || game.main_line().count() < 8 {
            continue;
        }
        tried += 1;
        let position = game.position().unwrap();
        let text = write(std::slice::from_ref(&game), Format::Arena).unwrap();
        let mut turns = TurnReader::new(text.as_bytes(), Size::ARENA);
        let (mut last, mut side) = (None, None);
        while let Some(turn) = turns.next().unwrap() {
            side = Some(side_to_move(&turn, side, Size::ARENA).unwrap());
            last = Some(turn);
        }
        let (mut last, side) = (last.unwrap(), side.unwrap());
        // The bot reads the same position.
        let rebuilt = rebuild(&last, side, Size::ARENA).unwrap();
        assert_eq!((rebuilt.board(), rebuilt.to_move()), (position.board(), position.to_move()));
        for lists in [&mut last.own, &mut last.his] {
            lists.pegs.shuffle(&mut random);
            lists.links.shuffle(&mut random);
        }
        let twixt::arena::Last::Peg(peg) = last.last else { continue };
        let mut shuffled = vec![peg.to_string()];
        for lists in [&last.own, &last.his] {
            shuffled.push(lists.pegs.len().to_string());
            shuffled.extend(lists.pegs.iter().map(ToString::to_string));
            shuffled.push(lists.links.len().to_string());
            shuffled.extend(lists.links.iter().map(|link| {
                let (a, b) = link.ends();
                if random.random_bool(0.5) {
                    format!("{a} {b}")
                } else {
                    format!("{b} {a}")
                }
            }));
        }
        let read = one_in(&shuffled.join("\n"), Format::Arena);
        let start = read.position().unwrap();
        let inferred = side_to_move(&last, None, Size::ARENA).unwrap();
        assert_eq!(start.to_move(), inferred);
        if inferred == position.to_move() {
            assert_eq!(start.board(), position.board(), "{shuffled:?}");
        }
    }
}

#[test]
#[rustfmt::skip]
fn errors_name_the_line_and_the_expected_text() {
    for (text, complaint) in [
        (TURN.replace("H8 J9", "H8 J10"), "line 6, column 1: expected two ends a knight's move apart such as C3 D5 on the 12 x 12 board (1 of 1 after numYourSegments), found \"H8 J10\""),
        (TURN.replace("H8 J9", "H8"), "line 6, column 1: expected two ends a knight's move apart such as C3 D5 on the 12 x 12 board (1 of 1 after numYourSegments), found \"H8\""),
        (TURN.replace("D5 F6\n", ""), "line 13, column 1: expected two ends a knight's move apart such as C3 D5 on the 12 x 12 board (2 of 2 after numHisSegments), found the end of the input"),
        (TURN.replace("\n3\n", "\n4\n"), "line 11, column 1: expected a peg such as C3 on the 12 x 12 board (4 of 4 after numHisPegs), found \"2\""),
        (TURN.replace("\n3\n", "\n0\n"), "line 7, column 1: expected numHisPegs, here a number from 1 to 120, found \"0\""),
        (TURN.replacen("F6", "F7", 1), "line 1, column 1: expected the last peg to be in the opponent's list, found F7, which is not"),
        (TURN.replacen("H8\n", "D5\n", 1).replace("1\nH8 J9", "0"), "line 8, column 1: expected each hole to have one peg, found D5, listed above for horizontal"),
        (String::from("C5\n2\nF1\nA2\n0\n2\nC5\nH9\n0\n"), "line 4, column 1: expected a peg of vertical outside horizontal's border rows, found A2"),
        (TURN.replace("D5", "D15"), "line 9, column 1: expected a peg such as C3 on the 12 x 12 board (2 of 3 after numHisPegs), found \"D15\""),
        (TURN.replace("1\nH8 J9", "0"), "line 1, column 1: expected the link H8 J9 of horizontal, which its pegs make; found no such link"),
        (TURN.replace("C3 D5", "D5 F6"), "line 13, column 1: expected each link once, found D5 F6 again"),
        (TURN.replace("C3 D5", "C3 E4"), "line 12, column 1: expected a link between two pegs of vertical, found C3 E4 and no such peg at E4"),
        (String::from("F8\n3\nF7\nH8\nC3\n1\nF7 H8\n3\nG7\nH9\nF8\n1\nG7 H9\n"), "line 1, column 1: expected the link F8 H9 of horizontal, which its pegs make; found no such link"),
        (String::from("FIRST\n1\nD6\n"), "line 2, column 1: expected numYourPegs, here a number from 0 to 0, found \"1\""),
        (String::from("FIRST\n0\n0\n"), "line 4, column 1: expected numHisPegs, here a number from 0 to 0, found the end of the input"),
        (String::from("C3\n0\n0\n1\nC3\n0\nG8\n1\nD6\n0\n2\nC3\nG8\n1\nC3 D5\n"), "line 15, column 1: expected a link between two pegs of vertical, found C3 D5 and no such peg at D5"),
        (String::from("C3\n0\n0\n1\nC3\n0\nD5\n1\nG8\n0\n2\nC3\nD5\n0\n"), "line 7, column 1: expected the link C3 D5 of vertical, which its pegs make; found no such link"),
        (String::from("nothing"), "line 1, column 1: expected a turn of the arena's input on the 12 x 12 board, which starts with FIRST, SWAP or the opponent's last peg, found \"nothing\""),
    ] {
        assert_eq!(fault(&text, Some(Format::Arena)), complaint, "{text}");
    }
}

#[test]
fn a_truncated_last_turn_is_skipped() {
    let log = "C3\n0\n0\n1\nC3\n0\nF6\n1\nG8\n0\n2\nC3\nF6";
    let game = one_in(log, Format::Arena);
    assert_eq!(moves(&game), "c3");
    assert_eq!(game.notes, ["the lines from line 7 on are not a complete turn and were skipped"]);
    for end in 0..TURN.len() {
        // No panic, and an error or a legal game.
        for format in [None, Some(Format::Arena)] {
            if let Ok(games) = read(&TURN[..end], format, &Assume::default()) {
                games.iter().for_each(|game| game.check().unwrap());
            }
        }
    }
}

#[test]
fn a_damaged_last_turn_is_noted() {
    let before = "C3\n0\n0\n1\nC3\n0\n";
    let last = "F6\n1\nG8\n0\n2\nC3\nF6\n0\n";
    assert_eq!(moves(&one(&format!("{before}{last}"))), "c3 g8 f6");
    for (damaged, line) in [
        (last.replacen("1\n", "X9\n", 1), 7),
        (last.replacen("F6", "junk", 1), 8),
        (last.replacen("1\n", "x\n", 1), 7),
        (last.replacen("1\nG8\n0", "1 G8 0", 1), 7),
        (last.replacen("F6", "bundle.js:3 F6", 1), 7),
        (last.replacen("F6\n", "F6\ndepth 7 eval 0.31\n", 1), 7),
        (String::from("F6\n0\n0\n1\n"), 7),
        (format!("E5 v=0.5\n{}", last.replacen("F6\n1", "F6\n\nready\n1", 1)), 8),
    ] {
        let game = one_in(&format!("{before}{damaged}"), Format::Arena);
        let note =
            format!("the lines from line {line} on are not a complete turn and were skipped");
        assert_eq!((moves(&game).as_str(), &game.notes[..]), ("c3", &[note][..]), "{damaged}");
    }
    // Answers and other output.
    for after in
        ["G8\n", "G8 v=0.55\nbye\n", "depth 7\nG8\nvalue 0.53\n", "12\n", "G8\nG8\n", "G8\n57\n"]
    {
        assert!(notes(&format!("{before}{after}")).is_empty(), "{after}");
    }
    // A log of turns alone has no answers.
    let cut = format!("{before}G8\n1\nC3\n0\n1\nG8\n0\nD5\n");
    assert!(notes(&cut).contains("from line 14 on"), "{}", notes(&cut));
}

#[test]
fn truncated_turns_are_not_taken_for_lists() {
    for text in ["F6\n2\nH8\n", "F6\n2\nH8\nJ9\n", "F6\n2\nH8\nJ9\n1\n", "C3\n1\nD5\n0\n1"] {
        assert_eq!(recognise(text), Some(Format::Arena), "{text}");
        let error = read(text, None, &Assume::default()).unwrap_err().to_string();
        assert!(error.contains("expected"), "{error}");
    }
}

#[test]
fn lists_are_not_taken_for_turns() {
    for text in [
        "d6\n1\ne8\n2\nf9",
        "1\nd6\n2\ne8\n3\nf7\n4\ng9",
        "d6\nswap\n3\ng8\n4\nh4",
        "FIRST GAME\n1.d6 2.e8",
    ] {
        assert_ne!(recognise(text), Some(Format::Arena), "{text}");
    }
}

fn replay(stdout: &[&str], scores: [f64; 2], end: &str) -> String {
    let mut frames =
        vec![json!({ "agentId": -1, "gameInformation": "", "view": "0\n{}", "keyframe": true })];
    for (number, text) in stdout.iter().enumerate() {
        frames.push(json!({ "agentId": number % 2, "stdout": format!("{text}\n"), "gameInformation": "", "view": "" }));
    }
    frames.push(json!({ "agentId": stdout.len() % 2, "gameInformation": end, "view": "" }));
    let agents = json!([
        { "index": 0, "codingamer": { "pseudo": "Ann" }, "agentId": 71 },
        { "index": 1, "arenaboss": { "nickname": "Boss" }, "agentId": 72 },
    ]);
    json!({ "gameId": 812, "frames": frames, "agents": agents, "scores": scores, "ranks": [0, 1] })
        .to_string()
}

#[test]
fn replays_are_read() {
    let text = replay(&["C3 hi", "SWAP", "G8"], [1.0, 0.0], "Boss: timeout");
    assert_eq!(recognise(&text), Some(Format::Arena));
    for text in [
        text.clone(),
        format!("\u{feff}\n{text}"),
        format!("{{\"success\":{text}}}"),
        format!("{{\"viewer\":{{\"frames\":[]}},\"gameResult\":{text}}}"),
        format!("[{text}]"),
    ] {
        let game = one_in(&text, Format::Arena);
        assert_eq!(moves(&game), "c3 swap g8");
        assert_eq!(game.players, [Some(String::from("Ann")), Some(String::from("Boss"))]);
        assert_eq!(game.event.as_deref(), Some("CodinGame 812"));
        assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Time)));
    }
    let two = read(&format!("[{text},{text}]"), None, &Assume::default()).unwrap();
    assert_eq!(two.len(), 2);
    let unknown = one(&replay(&["C3", "G8"], [0.0, 1.0], ""));
    assert_eq!(unknown.ending, Some(Ending::won(Side::Horizontal, Reason::Unknown)));
    let illegal = one(&replay(&["C3", "G8", "G8"], [0.0, 1.0], ""));
    assert_eq!(illegal.ending, Some(Ending::won(Side::Horizontal, Reason::Forfeit)));
    let even =
        one(&replay(&["C3", "G8"], [1.0, 1.0], "").replace("\"ranks\":[0,1]", "\"ranks\":[0,0]"));
    assert_eq!(even.ending, None);
}

#[test]
fn replays_keep_stderr_and_the_reason_of_a_forfeit() {
    let text = replay(&["C3", "G8", "G8"], [0.0, 1.0], "")
        .replace("\"agentId\":1,", "\"agentId\":1,\"stderr\":\"value 0.4\\nhello\\n\",");
    let game = one(&text);
    assert_eq!(game.extra["errors"], json!({ "1": ["value 0.4", "hello", "value 0.4", "hello"] }));
    let reason = game.extra["reason"].as_str().unwrap();
    assert!(reason.contains("\"G8\", is not a legal move of vertical"), "{reason}");
    let json = write(&[game], Format::Json).unwrap();
    assert_eq!((json.matches("value 0.4").count(), json.matches("not a legal").count()), (2, 1));
    let silent = one(&replay(&["C3", "G8"], [0.0, 1.0], ""));
    assert!(!silent.extra.contains_key("errors") && !silent.extra.contains_key("reason"));
}

#[test]
fn invalid_replays_are_rejected() {
    let other = replay(&["MOVE 3 4", "WAIT"], [1.0, 0.0], "");
    assert!(
        fault(&other, None).contains("expected an answer such as D6 or SWAP, found \"MOVE 3 4\"")
    );
    let silent = replay(&[], [1.0, 0.0], "");
    assert!(
        fault(&silent, None).contains("a replay without it has no moves"),
        "{}",
        fault(&silent, None)
    );
    let twice = replay(&["C3", "G8"], [1.0, 0.0], "").replace("\"agentId\":1", "\"agentId\":0");
    assert!(fault(&twice, None).contains("expected the players to answer in turn"));
    for text in [
        "{\"frames\":5,\"stdout\":1}",
        "{\"frames\":[5],\"agentId\":1}",
        "{\"x\":{\"frames\":[],\"agentId\":1}}",
        "[]",
        "{\"frames\":[{\"agentId\":0,",
    ] {
        assert!(read(text, Some(Format::Arena), &Assume::default()).is_err(), "{text}");
    }
    let text = replay(&["C3", "SWAP", "G8"], [1.0, 0.0], "timeout");
    for end in 0..text.len() {
        assert!(read(&text[..end], Some(Format::Arena), &Assume::default()).is_err());
    }
}

fn written(list: &str) -> Result<String, String> {
    write(&[one(list)], Format::Arena).map_err(|error| error.to_string())
}

#[test]
fn a_game_is_written_as_the_turns_of_the_side_to_move() {
    assert_eq!(
        written("c3 h8 d5").unwrap(),
        "C3\n0\n0\n1\nC3\n0\nD5\n1\nH8\n0\n2\nC3\nD5\n1\nC3 D5\n"
    );
    assert_eq!(written("c5 swap").unwrap(), "FIRST\n0\n0\n0\n0\nSWAP\n0\n0\n1\nE3\n0\n");
    let set_up = "# pegs: vertical c3 d5 f6 horizontal h8 j9\n# to move: horizontal";
    assert_eq!(one(&written(set_up).unwrap()).start(), one(TURN).start());
    let lost = Format::Arena.loses(&one("# opens: Ann\nc3 h8 # a comment\nresign"));
    assert_eq!(lost, ["1 comment", "1 name", "the ending horizontal+resign"]);
}

#[test]
fn games_that_the_input_cannot_hold_are_not_written() {
    let refused = |list: &str| written(list).unwrap_err();
    assert_eq!(
        refused("# size=24\nm12"),
        "cannot write arena: the board is 24 x 24, and the arena's is 12 x 12; SGF, a list of moves or JSON can hold this game"
    );
    assert!(refused("# rules=standard\n# pegs: vertical d6 horizontal e8")
        .contains("starts with set-up pegs"));
    // A reader infers vertical, since the players have the same number of pegs.
    assert!(refused("# pegs: vertical d6 horizontal e8\n# to move: horizontal")
        .contains("infer another position"));
    assert!(refused("# pegs: vertical d6\n# to move: vertical").contains("infer another position"));
    assert!(written("# pegs: vertical d6 horizontal e8\n# to move: vertical").is_ok());
}

#[test]
fn larger_boards_are_read_with_the_callers_size() {
    let text = "M14\n0\n0\n1\nM14\n0\n";
    assert!(fault(text, None).contains("12 x 12"));
    let large = Assume { size: Size::MAX, ..Assume::default() };
    let game = &read(text, None, &large).unwrap()[0];
    assert_eq!((game.size, moves(game).as_str()), (Size::MAX, "m14"));
    assert!(formats::states_no_size(text, Format::Arena));
    assert!(
        formats::states_no_size("1.d6", Format::List)
            && !formats::states_no_size("# size=12\n1.d6", Format::List)
    );
}
