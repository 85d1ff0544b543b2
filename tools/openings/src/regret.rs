//! The own first peg by least regret: what each is worth against ways to answer it.
//!
//! Who opens with a peg that is worth *v* has *v* if nobody takes it and 1 − *v* if it is taken. That
//! is its worth between equals. An opponent that plays better or worse afterwards shifts it as Elo's
//! formula says: 400 points are odds of 10 to 1, so that against a much weaker one every first peg wins.

use crate::verdict::Verdict;
use twixt::geometry::Hole;

/// A way to answer first pegs.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// What tables call it.
    pub name: String,
    /// How much stronger its owner plays than the bot, in Elo.
    pub elo: f32,
    /// Whether it takes each of the pegs, in the order of the verdicts.
    pub swaps: Vec<bool>,
}

impl Way {
    /// The way of who knows all verdicts: the hardest one.
    #[must_use]
    pub fn perfect(verdicts: &[Verdict]) -> Way {
        let swaps = verdicts.iter().map(|verdict| verdict.value > 0.5).collect();
        Way { name: "perfect".into(), elo: 0.0, swaps }
    }
}

/// A first peg against all ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The peg.
    pub peg: Hole,
    /// Its worth where nobody takes it, 0 to 1.
    pub value: f32,
    /// What who opens with it has against each way, 0 to 1.
    pub scores: Vec<f32>,
    /// Their mean.
    pub mean: f32,
    /// The least of them.
    pub worst: f32,
    /// How much more the best peg against a way has, at the way where that is most.
    pub regret: f32,
}

/// All first pegs against the ways, in the order of the verdicts.
///
/// # Panics
///
/// If a way doesn't speak of every verdict.
#[must_use]
pub fn table(verdicts: &[Verdict], ways: &[Way]) -> Vec<Row> {
    assert!(ways.iter().all(|way| way.swaps.len() == verdicts.len()), "a word on every peg");
    let score = |way: &Way, place: usize| {
        let value = verdicts[place].value;
        against(if way.swaps[place] { 1.0 - value } else { value }, way.elo)
    };
    let best = |way: &Way| (0..verdicts.len()).map(|place| score(way, place)).fold(0.0, f32::max);
    let best: Vec<f32> = ways.iter().map(best).collect();
    let count = ways.len().max(1) as f32;
    let row = |(place, verdict): (usize, &Verdict)| {
        let scores: Vec<f32> = ways.iter().map(|way| score(way, place)).collect();
        let lost = best.iter().zip(&scores).map(|(best, score)| best - score);
        Row {
            peg: verdict.peg,
            value: verdict.value,
            mean: scores.iter().sum::<f32>() / count,
            worst: scores.iter().copied().fold(1.0, f32::min),
            regret: lost.fold(0.0, f32::max),
            scores,
        }
    };
    verdicts.iter().enumerate().map(row).collect()
}

/// What is worth so much between equals, against an opponent so much stronger.
fn against(value: f32, elo: f32) -> f32 {
    let odds = value / (1.0 - value) * 10.0_f32.powf(-elo / 400.0);
    // A proven win stays one.
    if odds.is_finite() {
        odds / (1.0 + odds)
    } else {
        1.0
    }
}

/// The peg with the least regret: whichever way an opponent goes, the least is missed of what the best
/// peg against that way would have had. Of equals the one that is better in the mean.
#[must_use]
pub fn best(rows: &[Row]) -> Option<&Row> {
    rows.iter().min_by(|a, b| a.regret.total_cmp(&b.regret).then(b.mean.total_cmp(&a.mean)))
}
