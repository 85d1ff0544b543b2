//! `lab compliance`: the project's bot passes all checks, and a bot with one fault fails the checks for
//! this fault.
#![cfg(unix)]

use serde_json::Value;
use std::process::{Child, Command, Output, Stdio};

const LAB: &str = env!("CARGO_BIN_EXE_lab");

/// Time limits that the bots meet even on a busy machine.
const PATIENT: [&str; 4] = ["--first-ms", "2000", "--turn-ms", "1000"];

/// Exits after two lines if started in the middle of a game, with pegs of its own and without FIRST or
/// SWAP.
const CRASHES_IN_THE_MIDDLE: &str = r#"
    read -r a || exit 0; read -r b
    case $a in FIRST*|SWAP*) ;; *) case $b in 0*) ;; *) exit 3;; esac;; esac
    { echo "$a"; echo "$b"; cat; } | BOT"#;

/// Answers FIRST without waiting for the rest of the turn.
const ANSWERS_EARLY: &str = r#"
    read -r a || exit 0
    case $a in
        FIRST*) echo F6; read -r b; read -r b; read -r b; read -r b; exec BOT --side vertical;;
        *) { echo "$a"; cat; } | BOT;;
    esac"#;

/// Plays F6, on the main diagonal, and continues as the horizontal side after the opponent's SWAP.
const TURNS_WITH_THE_SWAP: &str = r#"
    read -r a; read -r b; read -r b; read -r b; read -r b; echo F6
    read -r a; read -r b; read -r c; read -r d; read -r e
    { printf "%s\n" "$e" "$b" "$c" "$d" "$e"; cat; } | BOT --side horizontal"#;

/// Exits at a line with a carriage return.
const NO_CRLF: &str = r#"
    cr=$(printf "\r")
    while IFS= read -r l || [ -n "$l" ]; do
        case $l in *"$cr") exit 1;; esac
        echo "$l"
    done | BOT"#;

/// Exits at a link whose lower end comes first.
const UPPER_END_FIRST: &str = r#"
    cr=$(printf "\r")
    while read -r a b || [ -n "$a" ]; do
        b=${b%$cr}
        [ -z "$b" ] || [ "${a#?}" -le "${b#?}" ] || exit 1
        echo "$a${b:+ $b}"
    done | BOT"#;

/// Returns the command that runs a shell script, in which `BOT` is the project's bot. The script must not contain
/// single quotes.
fn script(text: &str) -> String {
    format!("sh -c '{}'", text.replace("BOT", &format!("\"{LAB}\" built-in-bot own --nodes 20")))
}

fn start(bot: &str, arguments: &[&str]) -> Child {
    let mut command = Command::new(LAB);
    command.arg("compliance").arg(bot).args(PATIENT).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the lab starts")
}

fn run(bot: &str, arguments: &[&str]) -> Output {
    start(bot, arguments).wait_with_output().expect("the lab ends")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn report(output: &Output) -> Value {
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(stdout(output)).unwrap_or_else(|error| panic!("{error}: {stderr}"))
}

/// Returns the checks that did not pass, as `name status`, and all details in one text.
fn failed_checks(report: &Value) -> (Vec<String>, String) {
    let checks = report["checks"].as_array().expect("checks");
    let not_passed = checks.iter().filter(|check| check["status"] != "passed");
    let field = |check: &Value, name: &str| check[name].as_str().expect("a string").to_owned();
    let names = not_passed.clone().map(|c| format!("{} {}", field(c, "name"), field(c, "status")));
    (names.collect(), not_passed.map(|c| field(c, "detail") + "\n").collect())
}

struct Case {
    bot: String,
    /// Checks to run; empty for all.
    only: &'static str,
    /// Checks that are expected not to pass.
    failed_checks: &'static [&'static str],
    message: &'static str,
}

/// Runs all cases in parallel, since they mostly sleep.
fn check_cases(cases: Vec<Case>) {
    let running: Vec<(Case, Child)> = cases
        .into_iter()
        .map(|case| {
            let only = ["--json", "--only", case.only];
            let child = start(&case.bot, if case.only.is_empty() { &only[..1] } else { &only });
            (case, child)
        })
        .collect();
    for (case, child) in running {
        let output = child.wait_with_output().expect("the lab ends");
        let report = report(&output);
        let (names, details) = failed_checks(&report);
        assert_eq!(names, case.failed_checks, "{}: {details}", case.bot);
        assert!(details.contains(case.message), "{}: {details}", case.bot);
        let failed = names.iter().any(|name| name.ends_with("failed"));
        assert_eq!(output.status.code(), Some(i32::from(failed)), "{}", case.bot);
        assert_eq!(report["complies"], !failed);
    }
}

