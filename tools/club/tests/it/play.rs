//! `club play` in a pseudo-terminal.

use rexpect::session::{spawn_command, PtySession};
use std::process::Command;

fn club(flags: &str) -> PtySession {
    club_on("xterm-256color", flags)
}

fn club_on(terminal: &str, flags: &str) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_club"));
    command.arg("play").args(flags.split_whitespace()).env("NO_COLOR", "1").env("TERM", terminal);
    spawn_command(command, Some(60_000)).unwrap()
}

fn keys(session: &mut PtySession, keys: &str) {
    session.exp_string("> ").unwrap();
    session.send(keys).unwrap();
    session.flush().unwrap();
}

fn type_line(session: &mut PtySession, line: &str) {
    session.exp_string("> ").unwrap();
    session.send_line(line).unwrap();
}

#[test]
fn a_complete_game_between_two_people() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let mut session = club("--side both --size 5 --swap none --ascii");
    session.exp_string("Twixt on 5 x 5 holes").unwrap();
    // Vertical's chain B1, C3, D5 connects top and bottom.
    for line in ["c3", "a2", "b1", "a3"] {
        type_line(&mut session, line);
    }
    type_line(&mut session, "a1");
    session.exp_string("A1 is not on the 5 x 5 board").unwrap();
    type_line(&mut session, "c99");
    session.exp_string("Neither a turn nor a command").unwrap();
    type_line(&mut session, "undo");
    type_line(&mut session, "a4");
    type_line(&mut session, "d5");
    session.exp_string("vertical wins by B1-C3-D5").unwrap();
    type_line(&mut session, "b3");
    session.exp_string("The game is over").unwrap();
    type_line(&mut session, &format!("save {}", file.display()));
    session.exp_string("Saved to").unwrap();
    type_line(&mut session, "quit");
    session.exp_eof().unwrap();
    let text = std::fs::read_to_string(file).unwrap().to_lowercase();
    for ply in ["c3", "a2", "b1", "a4", "d5"] {
        assert!(text.contains(ply), "{text}");
    }
}

#[test]
fn a_complete_game_against_the_engine() {
    let mut session =
        club("--side horizontal --rules standard --size 8 --nodes 60 --seconds 0.05 --view medium");
    session.exp_string("vertical plays").unwrap();
    type_line(&mut session, "help");
    session.exp_string("take back").unwrap();
    type_line(&mut session, "hint");
    session.exp_string("expected line").unwrap();
    type_line(&mut session, "swap");
    // After the swap of sides the engine plays horizontal.
    session.exp_string("horizontal plays").unwrap();
    type_line(&mut session, "board small");
    type_line(&mut session, "moves");
    session.exp_string("2.swap").unwrap();
    // Follow the hints to the end.
    for _ in 0..60 {
        session.exp_string("> ").unwrap();
        session.send_line("hint").unwrap();
        let (_, line) = session
            .exp_regex(r"[A-H][1-8][^ ]* \([0-9]+ % for (vertical|horizontal)|game is over")
            .unwrap();
        if line.contains("over") {
            break;
        }
        let ply = line.split(' ').next().unwrap().to_owned();
        type_line(&mut session, &ply);
        let (_, what) = session.exp_regex(r"(vertical|horizontal) (plays|wins)|Drawn").unwrap();
        if !what.contains("plays") {
            break;
        }
    }
    session.exp_string("undo, new, save FILE or quit> ").unwrap();
    session.send_line("quit").unwrap();
    session.exp_string("The game is not saved. Discard it? (y/n) ").unwrap();
    session.send_line("y").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn end_of_input_ends_the_session() {
    let mut session = club("--side both");
    session.exp_string("> ").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn help_and_error_list_the_same_extensions() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = club("--side both --size 12");
    type_line(&mut session, "d6");
    type_line(&mut session, "help");
    session.exp_string(".sgf, .tsgf, .T1, .txt, .jsonl or .in").unwrap();
    type_line(&mut session, "save game.doc");
    session.exp_string(".sgf, .tsgf, .T1, .txt, .jsonl or .in").unwrap();
    for ending in ["T1", "t1j"] {
        type_line(
            &mut session,
            &format!("save {}", folder.path().join("game").with_extension(ending).display()),
        );
        session.exp_string("Saved to").unwrap();
    }
    type_line(&mut session, "quit");
    session.exp_eof().unwrap();
}

#[test]
fn discarding_or_overwriting_needs_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "something else").unwrap();
    let save = format!("save {}", file.display());
    let mut session = club("--side both --size 6");
    type_line(&mut session, "c3");
    type_line(&mut session, "q");
    session.exp_string("not saved. Discard it? (y/n) ").unwrap();
    session.send_line("n").unwrap();
    type_line(&mut session, &save);
    session.exp_string("Overwrite it? (y/n) ").unwrap();
    session.send_line("no").unwrap();
    session.exp_string("Not saved.").unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "something else");
    type_line(&mut session, &save);
    session.exp_string("Overwrite it? (y/n) ").unwrap();
    session.send_line("y").unwrap();
    session.exp_string("Saved to").unwrap();
    // The game was saved to this file before, so no confirmation is needed.
    type_line(&mut session, "d5");
    type_line(&mut session, &save);
    session.exp_string("Saved to").unwrap();
    type_line(&mut session, "c5");
    type_line(&mut session, "new");
    session.exp_string("Discard it? (y/n) ").unwrap();
    session.send_line("yes").unwrap();
    // A game without moves needs no confirmation.
    type_line(&mut session, "q");
    session.exp_eof().unwrap();
    assert!(std::fs::read_to_string(&file).unwrap().contains("2.d5"));
}

