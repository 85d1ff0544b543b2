//! `lab compliance`: the project's bot passes all checks, and a bot with one fault fails the checks for
//! this fault.
#![cfg(unix)]

use lab::compliance::{named, Check, Finding, Setup, Status, CHECKS};
use referee::bot::Bot;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use twixt::geometry::Size;
use twixt::time::TimeControl;

const LAB: &str = env!("CARGO_BIN_EXE_lab");

const MINUTE: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);

/// Time limits that the bots meet even on a busy machine.
const PATIENT: [&str; 4] = ["--first-ms", "60000", "--turn-ms", "60000"];

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

/// Exits at a link whose lower end comes first.
const UPPER_END_FIRST: &str = r#"
    while read -r a b || [ -n "$a" ]; do
        [ -z "$b" ] || [ "${a#?}" -le "${b#?}" ] || exit 1
        echo "$a${b:+ $b}"
    done | BOT"#;

/// Returns the command that runs a shell script, in which `BOT` is the project's bot. The bot evaluates by link
/// distances, since its hundreds of processes would each decode the network. The script must not contain single quotes.
fn script(text: &str) -> String {
    script_with("own --engine distance --nodes 20", text)
}

/// As [`script`], with this bot.
fn script_with(bot: &str, text: &str) -> String {
    format!("sh -c '{}'", text.replace("BOT", &format!("\"{LAB}\" built-in-bot {bot}")))
}

fn run(bot: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(LAB);
    command.arg("compliance").arg(bot).args(PATIENT).args(arguments);
    command.output().expect("the lab starts")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

/// Returns a setup under which a bot without faults passes on a machine of any speed: its answers end the waits.
fn setup(bot: &str, size: u8) -> Setup {
    let bot = Bot::parse(bot).expect("a command");
    let limits = TimeControl { first: MINUTE, turn: MINUTE };
    let size = Size::new(size).expect("a size");
    Setup::new([bot.clone(), bot], size, limits)
}

/// Output that should not come ends the wait for it.
fn until_output(setup: &mut Setup) {
    setup.waits = 400;
}

/// The bot answers only at the end of its input.
fn until_the_end_of_input(setup: &mut Setup) {
    setup.limits.first = SECOND / 5;
    until_output(setup);
}

fn names(only: &str) -> Vec<String> {
    only.split_terminator(',').map(str::to_owned).collect()
}

/// Runs checks side by side, since they mostly sleep. Returns the findings in the same order.
fn run_checks(checks: &[(&'static Check, Setup)]) -> Vec<Finding> {
    let (next, findings) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((check, setup)) = checks.get(number) else { return };
                let finding = check.run(setup);
                findings.lock().expect("no check panics").push((number, finding));
            });
        }
    });
    let mut findings = findings.into_inner().expect("no check panics");
    findings.sort_by_key(|&(number, _)| number);
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// Returns the checks that did not pass, as `name status`, and all their details in one text.
fn failed_checks(findings: &[Finding]) -> (Vec<String>, String) {
    let not_passed = findings.iter().filter(|finding| finding.status != Status::Passed);
    let name =
        |finding: &Finding| format!("{} {:?}", finding.check.name, finding.status).to_lowercase();
    (not_passed.clone().map(name).collect(), not_passed.map(|f| f.detail.clone() + "\n").collect())
}

struct Case {
    bot: String,
    /// Checks to run; empty for all.
    only: &'static str,
    /// Checks that are expected not to pass.
    failed_checks: &'static [&'static str],
    message: &'static str,
    /// Changes the setup of `failed_checks`, so that they find the fault on a machine of any speed.
    adjust: fn(&mut Setup),
}

impl Case {
    fn is_expected_to_fail(&self, check: &Check) -> bool {
        self.failed_checks.iter().any(|text| text.split(' ').next() == Some(check.name))
    }

    fn checks(&self) -> Vec<(&'static Check, Setup)> {
        let checks = named(&names(self.only)).expect("names of checks").into_iter();
        let with_setup = checks.map(|check| {
            let mut setup = setup(&self.bot, 12);
            if self.is_expected_to_fail(check) {
                (self.adjust)(&mut setup);
            }
            (check, setup)
        });
        with_setup.collect()
    }
}

