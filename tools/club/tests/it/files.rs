//! Tests of the subcommands as processes, with files of all formats.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn club(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_club")).args(args).output().unwrap()
}

/// Runs `club`, which must succeed, and returns its stdout.
fn printed(args: &[&str]) -> String {
    let output = club(args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs `club` with this stdin and returns its stdout.
fn fed(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_club"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs `club`, which must fail, and returns its stderr.
fn refused(args: &[&str]) -> String {
    let output = club(args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn files_of_other_games_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let hex = file(&folder, "a.sgf", "(;FF[4]EV[hex.mc.2011.feb.1.10]SZ[13];W[ll];B[swap])");
    assert!(refused(&["show", &hex]).contains("may belong to any game"));
    let capitals = file(&folder, "b.sgf", "(;FF[4]EV[twixt]SZ[24];B[kg];W[ki])");
    assert!(printed(&["show", &capitals]).contains("2 plies"));
}

#[test]
fn the_rules_flag_applies_to_silent_files_and_must_match_others() {
    let folder = tempfile::tempdir().unwrap();
    let silent = file(&folder, "a.txt", "1.d6 2.e8\n");
    assert!(printed(&["show", &silent]).contains("12 x 12 holes, pp"));
    assert!(printed(&["show", "--rules", "standard", &silent]).contains("standard"));
    let stated = file(&folder, "b.txt", "# twixt size=12 rules=pp\n1.d6 2.e8\n");
    let error = refused(&["show", "--rules", "standard", &stated]);
    assert!(error.contains("line 1, column 23: expected the requested rules standard"), "{error}");
    let error = refused(&["convert", "--rules", "standard", "--to", "sgf", &stated]);
    assert!(error.contains("found pp"), "{error}");
    let error = refused(&["play", "--rules", "standard", "--load", &stated]);
    assert!(error.contains("found pp"), "{error}");
}

#[test]
fn every_subcommand_notes_a_transposed_game() {
    let folder = tempfile::tempdir().unwrap();
    let black = file(&folder, "a.sgf", "(;GM[21]SZ[12];B[f6];W[g8])");
    let note =
        "black moves first in this file and connects left and right, so the board is transposed";
    let svg = folder.path().join("a.svg");
    let svg = svg.to_str().unwrap();
    for args in [
        &["show", &black][..],
        &["convert", "--to", "list", &black],
        &["convert", "--svg", &black, "-o", svg],
        &["review", "--nodes", "2", &black],
    ] {
        let output = club(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains(note) && said.contains("the file's G8 is H7 here"),
            "{args:?}: {said}"
        );
        assert!(output.status.success(), "{args:?}");
    }
    assert!(printed(&["play", "--side", "both", "--load", &black]).contains(note));
    let gtp = ["gtp", "--nodes", "2"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_club"))
        .args(gtp)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    write!(child.stdin.take().unwrap(), "loadsgf {black}\nquit\n").unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.contains(note), "{said}");
    let three = file(&folder, "b.sgf", &"(;GM[21]SZ[12];B[f6];W[g8])\n".repeat(3));
    let said = String::from_utf8(club(&["show", &three]).stderr).unwrap();
    assert_eq!(said.matches(note).count(), 1, "{said}");
    assert!(said.contains("2 more games in this file have such notes"), "{said}");
}

#[test]
fn a_file_without_rules_uses_the_default_of_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = file(&folder, "a.sgf", "(;GM[21]SZ[12];W[d6];B[e8])");
    let list = file(&folder, "a.txt", "1.d6 2.e8\n");
    let play = |args: &[&str]| printed(&[&["play", "--side", "both"], args].concat());
    assert!(play(&["--load", &sgf]).contains("rules standard, swap sides"));
    assert!(play(&["--load", &sgf, "--rules", "pp"]).contains("rules pp, swap mirror"));
    assert!(play(&["--load", &sgf, "--swap", "none"]).contains("rules standard, swap none"));
    assert!(play(&["--load", &list]).contains("rules pp, swap mirror"));
    let help = printed(&["play", "--help"]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("`standard` for SGF and T1j, `pp` for other formats"), "{help}");
}

#[test]
fn the_error_for_a_file_without_a_size_names_the_size_flag() {
    let folder = tempfile::tempdir().unwrap();
    let large = file(&folder, "large.txt", "1.l12 2.m14 3.n10\n");
    let error = refused(&["show", &large]);
    assert!(error.contains("12 x 12") && error.contains("--size 24"), "{error}");
    assert!(printed(&["show", "--size", "24", &large]).contains("24 x 24"));
    // The error does not suggest a size if the file states one, or if the game is illegal on every board.
    for text in ["# twixt size=12\n1.l12 2.m14\n", "1.d6 2.d6\n"] {
        let error = refused(&["show", &file(&folder, "other.txt", text)]);
        assert!(!error.contains("--size"), "{error}");
    }
}

#[test]
fn show_prints_players_and_comments() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# a\n# b\n1 # version of file-format\nP1# Name of Player 1\nP2# Name of Player 2\n\
                # y-size of board\n# x-size of board\nH\nH\n1\nV\nN\nY\nD6\n";
    let shown = printed(&["show", &file(&folder, "a.T1", text)]);
    assert!(shown.contains("P1 (vertical) - P2 (horizontal), 24 x 24 holes"), "{shown}");
    assert!(shown.contains("The game is over;"), "{shown}");
}

/// A game that neither side can win, with a vacant hole for each side.
const BLOCKED: &str = "# twixt size=5 rules=pp swap=none\n\
    1.d1 2.b3 3.d3 4.e2 5.b1 6.c3 7.b4 8.e4 9.b2 10.c2 11.d5 12.d4 13.c4\n";

#[test]
fn all_subcommands_report_the_same_ending() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = file(&folder, "a.txt", BLOCKED);
    let how = "rawn: neither side can connect its borders any more";
    assert!(printed(&["show", &blocked]).contains(&format!("d{how}")));
    assert!(printed(&["play", "--side", "both", "--load", &blocked]).contains(&format!("D{how}")));
    assert!(printed(&["convert", "--to", "sgf", &blocked]).contains("RE[Draw]"));
    assert!(printed(&["convert", "--to", "t1j", &blocked]).contains("Y # game already over?"));
    let won =
        file(&folder, "b.txt", "# twixt size=5 rules=pp swap=none\n1.c3 2.a2 3.b1 4.a4 5.d5\n");
    let how = "vertical wins by B1-C3-D5";
    assert!(printed(&["show", &won]).contains(how));
    assert!(printed(&["play", "--side", "both", "--load", &won]).contains(how));
    assert!(printed(&["convert", "--to", "sgf", &won]).contains("RE[W+]"));
    assert!(printed(&["convert", "--to", "t1j", &won]).contains("Y # game already over?"));
}

#[test]
fn help_names_the_placeholder_and_all_extensions_work() {
    let help = printed(&["convert", "--help"]);
    assert!(help.contains("{n}"), "{help}");
    let short = printed(&["convert", "-h"]);
    assert!(short.contains("{n}"), "{short}");
    let folder = tempfile::tempdir().unwrap();
    let text = "1.d6 2.e8\n";
    let game = file(&folder, "a.txt", text);
    for ending in ["sgf", "T1", "t1", "t1j", "T1J", "txt", "json", "jsonl"] {
        let out = format!("{}.{ending}", file(&folder, "b", ""));
        printed(&["convert", &game, "-o", &out]);
        assert!(printed(&["show", &out]).contains("2 plies"), "{ending}");
    }
}

#[test]
fn a_ply_after_the_end_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(&folder, "a.txt", "1.d6 2.e8 3.f7\n");
    assert!(printed(&["show", "--ply", "3", &game]).contains("3. F7"));
    for args in [&["show", "--ply", "99", &game][..], &["convert", "--svg", "--ply", "99", &game]] {
        let error = refused(args);
        let expected = "cannot show ply 99: the game has 3 plies; pass 0 to 3";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn setup_positions_are_shown_played_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(;GM[21]SZ[12]RU[PP]C[White to win]AW[d6][f7]AB[e8][g3];W[h8])";
    let puzzle = file(&folder, "a.sgf", text);
    let shown = printed(&["show", &puzzle]);
    assert!(shown.contains("White to win") && shown.contains("1 ply:"), "{shown}");
    let list = printed(&["convert", "--to", "list", &puzzle]);
    assert!(list.contains("# pegs: vertical d6 f7 horizontal e8 g3"), "{list}");
    assert!(refused(&["convert", "--to", "t1j", &puzzle]).contains("set-up pegs"));
    assert!(printed(&["convert", "--svg", &puzzle]).contains("<svg"));
    // Both `play` and `gtp` save the setup.
    let kept = folder.path().join("kept.sgf").to_str().unwrap().to_owned();
    let input = format!("g9\nsave {kept}\n");
    let played = fed(&["play", "--side", "both", "--load", &puzzle], &input);
    assert!(played.contains("swap none") && played.contains("Saved to"), "{played}");
    assert!(printed(&["show", &kept]).contains("2 plies"));
    assert!(printed(&["convert", "--to", "sgf", &kept]).contains("AW[d6][f7]AB[e8][g3]"));
    let input = format!("loadsgf {kept} 2\nall_legal\nsavesgf {kept}\nquit\n");
    let answers = fed(&["gtp"], &input);
    assert!(answers.starts_with("= black"), "{answers}");
    assert!(!answers.contains("swap"), "{answers}");
    assert!(printed(&["convert", "--to", "sgf", &kept]).contains("AW[d6][f7]AB[e8][g3]"));
}

#[test]
fn a_script_gets_no_questions_and_overwrites_only_with_save_bang() {
    let folder = tempfile::tempdir().unwrap();
    let there = file(&folder, "a.txt", "1.d6\n");
    let play = ["play", "--side", "both", "--size", "6"];
    let refused = fed(&play, &format!("c3\nsave {there}\nquit\n"));
    assert!(refused.contains("Not saved") && refused.contains("save! "), "{refused}");
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "1.d6\n");
    assert!(fed(&play, &format!("c3\nsave! {there}\nq\n")).contains("Saved to"));
    assert!(std::fs::read_to_string(&there).unwrap().contains("1.c3"));
    // Invalid UTF-8 is rejected, and the game continues.
    let mut child = Command::new(env!("CARGO_BIN_EXE_club"))
        .args(play)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\nc3\nmoves\n").unwrap();
    let played = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(played.contains("Neither a turn") && played.contains("1.C3"), "{played}");
}

