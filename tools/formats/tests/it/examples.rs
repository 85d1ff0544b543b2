//! Example texts and their games.

use crate::common::texts::{assuming, fault, moves, one, one_in};
use formats::{read, recognise, write, Assume, Ending, Format, Game, Reason};
use serde_json::json;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Ply, Rules, SwapRule};

fn names(game: &Game) -> [Option<&str>; 2] {
    game.players.each_ref().map(Option::as_deref)
}

#[test]
fn sgf_reads_properties_and_variations() {
    let game = one_in(
        "(;FF[4]GM[21]SZ[12]RU[PP]PW[Ann]PB[Bob \\[2 kyu\\]]EV[Spring cup]DT[2004-05-01]PC[Oslo]RE[B+R]\n\
         AN[Carl]C[A short one:\nfor beginners]\n\
         ;W[d6]C[Usual];B[swap];W[H5](;B[g7];W[f9])(;B[g8]N[Better]C[as it links]))",
        Format::Sgf,
    );
    assert_eq!((game.size, game.rules), (Size::ARENA, Rules::ARENA));
    assert_eq!(names(&game), [Some("Ann"), Some("Bob [2 kyu]")]);
    assert_eq!(game.event.as_deref(), Some("Spring cup"));
    assert_eq!(game.date.as_deref(), Some("2004-05-01"));
    assert_eq!(game.place.as_deref(), Some("Oslo"));
    assert_eq!(game.ending, Some(Ending::won(Side::Horizontal, Reason::Resign)));
    assert_eq!(game.comment, "A short one:\nfor beginners");
    assert_eq!(game.extra["AN"], json!(["Carl"]));
    assert_eq!(moves(&game), "d6 swap h5 g7 f9");
    assert_eq!(game.main_line().next().unwrap().comment, "Usual");
    let variation = game.main_line().nth(2).unwrap().next().nth(1).unwrap();
    assert_eq!(variation.ply.to_string(), "G8");
    assert_eq!(variation.comment, "Better\nas it links");
    let text = write(&[game], Format::Sgf).unwrap();
    assert!(text.contains("PB[Bob [2 kyu\\]]") && text.contains("AN[Carl]"), "{text}");
}

#[test]
fn sgf_defaults_to_the_classic_game_on_24_holes() {
    let game = one_in("(;GM[21];W[w12];B[a2])", Format::Sgf);
    assert_eq!(game.size, Size::MAX);
    assert_eq!(game.rules, Rules::CLASSIC, "RU defaults to STD, and its usual swap is of sides");
    assert_eq!(game.ending, None);
}

