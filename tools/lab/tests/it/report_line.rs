//! The progress line of a match.

use crate::common::entry;
use ::common::progress::Pace;
use lab::report::line;
use records::seat::Seat;
use records::standings::Standings;
use records::stats::Sprt;
use std::time::Duration;

#[test]
fn the_line_holds_score_elo_llr_and_time() {
    let mut standings = Standings::new(["a", "b"].map(String::from));
    standings.add(&entry(0, Some(Seat::First)), 0);
    standings.add(&entry(1, Some(Seat::First)), 0);
    let pace = Pace { done: 2, total: 100, earlier: 1, elapsed: Duration::from_secs(60) };
    let sprt: Sprt = "elo0=0 elo1=10".parse().unwrap();
    let line = line(&standings, Some(sprt), &pace);
    assert!(line.starts_with("2/100 games, score 1 : 1, Elo 0.0"), "{line}");
    assert!(line.contains("LLR") && line.ends_with("at most 1 h 38 min left"), "{line}");
}
