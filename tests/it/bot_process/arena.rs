//! The arena's bot has the flags that a referee needs and no others.

use super::process::{run, RunResult};

#[test]
fn answers_with_network_and_book() {
    let input = "FIRST\n0\n0\n0\n0\nD6\n1\nC3\n0\n1\nD6\n0\n";
    let flags = ["--nodes", "20", "--first-ms=1000", "--turn-ms", "300", "--side=vertical"];
    let RunResult { code, stdout, stderr } = run(&flags, input.as_bytes());
    assert_eq!((code, &*stderr), (Some(0), ""));
    let answers: Vec<&str> = stdout.lines().collect();
    assert_eq!(answers.len(), 2);
    let book = include_str!("../../../src/opening/book.txt");
    let first = twixt::opening::PackedBook::from_bytes(twixt::text::decode(book).unwrap());
    let position = twixt::rules::Position::new(twixt::geometry::Size::ARENA);
    let peg = first.find(&position).peg.expect("the book opens");
    assert!(answers[0].starts_with(&format!("{peg} ")), "{stdout}");
}

#[test]
fn help_lists_the_flags_and_a_wrong_flag_is_one_line() {
    let help = run(&["--help"], b"");
    assert_eq!((help.code, &*help.stderr), (Some(0), ""));
    for flag in ["--size", "--side", "--first-ms", "--turn-ms", "--nodes"] {
        assert!(help.stdout.contains(flag), "{flag} is missing in {}", help.stdout);
    }
    let version = run(&["--version"], b"");
    assert_eq!((version.code, &*version.stderr), (Some(0), ""));
    assert_eq!(version.stdout, concat!("twixt ", env!("CARGO_PKG_VERSION"), "\n"));
    for (flags, error) in [
        (&["--size", "4"][..], r#"twixt: --size takes a size from 5 to 24, not "4""#),
        (&["--set", "cpuct=1"], r#"twixt: unknown flag "--set"; see --help"#),
    ] {
        let wrong = run(flags, b"");
        assert_eq!((wrong.code, &*wrong.stdout, wrong.stderr.trim_end()), (Some(2), "", error));
    }
}
