//! Statistics compared with values that other tools published.

use records::stats::{summary, Counts, EloEstimate, Pentanomial, Sprt, Wdl};

fn games(wins: u64, losses: u64, draws: u64) -> Counts {
    Counts { wdl: Wdl { wins, draws, losses }, ..Counts::default() }
}

fn counts([wins, draws, losses]: [u64; 3], pairs: [u64; 5]) -> Counts {
    Counts { wdl: Wdl { wins, draws, losses }, pairs: Pentanomial(pairs) }
}

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
}

fn pairs(pairs: [u64; 5]) -> Counts {
    Counts { pairs: Pentanomial(pairs), ..Counts::default() }
}

/// Compares with published log-likelihood ratios, which have two decimals.
fn same_llrs(cases: &[(Counts, f64, f64, f64)]) {
    for &(counts, elo0, elo1, published) in cases {
        let found = sprt(elo0, elo1).llr(&counts);
        let what = format!("{counts:?} [{elo0}, {elo1}]");
        assert!((found - published).abs() <= 0.00501, "{what}: {found}, published {published}");
    }
}

/// From fastchess's tests (app/tests/sprt_test.cpp), without the cases of its Bayesian model and those with a single
/// kind of result.
#[test]
fn llr_matches_fastchess_tests() {
    same_llrs(&[
        (games(36433, 36027, 68692), 0.0, 2.0, 0.92),
        (games(10871, 10650, 20431), -1.75, 0.25, 2.30),
        (pairs([365, 16618, 36229, 16974, 390]), 0.0, 2.0, 2.25),
        (pairs([127, 4883, 10712, 5150, 104]), -1.75, 0.25, 3.01),
    ]);
}

/// From fishtest's result pages, as quoted in Stockfish's pull requests 6036, 4493 and 6287. In the test of 6287, every pair ended 1–1.
#[test]
fn llr_matches_fishtest_pages() {
    same_llrs(&[
        (pairs([1, 1098, 3954, 1346, 1]), 0.5, 2.5, 2.94),
        (pairs([0, 1236, 4490, 1474, 1]), 0.0, 2.0, 2.94),
        (pairs([4, 2290, 7932, 2562, 4]), 0.5, 2.5, 2.95),
        (pairs([2002, 72968, 180891, 74129, 2034]), 0.0, 2.0, 3.22),
        (pairs([24, 7350, 23669, 7717, 28]), 0.5, 2.5, 2.94),
        (pairs([0, 0, 689, 0, 0]), 0.0, 40.0, -18.02),
    ]);
}

/// From racetrack's tests (src/tests/sprt_tests.rs), and fastchess's output for one-sided matches, as quoted in its pull request 882.
#[test]
fn llr_matches_other_tools() {
    same_llrs(&[
        (pairs([440, 2910, 5170, 2888, 455]), 0.0, 5.0, -2.27),
        (pairs([142, 620, 1122, 699, 188]), 0.0, 5.0, 2.99),
        (pairs([349, 1561, 3340, 1604, 359]), -5.0, 0.0, 2.90),
        (pairs([98, 382, 674, 369, 71]), -5.0, 0.0, -1.11),
        (pairs([77, 1, 0, 0, 0]), -1000.0, -500.0, -2.95),
        (pairs([72, 10, 0, 0, 0]), -1000.0, -500.0, -2.97),
    ]);
}

/// The raw statistics of a test on Monty's fishtest instance (69d3c8dc7c5b3724e29d2712), with five decimals,
/// and those in fastchess's pull request 783; the solver of fastchess stops at about 1e-3.
#[test]
fn llr_matches_to_five_decimals() {
    let monty = pairs([13, 37, 50, 25, 3]);
    let normalized = sprt(0.0, 4.0);
    assert!((normalized.llr(&monty) - -0.54912).abs() < 6e-6);
    let samples = monty.distribution();
    assert!((samples.mean() - 0.4375).abs() < 1e-12);
    assert!((samples.variance() - 0.05762).abs() < 6e-6);
    assert!((EloEstimate::of(&monty).nelo.value - -63.97).abs() < 6e-3);

    let fastchess = pairs([379, 10170, 21828, 10640, 343]);
    let llr = sprt(0.0, 2.0).llr(&fastchess);
    assert!((llr - 2.94598).abs() < 1e-3, "{llr}");
    assert_eq!(format!("{}", EloEstimate::of(&fastchess).nelo), "3.05 +/- 2.31");
}