fn check_cases(cases: &[Case]) {
    let checks: Vec<_> = cases.iter().map(Case::checks).collect();
    let mut findings = run_checks(&checks.concat()).into_iter();
    for (case, checks) in cases.iter().zip(checks) {
        let findings: Vec<Finding> = findings.by_ref().take(checks.len()).collect();
        let (names, details) = failed_checks(&findings);
        assert_eq!(names, case.failed_checks, "{}: {details}", case.bot);
        assert!(details.contains(case.message), "{}: {details}", case.bot);
    }
}

#[test]
fn the_projects_bot_passes_all_checks() {
    let sizes = [5, 12, 17];
    let checks = sizes.map(|size| {
        let bot = format!("\"{LAB}\" built-in-bot own --nodes 50 --size {size}");
        CHECKS.iter().map(move |check| (check, setup(&bot, size)))
    });
    let findings = run_checks(&checks.into_iter().flatten().collect::<Vec<_>>());
    for (size, findings) in sizes.iter().zip(findings.chunks(CHECKS.len())) {
        let (names, details) = failed_checks(findings);
        assert!(names.is_empty(), "size {size}: {names:?} {details}");
    }
}

#[test]
fn minor_faults_are_reported_by_their_checks_only() {
    let case = |text: &str, failed_checks, message| Case {
        bot: script(text),
        only: "",
        failed_checks,
        message,
        adjust: until_output,
    };
    check_cases(&[
        case("exec BOT", &[], ""),
        case(
            r#"BOT | while read -r l; do echo "  $l"; done"#,
            &["front warned"],
            "has blanks before the move",
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
            ],
            "it exited with code 3 instead of answering",
        ),
        case(
            ANSWERS_EARLY,
            &["pieces failed"],
            "Given FIRST, it printed `F6` before the turn was complete",
        ),
    ]);
}

/// Checks the bot of docs/protocol.md, with `changes` to its source. Returns the checks that did not pass, and their
/// details.
fn bot_of_the_protocol_document(name: &str, changes: &[(&str, &str)]) -> (Vec<String>, String) {
    let document = include_str!("../../../../docs/protocol.md");
    let (_, program) = document.split_once("```python\n").expect("a program in Python");
    let (program, _) = program.split_once("```").expect("the program's end");
    let mut program = program.to_owned();
    for (before, after) in changes {
        assert_eq!(program.matches(before).count(), 1, "{before}");
        program = program.replace(before, after);
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, program).expect("the program is written");
    let setup = setup(&format!("python3 {}", file.display()), 12);
    let checks: Vec<_> = CHECKS.iter().map(|check| (check, setup.clone())).collect();
    failed_checks(&run_checks(&checks))
}

#[test]
fn the_bot_of_the_protocol_document_passes_all_checks() {
    let (names, details) = bot_of_the_protocol_document("protocol.py", &[]);
    assert!(names.is_empty(), "{names:?} {details}");
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
    let (names, details) = bot_of_the_protocol_document("side-from-first.py", &changes);
    assert_eq!(
        names,
        ["no-first failed", "middle-first failed", "middle-swapped failed"],
        "{details}"
    );
    let message =
        "an illegal move: in the opponent's border row. It was started at ply 3 as first \
                player, which connects top and bottom, and never read FIRST: infer the side from the \
                lists, see docs/protocol.md.";
    assert!(details.contains(message), "{details}");
}

#[test]
fn serious_faults_fail_their_checks() {
    let case = |text: &str, only, failed_checks, message| Case {
        bot: script(text),
        only,
        failed_checks,
        message,
        adjust: until_output,
    };
    check_cases(&[
        case(
            "echo hello; exec BOT",
            "silent-start,opening",
            &["silent-start failed", "opening failed"],
            "Before its first turn it printed `hello`",
        ),
        case(
            r#"BOT | while read -r l; do echo "$l"; echo "$l"; done"#,
            "silent-start,opening,one-line,reply",
            &["reply failed", "one-line failed"],
            "it printed one more line, `",
        ),
        // The start of the second answer arrives together with the first one.
        Case {
            adjust: |setup| setup.limits.turn = SECOND / 5,
            ..case(
                r#"read -r l; printf "F6\nG7"; sleep 600"#,
                "silent-start,opening,front",
                &["front failed"],
                "it printed \"G7\" without a newline within 200 ms",
            )
        },
        Case {
            adjust: |setup| setup.waits = 10,
            ..case(
                r#"BOT | while read -r l; do printf "%s\n> " "$l"; done"#,
                "silent-start,opening,one-line",
                &["one-line failed"],
                "it printed `>` without a newline; the arena counts it as the start of its next \
                 answer",
            )
        },
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
            "while read -r a; do case $a in FIRST) echo A6;; esac; done",
            "silent-start,opening",
            &["opening failed"],
            "answered `A6`, an illegal move: in the opponent's border row",
        ),
        Case {
            adjust: until_the_end_of_input,
            ..case("BOT | sed s/x/x/", "opening", &["opening failed"], "flush stdout")
        },
        case(
            "read -r a; echo oh >&2; exit 7",
            "silent-start,opening",
            &["opening failed"],
            "Given FIRST, it exited with code 7 instead of answering; its stderr ends with: oh",
        ),
        case("exit 0", "silent-start", &["silent-start failed"], "instead of waiting for a turn"),
    ]);
}