#[test]
fn loaded_games_continue_from_their_last_position() {
    let folder = tempfile::tempdir().unwrap();
    let both = file(
        &folder,
        "two.sgf",
        "(;GM[21]SZ[8]RU[PP]PW[Ann]PB[Bob];W[c3];B[f6])(;GM[21]SZ[8]RU[PP]PW[Cay]PB[Dan]RE[W+R];W[d3];B[e6])",
    );
    let play = ["play", "--side", "both", "--load", &both];
    let first = fed(&play, "moves\n");
    assert!(first.contains("game 1 of 2") && first.contains("1.C3"), "{first}");
    let second = fed(&[&play[..], &["--game", "2"]].concat(), "undo\nmoves\n");
    assert!(second.contains("game 2 of 2") && second.contains("Cay (vertical)"), "{second}");
    assert!(second.contains("vertical wins by resignation."), "{second}");
    assert!(second.contains("1.D3 2.E6"), "{second}");
    let error = refused(&[&play[..], &["--game", "3"]].concat());
    assert!(error.contains("cannot read game 3") && error.contains("contains 2 games"), "{error}");
    // The saved file contains the names and the ending.
    let kept = folder.path().join("kept.sgf").to_str().unwrap().to_owned();
    let script = format!("load {both} 2\nsave {kept}\nload nowhere.sgf\nmoves\n");
    let loaded = fed(&["play", "--side", "both"], &script);
    assert!(loaded.contains("Not loaded: cannot read nowhere.sgf"), "{loaded}");
    assert!(loaded.contains("1.D3 2.E6"), "{loaded}");
    let shown = printed(&["show", &kept]);
    assert!(shown.contains("Cay (vertical) wins (resign)"), "{shown}");
}

