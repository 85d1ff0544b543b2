//! Sums of counts; strength and summary in edge cases.

use records::stats::{summary, Counts, EloEstimate, Hypothesis, Pentanomial, Sprt, Wdl};

fn sprt(text: &str) -> Sprt {
    text.parse().unwrap()
}

fn counts(wdl: [u64; 3], pairs: [u64; 5]) -> Counts {
    let [wins, draws, losses] = wdl;
    Counts { wdl: Wdl { wins, draws, losses }, pairs: Pentanomial(pairs) }
}

#[test]
fn counts_are_summed_and_serialized() {
    let mut sum = counts([1, 0, 1], [0, 0, 1, 0, 0]);
    sum += counts([2, 1, 1], [0, 1, 0, 0, 1]);
    assert_eq!(sum, counts([3, 1, 2], [0, 1, 1, 0, 1]));
    let text = serde_json::to_string(&sum).unwrap();
    assert_eq!(text, r#"{"wdl":{"wins":3,"draws":1,"losses":2},"pairs":[0,1,1,0,1]}"#);
    assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), sum);
}

#[test]
fn strength_is_never_nan() {
    for wdl in [[0, 0, 0], [1, 0, 0], [0, 0, 9], [0, 5, 0], [1, 0, 1], [9, 1, 0]] {
        for pairs in [
            [0, 0, 0, 0, 0],
            [0, 0, 3, 0, 0],
            [0, 0, 0, 2, 0],
            [0, 0, 0, 0, 7],
            [7, 0, 0, 0, 0],
            [1, 0, 0, 0, 1],
        ] {
            let strength = EloEstimate::of(&counts(wdl, pairs));
            for figure in [strength.elo, strength.nelo] {
                assert!(
                    !figure.value.is_nan() && figure.error > 0.0,
                    "{wdl:?}, {pairs:?}: {strength:?}"
                );
            }
            assert!((0.0..=1.0).contains(&strength.los), "{wdl:?}, {pairs:?}: {strength:?}");
            let report = summary(&counts(wdl, pairs), Some(sprt("elo0=0 elo1=5")));
            assert!(!report.to_lowercase().contains("nan"), "{report}");
        }
    }
    let strength = EloEstimate::of(&counts([0, 0, 0], [0, 0, 3, 0, 0]));
    assert_eq!((strength.elo.value, strength.nelo.value, strength.los), (0.0, 0.0, 0.5));
    assert_eq!(
        EloEstimate::of(&counts([0, 0, 4], [0, 0, 0, 0, 0])).elo.to_string(),
        "-inf +/- inf"
    );
}

#[test]
fn statistics_are_antisymmetric_in_the_bots() {
    let (first, second) =
        (counts([10, 3, 5], [1, 0, 3, 3, 2]), counts([5, 3, 10], [2, 3, 3, 0, 1]));
    let (one, two) = (EloEstimate::of(&first), EloEstimate::of(&second));
    assert!((one.elo.value + two.elo.value).abs() < 1e-9);
    assert!((one.nelo.value + two.nelo.value).abs() < 1e-9);
    assert!((one.los + two.los - 1.0).abs() < 1e-12);
    let [up, down] = ["elo0=-3 elo1=17", "elo0=-17 elo1=3"].map(sprt);
    let (up, down) = (up.llr(&first), down.llr(&second));
    assert!((up + down).abs() < 1e-9, "{up} {down}");
}

#[test]
fn summaries_without_pairs_omit_them() {
    let games = summary(&counts([300, 420, 280], [0, 0, 0, 0, 0]), None);
    assert!(games.contains("LOS: 79.69 %, DrawRatio: 42.00 %\nGames: 1000, Wins: 300"), "{games}");
    assert_eq!(games.lines().count(), 3, "{games}");
}

#[test]
fn tests_are_parsed_or_rejected() {
    let (alpha, beta) = (0.05, 0.05);
    assert_eq!(sprt("elo0=0 elo1=5"), Sprt { elo0: 0.0, elo1: 5.0, alpha, beta });
    let text = "elo0=-2.5 elo1=1 alpha=0.1 beta=0.02";
    let other = sprt(text);
    assert_eq!(other.to_string(), text);
    let stored = serde_json::to_string(&other).unwrap();
    assert_eq!(serde_json::from_str::<Sprt>(&stored).unwrap(), other);
    assert!(serde_json::from_str::<Sprt>(r#"{"elo0":5,"elo1":0}"#).is_err());
    let refused = [
        ("elo0=0", "elo1 is missing"),
        ("elo0=5 elo1=0", "elo0 must be less"),
        ("elo0=0 elo1=x", "elo1 must be a number"),
        ("elo0=0 elo1=nan", "elo1 must be in [-2000, 2000]"),
        ("elo0=0 elo1=1e9", "elo1 must be in [-2000, 2000]"),
        ("elo0=0 elo1=5 alpha=0", "alpha must be in (0, 1)"),
        ("elo0=0 elo1=5 beta=1.5", "beta must be in (0, 1)"),
        ("elo0=0 elo1=5 alpha=0.5 beta=0.5", "alpha + beta"),
        ("elo0=0 elo1=5 elo1=6", "given twice"),
        ("elo0=0 elo1=5 gamma=1", "unknown name \"gamma\""),
        ("0 5", "name=value"),
    ];
    for (text, part) in refused {
        let error = text.parse::<Sprt>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn a_test_decides_at_its_bounds() {
    let sprt = sprt("elo0=0 elo1=5 alpha=0.05 beta=0.1");
    let (lower, upper) = sprt.bounds();
    assert!((lower - (0.1f64 / 0.95).ln()).abs() < 1e-12);
    assert!((upper - 18f64.ln()).abs() < 1e-12);
    assert_eq!(sprt.decision(upper), Some(Hypothesis::H1));
    assert_eq!(sprt.decision(lower), Some(Hypothesis::H0));
    assert_eq!(sprt.decision((lower + upper) / 2.0), None);
    assert_eq!(sprt.llr(&Counts::default()), 0.0);
}