/// Returns the setup of a bot that appends a byte to `file` before each answer, for a `clock` that counts the bytes.
fn timed_by_answers(file: &str, clock: fn() -> Instant) -> Setup {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let _ = std::fs::remove_file(&file);
    let file = file.display();
    let text = format!(r#"BOT | while read -r l; do printf . >> "{file}"; echo "$l"; done"#);
    // The network takes long enough that the turn's time starts before the byte is there.
    let bot = script_with("own --nodes 20", &text);
    let limits = TimeControl { first: MINUTE * 2, turn: MINUTE };
    Setup { limits, clock, ..setup(&bot, 12) }
}

/// Returns a time that advances by 61 s at every `period`-th byte of `file`.
fn clock(file: &str, period: u32) -> Instant {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let bytes = std::fs::metadata(file).map_or(0, |data| data.len() as u32);
    *START + (MINUTE + SECOND) * (bytes / period)
}

const LATE: &str = ", it was late by 1000.0 ms (it took 61000.0 ms, over the limit of 60000 ms).";

#[test]
fn a_late_answer_fails_the_check_under_its_limit() {
    let setup = timed_by_answers("late", || clock("late", 1));
    let finding = |name: &str| named(&[name.to_owned()]).expect("a check")[0].run(&setup);
    for first_answers_only in ["opening", "swap-offered"] {
        let Finding { status, detail, .. } = finding(first_answers_only);
        assert_eq!(status, Status::Passed, "{detail}");
    }
    let Finding { status, detail, .. } = finding("reply");
    assert_eq!(status, Status::Failed);
    assert!(detail.ends_with(LATE), "{detail}");
}

/// One answer in fifty is late, counted over all processes.
#[test]
fn rare_time_forfeits_are_detected_in_either_seat() {
    let setup = timed_by_answers("seldom-late", || clock("seldom-late", 50));
    for check in named(&names("hundred-first,hundred-second")).expect("checks") {
        let Finding { status, detail, .. } = check.run(&setup);
        assert_eq!(status, Status::Failed);
        assert!(detail.contains(", after 49 answers in time: "), "{detail}");
        assert!(detail.ends_with(LATE), "{detail}");
    }
}

#[test]
fn text_output_is_a_list_and_a_closing_line() {
    let output = run("own --nodes 20", &["--only", "opening,list-order"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("Turns\n  ok   opening "), "{text}");
    assert!(text.contains("\n\nInput\n  ok   list-order "), "{text}");
    assert!(text.ends_with("\n\n2 of 2 checks passed.\n"), "{text}");
    assert!(output.stderr.is_empty() && !text.contains('\u{1b}'), "no colours in a file");

    let output = run(&script("exit 0"), &["--only", "opening,reply"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("  FAIL opening "), "{text}");
    assert!(text.ends_with("\n0 of 2 checks passed, 2 failed.\n"), "{text}");
}

#[test]
fn bots_that_cannot_be_checked_are_reported() {
    for (bot, arguments, message) in [
        ("./no-such-bot", &[][..], "check that `./no-such-bot` exists"),
        ("own", &["--only", "nothing"], "there is no check `nothing`"),
        ("own", &["--size", "4"], "holes from 5 to 24"),
        ("sh -c 'exit", &[], "quotes"),
    ] {
        let output = run(bot, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{bot}: {stderr}");
        assert!(stderr.contains(message) && output.stdout.is_empty(), "{bot}: {stderr}");
    }
}
