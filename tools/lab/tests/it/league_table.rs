//! The league's table as text.

use lab::league::ratings::{RatingModel, Ratings};
use lab::league::results::LeagueResults;
use lab::league::table::LeagueTable;
use lab::stats::Wdl;

#[test]
fn columns_are_aligned() {
    let mut results = LeagueResults::new(3);
    results.add(2, 0, Wdl { wins: 130, draws: 1, losses: 69 });
    results.add(2, 1, Wdl { wins: 20, draws: 0, losses: 0 });
    results.add(0, 1, Wdl { wins: 18, draws: 0, losses: 2 });
    let anchor = Some(1);
    let ratings =
        Ratings::fit(&results, &RatingModel { anchor, ..RatingModel::default() }).unwrap();
    let table = LeagueTable::new(&["v1-first", "path", "v2"], &ratings, &results);
    let lines: Vec<_> = table.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(lines, ["v2", "v1-first", "path"]);
    let text = table.to_string();
    println!("{text}");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>().join(" "),
        "rank bot Elo ± games score LOS"
    );
    assert!(lines[1].starts_with("   1  v2      "), "{text}");
    assert!(lines[1].contains(" 220 "), "{text}");
    assert!(lines[1].contains(" 68.4 %  100.0 %"), "{text}");
    assert!(lines[3].contains(" 1000 "), "{text}");
    assert!(lines[3].ends_with(" -"), "{text}");
    let width = lines[0].chars().count();
    assert!(lines.iter().all(|line| line.chars().count() == width), "{text}");
}

#[test]
fn groups_without_games_between_them_are_listed() {
    let even = Wdl { wins: 5, draws: 0, losses: 5 };
    let mut results = LeagueResults::new(5);
    results.add(0, 1, even);
    results.add(2, 3, even);
    let ratings = Ratings::fit(&results, &RatingModel::default()).unwrap();
    let table = LeagueTable::new(&["a", "b", "c", "d", "new"], &ratings, &results);
    let text = table.to_string();
    println!("{text}");
    assert!(text.contains("do not compare their ratings:\n  a, b\n  c, d\n  new\n"), "{text}");
    let last = table.rows.iter().find(|row| row.name == "new").unwrap();
    assert_eq!((last.score.games(), last.superiority), (0, None));
    assert!(!text.contains("-0 "), "{text}");
}
