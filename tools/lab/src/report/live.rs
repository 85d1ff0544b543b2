//! Progress line of a running match.

use common::progress::{rounded, Pace};
use records::standings::Standings;
use records::stats::{EloEstimate, Sprt};
use std::fmt::Write as _;

/// Returns the progress line: the number of games; score, Elo and log-likelihood ratio of two players; and the time
/// left.
pub fn line(standings: &Standings, sprt: Option<Sprt>, pace: &Pace) -> String {
    let mut line = format!("{}/{} games", standings.games(), pace.total);
    if standings.names().len() == 2 {
        let counts = standings.between(0, 1);
        let (points, games) = (counts.wdl.points(), counts.wdl.games());
        let elo = EloEstimate::of(&counts).elo;
        let _ = write!(line, ", score {points} : {}, Elo {elo:.1}", games as f64 - points);
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let llr = sprt.llr(&counts);
            let _ = write!(line, ", LLR {llr:.2} ({lower:.2}, {upper:.2})");
        }
    }
    if let Some(left) = pace.left() {
        let most = if sprt.is_some() { "at most " } else { "" };
        let _ = write!(line, ", {most}{} left", rounded(left));
    }
    line
}