#[test]
fn the_board_is_printed_once_per_turn_and_a_swap_is_explained() {
    let play = |flags: &[&str], input: &str| {
        let usual = ["play", "--size", "8", "--nodes", "4", "--view", "small", "--ascii"];
        fed(&[&usual, flags].concat(), input)
    };
    let drawings = |text: &str| text.matches("A B C D E F G H").count() / 2;
    let played = play(&[], "d2\nmoves\nxx\ne7\n");
    assert_eq!(drawings(&played), 3, "{played}");
    let mirrored = play(&["--side", "both"], "c2\nswap\n");
    let words = "Swapped: horizontal takes the peg C2, mirrored to B3";
    assert!(mirrored.contains(words), "{mirrored}");
    let sides = play(&["--side", "both", "--swap", "sides"], "c2\nswap\n");
    assert!(sides.contains("the peg C2 stays, but its player is horizontal now"), "{sides}");
    // After a swap of sides the engine moves, and does not swap again.
    for rules in ["standard", "pp"] {
        for size in ["5", "8"] {
            let flags =
                ["play", "--rules", rules, "--swap", "sides", "--size", size, "--nodes", "16"];
            let played = fed(&[&flags[..], &["--side", "horizontal"]].concat(), "swap\nmoves\n");
            assert!(played.contains("2.swap 3."), "{played}");
        }
    }
}

