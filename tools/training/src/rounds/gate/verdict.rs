//! Whether a network becomes the best one, so that the track cannot go in circles.

use crate::rounds::line::{Elo, Line, Strength, BEST, FIRST, OLDER};
use std::collections::BTreeMap;

/// Elo that a new network may lose, beyond the error, to a network that was the best one once.
pub const MOST_LOST: f64 = 60.0;

/// Whether the test against the best network so far is passed; why, or why not.
///
/// # Errors
///
/// If it is not; the error is the reason.
pub fn gate(test: &Strength) -> Result<&'static str, String> {
    match test.accepted.as_deref() {
        Some("H1") => Ok("the test against the best decided so"),
        Some(_) => Err("the test against the best decided so".to_owned()),
        None if test.elo.elo > 0.0 => Ok("undecided, and in the lead"),
        None => Err("undecided, and not in the lead".to_owned()),
    }
}

/// Which of the networks that were the best once is played against, apart from the first and from
/// the last one: another one in every generation.
#[must_use]
pub fn older(champions: &[u32], generation: u32) -> Option<u32> {
    let between: Vec<u32> = match champions {
        [older @ .., _best] => older.iter().copied().filter(|&number| number != 0).collect(),
        [] => Vec::new(),
    };
    let place = (generation as usize).checked_rem(between.len())?;
    between.get(place).copied()
}

/// Whether the network with these matches is the best one from now on, and why, or why not.
#[must_use]
pub fn promoted(matches: &BTreeMap<String, Strength>) -> (bool, String) {
    let Some(test) = matches.get(BEST) else {
        return (true, "the first network".to_owned());
    };
    let why = match gate(test) {
        Ok(why) => why,
        Err(why) => return (false, why),
    };
    for kind in [FIRST, OLDER] {
        let lost = |found: &&Strength| found.elo.elo + found.elo.error < -MOST_LOST;
        if let Some(found) = matches.get(kind).filter(lost) {
            let generation = found.against.unwrap_or(0);
            return (
                false,
                format!("it loses to generation {generation}, which was beaten before"),
            );
        }
    }
    (true, why.to_owned())
}

/// Elo above the first network: the best one's, and the lead over it; errors add by their squares.
#[must_use]
pub fn above_first(lines: &[Line], champion: Option<u32>, test: Option<&Strength>) -> Elo {
    let base = champion.and_then(|champion| lines.get(champion as usize));
    let (Some(base), Some(test)) = (base, test) else { return Elo::default() };
    let error = base.above_first.error.hypot(test.elo.error);
    let elo = base.above_first.elo + test.elo.elo;
    Elo { elo: super::score::tenths(elo), error: super::score::tenths(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(elo: f64, error: f64, accepted: Option<&str>) -> Strength {
        let accepted = accepted.map(str::to_owned);
        let elo = Elo { elo, error };
        Strength { elo, pairs: 9, ptnml: [0, 0, 9, 0, 0], bound: false, accepted, against: Some(4) }
    }

    fn matches(results: &[(&str, Strength)]) -> BTreeMap<String, Strength> {
        results.iter().map(|(kind, found)| ((*kind).to_owned(), found.clone())).collect()
    }

    #[test]
    fn the_test_decides_and_undecided_a_lead_is_enough() {
        assert!(promoted(&matches(&[])).0, "there is no other");
        let of = |elo, accepted| promoted(&matches(&[(BEST, result(elo, 40.0, accepted))])).0;
        assert!(of(3.0, None));
        assert!(!of(0.0, None));
        assert!(of(-1.0, Some("H1")));
        assert!(!of(3.0, Some("H0")));
    }

    #[test]
    fn who_loses_to_one_that_was_beaten_is_not_promoted() {
        let best = (BEST, result(50.0, 20.0, Some("H1")));
        for kind in [FIRST, OLDER] {
            let of = |elo| promoted(&matches(&[best.clone(), (kind, result(elo, 40.0, None))]));
            assert!(of(-90.0).0, "that may be chance");
            let (promoted, why) = of(-101.0);
            assert!(!promoted && why.contains("generation 4"), "{why}");
        }
        let far = result(-500.0, 40.0, None);
        assert!(promoted(&matches(&[best, ("alphabeta", far)])).0, "others do not decide");
    }

    #[test]
    fn older_networks_take_turns() {
        assert_eq!(older(&[], 0), None);
        assert_eq!(older(&[0], 1), None);
        assert_eq!(older(&[0, 1], 2), None, "the first one has a match of its own");
        assert_eq!(older(&[0, 1, 3], 4), Some(1));
        let turns: Vec<_> = (6..10).map(|n| older(&[0, 1, 3, 5], n)).collect();
        assert_eq!(turns, [Some(1), Some(3), Some(1), Some(3)]);
    }

    #[test]
    fn leads_add_up_and_errors_by_their_squares() {
        let line = |elo, error| Line {
            generation: 0,
            games: 0,
            positions: 0,
            games_of: None,
            held_out: BTreeMap::new(),
            matches: BTreeMap::new(),
            promoted: true,
            verdict: String::new(),
            above_first: Elo { elo, error },
            minutes: BTreeMap::new(),
        };
        let lines = [line(0.0, 0.0), line(50.0, 30.0)];
        let test = result(3.0, 40.0, None);
        let sum = Elo { elo: 53.0, error: 50.0 };
        assert_eq!(above_first(&lines, Some(1), Some(&test)), sum);
        assert_eq!(above_first(&lines, Some(0), Some(&test)), test.elo);
        assert_eq!(above_first(&lines, None, None), Elo::default());
    }
}
