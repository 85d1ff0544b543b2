//! The arena's turns are read as the engine's positions, and every malformed input is reported with
//! its line.

#[path = "../../fuzz/bodies/arena.rs"]
mod body;

use crate::malformed::blocks::{turns_of, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::thread::sleep;
use std::time::{Duration, Instant};
use twixt::arena::{rebuild, side_to_move, InputError, Last, TurnReader};
use twixt::geometry::{Link, Side, Size};
use twixt::rules::Position;

/// Reads an input as a session does: the side inferred from the first turn applies to all turns.
fn read_all(
    input: impl BufRead,
    size: Size,
    mut known: Option<Side>,
) -> Result<Vec<Position>, InputError> {
    let mut reader = TurnReader::new(input, size);
    let mut positions = Vec::new();
    while let Some(turn) = reader.next()? {
        let side = side_to_move(&turn, known, size)?;
        known = Some(side);
        positions.push(rebuild(&turn, side, size)?);
    }
    Ok(positions)
}

fn read_arena(input: &str, known: Option<Side>) -> Result<Position, InputError> {
    read_all(input.as_bytes(), Size::ARENA, known).map(|mut all| all.pop().expect("a turn"))
}

#[test]
fn turns_read_back_as_the_engines_positions() {
    let mut swaps = 0;
    let mut links = 0;
    for edge in 5..=24 {
        let size = Size::new(edge).expect("a size");
        for seed in 0..20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed * 100 + u64::from(edge));
            let side = Side::ALL[seed as usize % 2];
            let turns = turns_of(side, size, 80, &mut rng);
            let text = in_any_style(&turns, &mut rng);
            let input = BufReader::with_capacity(rng.random_range(1..100), text.as_bytes());
            let read = read_all(input, size, None).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let expected: Vec<Position> = turns.iter().map(|turn| turn.position.clone()).collect();
            assert_eq!(read, expected, "size {edge}, seed {seed}\n{text}");
            swaps += turns.iter().filter(|turn| turn.lines[0] == "SWAP").count();
            links += read.last().map_or(0, |last| last.board().links(side).count());
        }
    }
    assert!(swaps > 50 && links > 1_000, "{swaps} swaps, {links} links are too few");
}

/// Writes the turns with random blanks, blank lines and line terminators.
fn in_any_style(turns: &[Turn], rng: &mut Xoshiro256PlusPlus) -> String {
    let mut text = String::new();
    let end = *["\n", "\r\n"].choose(rng).expect("two");
    let lower = rng.random();
    for turn in turns {
        for _ in 0..rng.random_range(0..3) {
            text += ["", "  ", "\t"].choose(rng).expect("three");
            text += end;
        }
        for line in &turn.lines {
            let line = if lower { line.to_lowercase() } else { line.clone() };
            text += ["", "", " ", "\t "].choose(rng).expect("four");
            text += &line.replace(' ', [" ", "  ", "\t"].choose(rng).expect("three"));
            text += ["", "", " ", "\t "].choose(rng).expect("four");
            text += end;
        }
    }
    // The last line may have no terminator, or be followed by blank lines.
    match rng.random_range(0..3) {
        0 => text.truncate(text.trim_end().len()),
        1 => text += " \n\n",
        _ => {}
    }
    text
}

#[test]
fn every_mistake_is_reported_with_its_line() {
    let sizes = [(5, 500), (8, 500), (12, 3_000), (24, 500)];
    for (edge, count) in sizes {
        let size = Size::new(edge).expect("a size");
        for case in crate::malformed::cases(size, count) {
            let input = || String::from_utf8_lossy(&case.bytes).into_owned();
            let error = match read_all(&case.bytes[..], size, None) {
                Err(error) => error,
                Ok(_) => panic!("{} passed on board {edge}:\n{}", case.name, input()),
            };
            let text = error.to_string();
            assert_eq!(error.line, case.line, "{}: {text}\n{}", case.name, input());
            assert!(text.starts_with(&format!("line {}: expected ", case.line)), "{text}");
            assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
            assert!(text.len() < 250, "{text}");
        }
    }
}

#[test]
fn cases_are_reproducible_and_distinct() {
    let [once, again] = [(); 2].map(|()| crate::malformed::cases(Size::ARENA, 400));
    assert!(once.iter().zip(&again).all(|(a, b)| a.name == b.name && a.bytes == b.bytes));
    let mut inputs: Vec<_> = once.iter().map(|case| &case.bytes).collect();
    inputs.sort();
    inputs.dedup();
    assert!(inputs.len() >= 390, "{} different ones", inputs.len());
}