#[test]
fn a_requested_swap_rule_holds_for_texts_that_state_none() {
    for (text, silent) in [
        ("(;GM[21]SZ[12];W[d6];B[e8])", SwapRule::Sides),
        ("(;GM[21]SZ[12]RU[PP];W[d6];B[e8])", SwapRule::Mirror),
        ("# size=12 rules=standard\nd6 e8", SwapRule::Sides),
        ("d6 e8", SwapRule::Mirror),
        (r#"{"size":12,"rules":"standard","moves":["D6","E8"]}"#, SwapRule::Sides),
    ] {
        assert_eq!(one(text).rules.swap, silent, "{text}");
        for swap in [SwapRule::Mirror, SwapRule::Sides, SwapRule::None] {
            let assume = Assume { swap: Some(swap), ..Assume::default() };
            assert_eq!(assuming(text, &assume).rules.swap, swap, "{text}");
        }
    }
    let none = Assume { swap: Some(SwapRule::None), ..Assume::default() };
    assert_eq!(assuming("(;GM[21]SZ[12];W[d6];B[swap])", &none).rules.swap, SwapRule::Sides);
}

#[test]
fn the_colour_after_a_swap_determines_the_swap_rule() {
    let read = |moves: &str| one_in(&format!("(;GM[21]RU[STD]{moves})"), Format::Sgf).rules.swap;
    assert_eq!(read(";W[f6];B[swap];B[m16];W[d4]"), SwapRule::Sides);
    assert_eq!(read(";W[f6];B[swap];W[m16];B[d4]"), SwapRule::Mirror);
    assert_eq!(read(";W[f6];B[swap]"), SwapRule::Sides);
    assert_eq!(read("SWAP[none];W[f6];B[g8]"), SwapRule::None);
    let game = one_in("(;GM[21]PW[Ann]PB[Bob]RE[W+R];W[f6];B[swap];B[m16])", Format::Sgf);
    assert_eq!(game.player_of(Side::Vertical), 1, "Bob has won");
}

#[test]
fn names_of_rule_sets_are_read_and_3m_is_kept() {
    let game = one_in("(;GM[21]RU[3M]SZ[24];W[f6])", Format::Sgf);
    assert_eq!(game.rules.linking, Linking::Standard);
    assert!(write(&[game], Format::Sgf).unwrap().contains("RU[3M]"));
    // An unknown name is not preserved, because it implies no linking rule.
    let game = one_in("(;GM[21]RU[/P]SZ[24];W[f6])", Format::Sgf);
    assert_eq!(Format::Sgf.loses(&game), ["the entries RU"]);
    assert_eq!(game.notes, ["the rules \"/P\" are unknown; read as standard"]);
    assert!(write(&[game], Format::Sgf).unwrap().contains("RU[STD]"));
    for name in ["no PP", "non-PP", "without pp"] {
        let game = one_in(&format!("(;GM[21]RU[{name}]SZ[24];W[f6])"), Format::Sgf);
        let note = format!("the rules \"{name}\" are unknown; read as standard");
        assert_eq!((game.rules.linking, game.notes), (Linking::Standard, vec![note]));
    }
    for name in ["Twixt PP", "TwixtPP", "Twixt-PP", "PP, 24x24", "Twixt PP (no swap)"] {
        let game = one_in(&format!("(;GM[21]RU[{name}]SZ[24];W[f6])"), Format::Sgf);
        assert_eq!((game.rules.linking, &game.notes[..]), (Linking::Pp, &[][..]), "{name}");
    }
    for (name, linking) in [
        ("pp", Linking::Pp),
        ("Standard", Linking::Standard),
        (" classic", Linking::Standard),
        ("", Linking::Standard),
    ] {
        let game = one_in(&format!("(;GM[21]RU[{name}]SZ[24];W[f6])"), Format::Sgf);
        assert_eq!((game.rules.linking, &game.notes[..]), (linking, &[][..]), "{name}");
        assert_eq!(Format::Sgf.loses(&game), Vec::<String>::new());
    }
}

#[test]
fn boards_may_have_fewer_columns_or_rows() {
    let game = one_in("(;GM[21]SZ[22:24]HA[2];W[u24];B[a5])", Format::Sgf);
    assert_eq!((game.size.columns(), game.size.rows()), (22, 24));
    assert_eq!(game.rules.swap, SwapRule::None);
    let list = one_in("# size=22x24 rules=standard\nu24 a5", Format::List);
    assert_eq!(list.size, game.size);
    assert!(write(&[game], Format::Sgf).unwrap().contains("SZ[22:24]HA[2]"));
    assert!(write(&[list], Format::List).unwrap().contains("size=22x24"));
}

#[test]
fn sgf_is_transposed_if_black_moves_first() {
    let game = one_in("(;GM[21]SZ[20:24]PW[Ann]PB[Bob]RE[B+T];B[a3];W[f1])", Format::Sgf);
    assert_eq!((game.size.columns(), game.size.rows()), (24, 20));
    assert_eq!(moves(&game), "c1 a6");
    assert_eq!(names(&game), [Some("Bob"), Some("Ann")]);
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Time)));
}

