//! Settings: read as they are written, and wrong ones told.

use training::rounds::settings::file::{Config, Track};
use training::rounds::settings::{Settings, TEXTS};

fn track(name: &str, settings: Settings) -> Track {
    Track { name: name.to_owned(), settings, stages: Vec::new() }
}

#[test]
fn settings_are_read_as_written() {
    let common = Settings {
        games: 7,
        window: vec![0.5, 0.125],
        play_args: vec!["--set".to_owned(), "a=\"\\".to_owned()],
        seed: 1 << 40,
        ..Settings::default()
    };
    let mut other = common.clone();
    other.boards = vec!["10 standard 1".to_owned()];
    other.rest = 0.0;
    let own = Config { tracks: vec![track("a", common.clone()), track("b-2", other)], common };
    let staged = include_str!("../../../../../docs/training/fourth/loop.toml");
    let staged = Config::parse(&staged.replace("$here", "there")).expect("stages");
    assert_eq!(staged.tracks[0].stages.len(), 4);
    for config in [own, staged, Config::usual().expect("usual"), Config::tiny().expect("tiny")] {
        let text = config.toml().expect("written");
        assert_eq!(Config::parse(&text).expect("read"), config, "{text}");
        let told = |lines: &&[&str]| lines.iter().all(|line| text.contains(&format!("#{line}\n")));
        assert!(TEXTS.iter().all(|(_, lines)| told(lines)), "a comment beside each");
    }
}

#[test]
fn what_is_left_out_is_as_usual() {
    let config = Config::parse("games = 5").expect("read");
    let usual = Config::usual().expect("usual");
    assert_eq!(config.common, Settings { games: 5, ..Settings::default() });
    assert_eq!(config.tracks.len(), 2);
    assert_eq!(
        config.tracks[0].settings,
        Settings { games: 5, ..usual.tracks[0].settings.clone() }
    );
    // What a usual track says for itself stays.
    assert_eq!(config.tracks[1].settings, usual.tracks[1].settings);
    let boards = usual.tracks[1].settings.boards().expect("boards");
    let names: Vec<String> = boards.iter().map(|(board, _)| board.to_string()).collect();
    assert_eq!(names, ["12 pp", "10 standard", "16 standard", "24 standard"]);
}

#[test]
fn wrong_settings_are_told() {
    let one = "[[track]]\nname = \"a\"\n";
    for (text, told) in [
        (
            "gmaes = 4",
            "gmaes = 4: unknown field `gmaes`, expected one of `seed`, `boards`, `games_first`",
        ),
        ("games = 0", "games = 0: the least is 1"),
        ("games = \"4\"", "games = \"4\": invalid type: string \"4\", expected u32"),
        ("games = -4", "games = -4: invalid value: integer `-4`, expected u32"),
        ("games = 4.5", "games = 4.5: invalid type: floating point `4.5`, expected u32"),
        ("games_first = 0", "games_first = 0: the least is 1 where network_first"),
        ("train = \"800\"", "train = \"800\": samples:N, minutes:N or epochs:N is wanted"),
        ("train = \"hours:8\"", "train = \"hours:8\": samples:N"),
        ("train = \"samples:-8\"", "train = \"samples:-8\": samples:N"),
        ("window = []", "window: list at least one part"),
        ("channels = 24", "a multiple of 16"),
        ("starts_from_regret = 0.7\nstarts_from_others = 0.7", "shares from 0 to 1 in sum"),
        ("games_besides = [\"there\"]", "games_besides: \"there\": DIR:SHARE"),
        ("boards = [\"12 pp 1\"]", "boards: write a [[track]] to play on them"),
        ("track = 5", "[[track]]: invalid type: integer `5`, expected a sequence"),
        ("games = ", "string"),
        ("[[track]]", "[[track]]: missing field `name`"),
        ("[[track]]\nname = \"tmp\"", "track \"tmp\": use small letters"),
        ("[[track]]\nname = \"../up\"", "use small letters"),
    ] {
        let error = Config::parse(text).expect_err(text);
        let line = format!("{error:#}");
        assert!(line.contains(told), "{text}: {line}");
        assert!(!line.contains('\n'), "{line}");
    }
    for (boards, told) in [
        ("\"12 pp\"", "a share above 0 should follow"),
        ("\"12 pp 0\"", "a share above 0 should follow"),
        ("\"25 pp 1\"", "unsupported board size 25"),
        ("\"12 classic 1\"", "expected SIZExRULES"),
        ("\"12 pp 1\", \"12 pp 2\"", "12 pp is there twice"),
        ("", "list at least one"),
    ] {
        let error = Config::parse(&format!("{one}boards = [{boards}]")).expect_err(boards);
        assert!(format!("{error:#}").contains(told), "{boards}: {error:#}");
    }
    let twice = Config::parse(&format!("{one}{one}")).expect_err("twice");
    assert!(format!("{twice:#}").contains("track \"a\" is there twice"));
    let own = Config::parse(&format!("{one}gmaes = 4")).expect_err("unknown");
    assert!(format!("{own:#}").contains("track a: gmaes = 4: unknown field"));
}
