//! `club play` in a pseudo-terminal, typed into as a person would.

use rexpect::session::{spawn_command, PtySession};
use std::process::Command;

fn club(flags: &str) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_club"));
    command.arg("play").args(flags.split_whitespace()).env("NO_COLOR", "1");
    spawn_command(command, Some(60_000)).unwrap()
}

/// Types a line at the prompt.
fn say(session: &mut PtySession, line: &str) {
    session.exp_string("> ").unwrap();
    session.send_line(line).unwrap();
}

#[test]
fn a_whole_game_between_two_people() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let mut session = club("--side both --size 5 --swap none --ascii");
    session.exp_string("Twixt on 5 x 5 holes").unwrap();
    // Vertical's chain B1, C3, D5 joins top and bottom.
    for line in ["c3", "a2", "b1", "a3"] {
        say(&mut session, line);
    }
    say(&mut session, "a1");
    session.exp_string("A1 is no hole of the 5 x 5 board").unwrap();
    say(&mut session, "c99");
    session.exp_string("neither a turn nor a command").unwrap();
    say(&mut session, "undo");
    say(&mut session, "a4");
    say(&mut session, "d5");
    session.exp_string("vertical wins by B1-C3-D5").unwrap();
    say(&mut session, "b3");
    session.exp_string("The game is over").unwrap();
    say(&mut session, &format!("save {}", file.display()));
    session.exp_string("Saved to").unwrap();
    say(&mut session, "quit");
    session.exp_eof().unwrap();
    let text = std::fs::read_to_string(file).unwrap().to_lowercase();
    for ply in ["c3", "a2", "b1", "a4", "d5"] {
        assert!(text.contains(ply), "{text}");
    }
}

#[test]
fn a_whole_game_against_the_engine() {
    let mut session = club("--side horizontal --rules standard --size 8 --nodes 60 --view medium");
    session.exp_string("vertical plays").unwrap();
    say(&mut session, "help");
    session.exp_string("take back").unwrap();
    say(&mut session, "hint");
    session.exp_string("expecting").unwrap();
    say(&mut session, "swap");
    // The sides are exchanged: the engine goes on with the other one.
    session.exp_string("horizontal plays").unwrap();
    say(&mut session, "board small");
    say(&mut session, "moves");
    session.exp_string("2.swap").unwrap();
    // Follow the engine's own hints to the end.
    for _ in 0..60 {
        session.exp_string("> ").unwrap();
        session.send_line("hint").unwrap();
        let (_, line) = session
            .exp_regex(r"[A-H][1-8][^ ]* \((vertical|horizontal) expects|game is over")
            .unwrap();
        if line.contains("over") {
            break;
        }
        let ply = line.split(' ').next().unwrap().to_owned();
        say(&mut session, &ply);
        let (_, what) =
            session.exp_regex(r"(vertical|horizontal) (plays|wins|resigns)|Drawn").unwrap();
        if !what.contains("plays") {
            break;
        }
    }
    session.exp_string("undo, save FILE or quit> ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut session = club("--side both");
    session.exp_string("> ").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn the_help_and_the_complaint_name_the_same_endings() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = club("--side both --size 12");
    say(&mut session, "d6");
    say(&mut session, "help");
    session.exp_string(".sgf, .tsgf, .T1, .txt or .jsonl").unwrap();
    say(&mut session, "save game.doc");
    session.exp_string(".sgf, .tsgf, .T1, .txt or .jsonl").unwrap();
    for ending in ["T1", "t1j"] {
        say(
            &mut session,
            &format!("save {}", folder.path().join("game").with_extension(ending).display()),
        );
        session.exp_string("Saved to").unwrap();
    }
    say(&mut session, "quit");
    session.exp_eof().unwrap();
}