/// Inputs of one turn (`|` separates lines), each input followed by its error.
const ERRORS: &str = include_str!("arena_input/errors.txt");

#[test]
fn errors_have_the_listed_texts() {
    let mut count = 0;
    let mut lines = ERRORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(input) = lines.next() {
        let (known, turn) = match input.split_once(": ") {
            Some(("vertical", turn)) => (Some(Side::Vertical), turn),
            Some(("horizontal", turn)) => (Some(Side::Horizontal), turn),
            _ => (None, input),
        };
        let expected = lines.next().expect("an error after every input").trim_start();
        let error = read_arena(&turn.replace('|', "\n"), known).expect_err(input);
        assert_eq!(error.to_string(), expected, "{input}");
        count += 1;
    }
    assert!(count >= 40, "{count}");
}

#[test]
fn non_text_bytes_are_escaped() {
    let error_text = |input: &[u8]| read_all(input, Size::ARENA, None).unwrap_err().to_string();
    let expected = "FIRST, SWAP or the last peg such as C3 on the 12 x 12 board";
    for (input, found) in [
        (&b"\xff\xfeF\0"[..], r#""\xff\xfeF\x00""#),
        (b"\0\n0\n", r#""\x00""#),
        (b"D6\x1b[2J\n", r#""D6\x1b[2J""#),
        (b"D6\r0\r0\r1\rD6\r0\r", r#""D6\r0\r0\r1\rD6\r0""#),
        ("Ｄ６\n".as_bytes(), r#""\xef\xbc\xa4\xef\xbc\x96""#),
        (b"a \"quoted\" \\ line\n", r#""a \"quoted\" \\ line""#),
        (&[b'x'; 64], r#""xxxxxxxxxxxxxxxxxxxxxxxx"... in an overlong line"#),
        (&[b'x'; 63], r#""xxxxxxxxxxxxxxxxxxxxxxxx"..."#),
        (&[b'x'; 1_000_000], r#""xxxxxxxxxxxxxxxxxxxxxxxx"... in an overlong line"#),
        (&[&b"FIRST"[..], &[b' '; 100]].concat(), r#""FIRST"... in an overlong line"#),
    ] {
        assert_eq!(error_text(input), format!("line 1: expected {expected}, found {found}"));
    }
}

#[test]
fn input_without_a_turn_is_valid() {
    for input in ["", "\n", " \r\n\t\n", "FIRST\n0\n0\n0\n0", "FIRST\n0\n0\n0\n0\r\n\r\n "] {
        let read = read_all(input.as_bytes(), Size::ARENA, None).expect(input);
        assert_eq!(read.len(), usize::from(input.starts_with('F')));
    }
}

/// For each input, the side to move if our side is unknown, known as vertical, or known as
/// horizontal.
#[test]
fn side_follows_from_first_line_history_borders_or_counts() {
    use Side::{Horizontal, Vertical};
    let side = |input: &str, known| {
        let input = input.replace('|', "\n");
        let turn = TurnReader::new(input.as_bytes(), Size::ARENA).next().unwrap().expect("a turn");
        side_to_move(&turn, known, Size::ARENA)
    };
    let both = [None, Some(Vertical), Some(Horizontal)];
    for (input, sides) in [
        ("FIRST|0|0|0|0", [Some(Vertical), Some(Vertical), None]),
        ("SWAP|0|0|1|E3|0", [Some(Vertical), Some(Vertical), None]),
        ("D6|0|0|1|D6|0", [Some(Horizontal), Some(Vertical), Some(Horizontal)]),
        // The opponent has swapped; only the peg in the left column reveals that the opponent is horizontal.
        ("A3|0|0|1|A3|0", [Some(Vertical), Some(Vertical), Some(Horizontal)]),
        ("D6|1|G7|0|1|D6|0", [Some(Vertical), Some(Vertical), Some(Horizontal)]),
        ("D6|1|G7|0|2|D6|C9|0", [Some(Horizontal), Some(Vertical), Some(Horizontal)]),
        ("D6|2|G7|C9|0|1|D6|0", [Some(Vertical), Some(Vertical), Some(Horizontal)]),
        // The borders contradict the counts, since the first peg was swapped.
        ("D6|1|A7|0|1|D6|0", [Some(Horizontal), Some(Vertical), Some(Horizontal)]),
        ("D1|1|G7|0|1|D1|0", [Some(Horizontal), Some(Vertical), Some(Horizontal)]),
        ("D6|1|G12|0|2|D6|C9|0", [Some(Vertical), Some(Vertical), Some(Horizontal)]),
        ("L6|1|G7|0|2|L6|C9|0", [Some(Vertical), Some(Vertical), Some(Horizontal)]),
    ] {
        assert_eq!(both.map(|known| side(input, known).ok()), sides, "{input}");
    }
}

#[test]
fn lists_override_the_links_of_the_rules() {
    // D6 and E8 are a knight's move apart, but the link would cross D7 F6.
    let input = "D7\n2\nD6\nE8\n0\n2\nD7\nF6\n1\nF6 D7\n";
    let position = read_arena(input, Some(Side::Vertical)).expect("a position");
    let hole = |text: &str| text.parse().expect("a hole");
    let link = |a, b| Link::between(hole(a), hole(b)).expect("a link");
    assert!(!position.board().has_link(Side::Vertical, link("D6", "E8")));
    assert!(position.board().has_link(Side::Horizontal, link("D7", "F6")));

    let crossed = input.replace("E8\n0\n", "E8\n1\nD6 E8\n");
    let position = read_arena(&crossed, Some(Side::Vertical)).expect("a position");
    assert!(position.board().has_link(Side::Vertical, link("D6", "E8")));
    assert!(position.board().has_link(Side::Horizontal, link("D7", "F6")));
}

#[test]
fn turn_has_its_first_line_and_lists() {
    let input = "\n\nFIRST\n0\n0\n0\n0\n\nh10\n1\nG7\n0\n2\nH10\nF9\n1\nH10 F9\n";
    let mut reader = TurnReader::new(input.as_bytes(), Size::ARENA);
    let mut next = || reader.next().expect("no error");
    let first = next().expect("a turn");
    assert_eq!((first.line, first.last), (3, Last::First));
    assert!(first.own.pegs.is_empty() && first.his.pegs.is_empty());
    let second = next().expect("a turn");
    let hole = |text: &str| text.parse().expect("a hole");
    assert_eq!((second.line, second.last), (9, Last::Peg(hole("H10"))));
    assert_eq!((second.own.pegs, second.own.links), (vec![hole("G7")], vec![]));
    assert_eq!(second.his.pegs, [hole("H10"), hole("F9")]);
    assert_eq!(second.his.links, [Link::between(hole("F9"), hole("H10")).expect("a link")]);
    assert!(next().is_none());
}

/// A reader that returns its pieces, or errors, one by one, each after a pause.
struct Pieces(Vec<io::Result<&'static [u8]>>);

const PAUSE: Duration = Duration::from_millis(60);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        sleep(PAUSE);
        self.0.remove(0)?.read(buffer)
    }
}

#[test]
fn time_starts_with_the_first_byte_and_the_turn_ends_with_the_last() {
    let fail = || Err(io::Error::other("two\nlines"));
    let pieces = vec![
        Ok(&b"\n \r\n"[..]),
        Err(ErrorKind::Interrupted.into()),
        Ok(b"  FI"),
        Err(ErrorKind::Interrupted.into()),
        Ok(b"RST\n0\n0\n"),
        Ok(b"0\n0\n"),
        fail(),
        Ok(b"D6\n0"),
        fail(),
    ];
    let mut reader = TurnReader::new(BufReader::new(Pieces(pieces)), Size::ARENA);
    let start = Instant::now();
    assert_eq!(reader.wait(), Ok(true));
    let started = Instant::now();
    assert!(reader.next().expect("no error before the turn's end").is_some());
    // Three pauses precede the first byte, three more the last.
    let waited = started - start;
    assert!(waited >= 3 * PAUSE && started.elapsed() >= 3 * PAUSE, "{waited:?}");
    let between = reader.next().expect_err("unreadable").to_string();
    assert_eq!(between, r#"line 8: expected a turn, found unreadable input: "two\nlines""#);
    let inside = reader.next().expect_err("unreadable").to_string();
    let expected = "numYourPegs, here a number from 0 to 120";
    assert_eq!(
        inside,
        format!(r#"line 9: expected {expected}, found unreadable input: "two\nlines""#)
    );
}

#[test]
fn fuzz_corpus_passes() {
    crate::corpus::feed("arena", body::run);
}