#[test]
fn a_transposed_game_carries_a_note() {
    let note = |text: &str| one(text).notes.join("\n");
    let sgf = note("(;GM[21]SZ[12];B[f6];W[g8])");
    assert_eq!(
        sgf,
        "black moves first in this file and connects left and right, so the board is transposed: the side \
         that moves first connects top and bottom here; the file's G8 is H7 here. If black connects top \
         and bottom in this file, exchange W and B in the names of its properties"
    );
    let t1j = note(&T1J.replace("1# starting", "2# starting"));
    assert!(
        t1j.starts_with("player 2 moves first in this file") && t1j.contains("L10 is J12"),
        "{t1j}"
    );
    let rows = note(&T1J.replace("V# Direction", "H# Direction"));
    assert!(rows.starts_with("the letters may name rows"), "{rows}");
    // Holes on the diagonal are invariant.
    assert!(!note("(;GM[21]SZ[12];B[f6])").contains("is F6 here"));
    for text in ["(;GM[21]SZ[12];W[f6];B[g8])", "(;GM[21]SZ[12]PL[B]AW[d6]AB[e8];B[g9])", T1J] {
        assert_eq!(note(text), "");
    }
    // Reading the written file does not transpose it again.
    let text = write(&[one("(;GM[21]SZ[12];B[f6];W[g8])")], Format::Sgf).unwrap();
    assert!(text.contains(";W[f6];B[h7]") && note(&text).is_empty(), "{text}");
}

/// White replaces the link H5/J6 with H7/I5, in either notation.
#[test]
fn sgf_reads_both_notations_of_link_changes() {
    let before = ";W[h5];B[b12];W[j6];B[b14];W[h7];B[b16];W[i5];B[b18]";
    let read = |turn: &str| one_in(&format!("(;GM[21]{before};W[{turn}])"), Format::Sgf);
    let taken = read("-i5'/h'6k8");
    assert_eq!(moves(&taken).rsplit(' ').next(), Some("k8-h5/j6+i5/h7,k8/j6"));
    let same = read("k8-h5/j6+i5/h7,k8/j6");
    assert_eq!(same.position(), taken.position());
    assert_eq!(
        fault(&format!("(;GM[21]{before};W[-c5'k8])"), Some(Format::Sgf)),
        "line 1, column 65: the player to move has no link with this midpoint"
    );
    assert_eq!(
        fault(&format!("(;GM[21]{before};W[-c5k8])"), Some(Format::Sgf)),
        "line 1, column 65: expected a link's midpoint, such as i5' or h'6, found \"c5k8\""
    );
}

#[test]
fn little_golem_games_are_read() {
    let game = one_in(
        "(;FF[4]EV[twixt.ld.DEFAULT]PB[first one]PW[other one]SZ[24]SO[https://www.littlegolem.net]\
         ;b[pl];r[swap];b[pr];r[rt|draw];b[ot];r[resign])",
        Format::LittleGolem,
    );
    assert_eq!((game.size, game.rules), (Size::MAX, Rules::ARENA));
    assert_eq!(names(&game), [Some("first one"), Some("other one")]);
    assert_eq!(game.event.as_deref(), Some("twixt.ld.DEFAULT"));
    assert_eq!(moves(&game), "p12 swap p18 r20 o20");
    assert_eq!(game.main_line().nth(3).unwrap().comment, "Draw offered.");
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Resign)));
    assert!(game.position().unwrap().board().has_peg(Side::Horizontal, "L16".parse().unwrap()));
    assert!(game.extra.is_empty());
    let text = write(&[game], Format::LittleGolem).unwrap();
    assert_eq!(
        text,
        "(;FF[4]EV[twixt.ld.DEFAULT]PB[first one]PW[other one]SZ[24]SO[https://www.littlegolem.net]\
         ;b[pl];r[swap];b[pr];r[rt|draw];b[ot];r[resign])\n"
    );
    let drawn = one_in("(;FF[4]EV[null]PB[a]PW[b]SZ[24];b[pl];r[draw])", Format::LittleGolem);
    assert_eq!((drawn.event, drawn.ending), (None, Some(Ending::drawn(Reason::Agreement))));
}

