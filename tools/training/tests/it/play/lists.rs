//! Lists of start positions.

use crate::play::common::{one, settings};
use common::stop::Stop;
use std::collections::BTreeSet;
use training::play::game::Start;
use training::play::list::{line, StartList};
use training::play::run::run;
use training::play::settings::PlaySettings;
use twixt::geometry::Size;

fn listed(text: &str) -> PlaySettings {
    let list = StartList::parse("list.txt".into(), text).unwrap();
    PlaySettings { starts: vec![(Start::Listed, 1)], list: Some(list), ..settings(3) }
}

#[test]
fn games_start_from_the_lines_of_the_list() {
    let settings = listed("f6,g8,e3\nd4\n");
    let openings = (0..12).map(|number| one(&settings, number)).map(|game| {
        assert_eq!(game.start, Start::Listed);
        let holes = game.opening.iter().map(|number| number.hole(Size::ARENA).unwrap());
        line(&holes.collect::<Vec<_>>())
    });
    let openings: BTreeSet<String> = openings.collect();
    assert_eq!(openings.into_iter().collect::<Vec<_>>(), ["d4", "f6,g8,e3"]);
}

#[test]
fn a_run_resumes_only_with_the_same_list() {
    let folder = tempfile::tempdir().unwrap();
    let play = |settings: &PlaySettings, count| {
        run(folder.path(), settings, 0..count, 1, &Stop::default())
    };
    assert_eq!(play(&listed("f6,g8\nd4\n"), 2).unwrap().played, 2);
    assert_eq!(play(&listed("f6,g8\nd4\n"), 3).unwrap().played, 1);
    let error = play(&listed("f6,g8\n"), 4).unwrap_err().to_string();
    assert!(error.contains("other settings") && error.contains("list.txt ("), "{error}");
}