/// From fastchess's tests (app/tests/elo_test.cpp and app/src/matchmaking/elo/mod.rs).
#[test]
fn strength_matches_fastchess_tests() {
    let cases = [
        (games(76, 89, 123), None, "-20.76 +/- 40.13", Some("15.53")),
        (games(136, 96, 111), Some("40.70 +/- 30.43"), "49.77 +/- 36.77", Some("99.60")),
        (games(34, 356, 0), None, "-508.44 +/- 34.48", None),
        (pairs([34, 54, 63, 64, 75]), Some("55.58 +/- 27.65"), "57.94 +/- 28.28", Some("100.00")),
        (
            pairs([332, 433, 498, 333, 334]),
            Some("-8.64 +/- 10.33"),
            "-9.17 +/- 10.96",
            Some("5.05"),
        ),
        (
            pairs([7895, 8757, 5685, 568, 9999]),
            Some("-21.04 +/- 2.95"),
            "-19.01 +/- 2.65",
            Some("0.00"),
        ),
    ];
    for (counts, elo, nelo, los) in cases {
        let strength = EloEstimate::of(&counts);
        assert_eq!(strength.nelo.to_string(), nelo, "{counts:?}");
        if let Some(elo) = elo {
            assert_eq!(strength.elo.to_string(), elo, "{counts:?}");
        }
        if let Some(los) = los {
            assert_eq!(format!("{:.2}", 100.0 * strength.los), los, "{counts:?}");
        }
    }
}

/// From racetrack's tests (src/tests/stats_tests.rs): lower end, middle and upper end of each interval.
#[test]
fn strength_matches_racetrack_tests() {
    let cases = [
        ([485, 1923, 2942, 1937, 594], [1.21, 5.11, 9.02], [1.68, 7.10, 12.53]),
        ([261, 739, 2683, 737, 253], [-5.00, -0.67, 3.66], [-8.13, -1.09, 5.96]),
        ([63, 252, 385, 250, 74], [-7.38, 3.39, 14.17], [-10.31, 4.74, 19.79]),
        ([527, 1007, 1932, 933, 511], [-9.16, -3.75, 1.66], [-11.63, -4.76, 2.11]),
        ([175, 305, 694, 291, 157], [-14.57, -5.36, 3.85], [-18.91, -6.96, 5.00]),
    ];
    for (counts, elo, nelo) in cases {
        let strength = EloEstimate::of(&pairs(counts));
        for (found, [low, middle, high]) in [(strength.elo, elo), (strength.nelo, nelo)] {
            let ends = [found.value - found.error, found.value, found.value + found.error];
            for (found, published) in ends.into_iter().zip([low, middle, high]) {
                assert!((found - published).abs() < 0.011, "{counts:?}: {found}, not {published}");
            }
        }
    }
}

/// Output of fastchess, as quoted in pull requests: cinder's 727 and fastchess's 515, without the ratio of WL to
/// DD.
#[test]
fn summaries_match_fastchess_output() {
    let cinder = counts([816, 1328, 670], [50, 287, 610, 387, 73]);
    let sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.05".parse().unwrap();
    assert_eq!(
        summary(&cinder, Some(sprt)),
        "Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84\n\
         LOS: 100.00 %, DrawRatio: 43.35 %, PairsRatio: 1.36\n\
         Games: 2814, Wins: 816, Losses: 670, Draws: 1328, Points: 1480.0 (52.59 %)\n\
         Ptnml(0-2): [50, 287, 610, 387, 73]\n\
         LLR: 2.97 (-2.94, 2.94) [0.00, 5.00]"
    );
    let random = counts([1, 7, 2], [0, 1, 4, 0, 0]);
    assert_eq!(
        summary(&random, None),
        "Elo: -34.86 +/- 62.20, nElo: -122.84 +/- 215.34\n\
         LOS: 13.18 %, DrawRatio: 80.00 %, PairsRatio: 0.00\n\
         Games: 10, Wins: 1, Losses: 2, Draws: 7, Points: 4.5 (45.00 %)\n\
         Ptnml(0-2): [0, 1, 4, 0, 0]"
    );
}

/// Output for one-sided matches, published by users of fastchess: without draws, and without a loss. The
/// error here is infinite where fastchess prints "nan".
#[test]
fn summaries_of_one_sided_matches_match_fastchess_output() {
    let blocks = [
        (
            [196, 0, 4],
            [0, 0, 4, 0, 96],
            "elo0=0 elo1=5",
            "676.08 +/- 341.85",
            "1203.55 +/- 48.15",
            None,
        ),
        (
            [76, 0, 2],
            [0, 0, 2, 0, 37],
            "elo0=0 elo1=20",
            "631.91 +/- inf",
            "1056.68 +/- 77.10",
            Some("2.96"),
        ),
        (
            [54, 46, 0],
            [0, 0, 3, 40, 7],
            "elo0=0 elo1=10",
            "209.91 +/- 30.05",
            "603.02 +/- 68.10",
            Some("1.45"),
        ),
        (
            [148, 0, 0],
            [0, 0, 0, 0, 74],
            "elo0=0 elo1=10",
            "inf +/- inf",
            "inf +/- inf",
            Some("2.95"),
        ),
    ];
    for (wdl, ptnml, sprt, elo, nelo, llr) in blocks {
        let block = summary(&counts(wdl, ptnml), Some(sprt.parse().unwrap()));
        let first = format!("Elo: {elo}, nElo: {nelo}\nLOS: 100.00 %, DrawRatio: ");
        assert!(block.starts_with(&first), "{block}");
        assert!(block.contains("PairsRatio: inf"), "{block}");
        if let Some(llr) = llr {
            assert!(block.contains(&format!("LLR: {llr} (-2.94, 2.94)")), "{block}");
        }
    }
}