/// On LittleGolem a swap reflects the peg; on the gamerz server it exchanges sides.
#[test]
fn a_swap_of_sides_becomes_a_mirroring_swap_in_little_golem() {
    let text = "# size=24 rules=standard swap=sides result=vertical+resign\nd6 swap a8 f7";
    let game = one_in(text, Format::List);
    let lost = Format::LittleGolem.loses(&game);
    assert_eq!(
        lost,
        ["the rules standard with swap sides (LittleGolem's are pp with swap mirror)"]
    );
    let text = write(&[game], Format::LittleGolem).unwrap();
    assert!(text.contains(";b[df];r[swap];b[ha];r[gf];b[resign])"), "{text}");
}

const T1J: &str = "# File created by T1j\n# T1j is a program to play TwixT\n1 # version of file-format\n\
    Player# Name of Player 1\nComputer# Name of Player 2\n24# y-size of board\n20# x-size of board\n\
    H# player 1 human or computer\nC# player 2 human or computer\n1# starting player (1 plays top-down)\n\
    V# Direction of letters\nN# pierule?\nN# game already over?\nL10\nL17\nQ15\nresign\n";

#[test]
fn t1j_games_are_read() {
    let game = one_in(T1J, Format::T1j);
    assert_eq!((game.size.columns(), game.size.rows()), (20, 24));
    assert_eq!(game.rules, Rules { linking: Linking::Standard, swap: SwapRule::None });
    assert_eq!(names(&game), [Some("Player"), Some("Computer")]);
    assert_eq!(moves(&game), "l10 l17 q15");
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Resign)));
    let other = one_in(&T1J.replace("1# starting", "2# starting"), Format::T1j);
    assert_eq!((other.size.columns(), other.size.rows()), (24, 20));
    assert_eq!(moves(&other), "j12 q12 o17");
    assert_eq!(names(&other), [Some("Computer"), Some("Player")]);
    let windows = one_in(&T1J.replace('\n', "\r\n"), Format::T1j);
    assert_eq!(windows, game);
}

#[test]
fn t1j_header_values_may_be_empty() {
    let text = "#\n# \n# \nTom # player 1\nJerry # player 2\n# \n# \n# \n# \n# \n# \n# \n# \n\
                e5\nswap\nf7\nH8\nresign";
    let game = one_in(text, Format::T1j);
    assert_eq!(names(&game), [Some("Tom"), Some("Jerry")]);
    assert_eq!(game.rules, Rules { linking: Linking::Standard, swap: SwapRule::Mirror });
    assert_eq!(moves(&game), "e5 swap f7 h8");
    assert_eq!(game.ending, Some(Ending::won(Side::Horizontal, Reason::Resign)));
}

const RECORD: &str = r#"{"size":12,"rules":"pp","bots":["own","uct --seed 2"],"seed":7,"limits_ms":[[1000,300],[1000,300]],"opening":1,"moves":["B6","SWAP","G6"],"times_ms":[null,1.5,20.25],"late_ms":312.5,"winner":"first","ending":"late","reason":"The first player wins: the second player was late by 12.5 ms (it took 312.5 of 300 ms)."}"#;

#[test]
fn the_referees_record_round_trips() {
    let game = one_in(RECORD, Format::Json);
    assert_eq!((game.size, game.rules), (Size::ARENA, Rules::ARENA));
    assert_eq!(names(&game), [Some("own"), Some("uct --seed 2")]);
    assert_eq!(moves(&game), "b6 swap g6");
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Time)));
    assert_eq!(game.extra["times_ms"], json!([null, 1.5, 20.25]));
    let text = write(&[game], Format::Json).unwrap();
    let read = |text: &str| serde_json::from_str::<records::game::GameRecord>(text).unwrap();
    assert_eq!(read(&text), read(RECORD));
}

