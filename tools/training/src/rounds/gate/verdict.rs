//! The promotion rule. A network must pass the gate match against the best network, and must not clearly lose to the
//! first or an earlier best network: otherwise networks could beat each other in a cycle.

use crate::rounds::record::{Elo, GenerationRecord, Strength, BEST, FIRST, OLDER};
use std::collections::BTreeMap;

/// A network regresses if the upper end of its Elo interval against an earlier best network is below the negative
/// of this value.
pub const MAX_REGRESSION: f64 = 60.0;

/// Returns the reason why a network passes the gate match or, as an error, why the network fails it.
pub fn gate(test: &Strength) -> Result<&'static str, String> {
    match test.accepted.as_deref() {
        Some("H1") => Ok("H1 accepted against the best"),
        Some(_) => Err("H0 accepted against the best".to_owned()),
        None if test.elo.elo > 0.0 => Ok("undecided, ahead"),
        None => Err("undecided, not ahead".to_owned()),
    }
}

/// Returns the generation of the earlier best network to play against, which is neither the first nor the current
/// best network; `None` if there is none. Successive generations play against different networks.
#[must_use]
pub fn older(champions: &[u32], generation: u32) -> Option<u32> {
    let between: Vec<u32> = match champions {
        [older @ .., _best] => older.iter().copied().filter(|&number| number != 0).collect(),
        [] => Vec::new(),
    };
    let index = (generation as usize).checked_rem(between.len())?;
    between.get(index).copied()
}

/// Returns whether a network with these match results is promoted, and the reason.
#[must_use]
pub fn promotion(matches: &BTreeMap<String, Strength>) -> (bool, String) {
    let Some(test) = matches.get(BEST) else {
        return (true, "the first network".to_owned());
    };
    let why = match gate(test) {
        Ok(why) => why,
        Err(why) => return (false, why),
    };
    for kind in [FIRST, OLDER] {
        let lost = |found: &&Strength| found.elo.elo + found.elo.error < -MAX_REGRESSION;
        if let Some(found) = matches.get(kind).filter(lost) {
            let generation = found.against.unwrap_or(0);
            return (false, format!("regression against generation {generation}"));
        }
    }
    (true, why.to_owned())
}

/// Returns a network's Elo above the track's first network: that of the best network (`champion`), plus the
/// difference in the match against it (`test`). Errors add in quadrature.
#[must_use]
pub fn above_first(
    records: &[GenerationRecord],
    champion: Option<u32>,
    test: Option<&Strength>,
) -> Elo {
    let base = champion.and_then(|champion| records.get(champion as usize));
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
    fn the_test_decides_and_a_lead_suffices_if_it_does_not() {
        assert!(promotion(&matches(&[])).0, "the first network");
        let of = |elo, accepted| promotion(&matches(&[(BEST, result(elo, 40.0, accepted))])).0;
        assert!(of(3.0, None));
        assert!(!of(0.0, None));
        assert!(of(-1.0, Some("H1")));
        assert!(!of(3.0, Some("H0")));
    }

    #[test]
    fn a_regression_against_an_earlier_champion_prevents_promotion() {
        let best = (BEST, result(50.0, 20.0, Some("H1")));
        for kind in [FIRST, OLDER] {
            let of = |elo| promotion(&matches(&[best.clone(), (kind, result(elo, 40.0, None))]));
            assert!(of(-90.0).0, "within the error");
            let (promoted, why) = of(-101.0);
            assert!(!promoted && why.contains("generation 4"), "{why}");
        }
        let far = result(-500.0, 40.0, None);
        assert!(promotion(&matches(&[best, ("alphabeta", far)])).0, "baselines do not decide");
    }

    #[test]
    fn successive_generations_play_different_champions() {
        assert_eq!(older(&[], 0), None);
        assert_eq!(older(&[0], 1), None);
        assert_eq!(older(&[0, 1], 2), None, "the first one has its own match");
        assert_eq!(older(&[0, 1, 3], 4), Some(1));
        let turns: Vec<_> = (6..10).map(|n| older(&[0, 1, 3, 5], n)).collect();
        assert_eq!(turns, [Some(1), Some(3), Some(1), Some(3)]);
    }

    #[test]
    fn elo_differences_add_and_errors_add_in_quadrature() {
        let record = |elo, error| GenerationRecord {
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
        let records = [record(0.0, 0.0), record(50.0, 30.0)];
        let test = result(3.0, 40.0, None);
        let sum = Elo { elo: 53.0, error: 50.0 };
        assert_eq!(above_first(&records, Some(1), Some(&test)), sum);
        assert_eq!(above_first(&records, Some(0), Some(&test)), test.elo);
        assert_eq!(above_first(&records, None, None), Elo::default());
    }
}