#[test]
fn the_projects_bot_passes_all_checks() {
    let sizes = ["5", "12", "17"];
    let runs = sizes.map(|size| start("own --nodes 50", &["--json", "--strict", "--size", size]));
    for (size, run) in sizes.into_iter().zip(runs) {
        let output = run.wait_with_output().expect("the lab ends");
        let report = report(&output);
        let (names, details) = failed_checks(&report);
        assert!(names.is_empty(), "size {size}: {names:?} {details}");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(report["passed"].as_u64(), Some(lab::compliance::CHECKS.len() as u64));
    }
}

#[test]
fn minor_faults_are_reported_by_their_checks_only() {
    let case = |text: &str, failed_checks, message| Case {
        bot: script(text),
        only: "",
        failed_checks,
        message,
    };
    check_cases(vec![
        case("exec BOT", &[], ""),
        case(NO_CRLF, &["crlf warned"], "With CRLF line ends: Given "),
        case(
            "BOT; sleep 60",
            &["end-of-input warned", "left-behind skipped"],
            "5 s later it still runs",
        ),
        case(
            "sleep 60 >&- 2>&- <&- & exec BOT",
            &["left-behind warned"],
            "3 s after its exit a process that it started still runs.",
        ),
        case(
            r#"BOT | while read -r l; do echo "  $l"; done"#,
            &["front warned"],
            "has blanks before the move",
        ),
        case(
            "BOT; exit 4",
            &["end-of-input warned"],
            "exited with code 4; it should exit with code 0",
        ),
        case(
            r#"BOT | while read -r l; do echo "$l and so forth"; done"#,
            &["text warned"],
            "; the arena shows 20.",
        ),
        case(
            r#"BOT | while read -r l; do printf "%2000s\n" x >&2; echo "$l"; done"#,
            &["stderr warned"],
            " bytes per turn; stay below 500",
        ),
        case(UPPER_END_FIRST, &["list-order failed"], "expected"),
        case(
            CRASHES_IN_THE_MIDDLE,
            &[
                "no-first failed",
                "no-first-peg failed",
                "middle-first failed",
                "middle-second failed",
                "middle-swapped failed",
                "few-holes warned",
            ],
            "it exited with code 3 instead of answering",
        ),
        case(
            ANSWERS_EARLY,
            &["pieces failed", "held-up warned"],
            "Given FIRST, it printed `F6` before the turn was complete",
        ),
    ]);
}

/// Checks the bot of docs/protocol.md, with `changes` to its source.
fn bot_of_the_protocol_document(name: &str, changes: &[(&str, &str)]) -> (Output, Value) {
    let document = include_str!("../../../../docs/protocol.md");
    let (_, program) = document.split_once("```python\n").expect("a program in Python");
    let (program, _) = program.split_once("```").expect("the program's end");
    let mut program = program.to_owned();
    for (before, after) in changes {
        assert_eq!(program.matches(before).count(), 1, "{before}");
        program = program.replace(before, after);
    }
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, program).expect("the program is written");
    // Python may need seconds to start.
    let clock = ["--first-ms", "20000", "--turn-ms", "5000"];
    let output = Command::new(LAB)
        .args(["compliance", &format!("python3 {}", file.display()), "--json", "--strict"])
        .args(clock)
        .output()
        .expect("the lab starts");
    let report = report(&output);
    (output, report)
}

#[test]
fn the_bot_of_the_protocol_document_passes_all_checks() {
    let (output, report) = bot_of_the_protocol_document("protocol.py", &[]);
    let (names, details) = failed_checks(&report);
    assert!(names.is_empty(), "{names:?} {details}");
    assert_eq!(output.status.code(), Some(0));
}