#[test]
fn a_seed_determines_the_turns_of_a_grade() {
    let moves = |seed: &str, engine: &str| {
        let flags =
            ["play", "--size", "12", "--side", "neither", "--grade", engine, "--seed", seed];
        let played = fed(&flags, "moves\n");
        played[played.find("1.").unwrap_or_else(|| panic!("{played}"))..].to_owned()
    };
    let games = ["1", "1", "2"].map(|seed| moves(seed, "2"));
    assert!(games[0] == games[1] && games[0] != games[2], "{games:?}");
}

#[test]
fn svg_headings_contain_players_result_and_swap() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[21]SZ[8]RU[PP]PW[Ann]PB[Bob]RE[B+R];W[c2];B[swap];W[e5])";
    let game = file(&folder, "a.sgf", game);
    for (name, start) in [("game.svg", "<svg"), ("game.html", "<!DOCTYPE html>")] {
        let path = folder.path().join(name).display().to_string();
        printed(&["convert", &game, "-o", &path]);
        let text = std::fs::read_to_string(&path).expect("written");
        assert!(text.trim_start().to_lowercase().contains(&start.to_lowercase()), "{name}");
    }
    let out = folder.path().join("first.svg").display().to_string();
    printed(&["convert", &game, "-o", &out, "--ply", "1", "--dark"]);
    let first = printed(&["convert", "--svg", "--ply", "1", "--dark", &game]);
    assert_eq!(std::fs::read_to_string(&out).expect("written"), first);
    let error = refused(&["convert", "--animate", "--ply", "1", &game]);
    assert!(error.contains("--ply is for the picture of a position"), "{error}");
    for kind in ["--svg", "--animate"] {
        let picture = printed(&["convert", kind, "--diagonals", &game]);
        for part in ["Ann (vertical)", "Bob (horizontal)", "(resign)", "Swapped:", "diagonals"] {
            assert!(picture.contains(part), "{kind}: {part}");
        }
        let bare = printed(&["convert", kind, "--bare", &game]);
        assert!(!bare.contains("Swapped") && !bare.contains("diagonals"), "{kind}");
    }
}

