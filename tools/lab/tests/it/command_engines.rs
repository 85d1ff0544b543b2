//! Matches between engines: reproducible journals, resuming, reports and errors.

use crate::common::{command_line, folder, games, run, run_and_kill, stderr, stdout, truncate};
use records::game::Ending;
use std::fs;
use std::time::Duration;

/// Returns the arguments of a match between an engine that uses its seed and one that does not.
fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let flags = "--size 7 --rules standard --nodes 40 --balance 0.05..0.95";
    [&command_line("match", &["a=grade2", "b=distance"], flags), more].concat()
}

#[test]
fn the_journal_does_not_depend_on_the_number_of_workers() {
    let folder = folder("engines-same");
    let journal = |out: &str, more: &[&str]| {
        let arguments = with(&["--rounds", "12", "--out", out]);
        let report = stdout(&run(&folder, &[&arguments, more].concat()));
        (report, fs::read(folder.join(out)).expect("the journal"))
    };
    let alone = journal("1.jsonl", &[]);
    assert_eq!(journal("3.jsonl", &["--workers", "3", "--quiet"]), alone);
    assert_ne!(journal("s.jsonl", &["--seed", "2"]).1, alone.1);

    let games = games(&folder.join("1.jsonl"));
    assert!((0..24).eq(games.iter().map(|entry| entry.game)));
    for pair in games.chunks_exact(2) {
        assert_eq!(pair[0].record.moves[..2], pair[1].record.moves[..2]);
        assert_eq!([&pair[0].players[0], &pair[0].players[1]], ["a", "b"]);
        assert_eq!([&pair[1].players[0], &pair[1].players[1]], ["b", "a"]);
        assert_eq!((pair[0].record.size, pair[0].record.rules.as_str()), (7, "standard"));
    }
    assert!(alone.0.starts_with(
        "Results of a vs b (7 x 7, standard, 40 nodes, random:2, balance 0.05..0.95):"
    ));
    assert_eq!(stdout(&run(&folder, &["stats", "1.jsonl"])), alone.0);
}

#[test]
fn resume_after_kills_writes_the_same_journal() {
    let folder = folder("engines-killed");
    stdout(&run(&folder, &with(&["--rounds", "60", "--out", "whole.jsonl"])));
    let whole = fs::read(folder.join("whole.jsonl")).expect("the journal");
    let file = folder.join("killed.jsonl");
    let resume = with(&["--rounds", "60", "--out", "killed.jsonl", "--resume", "--workers", "2"]);
    for kill in 0..8_u64 {
        let pause = Duration::from_micros(777 * kill);
        run_and_kill(&folder, &resume, &file, kill as usize % 5, pause);
        // Every third kill acts like a power cut, which truncates the file.
        if kill % 3 == 2 {
            truncate(&file, 5 * kill);
        }
    }
    assert!(
        fs::read(&file).expect("the journal").len() < whole.len(),
        "the match ended before the kills"
    );
    stdout(&run(&folder, &["match", "--resume", "--out", "killed.jsonl"]));
    assert_eq!(fs::read(&file).expect("the journal"), whole);
}

#[test]
fn a_decision_of_the_sprt_stops_it() {
    let folder = folder("engines-sprt");
    let flags = "--size 9 --nodes 60 --sprt elo0=0 elo1=200";
    let arguments = command_line("match", &["distance", "grade1"], flags);
    let report = stdout(&run(&folder, &arguments));
    assert!(report.contains("H1 accepted"), "{report}");
    let played = games(&folder.join("match.jsonl")).len();
    assert!(played < 200 && report.contains(&format!("Games: {played}, ")), "{report}");

    // The stopping point does not depend on the number of workers, and no game follows the decision.
    let whole = fs::read(folder.join("match.jsonl")).expect("the journal");
    let three = [&arguments[..], &["--workers", "3", "--out", "3.jsonl"]].concat();
    assert_eq!(stdout(&run(&folder, &three)), report);
    assert_eq!(fs::read(folder.join("3.jsonl")).expect("the journal"), whole);
    assert_eq!(stdout(&run(&folder, &["match", "--resume"])), report);
    assert_eq!(fs::read(folder.join("match.jsonl")).expect("the journal"), whole);
}

#[test]
fn timed_games_record_their_times() {
    let folder = folder("engines-clock");
    let flags = "--size 6 --first-ms 3 --turn-ms 2 --rounds 2 --workers 2";
    let arguments = command_line("match", &["network", "distance"], flags);
    let report = stdout(&run(&folder, &arguments));
    assert!(report.contains("(6 x 6, 3+2 ms, random:2)"), "{report}");
    assert!(report.contains("answers, ms:"), "{report}");
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games.len(), 4);
    for game in &games {
        assert_eq!(game.record.limits_ms, [[3, 2]; 2]);
        assert_eq!(game.record.times_ms[..2], [None, None]);
        assert!(game.record.times_ms[2..].iter().all(|time| time.is_some_and(|ms| ms >= 0.0)));
    }
    stdout(&run(&folder, &["match", "--resume", "--rounds", "3"]));
    assert_eq!(crate::common::games(&folder.join("match.jsonl")).len(), 6);
}

