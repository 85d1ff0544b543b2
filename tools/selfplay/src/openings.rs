//! Openings for matches: starts that the search takes for even, so that a game is decided by how it
//! is played and not by who sits where.

use crate::game::HoleNumber;
use crate::settings::Ready;
use crate::starts::{open, Opened};
use anyhow::{ensure, Result};
use std::ops::RangeInclusive;
use twixt::random::Random;
use twixt::search::Search;

/// Starts tried for each one that is wanted before giving up.
const TRIES: u32 = 400;

/// Draws `count` different starts whose value for the side to move, by a full search, lies in
/// `even`. `found` hears how many there are.
///
/// # Errors
///
/// If the settings' starts are hardly ever even.
pub fn balanced(
    ready: &Ready,
    count: usize,
    even: &RangeInclusive<f32>,
    mut found: impl FnMut(usize),
) -> Result<Vec<Vec<HoleNumber>>> {
    let evaluator = ready.evaluator(ready.settings.seed)?;
    let mut search = Search::new(ready.start(), evaluator, ready.params.clone(), ready.capacity());
    let mut openings: Vec<Vec<HoleNumber>> = Vec::new();
    for number in 0.. {
        if openings.len() == count {
            break;
        }
        let most = TRIES.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
        ensure!(
            number < most,
            "only {} of {most} starts were even: take other --starts or a wider --even",
            openings.len()
        );
        let mut random = Random::new(ready.settings.game_seed(number));
        let Opened { opening, thought, .. } = open(ready, &mut search, &mut random)?;
        if even.contains(&thought.report.value) && !openings.contains(&opening) {
            openings.push(opening);
            found(openings.len());
        }
    }
    Ok(openings)
}
