//! Loops without interruptions.

use crate::rounds::common::{Bench, CONFIG};
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::fs;

#[test]
fn every_generation_is_played_trained_and_measured_once() {
    let bench = Bench::new(CONFIG);
    let printed = bench.finish(1);
    for track in ["arena", "club"] {
        let lines = bench.lines(track);
        let each = |name: &str| lines.iter().map(|line| line[name].clone()).collect::<Vec<_>>();
        assert_eq!(each("games"), [10, 12, 12, 12]);
        assert_eq!(each("positions"), [105, 126, 126, 126], "games alternate between 10 and 11");
        assert_eq!(each("games_of")[..2], [Value::Null, json!(0)]);
        assert!(lines.iter().all(|line| line["held_out"]["value"] == 0.7));
        let mut champions = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let matches = &line["matches"];
            assert_eq!(matches["best"].is_null(), number == 0);
            if line["promoted"] == true {
                champions.push(number);
                assert_eq!(matches["distance"]["pairs"], 4, "{line}");
                assert_eq!(matches["alphabeta"]["pairs"], 4, "{line}");
                assert_eq!(matches["first"].is_null(), number == 0);
            }
        }
        let champion = champions.last().expect("a champion");
        let best = fs::read(bench.folder().join(track).join("best.tpn")).expect("best.tpn");
        let net = bench.folder().join(format!("{track}/g{champion}/net/net.tpn"));
        assert_eq!(best, fs::read(net).expect("net.tpn"));
    }
    let texts: Vec<&str> = printed.lines().collect();
    assert_eq!(texts.len(), 8, "{printed}");
    assert!(texts[0].starts_with("arena, generation 0: 10 games, 105 positions"));
    assert!(texts[3].starts_with("club, generation 1: ") && texts[3].contains("Elo"));
    assert_eq!(bench.finish(1), printed, "a finished loop prints the same and runs no task");

    let mut started: BTreeMap<String, u32> = BTreeMap::new();
    bench.started().into_iter().for_each(|line| *started.entry(line).or_default() += 1);
    let once = |(line, times): (&String, &u32)| *times == 1 || line.starts_with("regret");
    assert!(started.iter().all(once), "every task runs once: {started:?}");
    let plays = started.keys().filter(|line| line.starts_with("play "));
    assert_eq!(plays.count(), 2 * (5 + 6 + 6 + 6));
}

#[test]
fn boards_and_starts_are_used_in_proportion_to_their_shares() {
    let bench = Bench::new(CONFIG);
    bench.finish(2);
    let count = |generation: u32, board: &str| {
        let folder = bench.folder().join(format!("club/g{generation}/games/{board}"));
        fs::read_dir(folder).expect("chunks").count()
    };
    assert_eq!((count(1, "8-pp"), count(1, "10-standard")), (2, 4));
    let started = bench.started();
    let listed =
        started.iter().filter(|line| line.starts_with("play ") && line.contains("listed:1"));
    // Chunks that start from a list of misjudged positions, per generation after the first: 2 of 6 on
    // the board of `arena`, and 1 of 2 and 2 of 4 on the two boards of `club`.
    assert_eq!(listed.count(), 3 * (2 + 1 + 2));
    let matches = |board: &str, kind: &str| {
        let prefix = format!("match {board} random:3 {kind} ");
        started.iter().filter(|line| line.starts_with(&prefix)).count()
    };
    // A match against `distance` or `alphabeta` has 4 pairs in two chunks; `club` plays one chunk on each of its
    // two boards.
    assert!(matches("10-standard", "distance") > 0 && matches("8-pp", "alphabeta") > 0);
    let net = fs::read_to_string(bench.folder().join("club/g1/net/net.tpn")).expect("net.tpn");
    assert!(net.contains("8xpp:0.333333 10xstandard:0.666667"), "{net}");
}

#[test]
fn a_loop_can_start_from_a_network_and_workers_receive_openings() {
    let mut bench = Bench::new("");
    let network = bench.base().join("there.tpn");
    let openings = bench.base().join("even.txt");
    fs::write(&network, "5 there").expect("written");
    fs::write(&openings, "f6,c4\nd5,g7\n").expect("written");
    let config = format!(
        "network_first = {network:?}\ngames_first = 0\ngames = 4\nchunk_games = 2\n\
         train = \"samples:10\"\nmeasure_pairs = 0\nmax_pairs = 2\n\
         [[track]]\nname = \"a\"\nboards = [\"12 pp 1\"]\nopenings = [\"12 pp {}\"]\n",
        openings.display()
    );
    fs::write(bench.base().join("config.toml"), config).expect("written");
    bench.options.pop();
    bench.options.push("--generations=1".to_owned());
    bench.finish(2);
    let folder = bench.folder().join("a");
    assert_eq!(fs::read_to_string(folder.join("g0/net/net.tpn")).expect("net"), "5 there");
    assert!(!folder.join("g0/train.log").exists());
    let started = bench.started();
    // The first network trained from the given one has strength 6; the two openings add 2.
    let found = started.iter().find(|line| line.starts_with("match ")).expect("a match");
    assert!(found.starts_with("match 12-pp even.txt network:4-net.tpn [8, 5]"), "{found}");
    assert_eq!(bench.lines("a")[0]["games"], 0);
}

#[test]
fn a_target_of_positions_does_not_depend_on_the_number_of_workers() {
    let config = CONFIG.replace("games = 12", "positions = 100\npositions_first = 50");
    let outcomes: Vec<_> = [1, 3]
        .map(|workers| {
            let bench = Bench::new(&config);
            bench.finish(workers);
            let lines = bench.lines("club");
            // Chunks of two games have 21 positions.
            assert_eq!((&lines[0]["positions"], &lines[1]["positions"]), (&json!(63), &json!(105)));
            assert_eq!(lines[1]["games"], 10);
            bench.outcome().into_iter().filter(|(name, _)| name.contains("/games/")).collect()
        })
        .into_iter()
        .collect::<Vec<BTreeMap<String, String>>>();
    assert_eq!(outcomes[0], outcomes[1], "surplus chunks are removed");
}