#[test]
fn ending_the_input_at_the_question_keeps_the_game() {
    let mut session = club("--side both --size 6");
    type_line(&mut session, "c3");
    type_line(&mut session, "new");
    session.exp_string("Discard it? (y/n) ").unwrap();
    session.send_control('d').unwrap();
    session.exp_string("The game was not saved.").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn redo_does_not_continue_a_resigned_game() {
    let mut session = club("--side both --size 6");
    type_line(&mut session, "c3");
    type_line(&mut session, "undo");
    type_line(&mut session, "resign");
    session.exp_string("wins by resignation").unwrap();
    type_line(&mut session, "redo");
    session.exp_string("Nothing to redo.").unwrap();
}

#[test]
fn abbreviations_grades_and_eval_are_accepted() {
    let mut session = club("--size 8 --nodes 4 --seconds 0.05 --view small");
    type_line(&mut session, "h");
    session.exp_string("the engine's strength").unwrap();
    type_line(&mut session, "grade");
    session.exp_string("with 4 evaluations per turn").unwrap();
    type_line(&mut session, "d3");
    session.exp_string("horizontal plays").unwrap();
    type_line(&mut session, "eval");
    session.exp_regex("[0-9]+ % for vertical, [0-9]+ % for horizontal").unwrap();
    session.exp_string("Best for vertical: ").unwrap();
    type_line(&mut session, "u");
    type_line(&mut session, "moves");
    session.exp_string("No moves yet").unwrap();
    type_line(&mut session, "redo");
    type_line(&mut session, "moves");
    session.exp_string("1.D3 2.").unwrap();
    type_line(&mut session, "grade 13");
    session.exp_string("expected a grade from 1 to 12, or full").unwrap();
    type_line(&mut session, "grade 1");
    session.exp_string("at grade 1 of 12 (beginner, about ").unwrap();
    type_line(&mut session, "grade full");
    session.exp_string("at full strength").unwrap();
    type_line(&mut session, "j1");
    session.exp_string("J1 is not on the 8 x 8 board: holes are A1 to H8").unwrap();
    type_line(&mut session, "z99");
    session.exp_string("expected a hole from A1 to H8, found \"z99\"").unwrap();
    // Without a prompt, the terminal itself would discard Ctrl-D.
    keys(&mut session, "\x04");
    session.exp_string("The game was not saved.").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_loaded_game_keeps_its_variations_and_comments() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["from.sgf", "to.sgf"].map(|name| folder.path().join(name));
    std::fs::write(
        &from,
        "(;GM[21]SZ[8]PW[Ann]RU[PP]SWAP[none];W[c3]C[a start](;B[e4];W[d5])(;B[f6]C[or so]))",
    )
    .unwrap();
    let mut session = club("--side both --size 8");
    type_line(&mut session, &format!("load {}", from.display()));
    session.exp_string("Ann").unwrap();
    type_line(&mut session, "g6");
    session.exp_string("vertical").unwrap();
    type_line(&mut session, &format!("save {}", to.display()));
    session.exp_string("Saved to").unwrap();
    type_line(&mut session, "undo");
    type_line(&mut session, "undo");
    type_line(&mut session, &format!("save! {}", to.with_extension("short.sgf").display()));
    session.exp_string("omitted 1 turn of the file after this position").unwrap();
    let text = std::fs::read_to_string(&to).unwrap();
    for kept in ["Ann", "a start", "or so", "g6"] {
        assert!(text.contains(kept), "{text}");
    }
}

/// Runs the program in a terminal of 80 x 24 and returns its output.
fn at_a_terminal(variables: &str, arguments: &str) -> String {
    let program = env!("CARGO_BIN_EXE_club");
    let mut command = Command::new("sh");
    let line = format!("stty cols 80 rows 24; {variables} exec {program} {arguments}");
    command.args(["-c", &line]).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    spawn_command(command, Some(60_000)).unwrap().exp_eof().unwrap()
}

#[test]
fn diagrams_fit_the_terminal_and_colours_can_be_disabled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "# twixt size=24 rules=pp\n1.f6 2.m12 3.g8 4.o13\n").unwrap();
    let show = format!("show --ascii {}", file.display());
    let plain = at_a_terminal("NO_COLOR=1", &show);
    let width = plain.lines().map(|line| line.trim_end().len()).max().unwrap();
    // The large size does not fit; medium has links.
    assert!(width <= 80 && plain.contains("---"), "{width}: {plain}");
    assert!(!plain.contains('\u{1b}'));
    assert!(at_a_terminal("", &show).contains("\u{1b}["));
    assert!(!at_a_terminal("TERM=dumb", &show).contains('\u{1b}'));
    assert!(!at_a_terminal("", &format!("{show} --no-color")).contains('\u{1b}'));
    assert!(at_a_terminal("NO_COLOR=", &show).contains("\u{1b}["));
}

