//! One game of a contest.

use super::{Mind, Pace, Plan};
use anyhow::{Context, Result};
use referee::record::Record;
use referee::rules::Seat;
use referee::verdict::{Ending, Verdict};
use std::time::Instant;
use twixt::geometry::Side;
use twixt::rules::{is_drawn, Outcome, Ply, Position};

/// Plays the game of this number; `minds` are those of the players, the first player's first.
/// `None` if `stop` said so.
///
/// Every turn sets a peg, so that a game ends with the last hole at the latest; it ends before as
/// soon as neither side can join its borders any more.
///
/// # Errors
///
/// If an engine has no turn, or one that breaks a rule: a fault of the engine.
pub(super) fn play(
    plan: &Plan,
    number: u64,
    opening: &[Ply],
    minds: &mut [Mind; 2],
    stop: &dyn Fn() -> bool,
) -> Result<Option<Record>> {
    let mut position = plan.start()?;
    let mut game = Played::default();
    for ply in opening {
        game.add(&mut position, ply, None)?;
    }
    let bots = plan.fixture(number).seats.map(|place| plan.bots[place].engine.to_string());
    let (winner, ending, reason) = loop {
        if let Some(end) = end(&position) {
            break end;
        }
        if stop() {
            return Ok(None);
        }
        let seat = position.to_move().index();
        let begun = Instant::now();
        let ply = minds[seat]
            .think(&position, plan.pace)
            .and_then(|thought| {
                // By positions a game is to be the same again, to the last byte of its record.
                let time = match plan.pace {
                    Pace::Nodes(_) => None,
                    Pace::Seconds(_) => Some((begun.elapsed().as_secs_f64() * 1e6).round() / 1e3),
                };
                game.add(&mut position, &thought.ply, time)
            })
            .with_context(|| format!("{} after {}", bots[seat], game.moves.join(" ")));
        ply?;
    };
    let limit = match plan.pace {
        Pace::Nodes(_) => 0,
        Pace::Seconds(seconds) => (seconds * 1000.0).ceil() as u64,
    };
    Ok(Some(Record {
        size: plan.size,
        rules: plan.rules.clone(),
        bots,
        seed: Some(plan.seed(number)),
        limits_ms: [[limit; 2]; 2],
        opening: opening.len(),
        moves: game.moves,
        times_ms: game.times_ms,
        late_ms: None,
        texts: Vec::new(),
        winner,
        ending,
        reason,
    }))
}

/// The plies of a game so far.
#[derive(Default)]
struct Played {
    moves: Vec<String>,
    times_ms: Vec<Option<f64>>,
}

impl Played {
    fn add(&mut self, position: &mut Position, ply: &Ply, time: Option<f64>) -> Result<()> {
        position.play_ply(ply).with_context(|| format!("{ply} can't be played"))?;
        self.moves.push(ply.to_string());
        self.times_ms.push(time);
        Ok(())
    }
}

/// How the game ended, if it has.
fn end(position: &Position) -> Option<(Option<Seat>, Ending, String)> {
    let verdict = match position.outcome() {
        Some(Outcome::Won(Side::Vertical)) => Verdict::Chain(Seat::First),
        Some(Outcome::Won(Side::Horizontal)) => Verdict::Chain(Seat::Second),
        Some(Outcome::Drawn) => Verdict::Draw,
        None if is_drawn(position) => {
            let reason = "Draw: neither player can join its borders any more.";
            return Some((None, Ending::Draw, reason.to_owned()));
        }
        None => return None,
    };
    Some((verdict.winner(), verdict.ending(), verdict.to_string()))
}
