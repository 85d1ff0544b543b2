//! After malformed input the bot exits with code 1; its only line on stderr gives the number of the wrong line.

use super::process::{run, RunResult};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use twixt::geometry::Size;

/// Inputs with a mistake after one or two valid turns (`|` separates lines), and the number of the
/// wrong line.
const BEHIND_OTHER_TURNS: [(&str, usize); 14] = [
    ("FIRST|0|0|0|0|D13|0|0|1|D6|0|", 6),
    ("FIRST|0|0|0|0|||D13|0|0|1|D6|0|", 8),
    ("FIRST|0|0|0|0||D6|1|C3|0|1|E6|0|", 7),
    ("FIRST|0|0|0|0|D6|1|A3|0|1|D6|0|", 8),
    ("FIRST|0|0|0|0|D1|1|C3|0|1|D1|0|", 11),
    ("FIRST|0|0|0|0|D6|1|C3|0|1|D6|", 12),
    ("FIRST|0|0|0|0|D6|1|C3|0|1|D6", 12),
    ("FIRST|0|0|0|0|D6|1|C3|0|1|D6|0|0|", 13),
    ("FIRST|0|0|0|0|SWAP|0|0|1|E3|0|SWAP|1|", 13),
    ("D6|0|0|1|D6|0|FIRST|0|0|0|0|", 7),
    ("D6|0|0|1|D6|0|SWAP|0|0|1|E3|0|", 7),
    ("D6|0|0|1|D6|0|C4|1|H8|0|2|C4|D6|2|C4 D6|D6 C4|", 16),
    ("D6|0|0|1|D6|0|C4|1|H8|1|H8 G6|2|C4|D6|1|C4 D6|", 11),
    ("\u{feff}FIRST|0|0|0|0|", 1),
];

/// Single turns (`|` separates lines), each preceded by our side, if a flag gives it, and followed by
/// its error.
const ERRORS: &str = include_str!("../arena_input/errors.txt");

/// A run that must fail, and the required start of its error on stderr.
struct Mistake {
    name: String,
    flags: Vec<String>,
    input: Vec<u8>,
    start: String,
}

fn generated(count: usize) -> Vec<Mistake> {
    let cases = crate::malformed::cases(Size::ARENA, count).into_iter();
    let mistake = |case: crate::malformed::Case| Mistake {
        name: case.name,
        flags: Vec::new(),
        input: case.bytes,
        start: format!("twixt: line {}: expected ", case.line),
    };
    cases.map(mistake).collect()
}

fn behind_other_turns() -> Vec<Mistake> {
    let mistake = |(text, line): (&str, usize)| Mistake {
        name: text.to_owned(),
        flags: Vec::new(),
        input: text.replace('|', "\n").into_bytes(),
        start: format!("twixt: line {line}: expected "),
    };
    BEHIND_OTHER_TURNS.into_iter().map(mistake).collect()
}

fn listed_errors() -> Vec<Mistake> {
    let mut lines = ERRORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut all = Vec::new();
    while let (Some(line), Some(error_text)) = (lines.next(), lines.next()) {
        let (flags, text) = match line.split_once(": ") {
            Some((side, text)) => (vec!["--side".to_owned(), side.to_owned()], text),
            None => (Vec::new(), line),
        };
        all.push(Mistake {
            name: line.to_owned(),
            flags,
            input: text.replace('|', "\n").into_bytes(),
            start: format!("twixt: {}\n", error_text.trim_start()),
        });
    }
    all
}

impl Mistake {
    fn check(&self) {
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        let flags = [&["--nodes", "20"], &flags[..]].concat();
        let RunResult { code, stdout, stderr } = run(&flags, &self.input);
        let failure = || {
            let input = String::from_utf8_lossy(&self.input);
            let (name, start) = (&self.name, &self.start);
            format!("{name}: not `{start}...` with code 1 but {code:?} and\n{stderr}on\n{input}")
        };
        assert!(stderr.starts_with(&self.start) && code == Some(1), "{}", failure());
        assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{}", failure());
        assert!(!stderr.contains("panicked"), "{}", failure());
        // The turns before the mistake are answered; no input here has more than two of them.
        assert!(stdout.lines().count() <= 2, "{}", failure());
    }
}

#[test]
fn mistakes_end_the_bot_with_one_line_that_gives_the_input_line() {
    let generated = generated(420);
    let other = behind_other_turns();
    let listed_errors = listed_errors();
    assert!(listed_errors.len() >= 40, "{}", listed_errors.len());
    let all: Vec<&Mistake> = generated.iter().chain(&other).chain(&listed_errors).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(mistake) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    mistake.check();
                }
            });
        }
    });
    assert!(next.into_inner() >= all.len(), "all were tried");
}

#[test]
fn turns_before_a_mistake_are_answered() {
    let answered = |text: &str| {
        let ended = run(&["--nodes", "20"], text.replace('|', "\n").as_bytes());
        assert_eq!(ended.code, Some(1), "{ended:?}");
        ended.stdout.lines().count()
    };
    assert_eq!(answered("D"), 0);
    assert_eq!(answered("FIRST|0|0|0|0|D"), 1);
    assert_eq!(answered("FIRST|0|0|0|0|SWAP|0|0|1|E3|0|SWAP|1|"), 2);
}