#[test]
fn lines_are_edited_recalled_and_completed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = club("--side both --size 6 --ascii");
    // Cursor left, then the missing letter.
    keys(&mut session, "movs\x1b[De\r");
    session.exp_string("No moves yet").unwrap();
    keys(&mut session, "c3\r");
    keys(&mut session, "\x1b[A\x1b[A\r");
    session.exp_string("1.C3").unwrap();
    keys(&mut session, "boa\tsm\t\r");
    session.exp_string("A B C D E F").unwrap();
    std::fs::write(folder.path().join("a game.txt"), "1.d4\n").unwrap();
    keys(&mut session, &format!("load {}/a\t\r", folder.path().display()));
    session.exp_string("Discard it? (y/n) ").unwrap();
    session.send_line("y").unwrap();
    session.exp_string("6 x 6 holes, pp, 1 ply").unwrap();
    // Answers to questions are not in the history: Up recalls the load command.
    keys(&mut session, "moves\r");
    keys(&mut session, "\x1b[A\x1b[A\r");
    session.exp_string("6 x 6 holes, pp, 1 ply").unwrap();
    session.exp_string("> ").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn pasted_lines_run_one_by_one() {
    for terminal in ["xterm-256color", "dumb"] {
        let mut session = club_on(terminal, "--side both --size 6 --view small");
        keys(&mut session, "c3\rd5\rmoves\r");
        session.exp_string("1.C3 2.D5").unwrap();
        keys(&mut session, "q\rn\rmoves\rq\ry\r");
        session.exp_string("Discard it? (y/n) ").unwrap();
        session.exp_string("1.C3 2.D5").unwrap();
        session.exp_eof().unwrap();
    }
}

#[test]
fn ctrl_c_at_the_prompt_asks_for_confirmation_and_a_second_one_prints_the_game() {
    for terminal in ["xterm-256color", "dumb"] {
        let mut session = club_on(terminal, "--side both --size 6");
        type_line(&mut session, "c3");
        type_line(&mut session, "d5");
        session.exp_string("> ").unwrap();
        session.send_control('c').unwrap();
        if terminal != "dumb" {
            session.exp_string("The game is not saved. Discard it? (y/n) ").unwrap();
            session.send_line("n").unwrap();
            session.exp_string("> ").unwrap();
            session.send_control('c').unwrap();
            session.exp_string("Discard it? (y/n) ").unwrap();
            session.send_control('c').unwrap();
        }
        session.exp_string("The game was not saved. To restore it").unwrap();
        let text = session.exp_eof().unwrap();
        // The printed lines are a loadable game.
        let list = text.split_once("# twixt").unwrap().1.replace("\r\n", "\n");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.txt");
        std::fs::write(&file, format!("# twixt{list}")).unwrap();
        let mut session = club(&format!("--side both --load {}", file.display()));
        session.exp_string("6 x 6 holes, pp, 2 plies").unwrap();
        // A loaded game without new moves needs no confirmation.
        session.exp_string("> ").unwrap();
        session.send_control('c').unwrap();
        session.exp_eof().unwrap();
    }
}

#[test]
fn ctrl_c_stops_the_search_and_keeps_the_game() {
    let mut session = club("--size 12 --swap none --seconds 50 --engine distance");
    type_line(&mut session, "f6");
    session.exp_string("thinking").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("The game is not saved. Discard it? (y/n) ").unwrap();
    session.send_line("n").unwrap();
    session.exp_string("thinking").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("Discard it? (y/n) ").unwrap();
    session.send_control('d').unwrap();
    session.exp_string("1.f6").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn diagrams_are_ascii_unless_the_locale_is_utf8() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "# twixt size=12 rules=pp\n1.f6 2.h7 3.g8\n").unwrap();
    let show = format!("show {}", file.display());
    let is_ascii = |variables: &str, show: &str| at_a_terminal(variables, show).is_ascii();
    assert!(is_ascii("LC_ALL=C TERM=dumb", &show));
    assert!(is_ascii("LC_ALL=en_US.ISO-8859-1", &show));
    assert!(!is_ascii("LC_ALL=C.UTF-8 TERM=dumb", &show));
    assert!(!is_ascii("LC_ALL=C", &format!("{show} --unicode")));
    assert!(is_ascii("LC_ALL=C.UTF-8", &format!("{show} --ascii")));
    // The locale affects terminals only.
    let mut piped = Command::new(env!("CARGO_BIN_EXE_club"));
    let output = piped.args(show.split(' ')).env("LC_ALL", "C").output().unwrap();
    assert!(!output.stdout.is_ascii());
}
