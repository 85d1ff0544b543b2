//! `cargo bench --bench tactics`: how many positions with a proven win each search solves.
//!
//! A position of `tactics/positions.txt` is solved if the search plays one of its winning moves, of
//! which there are one to three; all other moves are proven not to win. *Quiet* positions have a single
//! winning move, which makes no link. Every win takes three pegs or more. The positions on 7 × 7 and 8 × 8 were selected because
//! the search with link distances fails in them, with 32 evaluations on 7 × 7 and 4 on 8 × 8; this is
//! a small bias against that search. Each position is searched from scratch for 10, 50 and 300 ms; run on an
//! idle machine.
//!
//! `cargo bench --bench tactics -- network` runs only the named searches.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use twixt::evaluate::{by_distance, with_network, Evaluator};
use twixt::geometry::{Hole, Size};
use twixt::network::Network;
use twixt::rules::{Move, Position};
use twixt::search::{Params, Search};
use twixt::time::until;

const TEXT: &str = include_str!("tactics/positions.txt");
const TIMES: [u64; 3] = [10, 50, 300];

type Build = fn(Size) -> Box<dyn Evaluator>;

/// The evaluators by name.
const EVALUATORS: [(&str, Build); 2] = [
    ("network", |size| with_network(Network::built_in().expect("valid weights"), size)),
    ("distance", by_distance),
];

/// A position and its winning moves.
struct Tactic {
    position: Position,
    wins: Vec<Hole>,
    quiet: bool,
}

fn main() {
    let tactics: Vec<Tactic> =
        TEXT.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    let quiet = tactics.iter().filter(|tactic| tactic.quiet).count();
    println!("{} positions, {quiet} of them quiet; solved (quiet ones among them):", tactics.len());
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:<10}{}", "", TIMES.map(|time| format!("{:>16}", format!("{time} ms"))).concat());
    for (name, evaluator) in EVALUATORS {
        if !named.is_empty() && !named.iter().any(|selected| selected == name) {
            continue;
        }
        print!("{name:<10}");
        for time in TIMES {
            let solved = solved(&tactics, evaluator, Duration::from_millis(time));
            let quiet = solved.iter().filter(|&&number| tactics[number].quiet).count();
            print!("{:>16}", format!("{} ({quiet})", solved.len()));
            let _ = std::io::stdout().flush();
        }
        println!();
    }
}

/// Returns the numbers of the positions that a search solves in `time`.
fn solved(tactics: &[Tactic], evaluator: Build, time: Duration) -> Vec<usize> {
    let mut solved = Vec::new();
    for (number, tactic) in tactics.iter().enumerate() {
        if std::io::stderr().is_terminal() {
            let left = (time * (tactics.len() - number) as u32).as_secs();
            eprint!("\r{number} of {}, {left} s left \r", tactics.len());
        }
        let position = tactic.position.clone();
        let evaluator = evaluator(position.size());
        let mut search = Search::new(position, evaluator, Params::default(), 1_000_000);
        let report = search.think(&until(Instant::now() + time));
        if matches!(report.best, Some(Move::Peg(hole)) if tactic.wins.contains(&hole)) {
            solved.push(number);
        }
    }
    solved
}

/// Parses a line: size, moves, winning moves, and `quiet` or `direct`, separated by blanks; moves are
/// separated by commas.
fn read(line: &str) -> Tactic {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [size, moves, wins, kind] = words[..] else { panic!("expected four words in: {line}") };
    let hole =
        |text: &str| -> Hole { text.parse().unwrap_or_else(|_| panic!("{text} in: {line}")) };
    let size = size.parse().ok().and_then(Size::new).unwrap_or_else(|| panic!("size of: {line}"));
    // The moves contain no swap.
    let mut position = Position::new(size);
    for mv in moves.split(',') {
        let played = position.play(Move::Peg(hole(mv)));
        played.unwrap_or_else(|error| panic!("{mv}: {error} in: {line}"));
    }
    Tactic { position, wins: wins.split(',').map(hole).collect(), quiet: kind == "quiet" }
}