#[test]
fn a_forfeit_keeps_the_referees_name() {
    let record = RECORD.replace("\"late\"", "\"crashed\"");
    let game = one_in(&record, Format::Json);
    assert_eq!(game.ending.unwrap().reason, Reason::Forfeit);
    let text = write(&[game], Format::Json).unwrap();
    assert!(text.contains("\"ending\":\"crashed\""), "{text}");
}

#[test]
fn every_ending_of_the_referee_round_trips() {
    use records::game::Ending;
    for ending in Ending::LOSSES.into_iter().chain([Ending::Draw, Ending::Stopped]) {
        let name = ending.to_string();
        let draw = matches!(ending, Ending::Draw | Ending::Stopped);
        let record = RECORD.replace("\"ending\":\"late\"", &format!("\"ending\":\"{name}\""));
        let record = if draw { record.replace("\"first\",", "null,") } else { record };
        if name == "chain" {
            // Without a chain on the board, this ending is a contradiction.
            assert!(read(&record, Some(Format::Json), &Assume::default()).is_err(), "{name}");
            continue;
        }
        let game = one_in(&record, Format::Json);
        assert_eq!(game.ending.is_none(), name == "stopped");
        let text = write(&[game], Format::Json).unwrap();
        assert!(text.contains(&format!("\"ending\":\"{name}\"")), "{text}");
    }
}

#[test]
fn the_labs_league_round_trips() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/league/games.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(recognise(&text), Some(Format::Json));
    let games = read(&text, None, &Assume::default()).unwrap();
    assert_eq!(games.len(), text.lines().count() - 1, "all but the plan");
    let written = write(&games, Format::Json).unwrap();
    for (before, after) in text.lines().skip(1).zip(written.lines()) {
        let mut before: serde_json::Value = serde_json::from_str(before).unwrap();
        before.as_object_mut().unwrap().remove("crc32").unwrap();
        let mut after: serde_json::Value = serde_json::from_str(after).unwrap();
        assert_eq!(after["swap"].take(), json!("mirror"));
        after.as_object_mut().unwrap().remove("swap");
        assert_eq!(after, before);
    }
    assert_eq!(read(&written, None, &Assume::default()).unwrap(), games);
}

#[test]
fn the_winner_is_a_player_in_json_and_a_side_elsewhere() {
    let text = r#"{"size":24,"rules":"standard","moves":["F6","SWAP","M16"],"winner":"second","ending":"resign"}"#;
    let game = one_in(text, Format::Json);
    assert_eq!(game.rules, Rules::CLASSIC);
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Resign)));
    assert!(write(&[game], Format::Sgf).unwrap().contains("RE[W+R]"));
}

#[test]
fn a_chain_ends_the_game() {
    let text = "# size=5 rules=pp\nb1 a2 c3 a3 b5";
    let game = one_in(text, Format::List);
    assert_eq!(game.ending, Some(Ending::won(Side::Vertical, Reason::Chain)));
    assert_eq!(
        fault("# size=5 rules=pp result=horizontal+resign\nb1 a2 c3 a3 b5", Some(Format::List)),
        "line 1, column 26: the stated result is horizontal+resign, but vertical has connected its borders"
    );
    assert_eq!(
        fault("# size=5 rules=pp\nb1 a2 c3 a3 b5 d2", Some(Format::List)),
        "line 2, column 16: move 6, D2 by horizontal, breaks a rule: the game is over: vertical has won"
    );
}

