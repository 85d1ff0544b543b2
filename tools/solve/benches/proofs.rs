//! Wins proven within a node budget, and per second of processor time: `cargo bench -p solve --bench proofs -- [EVALS]`.
//!
//! `won-8` and `won-9` are the proven wins of `results/`. `won-12` are the first 500 different positions of the league's
//! games on 12 × 12 that are 5, 7 or 9 plies before the winner's last peg, one per game, without an immediate win. The
//! loser may have erred later, so not all of them are wins. `player` proves by regions, `search` is that of the arena's bot.
//! The time includes that of positions without a proof, but not that of creating the tree.

use engine::player::Player;
use engine::Evaluators;
use formats::{Assume, Format};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, Outcome, Position, Proof};
use twixt::search::{Limits, Params, Search};

const EVALS: u64 = 4_000;
/// A tree's maximum number of nodes.
const CAPACITY: usize = 1_000_000;
/// The number of positions from the league's games.
const COUNT: usize = 500;
/// The plies from these positions to the end of the game, in turn.
const PLIES: [usize; 3] = [5, 7, 9];

fn main() {
    let evals = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(EVALS);
    println!("set     engine  proven  positions    evals  seconds  proven/s");
    for size in [8, 9, 12] {
        let size = Size::new(size).expect("a size from 5 to 24");
        let positions = if size.get() == 12 { from_games(size) } else { from_results(size) };
        let evaluators = Evaluators::network(None).expect("the built-in weights are valid");
        let start = positions[0].clone();
        let mut player = Player::new(start.clone(), &evaluators, CAPACITY);
        report(size, "player", &positions, |position| {
            player.restart(position);
            let answer = player.think(&Limits::nodes(evals));
            (answer.proof, answer.evals)
        });
        let mut search = Search::new(start, evaluators.build(size), Params::default(), CAPACITY);
        report(size, "search", &positions, |position| {
            search.reset(position.clone());
            let decision = search.think(&Limits::nodes(evals));
            (decision.proof, decision.evals)
        });
    }
}

/// Searches all positions and prints a line of the table.
fn report(
    size: Size,
    engine: &str,
    positions: &[Position],
    mut think: impl FnMut(&Position) -> (Proof, u64),
) {
    let (mut proven, mut evals) = (0, 0);
    let started = Instant::now();
    let start = clock(started);
    for position in positions {
        let found = think(position);
        proven += usize::from(found.0 == Proof::Won);
        evals += found.1;
    }
    let seconds = clock(started) - start;
    let (count, rate) = (positions.len(), proven as f64 / seconds);
    let set = format!("won-{}", size.get());
    println!("{set:<8}{engine:<8}{proven:>6}{count:>11}{evals:>9}{seconds:>9.2}{rate:>10.1}");
}

/// Returns the positions of `results/`.
fn from_results(size: Size) -> Vec<Position> {
    let text = read(&format!("results/won-{}.txt", size.get()));
    let hole = |text: &str| -> Hole { text.parse().expect("a hole") };
    text.lines().map(|line| position(size, line.split(',').map(hole))).collect()
}

/// Returns positions near the end of the league's games, with the winner to move.
fn from_games(size: Size) -> Vec<Position> {
    let text = read("../lab/league/games.jsonl");
    let games = formats::read(&text, Some(Format::Json), &Assume::default()).expect("valid games");
    let (mut positions, mut keys) = (Vec::new(), BTreeSet::new());
    for game in games.iter().filter(|game| game.size == size) {
        let pegs = game.pegs();
        let end = position(size, pegs.iter().copied()).outcome();
        let is_won = matches!(end, Some(Outcome::Won(_)));
        let plies = PLIES[positions.len() % PLIES.len()];
        let Some(count) = pegs.len().checked_sub(plies).filter(|_| is_won) else { continue };
        let position = position(size, pegs[..count].iter().copied());
        if !wins_at_once(&position) && keys.insert(position.key()) {
            positions.push(position);
        }
        if positions.len() == COUNT {
            break;
        }
    }
    positions
}

fn wins_at_once(position: &Position) -> bool {
    position.board().vacant(position.to_move()).any(|hole| {
        let mut after = position.clone();
        after.play(Move::Peg(hole)).is_ok() && after.outcome().is_some()
    })
}

/// Returns the position after these pegs, without a swap.
fn position(size: Size, pegs: impl IntoIterator<Item = Hole>) -> Position {
    let mut position = Position::new(size);
    for hole in pegs {
        position.play(Move::Peg(hole)).expect("a legal move");
    }
    position
}

/// Reads a file of this package or beside it.
fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns this thread's CPU time in seconds if the system reports it, else wall-clock time.
fn clock(started: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
