//! The report on the league in the repository, which an earlier version played.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;

use crate::common::{folder, run, stdout};

#[test]
fn the_report_on_the_league_is_unchanged() {
    let league = data::path("../../tools/lab/league/games.jsonl");
    let report =
        stdout(&run(&folder("frozen-league"), &["stats", league.to_str().expect("UTF-8")]));
    assert!(report.contains("gen-9"), "{report}");
    data::same("league.txt", &report);
}
