//! Malformed input ends the bot with exit code 1 and one line that names the input's line.

use super::process::{run, Ended};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use twixt::geometry::Size;

/// Inputs with a mistake behind a turn or two, `|` for a line's end, and the line of the mistake:
/// what a list made from single turns can't hold.
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

/// Single turns, `|` for a line's end, our side in front if it is told by a flag; below each the
/// complaint.
const COMPLAINTS: &str = include_str!("../arena_input/complaints.txt");

/// A run that must fail: what it is called, its flags and input, and how its line on stderr begins.
struct Mistake {
    name: String,
    flags: Vec<String>,
    input: Vec<u8>,
    begins: String,
}

fn generated(count: usize) -> Vec<Mistake> {
    let cases = crate::malformed::cases(Size::ARENA, count).into_iter();
    let mistake = |case: crate::malformed::Case| Mistake {
        name: case.name,
        flags: Vec::new(),
        input: case.bytes,
        begins: format!("twixt: line {}: expected ", case.line),
    };
    cases.map(mistake).collect()
}

fn behind_other_turns() -> Vec<Mistake> {
    let mistake = |(text, line): (&str, usize)| Mistake {
        name: text.to_owned(),
        flags: Vec::new(),
        input: text.replace('|', "\n").into_bytes(),
        begins: format!("twixt: line {line}: expected "),
    };
    BEHIND_OTHER_TURNS.into_iter().map(mistake).collect()
}

fn complaints() -> Vec<Mistake> {
    let mut lines = COMPLAINTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut all = Vec::new();
    while let (Some(line), Some(complaint)) = (lines.next(), lines.next()) {
        let (flags, text) = match line.split_once(": ") {
            Some((side, text)) => (vec!["--side".to_owned(), side.to_owned()], text),
            None => (Vec::new(), line),
        };
        all.push(Mistake {
            name: line.to_owned(),
            flags,
            input: text.replace('|', "\n").into_bytes(),
            begins: format!("twixt: {}\n", complaint.trim_start()),
        });
    }
    all
}

impl Mistake {
    fn check(&self) {
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        let flags = [&["--nodes", "20"], &flags[..]].concat();
        let Ended { code, stdout, stderr } = run(&flags, &self.input);
        let told = || {
            let input = String::from_utf8_lossy(&self.input);
            let (name, begins) = (&self.name, &self.begins);
            format!("{name}: not `{begins}...` with code 1 but {code:?} and\n{stderr}on\n{input}")
        };
        assert!(stderr.starts_with(&self.begins) && code == Some(1), "{}", told());
        assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{}", told());
        assert!(!stderr.contains("panicked"), "{}", told());
        // Turns before the mistake are answered; no input here has more than two.
        assert!(stdout.lines().count() <= 2, "{}", told());
    }
}

#[test]
fn every_mistake_ends_the_bot_with_one_line_that_names_the_inputs_line() {
    let generated = generated(420);
    let other = behind_other_turns();
    let complaints = complaints();
    assert!(complaints.len() >= 40, "{}", complaints.len());
    let all: Vec<&Mistake> = generated.iter().chain(&other).chain(&complaints).collect();
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
fn the_turns_before_a_mistake_are_answered() {
    let answered = |text: &str| {
        let ended = run(&["--nodes", "20"], text.replace('|', "\n").as_bytes());
        assert_eq!(ended.code, Some(1), "{ended:?}");
        ended.stdout.lines().count()
    };
    assert_eq!(answered("D"), 0);
    assert_eq!(answered("FIRST|0|0|0|0|D"), 1);
    assert_eq!(answered("FIRST|0|0|0|0|SWAP|0|0|1|E3|0|SWAP|1|"), 2);
}