#[test]
fn a_game_is_converted_to_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[21]SZ[8]RU[PP]PW[Ann]PB[Bob];W[c2];B[e5])";
    let two = file(&folder, "two.sgf", &format!("{game}{game}"));
    let game = file(&folder, "game.sgf", game);
    let page = printed(&["convert", "--html", &game]);
    assert!(page.starts_with("<!doctype html>") && page.contains("Ann (vertical)"), "{page}");
    assert_eq!(printed(&["convert", "--html", "--game", "2", &two]), page);
    assert!(refused(&["convert", "--html", &two]).contains("--game N"));
    assert!(refused(&["convert", "--html", "--dark", &game]).contains("--dark"));
}

#[test]
fn a_game_that_cannot_be_converted_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let three =
        "1.d6 2.f7\n# twixt size=12\n# pegs: vertical d6\n1.f8\n# twixt size=12\n1.d6 2.h8\n";
    let three = file(&folder, "three.txt", three);
    let out = folder.path().join("o-{n}.tsgf").display().to_string();
    let error = refused(&["convert", &three, "-o", &out]);
    let expected = "club: cannot convert game 2 of 3 (files written: 1): cannot write littlegolem: the game starts with set-up pegs";
    assert!(error.starts_with(expected), "{error}");
    assert!(folder.path().join("o-1.tsgf").exists() && !folder.path().join("o-2.tsgf").exists());
}

#[test]
fn a_review_lists_every_move_with_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let game =
        "(;GM[21]SZ[6]RU[PP]PW[A & B]PB[<C>];W[b1];B[c3];W[e6];B[e4];W[b6];B[a2];W[c1];B[f2])";
    let game = file(&folder, "a.sgf", game);
    let paths = ["json", "svg"].map(|end| folder.path().join(end).to_str().unwrap().to_owned());
    let flags = ["--nodes", "300", "--engine", "distance", "--json", &paths[0], "--svg", &paths[1]];
    let text = printed(&[&["review", &game][..], &flags].concat());
    assert!(text.contains("Values are vertical's winning chances in percent"), "{text}");
    assert!(text.contains("??") && text.contains("blunder"), "{text}");
    let json = std::fs::read_to_string(&paths[0]).unwrap();
    let review: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(review["point_of_view"], "vertical");
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8);
    for (index, turn) in moves.iter().enumerate() {
        assert_eq!(turn["ply"], index + 1);
        assert!(text.lines().any(|line| line.starts_with(&format!("{:3}  ", index + 1))), "{text}");
        for value in ["before", "after", "loss"] {
            assert!((0.0..=1.0).contains(&turn[value].as_f64().unwrap()), "{turn}");
        }
        // Both values are from vertical's point of view, so the value after a turn is the value
        // before the next.
        if index > 0 {
            assert_eq!(turn["before"], moves[index - 1]["after"]);
        }
    }
    assert_eq!((&moves[7]["after"], &moves[7]["proven"]), (&0.0.into(), &"horizontal".into()));
    let picture = std::fs::read_to_string(&paths[1]).unwrap();
    assert!(picture.contains("A &amp; B") && picture.contains("&lt;C&gt;"), "{picture}");
    assert!(picture.contains("??") && picture.contains("opening"), "{picture}");
    // At fixed nodes a review is reproducible.
    assert_eq!(printed(&[&["review", &game][..], &flags].concat()), text);
    let error = refused(&["review", &game, "--json", "-", "--svg", "-"]);
    assert!(error.contains("cannot write both --json and --svg to stdout"), "{error}");
    assert!(printed(&["review", &game, "--nodes", "4", "--json", "-"]).starts_with('{'));
}

