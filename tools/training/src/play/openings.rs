//! Openings for matches: starts that the search takes for even, so that a game is decided by how it
//! is played and not by who sits where.

use crate::play::list::line;
use crate::play::settings::Ready;
use crate::play::starts::{open, Opened};
use anyhow::{ensure, Result};
use std::ops::RangeInclusive;
use twixt::random::Random;
use twixt::rules::Proof;
use twixt::search::{Decision, Limits, Search};

/// Starts tried for each one that is wanted before giving up.
const TRIES: u32 = 400;

/// A search may be ended early: after one position in so many its value must lie in a range that is
/// wider by so much at either end. Most starts are so far from even that they end there.
const EARLY: [(u64, f32); 3] = [(100, 0.2), (10, 0.1), (1, 0.0)];

/// What openings are wanted.
pub struct Wanted {
    /// How many different ones.
    pub count: usize,
    /// Where the value for the side to move must lie in the end.
    pub even: RangeInclusive<f32>,
    /// From how many to how many pegs stand on the board.
    pub plies: RangeInclusive<usize>,
    /// Positions that a search looks at. The settings' full search is its beginning.
    pub nodes: u64,
}

/// Draws different starts that the search finds even. The first of them are `known` if they were drawn
/// before, a line each; of each other one `found` hears at once, as such a line.
///
/// # Errors
///
/// If the settings' starts are hardly ever even, and what `found` fails with.
pub fn balanced(
    ready: &Ready,
    wanted: &Wanted,
    known: &[String],
    mut found: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let evaluator = ready.evaluator()?;
    let start = ready.settings.board.start();
    let mut search = Search::new(start, evaluator, ready.params.clone(), ready.capacity());
    let mut openings: Vec<String> = Vec::new();
    for number in 0.. {
        if openings.len() == wanted.count {
            break;
        }
        let most = TRIES.saturating_mul(u32::try_from(wanted.count).unwrap_or(u32::MAX));
        ensure!(
            number < most,
            "only {} of {most} starts were even: take other --starts, or a wider --even or --plies, and to \
             go on with a file the flags that it was begun with",
            openings.len()
        );
        let mut random = Random::new(ready.settings.game_seed(number));
        let Opened { opening, thought, .. } = open(ready, &mut search, &mut random)?;
        let line = line(&opening);
        if let Some(next) = known.get(openings.len()) {
            // What was drawn before the next known one was not even.
            if line == *next {
                openings.push(line);
            }
        } else if wanted.plies.contains(&opening.len())
            && !openings.contains(&line)
            && is_even(&mut search, thought.report, wanted)
        {
            found(&line)?;
            openings.push(line);
        }
    }
    Ok(())
}

/// Whether the search that stands at a start and has found `report` finds it even in the end.
fn is_even(search: &mut Search, mut report: Decision, wanted: &Wanted) -> bool {
    let mut passes = report.passes;
    EARLY.iter().all(|&(part, wider)| {
        let more = (wanted.nodes / part).saturating_sub(passes);
        if more > 0 {
            report = search.think(&Limits::nodes(more));
            passes += more;
        }
        let (low, high) = (wanted.even.start() - wider, wanted.even.end() + wider);
        report.proof == Proof::Open && (low..=high).contains(&report.value)
    })
}
