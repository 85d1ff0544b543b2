//! Faulty bots and the verdicts on them.

use crate::common::{folder, run, script, stdout};
use records::seat::Seat;
use referee::bot::Bot;
use referee::game::Game;
use referee::play::judge;
use referee::process::BotProcess;
use referee::turn;
use referee::verdict::Verdict;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use twixt::geometry::Size;

/// Keeps a script running until the game ends.
const STAY: &str = "sleep 600";

/// Reads the first turn of the first player.
const READ_FIRST: &str = "read a; read a; read a; read a; read a";

fn verdict(first: &str, second: Option<&str>, options: &[&str]) -> String {
    let first = script(first);
    let second = script(second.unwrap_or(STAY));
    let mut arguments = vec!["-p1", &first, "-p2", &second, "--format", "text", "--quiet"];
    arguments.extend(options);
    stdout(run(&arguments)).trim_end().to_owned()
}

fn first_loses(script: &str, because: &str) {
    let verdict = verdict(&format!("read turn; {script}; {STAY}"), None, &[]);
    let expected = format!("The second player wins: the first player {because}");
    assert_eq!(verdict, expected, "on `{script}`");
}

#[test]
fn verdicts_on_illegal_moves_name_the_rule() {
    first_loses("echo A1", "answered `A1`, an illegal move: a corner, which is not a hole.");
    first_loses("echo M6", "answered `M6`, an illegal move: off the board.");
    first_loses("echo F13", "answered `F13`, an illegal move: off the board.");
    first_loses("echo A6", "answered `A6`, an illegal move: in the opponent's border row.");
    first_loses(
        "echo SWAP",
        "answered `SWAP`, an illegal move: SWAP is open to the second player only, as its first \
         answer.",
    );
}

#[test]
fn a_taken_hole_is_the_second_players_fault() {
    let answer = format!("read turn; echo D6; {STAY}");
    let verdict = verdict(&answer, Some(&answer), &[]);
    assert_eq!(
        verdict,
        "The first player wins: the second player answered `D6`, an illegal move: the hole is taken."
    );
}

#[test]
fn holes_beyond_the_largest_board_are_illegal() {
    first_loses("echo A25 hi", "answered `A25`, an illegal move: off the board.");
    first_loses("echo Z5", "answered `Z5`, an illegal move: off the board.");
}

#[test]
fn unreadable_answers_are_quoted() {
    let tail = ", which is neither a hole such as D6 nor SWAP.";
    first_loses("echo hello there", &format!("answered \"hello there\"{tail}"));
    first_loses("echo d6", &format!("answered \"d6\"{tail}"));
    first_loses("echo", &format!("answered \"\"{tail}"));
    first_loses("printf \"\\\\377\\\\n\"", &format!("answered \"\u{fffd}\"{tail}"));
}

#[test]
fn output_without_an_end_of_line_is_bounded() {
    let verdict = verdict("cat /dev/zero", None, &[]);
    assert!(verdict.contains("printed more than 10000 bytes without a newline"), "{verdict}");
}

#[test]
fn text_after_the_move_is_allowed() {
    let verdict = verdict(
        &format!("echo D6 good luck, have fun; {STAY}"),
        Some(&format!("read turn; echo A1; {STAY}")),
        &[],
    );
    assert!(verdict.starts_with("The first player wins: the second player answered `A1`"));
}

#[test]
fn a_time_forfeit_reports_the_overrun() {
    fn file() -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("late-answer")
    }
    /// Advances by 61 s when the bot writes the file.
    fn clock() -> Instant {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        *START + Duration::from_secs(if file().exists() { 61 } else { 0 })
    }
    let _ = fs::remove_file(file());
    let first = format!("read turn; echo > {}; echo D6; {STAY}", file().display());
    let bot = Bot::parse(&script(&first)).unwrap();
    let mut child = BotProcess::start_with_clock(&bot, clock).unwrap();
    let (game, limit) = (Game::new(Size::ARENA), Duration::from_secs(60));
    let answer = child.request(turn::input(&game, None), limit);
    let fault = judge(&game, answer, limit, &mut child).unwrap_err();
    assert_eq!(
        Verdict::fault(Seat::First, fault).to_string(),
        "The second player wins: the first player was late by 1000.0 ms (it took 61000.0 ms, over \
         the limit of 60000 ms)."
    );
}

#[test]
fn a_late_answer_loses() {
    let first = format!("read turn; sleep 0.4; echo D6; {STAY}");
    let verdict = verdict(&first, None, &["--first-ms", "300"]);
    assert!(is_late(&verdict), "{verdict}");
}

/// Whether the first player exceeds a limit of 300 ms. The answer to a slow referee may come too late to be measured.
fn is_late(verdict: &str) -> bool {
    let start = "The second player wins: the first player ";
    verdict.strip_prefix(start).is_some_and(|text| {
        text.starts_with("gave no answer within 300 ms, ")
            || (text.starts_with("was late by ") && text.ends_with(", over the limit of 300 ms)."))
    })
}

#[test]
fn the_first_answer_has_more_time_than_the_next() {
    let slow = format!("{READ_FIRST}; sleep 0.5; echo D6; read turn; sleep 0.5; echo E6; {STAY}");
    let second = format!("echo G8; {STAY}");
    let verdict = verdict(&slow, Some(&second), &["--turn-ms", "300"]);
    assert!(is_late(&verdict), "{verdict}");
}

