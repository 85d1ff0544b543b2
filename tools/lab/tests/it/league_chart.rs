//! The chart's SVG. The environment variable CHARTS names a folder to write the chart to.

use lab::league::chart::svg;
use records::ratings::Rating;
use records::stats::Wdl;

fn ratings() -> Vec<Rating> {
    let score = Wdl { wins: 120, draws: 0, losses: 120 };
    let rating =
        |(name, elo, error): (&str, f64, f64)| Rating { name: name.to_owned(), elo, error, score };
    [("v2-<&>", 1230.5, 20.0), ("v1", 1100.0, 15.0), ("random", -300.0, 200.0)].map(rating).to_vec()
}

#[test]
fn every_bot_has_a_name_an_interval_and_a_description() {
    let text = svg("Ratings", &ratings());
    if let Some(folder) = std::env::var_os("CHARTS") {
        std::fs::write(std::path::Path::new(&folder).join("league.svg"), &text).unwrap();
    }
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    for name in ["v2-&lt;&amp;&gt;", "v1", "random"] {
        assert!(text.contains(&format!(">{name}</text>")), "{text}");
    }
    assert!(text.contains("random: −300 ± 200 Elo in 240 games"), "{text}");
    // The axis contains all intervals.
    assert!(text.contains(">−500</text>") && text.contains(">1500</text>"), "{text}");
    assert_eq!(text.matches("<circle").count(), 3);
}

#[test]
fn a_league_without_games_has_an_empty_chart() {
    assert!(svg("Ratings", &[]).contains("</svg>"));
}