#[test]
fn reviews_of_several_games_end_with_a_table_of_losses_by_player() {
    let folder = tempfile::tempdir().unwrap();
    let game = |names: &str, moves: &str| format!("(;GM[21]SZ[6]RU[PP]{names};{moves})\n");
    let games = game("PW[Ann]PB[Bea]", "W[b1];B[c3];W[e6];B[e4];W[b6];B[a2];W[c1];B[f2]")
        + &game("PW[Bea]PB[Ann]", "W[c3];B[d4];W[d5]");
    let games = file(&folder, "a.sgf", &games);
    let json = folder.path().join("a.json").to_str().unwrap().to_owned();
    let flags = ["--nodes", "100", "--engine", "distance", "--json", &json];
    let text = printed(&[&["review", &games][..], &flags].concat());
    let reviews = std::fs::read_to_string(&json).unwrap();
    let reviews: Vec<serde_json::Value> =
        reviews.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reviews.len(), 2);
    let (_, table) = text.split_once("2 games: average loss per turn").expect(&text);
    for (name, seats) in [("Ann", [0, 1]), ("Bea", [1, 0])] {
        let turns = reviews.iter().zip(seats).flat_map(|(review, seat)| {
            review["moves"].as_array().unwrap().iter().skip(seat).step_by(2)
        });
        let losses: Vec<f64> = turns.map(|turn| turn["loss"].as_f64().unwrap()).collect();
        let mean = 100.0 * losses.iter().sum::<f64>() / losses.len() as f64;
        let line = table.lines().find(|line| line.starts_with(name)).expect(&text);
        assert!(line.starts_with(&format!("{name}     6 x 6, pp  ")), "{line}");
        assert!(line.contains(&format!(" {mean:.2} ({})", losses.len())), "{mean} {line}");
    }
}

#[test]
fn a_review_of_a_set_up_position_credits_the_side_that_moves() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[21]SZ[6]RU[PP]PW[Ann]PB[Bea]AW[b1]AB[c3]PL[B];B[e4];W[e6];B[a2])";
    let game = file(&folder, "a.sgf", game);
    let flags = ["review", &game, "--nodes", "100", "--engine", "distance", "--json", "-"];
    let review: serde_json::Value = serde_json::from_str(&printed(&flags)).unwrap();
    let side = |turn: usize| review["moves"][turn]["side"].clone();
    assert_eq!([0, 1, 2].map(side), ["horizontal", "vertical", "horizontal"]);
    for (player, (name, turns)) in [("Ann", 1), ("Bea", 2)].into_iter().enumerate() {
        let player = &review["players"][player];
        assert_eq!((&player["name"], &player["moves"]), (&name.into(), &turns.into()));
    }
}

#[test]
fn a_review_does_not_count_the_opening_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(&folder, "a.sgf", "(;GM[21]SZ[6]RU[PP];W[b1];B[a2];W[e6];B[a3])");
    let record = printed(&["convert", "--to", "json", &game]);
    let review = |opening: usize| -> serde_json::Value {
        let record = record.replacen('{', &format!("{{\"opening\":{opening},"), 1);
        let record = file(&folder, "a.json", &record);
        let flags = ["--nodes", "100", "--engine", "distance", "--json", "-"];
        serde_json::from_str(&printed(&[&["review", &record][..], &flags].concat())).unwrap()
    };
    let (free, given) = (review(0), review(3));
    assert_eq!((&free["opening"], &given["opening"]), (&0.into(), &3.into()));
    let losses = |review: &serde_json::Value| -> Vec<f64> {
        let moves = review["moves"].as_array().unwrap();
        moves.iter().map(|turn| turn["loss"].as_f64().unwrap()).collect()
    };
    let (all, counted) = (losses(&free), losses(&given));
    assert!(all[..3].iter().any(|&loss| loss > 0.0), "{all:?}");
    assert_eq!(counted, [0.0, 0.0, 0.0, all[3]]);
    assert_eq!(given["players"][0]["moves"], 0);
    assert_eq!(given["players"][1]["moves"], 1);
}