#[test]
fn a_bot_that_hangs_loses_on_time() {
    let verdict = verdict(STAY, None, &["--first-ms", "100"]);
    let (before, waited) = verdict.split_once("nor within ").expect(&verdict);
    assert!(before.ends_with("the first player gave no answer within 100 ms, "));
    let waited: u32 = waited.trim_end_matches(" ms.").parse().unwrap();
    assert!(waited >= 2100, "{verdict}");
}

#[test]
fn a_crash_reports_exit_code_and_stderr() {
    let crash = "echo one >&2; printf \"two\\\\033[2J\\\\n\" >&2; exit 3";
    let verdict = verdict(crash, None, &[]);
    assert_eq!(
        verdict,
        "The second player wins: the first player exited with code 3 instead of answering; \
         its stderr ends with: one | two[2J"
    );
}

#[test]
fn a_crash_reports_the_signal() {
    let verdict = verdict("kill -KILL $$", None, &[]);
    assert!(verdict.contains("was killed (signal: 9 (SIGKILL)) instead"), "{verdict}");
}

#[test]
fn a_crash_of_the_second_player_counts_on_its_turn() {
    let verdict = verdict(&format!("sleep 0.1; echo D6; {STAY}"), Some("exit 0"), &[]);
    assert!(verdict.starts_with("The first player wins: the second player exited with code 0"));
}

#[test]
fn a_closed_output_differs_from_an_exit() {
    first_loses(
        "exec 1>&-",
        "closed its output and keeps running instead of answering; its stderr is empty.",
    );
}

#[test]
fn the_last_line_before_an_exit_needs_no_end() {
    let verdict = verdict("printf D6", Some(&format!("echo G8; {STAY}")), &[]);
    assert!(verdict.contains("first player exited with code 0 instead"), "{verdict}");
}

#[test]
fn an_answer_without_a_newline_is_reported() {
    // The start of the second answer arrives together with the first one.
    let first = format!("read turn; printf \"D6\\nE7\"; {STAY}");
    let second = format!("read turn; echo G8; {STAY}");
    let verdict = verdict(&first, Some(&second), &["--turn-ms", "300"]);
    let expected =
        "The second player wins: the first player printed \"E7\" without a newline within \
                    300 ms, and no newline followed within ";
    assert!(verdict.starts_with(expected), "{verdict}");
    assert!(verdict.ends_with(" Print a newline after every answer."), "{verdict}");
}

#[test]
fn a_second_line_after_an_answer_is_reported() {
    let second = format!("read turn; echo G8; {STAY}");
    let first = format!("read turn; printf \"D6\\nD6\\n\"; {STAY}");
    let two = verdict(&first, Some(&second), &[]);
    assert_eq!(
        two,
        "The second player wins: the first player printed a second line, \"D6\", after an answer; \
         the line counts as its next answer, and it is an illegal move: the hole is taken. Print \
         one line per turn."
    );
    let endless = verdict("yes D6", Some(&second), &[]);
    assert_eq!(endless, two);
}

#[test]
fn a_second_line_during_the_next_turn_is_reported() {
    let first = format!("{READ_FIRST}; echo D6; read turn; printf \"D6\\nE7\\n\"; {STAY}");
    let second = format!("echo G8; {STAY}");
    assert_eq!(
        verdict(&first, Some(&second), &[]),
        "The second player wins: the first player printed more lines than it had turns, \"D6\" and \
         \"E7\"; the first of them counts as its answer, and it is an illegal move: the hole is \
         taken. Print one line per turn."
    );
}

#[test]
fn a_line_before_the_answer_is_reported() {
    let wrong = "and it is neither a hole such as D6 nor SWAP. Print one line per turn.";
    first_loses(
        "printf \"hello\\nD6\\n\"",
        &format!(
            "printed more lines than it had turns, \"hello\" and \"D6\"; the first of them counts \
             as its answer, {wrong}"
        ),
    );
    let file = folder("line-before-the-answer").join("printed");
    let file = file.display();
    let first = format!("until [ -e {file} ]; do sleep 0.02; done; sleep 0.3; echo D6; {STAY}");
    let second = format!("echo hello; echo > {file}; read turn; echo G8; {STAY}");
    assert_eq!(
        verdict(&first, Some(&second), &[]),
        format!(
            "The first player wins: the second player printed \"hello\" before its first turn was \
             given; the line counts as its first answer, {wrong}"
        )
    );
}

#[test]
fn extra_and_unterminated_answers_are_named() {
    let second = script(&format!("read turn; echo G8; {STAY}"));
    for (lines, turn_ms, ending) in
        [("D6\\nD6\\n", "60000", "extra"), ("D6\\nE7", "500", "unterminated")]
    {
        let first = script(&format!("read turn; printf \"{lines}\"; {STAY}"));
        let players = ["-p1", &first, "-p2", &second, "--turn-ms", turn_ms];
        let printed = stdout(run(&[&players[..], &["--format", "psyleague"]].concat()));
        assert!(printed.contains(&format!("\"ending\":\"{ending}\"")), "{printed}");
    }
}
