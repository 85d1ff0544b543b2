//! Flags, help, and closed streams.

use crate::process::{command, finish, run, RunResult};
use std::process::{Child, Stdio};

const FIRST_TURN: &str = "FIRST\n0\n0\n0\n0\n";

#[test]
fn end_of_input_between_turns_is_success() {
    let second = "D6\n1\nC3\n0\n1\nD6\n0\n";
    for (input, turns) in [
        (String::new(), 0),
        ("\n".to_owned(), 0),
        (" \r\n\t\r\n\n".to_owned(), 0),
        (FIRST_TURN.to_owned(), 1),
        (FIRST_TURN.trim_end().to_owned(), 1),
        (format!("{FIRST_TURN}\n \n"), 1),
        (format!("{FIRST_TURN}{second}"), 2),
        (format!("\n{FIRST_TURN}\n\n{second}\n"), 2),
    ] {
        let RunResult { code, stdout, stderr } = run(&["--nodes", "20"], input.as_bytes());
        assert_eq!((code, &*stderr), (Some(0), ""), "{input:?}");
        assert_eq!(stdout.lines().count(), turns, "{input:?}");
        assert!(stdout.is_empty() || stdout.ends_with('\n'), "{stdout:?}");
    }
}

#[test]
fn help_is_printed_to_stdout() {
    let RunResult { code, stdout, stderr } = run(&["--version"], b"");
    assert_eq!((code, &*stderr), (Some(0), ""));
    assert_eq!(stdout, concat!("engine ", env!("CARGO_PKG_VERSION"), "\n"));
    for flags in [&["--help"][..], &["-h"], &["--size", "8", "--help"]] {
        let RunResult { code, stdout, stderr } = run(flags, b"");
        assert_eq!((code, &*stderr), (Some(0), ""), "{flags:?}");
        let flags = "--size --side --engine --nodes --turn-ms --set --kernel --book";
        for flag in flags.split(' ') {
            assert!(stdout.contains(flag), "{flag} is missing in\n{stdout}");
        }
        assert!(stdout.starts_with("twixt - ") && stdout.ends_with('\n'), "{stdout}");
    }
}