#[test]
fn illegal_moves_are_reported_with_position() {
    for (text, format, complaint) in [
        ("(;GM[21]SZ[12];W[d6]\n;B[e8](;W[f4])(;W[d6]))", Format::Sgf,
         "line 2, column 19: move 3, D6 by vertical, breaks a rule: D6 holds a peg of vertical"),
        ("(;GM[21]SZ[12];W[d6];W[e8])", Format::Sgf,
         "line 1, column 22: expected B, the side to move, found \"W\""),
        ("(;FF[4]SZ[24];b[pl];r[pl])", Format::LittleGolem,
         "line 1, column 23: move 2, P12 by horizontal, breaks a rule: P12 holds a peg of vertical"),
        (T1J.trim_end_matches("resign\n"), Format::T1j, ""),
        ("1.d6 2.a1", Format::List,
         "line 1, column 8: move 2, A1 by horizontal, breaks a rule: A1 is not a hole of the 12 x 12 board"),
        ("# rules=standard\n1.d6 2.e8 3.f7\n4.e10 5.g9-d6/f8", Format::List,
         "line 3, column 9: move 5, G9-D6/F8 by vertical, breaks a rule: cannot unlink D6/F8: not a knight's move apart"),
        ("{\"size\":12,\n \"moves\":[\"D6\",\n \"D6\"]}", Format::Json,
         "line 3, column 2: move 2, D6 by horizontal, breaks a rule: D6 holds a peg of vertical"),
        ("{\"moves\":[\"D6\",\"E8\"],\"variations\":[{\"at\":1,\"moves\":[\"F9\",\"A4\"]}]}", Format::Json,
         "line 1, column 58: move 3, A4 by vertical, breaks a rule: A4 is in a border row of horizontal"),
    ] {
        match complaint {
            "" => assert!(read(text, Some(format), &Assume::default()).is_ok()),
            _ => assert_eq!(fault(text, Some(format)), complaint),
        }
    }
}

#[test]
fn syntax_errors_name_the_expected_text() {
    for (text, format, complaint) in [
        ("(;GM[1]SZ[19];B[pd])", Format::Sgf,
         "line 1, column 6: expected 21, the number of Twixt, found \"1\""),
        ("(;GM[21]C[no\nend;W(d6))", Format::Sgf,
         "line 2, column 11: expected ] to close the value that starts with \"no\", found the end of the text"),
        ("(;GM[21];W[d6];AW[d8])", Format::Sgf,
         "line 1, column 16: expected set-up pegs before the first move only, found \"AW\""),
        ("(;GM[21]SZ[30])", Format::Sgf,
         "line 1, column 12: expected a board size from 5 to 24, or columns and rows such as 22:24, found \"30\""),
        ("(;SZ[24];b[zz])", Format::LittleGolem,
         "line 1, column 12: expected a move: a hole such as D6, a turn such as J12-I12/K11, swap, resign or draw, found \"zz\""),
        ("1.d6 2.e8-d6/", Format::List,
         "line 1, column 14: expected a hole such as D6 (a letter A-X, then a number 1-24) in this move, found its end"),
        ("# size=99\nd6", Format::List,
         "line 1, column 8: expected a board size from 5 to 24, or columns and rows such as 22x24, found \"99\""),
        ("# size=12 rules=3m\nd6", Format::List,
         "line 1, column 17: expected pp or standard, found \"3m\""),
        ("# Twixt\n#\n1 # version\n", Format::T1j,
         "line 4, column 1: expected a header of 13 lines that ends with the flag \"game already over?\", found the end of the text"),
        ("{\"size\": 12}", Format::Json,
         "line 1, column 1: expected a game, an object with \"moves\", found \"{\\\"size\\\": 12}\""),
        ("{\"size\": \"12\", \"moves\": []}", Format::Json,
         "line 1, column 10: expected a board size from 5 to 24, found \"\\\"12\\\"\""),
        ("{\"moves\": [\"D6\", 7]}", Format::Json,
         "line 1, column 18: expected a move such as \"D6\", \"J12-I12/K11\" or \"SWAP\", found \"7\""),
    ] {
        assert_eq!(fault(text, Some(format)), complaint, "{text}");
    }
    let nothing = read("Dear Ann,", None, &Assume::default()).unwrap_err();
    assert_eq!((nothing.line, nothing.column), (1, 1));
    assert!(read("", None, &Assume::default()).is_err());
}

