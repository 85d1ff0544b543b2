//! Settings: round trips through TOML, defaults, and errors.

use training::rounds::settings::file::{LoopConfig, Track};
use training::rounds::settings::{TrackSettings, DESCRIPTIONS};

fn track(name: &str, settings: TrackSettings) -> Track {
    Track { name: name.to_owned(), settings, stages: Vec::new() }
}

#[test]
fn settings_survive_a_round_trip_through_toml() {
    let common = TrackSettings {
        games: 7,
        window: vec![0.5, 0.125],
        play_args: vec!["--set".to_owned(), "a=\"\\".to_owned()],
        seed: 1 << 40,
        ..TrackSettings::default()
    };
    let mut other = common.clone();
    other.boards = vec!["10 standard 1".to_owned()];
    other.rest = 0.0;
    let own = LoopConfig { tracks: vec![track("a", common.clone()), track("b-2", other)], common };
    let staged = include_str!("../../../../../docs/training/fourth/loop.toml");
    let staged = LoopConfig::parse(&staged.replace("$here", "there")).expect("stages");
    assert_eq!(staged.tracks[0].stages.len(), 4);
    let built_in = LoopConfig::built_in().expect("built in");
    for config in [own, staged, built_in, LoopConfig::tiny().expect("tiny")] {
        let text = config.toml().expect("written");
        assert_eq!(LoopConfig::parse(&text).expect("read"), config, "{text}");
        let has = |lines: &&[&str]| lines.iter().all(|line| text.contains(&format!("#{line}\n")));
        assert!(DESCRIPTIONS.iter().all(|(_, lines)| has(lines)), "each setting has its comment");
    }
}

#[test]
fn missing_settings_have_their_defaults() {
    let config = LoopConfig::parse("games = 5").expect("read");
    let built_in = LoopConfig::built_in().expect("built in");
    assert_eq!(config.common, TrackSettings { games: 5, ..TrackSettings::default() });
    assert_eq!(config.tracks.len(), 2);
    assert_eq!(
        config.tracks[0].settings,
        TrackSettings { games: 5, ..built_in.tracks[0].settings.clone() }
    );
    // The second default track sets `games` itself.
    assert_eq!(config.tracks[1].settings, built_in.tracks[1].settings);
    let boards = built_in.tracks[1].settings.boards().expect("boards");
    let names: Vec<String> = boards.iter().map(|(board, _)| board.to_string()).collect();
    assert_eq!(names, ["12 pp", "10 standard", "16 standard", "24 standard"]);
}

#[test]
fn invalid_settings_are_reported_in_one_line() {
    let one = "[[track]]\nname = \"a\"\n";
    for (text, expected) in [
        (
            "gmaes = 4",
            "gmaes = 4: unknown field `gmaes`, expected one of `seed`, `boards`, `games_first`",
        ),
        ("games = 0", "games = 0: must be at least 1"),
        ("games = \"4\"", "games = \"4\": invalid type: string \"4\", expected u32"),
        ("games = -4", "games = -4: invalid value: integer `-4`, expected u32"),
        ("games = 4.5", "games = 4.5: invalid type: floating point `4.5`, expected u32"),
        ("games_first = 0", "games_first = 0: must be at least 1 without network_first"),
        ("train = \"800\"", "train = \"800\": expected samples:N, minutes:N or epochs:N"),
        ("train = \"hours:8\"", "train = \"hours:8\": expected samples:N"),
        ("train = \"samples:-8\"", "train = \"samples:-8\": expected samples:N"),
        ("window = []", "window: must have at least one fraction"),
        ("channels = 24", "unsupported number of channels 24: expected 16, 32, 48 or 64"),
        ("starts_from_regret = 0.7\nstarts_from_others = 0.7", "a sum of at most 1"),
        ("games_besides = [\"there\"]", "games_besides: \"there\": expected DIR:SHARE"),
        ("boards = [\"12 pp 1\"]", "boards: the default tracks override it; add a [[track]]"),
        ("track = 5", "[[track]]: invalid type: integer `5`, expected a sequence"),
        ("games = ", "string"),
        ("[[track]]", "[[track]]: missing field `name`"),
        ("[[track]]\nname = \"tmp\"", "track \"tmp\": invalid name"),
        ("[[track]]\nname = \"../up\"", "use lower-case letters"),
    ] {
        let error = LoopConfig::parse(text).expect_err(text);
        let line = format!("{error:#}");
        assert!(line.contains(expected), "{text}: {line}");
        assert!(!line.contains('\n'), "{line}");
    }
    for (boards, expected) in [
        ("\"12 pp\"", "expected a share above 0"),
        ("\"12 pp 0\"", "expected a share above 0"),
        ("\"25 pp 1\"", "unsupported board size 25"),
        ("\"12 classic 1\"", "expected SIZExRULES"),
        ("\"12 pp 1\", \"12 pp 2\"", "12 pp occurs twice"),
        ("", "must have at least one"),
    ] {
        let error = LoopConfig::parse(&format!("{one}boards = [{boards}]")).expect_err(boards);
        assert!(format!("{error:#}").contains(expected), "{boards}: {error:#}");
    }
    let twice = LoopConfig::parse(&format!("{one}{one}")).expect_err("twice");
    assert!(format!("{twice:#}").contains("track \"a\" is defined twice"));
    let own = LoopConfig::parse(&format!("{one}gmaes = 4")).expect_err("unknown");
    assert!(format!("{own:#}").contains("track a: gmaes = 4: unknown field"));
}
