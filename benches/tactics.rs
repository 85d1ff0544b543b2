//! `cargo bench --bench tactics`: how many positions with a proven answer each search solves.
//!
//! A position of `tactics/positions.txt` is solved if the search would play one of its winning
//! moves, of which there are at most three. All others of its moves don't win, by exhaustive proof
//! (`solve tactics`; the file's head has the command that wrote it). *Quiet* ones have a single
//! winning move that makes no link. Every win takes three pegs or more. Those of 7 x 7 and 8 x 8
//! were chosen so that the search by link distances misses them when it looks at 32 or 4
//! positions, which weighs a little against it. Every position is searched from nothing, for 10, 50
//! and 300 ms; keep the machine quiet.
//!
//! `cargo bench --bench tactics -- network` looks at the searches named only.

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

/// Builds an evaluator for boards of a size.
type Build = fn(Size) -> Box<dyn Evaluator>;

/// What the searches evaluate with, by name.
const EVALUATORS: [(&str, Build); 2] = [
    ("network", |size| with_network(Network::built_in().expect("sound weights"), size)),
    ("distance", by_distance),
];

/// A position and the moves that win there.
struct Tactic {
    position: Position,
    wins: Vec<Hole>,
    quiet: bool,
}

fn main() {
    let tactics: Vec<Tactic> =
        TEXT.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    let quiet = tactics.iter().filter(|tactic| tactic.quiet).count();
    println!("{} positions, {quiet} of them quiet; solved (of these quiet):", tactics.len());
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:<10}{}", "", TIMES.map(|time| format!("{:>16}", format!("{time} ms"))).concat());
    for (name, evaluator) in EVALUATORS {
        if !named.is_empty() && !named.iter().any(|wanted| wanted == name) {
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

/// The numbers of the positions that a search solves in the time.
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

/// Reads a line: size, moves, winning moves, and `quiet` or `direct`, with blanks between; moves
/// with commas between.
fn read(line: &str) -> Tactic {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [size, moves, wins, kind] = words[..] else { panic!("four words wanted in: {line}") };
    let hole =
        |text: &str| -> Hole { text.parse().unwrap_or_else(|_| panic!("{text} in: {line}")) };
    let size = size.parse().ok().and_then(Size::new).unwrap_or_else(|| panic!("size of: {line}"));
    // Nobody swaps in between.
    let mut position = Position::new(size);
    for mv in moves.split(',') {
        let played = position.play(Move::Peg(hole(mv)));
        played.unwrap_or_else(|error| panic!("{mv}: {error} in: {line}"));
    }
    Tactic { position, wins: wins.split(',').map(hole).collect(), quiet: kind == "quiet" }
}
