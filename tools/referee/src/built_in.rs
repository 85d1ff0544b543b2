//! The built-in bots `random` and `path`, which have no tree search.

use clap::{Args, Parser};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::io::{self, BufReader};
use std::process::ExitCode;
use twixt::arena::{exit_code, serve, SessionError};
use twixt::distance::Distances;
use twixt::geometry::{Side, Size};
use twixt::rules::{Move, Outcome, Position};

/// Bots without a tree search
#[derive(Parser)]
#[command(name = "built-in-bot")]
enum Bot {
    /// Uniformly random moves
    Random(Flags),
    /// One-ply search with an evaluation by the link distances of both sides
    Path(Flags),
}

#[derive(Args)]
struct Flags {
    /// Holes along an edge of the board, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = engine::parse_size)]
    size: Size,

    /// The bot's side, vertical or horizontal [default: inferred from the input]
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,

    /// Random seed; the same seed reproduces the game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Plays until the input ends; `arguments` are the program, a bot and its flags. The exit code is 0 if the input ends
/// between two turns, 1 (with an error on stderr) if it is malformed, 2 for wrong flags.
pub(crate) fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    match Bot::try_parse_from(arguments) {
        Ok(Bot::Random(flags)) => exit_code("random", random(&flags)),
        Ok(Bot::Path(flags)) => exit_code("path", path(&flags)),
        Err(error) => {
            // EPIPE on stdout is not an error.
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
    }
}

/// Swaps with probability 1/2.
fn random(flags: &Flags) -> Result<(), SessionError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(flags.seed);
    serve(BufReader::new(io::stdin()), io::stdout(), flags.size, flags.side, |turn| {
        let position = turn.position;
        let swaps = position.may_swap() && rng.random();
        let vacant = position.board().vacant(position.to_move());
        let peg = || vacant.choose(&mut rng).map(Move::Peg);
        let answer = if swaps { Some(Move::Swap) } else { peg() };
        Ok(answer.map(|answer| (answer, String::from("random"))))
    })
}

/// Missing pegs assumed for a side that is cut off; above the number of rows of any board.
const CUT_OFF: f32 = 50.0;

fn path(flags: &Flags) -> Result<(), SessionError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(flags.seed);
    let mut distances = Box::default();
    serve(BufReader::new(io::stdin()), io::stdout(), flags.size, flags.side, |turn| {
        let found = best(&turn.position, &mut distances, &mut rng);
        Ok(found.map(|(answer, score)| (answer, format!("{score:+.1}"))))
    })
}

/// Returns the move with the largest lead, and that lead: the opponent's [`cost`] after the move minus the mover's.
/// Ties are broken at random.
fn best(
    position: &Position,
    distances: &mut Box<Distances<12>>,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(Move, f32)> {
    let mover = position.to_move();
    let mut moves: Vec<Move> = position.moves().collect();
    moves.shuffle(rng);
    let score = |mv| {
        let mut after = position.clone();
        after.play(mv).ok()?;
        if let Some(Outcome::Won(_)) = after.outcome() {
            return Some((mv, CUT_OFF + CUT_OFF));
        }
        distances.measure(after.board());
        Some((mv, cost(distances, !mover) - cost(distances, mover)))
    };
    moves.into_iter().filter_map(score).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns the number of missing pegs of a side plus a narrowness term, since narrow chains are easier to
/// cut.
fn cost(distances: &Distances<12>, side: Side) -> f32 {
    let side = distances.of(side);
    side.needed.map_or(CUT_OFF, |pegs| f32::from(pegs) + side.narrowness / 4.0)
}