#[test]
fn parts_that_a_format_cannot_hold_are_listed() {
    let text = "# size=24x23 rules=standard\n# date: 1999\n# comment: Long ago\nd6 c12 f7-d6/f7";
    let game = one_in(&text.replace("f7-d6/f7", "f7 c14 g9-d6/f7"), Format::List);
    assert_eq!(Format::T1j.loses(&game), ["1 turn's link changes", "1 comment", "the date"],);
    assert_eq!(
        write(std::slice::from_ref(&game), Format::LittleGolem).unwrap_err().to_string(),
        "cannot write littlegolem: the board is 24 x 23, not square; SGF, a list of moves or JSON can hold this game"
    );
    let two = [game.clone(), game];
    assert_eq!(
        write(&two, Format::T1j).unwrap_err().to_string(),
        "cannot write 2 games to one t1j file; write one file per game"
    );
}

/// Without link changes, vertical would win earlier.
#[test]
fn games_that_differ_without_link_changes_are_not_written() {
    let text = "# size=6 rules=standard\nc1 a3 d3+ a4 c5 f3 d6-d3/c5+c1/d3";
    let game = one_in(text, Format::List);
    assert_eq!(game.ending, None);
    let won = one_in(&text.replace("d6-d3/c5+c1/d3", "b6+c1/d3"), Format::List);
    assert_eq!(won.ending, None);
    let plies = ["c1", "a3", "d3+", "a4", "c5+d3/c5", "f3", "e6+c1/d3,c5/e6"];
    let plies = plies.map(|ply| ply.parse::<Ply>().unwrap());
    let won = Game::new(Size::new(6).unwrap(), Rules::CLASSIC).and_plies(plies).unwrap();
    assert_eq!(won.ending, Some(Ending::won(Side::Vertical, Reason::Chain)));
    let plain = write(&[won], Format::T1j);
    assert!(plain.is_ok(), "linked at once, the same pegs win as well: {plain:?}");
    let less = one_in(&text.replace("d6-d3/c5+c1/d3", "e6+"), Format::List);
    assert_eq!(less.ending, None);
    assert_eq!(
        write(&[less], Format::T1j).unwrap_err().to_string(),
        "cannot write t1j: without link changes, vertical wins, but in this game the game is not over; \
         SGF, a list of moves or JSON can hold this game"
    );
}

#[test]
fn formats_parse_from_names_and_extensions() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
        for extension in format.extensions() {
            assert_eq!(extension.parse(), Ok(format));
            assert_eq!(Format::of_file_name(&format!("a.b.{extension}")), Some(format));
        }
    }
    assert_eq!(Format::of_file_name("game"), None);
    let error = "pgn".parse::<Format>().unwrap_err().to_string();
    assert_eq!(
        error,
        "expected a format (sgf, littlegolem, t1j, list, json or arena), found \"pgn\""
    );
}

#[test]
fn control_characters_are_removed_from_texts() {
    let text = "(;GM[21]SZ[12]RU[PP]PW[an\u{1b}(na]C[one\u{7}\ntwo];W[d6]C[\u{9b}2Ja])";
    let game = &read(text, None, &Assume::default()).unwrap()[0];
    assert_eq!(game.players[0].as_deref(), Some("an(na"));
    assert_eq!(game.comment, "one\ntwo");
    assert_eq!(game.main_line().next().unwrap().comment, "2Ja");
}

#[test]
fn carriage_returns_end_lines_in_comments_and_are_blanks_in_names() {
    let text = "(;GM[21]SZ[12]RU[PP]PW[an\rna\r\n]C[one\rtwo\r\nthree \\\r\nfour];W[d6]C[a\r])";
    let game = &read(text, None, &Assume::default()).unwrap()[0];
    assert_eq!(game.players[0].as_deref(), Some("an na"));
    assert_eq!(game.comment, "one\ntwo\nthree four");
    let again = write(std::slice::from_ref(game), Format::Sgf).unwrap();
    assert_eq!(read(&again, None, &Assume::default()).unwrap()[0].players, game.players);
}