#[test]
fn engines_play_against_programs() {
    let folder = folder("engines-programs");
    let flags =
        "--size 9 --nodes 20 --turn-ms 60000 --first-ms 60000 --rounds 2 --openings first-pegs";
    stdout(&run(&folder, &command_line("match", &["distance", "path"], flags)));
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games.len(), 4);
    for game in &games {
        let (record, engine) = (&game.record, usize::from(game.players[1] == "distance"));
        assert_eq!(record.ending, Ending::Chain, "{}", record.reason);
        assert_eq!(record.limits_ms[engine], [0, 0]);
        assert_eq!(record.limits_ms[1 - engine], [60_000; 2]);
        let mut times = record.times_ms.iter().enumerate().skip(1);
        assert!(times.all(|(ply, time)| time.is_none() == (ply % 2 == engine)), "{record:?}");
    }
}

#[test]
fn a_match_is_not_resumed_with_other_weights() {
    let folder = folder("engines-weights");
    let weights = include_str!("../../../../src/network/best.txt");
    fs::write(folder.join("net.txt"), weights).expect("a file");
    fs::write(folder.join("list.txt"), "d5,f6\n\nE4,C3,G6\n").expect("a file");
    let flags = "--size 10 --nodes 20 --rounds 2 --openings list.txt";
    let arguments = command_line("match", &["file=network:net.txt", "network"], flags);
    // Equal players split all pairs.
    let report = stdout(&run(&folder, &arguments));
    assert!(report.contains("Ptnml(0-2): [0, 0, 2, 0, 0]"), "{report}");
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games[0].record.moves[..2], ["D5", "F6"]);
    assert_eq!(games[2].record.moves[..3], ["E4", "C3", "G6"]);
    assert_eq!(games[2].record.opening, 3);

    // A trailing space changes the digest but not the network.
    fs::write(folder.join("net.txt"), format!("{weights} ")).expect("a file");
    let resumed = stderr(&run(&folder, &["match", "--resume", "--rounds", "3"]));
    assert!(resumed.contains("net.txt") && resumed.contains("--out"), "{resumed}");
    let again = stderr(&run(&folder, &[&arguments[..], &["--resume"]].concat()));
    assert!(again.contains("differs in weights"), "{again}");
    fs::write(folder.join("net.txt"), &weights[..90]).expect("a file");
    let damaged = stderr(&run(&folder, &[&arguments[..], &["--out", "d.jsonl"]].concat()));
    assert!(damaged.contains("net.txt") && !folder.join("d.jsonl").exists(), "{damaged}");
}

#[test]
fn invalid_matches_of_engines_are_rejected_before_a_game() {
    let folder = folder("engines-wrong");
    fs::write(folder.join("swap.txt"), "f6,swap,c4\n").expect("a file");
    let bots = ["match", "--bot", "a=distance", "--bot", "b=distance"];
    let cases: [(&[&str], &str); 12] = [
        (&["--nodes", "0"], "--nodes"),
        (&["--turn-ms", "0"], "--turn-ms"),
        (&["--nodes", "9", "--size", "25"], "5-24"),
        (&["--nodes", "9", "--rules", "classic"], "pp or standard"),
        (&["--nodes", "9", "--openings", "random:13"], "1 to 12 pegs"),
        (&["--nodes", "9", "--openings", "missing.txt"], "missing.txt"),
        (
            &["--nodes", "9", "--openings", "even", "--size", "13"],
            "no balanced openings for 13 x 13 under `pp`",
        ),
        (&["--nodes", "9", "--swap", "off", "--openings", "swap.txt"], "at swap"),
        (&["--nodes", "9", "--balance", "0.6..0.4"], "LOW..HIGH"),
        (&["--nodes", "9", "--workers", "0"], "--workers"),
        (&["--nodes", "9", "--rounds", "0"], "--rounds"),
        (&["--nodes", "9", "--sprt", "elo0=5", "elo1=0"], "--sprt"),
    ];
    for (more, word) in cases {
        let stderr = stderr(&run(&folder, &[&bots[..], more].concat()));
        assert!(stderr.contains(word), "{stderr}");
        assert!(!folder.join("match.jsonl").exists(), "{more:?}");
    }
    let cases: [(&[&str], &str); 4] = [
        (&["match"], "--bot"),
        (&["match", "--bot", "distance", "--nodes", "9"], "twice"),
        (
            &["match", "--bot", "distance", "--bot", "distance", "--nodes", "9"],
            "pass different names",
        ),
        (&["match", "--bot", "network:no", "--bot", "distance", "--nodes", "9"], "check the path"),
    ];
    for (arguments, word) in cases {
        let stderr = stderr(&run(&folder, arguments));
        assert!(stderr.contains(word), "{stderr}");
        assert!(!folder.join("match.jsonl").exists(), "{arguments:?}");
    }

    // No opening on the smallest board has a value in this range.
    let never = ["--nodes", "9", "--size", "5", "--balance", "0.001..0.002", "--rounds", "1"];
    let never = stderr(&run(&folder, &[&bots[..], &never].concat()));
    assert!(never.contains("opening 0") && never.contains("widen --balance"), "{never}");
    assert!(!folder.join("match.jsonl").exists(), "a failed start leaves no journal");
    // A match has its plan in the journal, and other conditions are rejected.
    let first = ["--nodes", "9", "--size", "5", "--rounds", "1"];
    stdout(&run(&folder, &[&bots[..], &first].concat()));
    let other = ["--nodes", "8", "--size", "5", "--balance", "0..1", "--resume"];
    let other = stderr(&run(&folder, &[&bots[..], &other].concat()));
    assert!(other.contains("differs in --nodes, --balance"), "{other}");
}