/// Wrong flags and their errors.
const WRONG: [(&[&str], &str); 30] = [
    (&["--size", "4"], r#"--size takes a size from 5 to 24, not "4""#),
    (&["--size", "25"], r#"--size takes a size from 5 to 24, not "25""#),
    (&["--size", "256"], r#"--size takes a size from 5 to 24, not "256""#),
    (&["--size", "-12"], r#"--size takes a size from 5 to 24, not "-12""#),
    (&["--size=big"], r#"--size takes a size from 5 to 24, not "big""#),
    (&["--size="], r#"--size takes a size from 5 to 24, not """#),
    (&["--size"], "--size takes a size from 5 to 24"),
    (&["--side", "first"], r#"--side takes vertical or horizontal, not "first""#),
    (&["--side"], "--side takes vertical or horizontal"),
    (&["--engine", "alpha"], r#"--engine takes network, network:FILE or distance, not "alpha""#),
    (&["--engine"], "--engine takes network, network:FILE or distance"),
    (&["--nodes", "-1"], r#"--nodes takes a number, not "-1""#),
    (&["--nodes", "many"], r#"--nodes takes a number, not "many""#),
    (&["--nodes", "18446744073709551616"], r#"--nodes takes a number, not "18446744073709551616""#),
    (&["--first-ms", "1s"], r#"--first-ms takes milliseconds, at most an hour, not "1s""#),
    (
        &["--first-ms", "3600001"],
        r#"--first-ms takes milliseconds, at most an hour, not "3600001""#,
    ),
    (&["--turn-ms", ""], r#"--turn-ms takes milliseconds, at most an hour, not """#),
    (&["--turn-ms"], "--turn-ms takes milliseconds, at most an hour"),
    (
        &["--kernel", "mmx"],
        r#"--kernel takes auto, or avx512, avx2 or portable if this CPU supports it, not "mmx""#,
    ),
    (&["--kernel"], "--kernel takes auto, or avx512, avx2 or portable if this CPU supports it"),
    (&["--book"], "--book takes a file or none"),
    (&["--set", "swap_by=3"], "--set swap_by: unknown parameter; choose cpuct, "),
    (&["--set", "cpuct"], r#"--set takes NAME=VALUE, not "cpuct""#),
    (&["--set=cpuct=high"], r#"--set takes NAME=VALUE, not "cpuct=high""#),
    (&["--set"], "--set takes NAME=VALUE"),
    (&["--set", "cpuct=21"], "--set cpuct: must be between 0 and 20"),
    (&["--set", "lcb_z=NaN"], "--set lcb_z: must be between 0 and 20"),
    (&["--set", "none=1"], "--set none: unknown parameter; choose cpuct, "),
    (&["--sizes", "12"], "unknown flag \"--sizes\"; see --help"),
    (&["--nodes", "5", "12"], "unknown flag \"12\"; see --help"),
];

#[test]
fn wrong_flag_is_reported_in_one_line_with_its_values() {
    for (flags, error) in WRONG {
        let RunResult { code, stdout, stderr } = run(flags, FIRST_TURN.as_bytes());
        assert_eq!((code, &*stdout), (Some(2), ""), "{flags:?}");
        let whole = format!("twixt: {error}");
        assert!(stderr.starts_with(&whole), "{flags:?}: {stderr:?} for {whole:?}");
        assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{flags:?}: {stderr:?}");
        // An expected text that ends in ", " is only the start of the error.
        assert!(error.ends_with(", ") || stderr.trim_end() == whole, "{flags:?}: {stderr:?}");
    }
}

#[test]
fn values_follow_a_blank_or_equals_sign_and_the_last_counts() {
    let stdout = |flags: &[&str]| {
        let ended = run(flags, FIRST_TURN.as_bytes());
        assert_eq!((ended.code, &*ended.stderr), (Some(0), ""), "{flags:?}");
        ended.stdout
    };
    let plain = stdout(&["--nodes", "20", "--size", "9", "--set", "cpuct=2"]);
    assert_eq!(stdout(&["--set=cpuct=2", "--size=9", "--nodes=20"]), plain);
    assert_eq!(stdout(&["--size=24", "--set=cpuct=2", "--size=9", "--nodes=20"]), plain);
    let lcb = stdout(&["--nodes", "50", "--set", "lcb_z=9", "--set", "reeval_visits=4"]);
    assert_eq!(stdout(&["--nodes=50", "--set=lcb_z=9", "--set=reeval_visits=4"]), lcb);
    assert!(stdout(&["--nodes", "0"]).contains(" of "), "at least one position is evaluated");
}

/// Waits for a bot whose output is discarded; it may fail, but must not panic.
fn finish_unread(bot: Child, input: &str) -> RunResult {
    let ended = finish(bot, input.as_bytes());
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    assert!(matches!(ended.code, Some(0..=2)), "{ended:?}");
    ended
}

#[test]
fn closed_stdout_does_not_panic() {
    let mut bot = command(&["--nodes", "20"]).spawn().expect("the bot starts");
    // The bot waits for input, so nothing is printed yet.
    drop(bot.stdout.take());
    let ended = finish_unread(bot, &FIRST_TURN.repeat(3));
    assert_eq!((ended.code, &*ended.stderr), (Some(1), ""), "EPIPE is not reported");
}

#[test]
fn help_on_closed_stdout_does_not_panic() {
    // `--help` reads no input, so the reading end must be closed before the start.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    finish_unread(command(&["--help"]).stdout(writer).spawn().expect("the bot starts"), "");
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let mut command = command(&["--nodes", "20"]);
    let bot = command.stdout(Stdio::from(full)).spawn().expect("the bot starts");
    let ended = finish_unread(bot, FIRST_TURN);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.starts_with("twixt: cannot write the answer: "), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
}

#[test]
#[cfg(unix)]
fn non_text_flag_is_a_wrong_flag() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = command(&[]);
    let bot = command.arg(std::ffi::OsStr::from_bytes(b"--\xff")).spawn().expect("the bot starts");
    let ended = finish_unread(bot, "");
    assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{}", ended.stderr);
}

#[test]
fn damaged_weights_are_an_error() {
    let shipped = include_str!("../../../../src/network/best.txt");
    let (whole, other): (Vec<char>, _) = (shipped.chars().collect(), '㑀');
    let mut changed = whole.clone();
    changed[5000] = if changed[5000] == other { '㑁' } else { other };
    let texts = [changed, whole[..whole.len() - 500].to_vec(), Vec::new()];
    // Other processes may run these tests at the same time, so the name contains the process id.
    let folder = std::env::temp_dir().join(format!("twixt-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let play = |flags: &[&str]| run(flags, b"E9\n0\n0\n1\nE9\n0\n");
    for (number, text) in texts.iter().enumerate() {
        let file = folder.join(format!("{number}.txt"));
        std::fs::write(&file, text.iter().collect::<String>()).unwrap();
        let path = file.to_str().unwrap();
        let RunResult { code, stdout, stderr } =
            play(&["--nodes", "300", "--engine", &format!("network:{path}")]);
        assert_eq!((code, stderr.lines().count()), (Some(2), 1), "{number}: {stderr}");
        assert!(stderr.contains("weights") && stdout.is_empty(), "{stderr}");
    }
    let file = folder.join("whole.txt");
    std::fs::write(&file, shipped).unwrap();
    let played = play(&["--nodes", "300", "--engine", &format!("network:{}", file.display())]);
    assert_eq!((played.code, &*played.stderr), (Some(0), ""));
    assert_eq!(played.stdout, play(&["--nodes", "300"]).stdout);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_damaged_book_is_an_error() {
    let shipped = include_str!("../../../../src/opening/book.txt");
    let folder = std::env::temp_dir().join(format!("twixt-damaged-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let signs: Vec<char> = shipped.chars().collect();
    let texts = [&signs[..signs.len() - 3], &signs[1..], &['?'; 20], &[]];
    let mut files: Vec<String> = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let file = folder.join(format!("{number}.txt"));
        std::fs::write(&file, text.iter().collect::<String>()).unwrap();
        files.push(file.to_str().unwrap().to_owned());
    }
    std::fs::write(folder.join("bytes"), [0xff, 0xfe]).unwrap();
    files.extend(["bytes", "missing"].map(|name| folder.join(name).to_str().unwrap().to_owned()));
    for file in &files {
        let flags = ["--nodes", "20", "--book", file];
        let RunResult { code, stdout, stderr } = run(&flags, FIRST_TURN.as_bytes());
        assert_eq!((code, stderr.lines().count()), (Some(2), 1), "{file}: {stderr}");
        assert!(stderr.contains(file.as_str()) && stdout.is_empty(), "{file}: {stderr}");
    }
    let whole = folder.join("whole.txt");
    std::fs::write(&whole, format!("{shipped}\n")).unwrap();
    let flags = ["--nodes", "20", "--book", whole.to_str().unwrap()];
    let played = run(&flags, FIRST_TURN.as_bytes());
    assert_eq!((played.code, &*played.stderr), (Some(0), ""));
    assert_eq!(played.stdout, run(&flags[..2], FIRST_TURN.as_bytes()).stdout);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn all_kernels_give_the_same_answers() {
    let kernels = ["auto", "avx512", "avx2", "portable"];
    let answers: Vec<RunResult> = kernels
        .iter()
        .map(|kernel| run(&["--nodes", "20", "--kernel", kernel], FIRST_TURN.as_bytes()))
        .collect();
    // Kernels that the CPU does not support are rejected.
    let played: Vec<&RunResult> = answers.iter().filter(|ended| ended.code == Some(0)).collect();
    assert!(played.len() >= 2, "auto and portable are everywhere");
    for ended in &played {
        assert_eq!((&ended.stdout, &*ended.stderr), (&played[0].stdout, ""));
    }
    for ended in answers.iter().filter(|ended| ended.code != Some(0)) {
        assert_eq!(ended.code, Some(2));
        assert!(ended.stderr.contains("--kernel takes"), "{}", ended.stderr);
    }
}