/// The example of docs/protocol.md, after C3, H8, D5, J9 and F6.
const TURN: &str = "F6\n2\nH8\nJ9\n1\nH8 J9\n3\nC3\nD5\nF6\n2\nC3 D5\nD5 F6\n";

#[test]
fn logs_of_the_arena_are_converted_shown_and_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let turn = file(&folder, "turn.in", TURN);
    let sgf = printed(&["convert", "--to", "sgf", &turn]);
    assert!(sgf.contains("PL[B]") && sgf.contains("AW[c3]"), "{sgf}");
    let output = club(&["show", &turn]);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("horizontal to move is assumed"), "{notes}");
    assert_eq!(printed(&["convert", "--to", "arena", &turn]), TURN);
    let log = file(
        &folder,
        "bot.log",
        "ready\nFIRST\n0\n0\n0\n0\nC3\nG8\n1\nC3\n0\n1\nG8\n0\nD5 v=0.5\n",
    );
    assert_eq!(
        printed(&["convert", "--to", "list", &log]),
        "# twixt size=12 rules=pp swap=mirror\n1.c3 2.g8\n"
    );
    let review = printed(&["review", "--nodes", "10", &log]);
    assert!(review.contains("G8"), "{review}");
    let broken = file(&folder, "broken.in", &TURN.replace("H8 J9", "H8 J10"));
    let error = refused(&["show", &broken]);
    assert!(error.contains("line 6, column 1: expected two ends a knight's move apart"), "{error}");
}

#[test]
fn a_game_named_on_littlegolem_has_an_error_with_its_address() {
    for name in ["#1234567", "https://www.littlegolem.net/jsp/game/game.jsp?gid=1234567"] {
        let error = refused(&["show", name]);
        assert!(
            error.contains(
                "download https://www.littlegolem.net/servlet/sgf/1234567/game1234567.tsgf"
            ),
            "{error}"
        );
    }
}

#[test]
fn journals_are_checked_and_their_torn_end_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let league = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/league/games.jsonl");
    let league = std::fs::read_to_string(league).unwrap();
    let three: String = league.split_inclusive('\n').take(4).collect();
    let json = |name: &str, text: &str| {
        let output = club(&["convert", "--to", "json", &file(&folder, name, text)]);
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.success(), out, err)
    };
    let (_, games, none) = json("all.jsonl", &three);
    assert_eq!((games.lines().count(), none.as_str()), (3, ""));
    for (name, text) in [
        ("crlf", three.replace('\n', "\r\n")),
        ("bom", format!("\u{feff}{three}\n")),
        ("no feed", three.trim_end().to_owned()),
    ] {
        assert_eq!(json(name, &text), (true, games.clone(), String::new()), "{name}");
    }
    for torn in ["{\"game\":7,\"pa", "\0\0\0\0"] {
        let (done, read, note) = json("torn.jsonl", &format!("{three}{torn}"));
        assert!(done && read == games, "{note}");
        assert!(
            note.contains("torn.jsonl: the last line is incomplete")
                && note.ends_with("it was skipped\n"),
            "{note}"
        );
    }
    // Journals of earlier versions had other plans, and no checksums.
    let (done, read, note) = json("old.jsonl", &format!("{{\"plan\":{{\"size\":12}}}}\n{games}"));
    assert!(
        done && read == games && note.contains("read as JSON, not as a journal: line 1"),
        "{note}"
    );
    let (done, read, error) =
        json("edited.jsonl", &three.replacen("\"winner\":\"first\"", "\"winner\":\"second\"", 1));
    assert!(!done && read.is_empty() && error.contains("checksum mismatch"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_refused() {
    let output = club(&["show", "/dev/zero"]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    let expected = "club: cannot read /dev/zero: it has more than 64 MB, the maximum for games";
    assert!(!output.status.success() && complaint.starts_with(expected), "{complaint}");
}