/// By default the first peg of a `lab match` is an opening, so no player reads FIRST.
#[test]
fn a_bot_that_infers_its_side_from_first_fails() {
    let changes = [
        ("side = find_side(last, mine, his)", "side = 0 if last in (\"FIRST\", \"SWAP\") else 1"),
        (
            "linked = [hole for hole in free if",
            "linked = [hole for hole in free if hole[1 - side] in EDGES or",
        ),
    ];
    let (output, report) = bot_of_the_protocol_document("side-from-first.py", &changes);
    let (names, details) = failed_checks(&report);
    assert_eq!(
        names,
        ["no-first failed", "middle-first failed", "middle-swapped failed", "few-holes warned"],
        "{details}"
    );
    let message =
        "an illegal move: in the opponent's border row. It was started at ply 3 as first \
                player, which connects top and bottom, and never read FIRST: infer the side from the \
                lists, see docs/protocol.md.";
    assert!(details.contains(message), "{details}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn serious_faults_fail_their_checks() {
    let case = |text: &str, only, failed_checks, message| Case {
        bot: script(text),
        only,
        failed_checks,
        message,
    };
    check_cases(vec![
        case(
            "echo hello; exec BOT",
            "silent-start,opening,crlf",
            &["silent-start failed", "opening failed", "crlf warned"],
            "Before its first turn it printed `hello`",
        ),
        case(
            r#"BOT | while read -r l; do echo "$l"; echo "$l"; done"#,
            "silent-start,opening,one-line,reply",
            &["reply failed", "one-line failed"],
            "it printed one more line, `",
        ),
        case(
            r#"BOT | while read -r l; do printf "%s" "$l"; done"#,
            "silent-start,opening",
            &["opening failed"],
            "without a newline within 2000 ms",
        ),
        case(
            r#"BOT | while read -r l; do printf "%s\n> " "$l"; done"#,
            "silent-start,opening,one-line",
            &["one-line failed"],
            "it printed `>` without a newline; the arena counts it as the start of its next answer",
        ),
        case(
            r#"BOT | while read -r l; do case $p in SWAP*) l=SWAP;; esac; echo "$l"; p=$l; done"#,
            "opening,swap-offered,swap-once,game-first",
            &["swap-once failed"],
            "answered `SWAP`, an illegal move: SWAP is open to the second player only",
        ),
        case(
            "while read -r a; do case $a in FIRST) echo SWAP;; esac; done",
            "silent-start,opening",
            &["opening failed"],
            "Given FIRST, it answered `SWAP`, an illegal move",
        ),
        case(
            TURNS_WITH_THE_SWAP,
            "silent-start,opening,swap-received",
            &["swap-received failed"],
            "Given ",
        ),
        case(
            r#"BOT | while read -r l; do sleep 1.3; echo "$l"; done"#,
            "silent-start,opening,swap-offered,reply",
            &["reply failed"],
            "of 1000 ms).",
        ),
        case(
            "while read -r a; do case $a in FIRST) echo A6;; esac; done",
            "silent-start,opening",
            &["opening failed"],
            "answered `A6`, an illegal move: in the opponent's border row",
        ),
        case("BOT | sed s/x/x/", "opening", &["opening failed"], "flush stdout"),
        case(
            "read -r a; echo oh >&2; exit 7",
            "silent-start,opening",
            &["opening failed"],
            "Given FIRST, it exited with code 7 instead of answering; its stderr ends with: oh",
        ),
        case("exit 0", "silent-start", &["silent-start failed"], "instead of waiting for a turn"),
    ]);
}

/// One answer in fifty is late, counted over all processes.
#[test]
fn rare_time_forfeits_are_detected_in_either_seat() {
    let count = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("seldom-late");
    let _ = std::fs::remove_file(&count);
    let count = count.display();
    let late = format!(
        r#"BOT | while read -r l; do
            n=$(cat {count} 2>/dev/null || echo 0); n=$((n + 1)); echo $n > {count}
            [ $((n % 50)) = 0 ] && sleep 2.3; echo "$l"
        done"#
    );
    check_cases(vec![Case {
        bot: script(&late),
        only: "hundred-first,hundred-second",
        failed_checks: &["hundred-first failed", "hundred-second failed"],
        message: "In game ",
    }]);
}

#[test]
fn text_output_is_a_list_and_a_closing_line() {
    let output = run("own --nodes 20", &["--only", "opening,crlf"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("Turns\n  ✓ opening "), "{text}");
    assert!(text.contains("\n\nRobustness") && text.contains("\n  ✓ crlf "), "{text}");
    assert!(text.ends_with("\n\n2 of 2 checks passed.\n"), "{text}");
    assert!(output.stderr.is_empty() && !text.contains('\u{1b}'), "no colours in a file");

    let output = run(&script("exit 0"), &["--only", "opening,end-of-input", "--ascii"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.is_ascii() && text.contains("  FAIL opening "), "{text}");
    assert!(text.ends_with("\n0 of 2 checks passed, 1 warned, 1 failed.\n"), "{text}");
}

#[test]
fn strict_counts_warnings_as_failures() {
    let bot = script("BOT; exit 4");
    assert_eq!(run(&bot, &["--only", "end-of-input"]).status.code(), Some(0));
    assert_eq!(run(&bot, &["--only", "end-of-input", "--strict"]).status.code(), Some(1));
}

#[test]
fn bots_that_cannot_be_checked_are_reported() {
    for (bot, arguments, message) in [
        ("./no-such-bot", &[][..], "check that `./no-such-bot` exists"),
        ("own", &["--only", "nothing"], "there is no check `nothing`"),
        ("own", &["--size", "4"], "no board has size 4"),
        ("sh -c 'exit", &[], "quotes"),
    ] {
        let output = run(bot, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{bot}: {stderr}");
        assert!(stderr.contains(message) && output.stdout.is_empty(), "{bot}: {stderr}");
    }
}
