//! Match summary in the format of fastchess.

use super::elo::fixed;
use super::{Counts, EloEstimate, Sprt, Wdl};
use std::fmt::Write as _;

/// Returns the summary of a match, with a line for the sequential test if there is one. The last line has no
/// line end.
///
/// ```text
/// Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84
/// LOS: 100.00 %, DrawRatio: 43.35 %, PairsRatio: 1.36
/// Games: 2814, Wins: 816, Losses: 670, Draws: 1328, Points: 1480.0 (52.59 %)
/// Ptnml(0-2): [50, 287, 610, 387, 73]
/// LLR: 2.97 (-2.94, 2.94) [0.00, 5.00]
/// ```
///
/// - `DrawRatio`: fraction of pairs with one point each; without pairs, of drawn games.
/// - `PairsRatio`: ratio of pairs won (more than one point) to pairs lost. Omitted without pairs.
/// - `inf` is an infinite value, `-` the undefined ratio 0 to 0.
pub fn summary(counts: &Counts, sprt: Option<Sprt>) -> String {
    let estimate = EloEstimate::of(counts);
    let mut text = format!("Elo: {}, nElo: {}\n", estimate.elo, estimate.nelo);
    let _ = writeln!(text, "LOS: {}, {}", percent(estimate.los, 1.0), ratios(counts));
    let Wdl { wins, draws, losses } = counts.wdl;
    let (games, points) = (counts.wdl.games(), counts.wdl.points());
    let _ = write!(text, "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ");
    let _ = write!(text, "Points: {points:.1} ({})", percent(points, games as f64));
    if counts.pairs.pairs() > 0 {
        let _ = write!(text, "\nPtnml(0-2): {:?}", counts.pairs.0);
    }
    if let Some(sprt) = sprt {
        let _ = write!(text, "\n{}", llr(&sprt, counts));
    }
    text
}

fn ratios(counts: &Counts) -> String {
    let pairs = counts.pairs.pairs();
    if pairs == 0 {
        let wdl = counts.wdl;
        return format!("DrawRatio: {}", percent(wdl.draws as f64, wdl.games() as f64));
    }
    let [none, half, one, one_and_half, two] = counts.pairs.0;
    let drawn = percent(one as f64, pairs as f64);
    format!("DrawRatio: {drawn}, PairsRatio: {}", ratio(one_and_half + two, none + half))
}

fn llr(sprt: &Sprt, counts: &Counts) -> String {
    let (lower, upper) = sprt.bounds();
    let [llr, lower, upper, elo0, elo1] =
        [sprt.llr(counts), lower, upper, sprt.elo0, sprt.elo1].map(|value| fixed(value, 2));
    format!("LLR: {llr} ({lower}, {upper}) [{elo0}, {elo1}]")
}

/// Formats a fraction in percent; 0 of 0 is 0 %.
fn percent(part: f64, whole: f64) -> String {
    format!("{:.2} %", if whole == 0.0 { 0.0 } else { 100.0 * part / whole })
}

/// Formats a ratio; 0 to 0 is `-`.
fn ratio(part: u64, other: u64) -> String {
    if (part, other) == (0, 0) {
        "-".to_owned()
    } else {
        format!("{:.2}", part as f64 / other as f64)
    }
}
