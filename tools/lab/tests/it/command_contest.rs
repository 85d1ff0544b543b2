//! Contests as their users run them: the same again whatever happens, and reported like matches.

use crate::common::{complaint, folder, lab, run, stdout};
use lab::matches::{self, Entry, Plan};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Quick games of engines that draw playouts, remember positions, and differ in strength.
const QUICK: [&str; 13] = [
    "contest",
    "--bot",
    "a=uct",
    "--bot",
    "b=alphabeta",
    "--size",
    "7",
    "--rules",
    "standard",
    "--nodes",
    "40",
    "--even",
    "0.05..0.95",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK, more].concat()
}

fn games(file: &Path) -> Vec<Entry> {
    let read = matches::read::<Plan>(file).expect("a journal");
    assert!(read.plan.is_some() && read.torn.is_none());
    read.entries
}

#[test]
fn a_plan_is_one_journal_whatever_the_workers() {
    let folder = folder("contest-same");
    let journal = |out: &str, more: &[&str]| {
        let arguments = with(&["--rounds", "12", "--out", out]);
        let report = stdout(&run(&folder, &[&arguments, more].concat()));
        (report, fs::read(folder.join(out)).expect("the journal"))
    };
    let alone = journal("1.jsonl", &[]);
    assert_eq!(journal("3.jsonl", &["--workers", "3", "--quiet"]), alone);
    assert_ne!(journal("s.jsonl", &["--srand", "2"]).1, alone.1);

    let games = games(&folder.join("1.jsonl"));
    assert!((0..24).eq(games.iter().map(|entry| entry.game)));
    for pair in games.chunks_exact(2) {
        assert_eq!(pair[0].record.moves[..2], pair[1].record.moves[..2]);
        assert_eq!([&pair[0].players[0], &pair[0].players[1]], ["a", "b"]);
        assert_eq!([&pair[1].players[0], &pair[1].players[1]], ["b", "a"]);
        assert_eq!((pair[0].record.size, pair[0].record.rules.as_str()), (7, "standard"));
    }
    assert!(alone
        .0
        .starts_with("Results of a vs b (7 x 7, standard, 40 nodes, random:2, even 0.05..0.95):"));
    assert_eq!(stdout(&run(&folder, &["stats", "1.jsonl"])), alone.0);
}

#[test]
fn killed_at_any_moment_it_ends_as_if_nothing_had_been() {
    let folder = folder("contest-killed");
    stdout(&run(&folder, &with(&["--rounds", "60", "--out", "whole.jsonl"])));
    let whole = fs::read(folder.join("whole.jsonl")).expect("the journal");
    let file = folder.join("killed.jsonl");
    let go_on = with(&["--rounds", "60", "--out", "killed.jsonl", "--resume", "--workers", "2"]);
    for kill in 0..8_u64 {
        let quiet = |mut command: std::process::Command| {
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the lab starts")
        };
        let mut child = quiet(lab(&folder, &go_on));
        let lines = || fs::read(&file).map_or(0, |text| text.split(|&b| b == b'\n').count());
        let begun = lines();
        while lines() < begun + kill as usize % 5 && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(777 * kill));
        child.kill().expect("a child");
        child.wait().expect("a child");
        // Now and then the power goes too, and takes a piece of the last line along.
        let length = fs::metadata(&file).map_or(0, |file| file.len());
        if kill % 3 == 2 && length > 0 {
            let torn = length.saturating_sub(5 * kill);
            fs::File::options().write(true).open(&file).unwrap().set_len(torn).unwrap();
        }
    }
    assert!(fs::read(&file).expect("the journal").len() < whole.len(), "done before its kills");
    stdout(&run(&folder, &["contest", "--resume", "--out", "killed.jsonl"]));
    assert_eq!(fs::read(&file).expect("the journal"), whole);
}

#[test]
fn a_test_stops_it_and_programs_read_the_outcome() {
    let folder = folder("contest-sprt");
    let contest = [
        "contest", "--bot", "distance", "--bot", "uct", "--size", "9", "--nodes", "60", "--json",
        "--sprt", "elo0=0", "elo1=200",
    ];
    let read = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&stdout(&run(&folder, arguments))).expect("one value")
    };
    let figures = read(&contest);
    let mut keys: Vec<&String> = figures.as_object().expect("an object").keys().collect();
    keys.sort();
    assert_eq!(keys, ["accepted", "draws", "elo", "losses", "ptnml", "wins"]);
    assert_eq!(figures["accepted"], "H1", "{figures}");
    let played = games(&folder.join("contest.jsonl")).len() as u64;
    assert!(played < 200, "{played}");
    let count = |value: &serde_json::Value| value.as_u64().expect("a number");
    let pairs: u64 = figures["ptnml"].as_array().expect("five").iter().map(count).sum();
    assert_eq!(2 * pairs, played);
    let results = ["wins", "losses", "draws"].map(|key| count(&figures[key]));
    assert_eq!(results.iter().sum::<u64>(), played);
    assert!(figures["elo"].as_object().expect("an object").contains_key("error"));

    // Where it stops is part of what doesn't depend on the workers, and a decided test plays on
    // no more.
    let whole = fs::read(folder.join("contest.jsonl")).expect("the journal");
    assert_eq!(read(&[&contest[..], &["--workers", "3", "--out", "3.jsonl"]].concat()), figures);
    assert_eq!(fs::read(folder.join("3.jsonl")).expect("the journal"), whole);
    assert_eq!(read(&["contest", "--resume", "--json"]), figures);
    assert_eq!(fs::read(folder.join("contest.jsonl")).expect("the journal"), whole);
}

#[test]
fn by_the_clock_games_carry_their_times() {
    let folder = folder("contest-clock");
    let contest = [
        "contest",
        "--bot",
        "network",
        "--bot",
        "alphabeta",
        "--size",
        "6",
        "--seconds",
        "0.002",
        "--rounds",
        "2",
        "--workers",
        "2",
    ];
    let report = stdout(&run(&folder, &contest));
    assert!(report.contains("(6 x 6, pp, 0.002 s, random:2)"), "{report}");
    assert!(report.contains("answers, ms:"), "{report}");
    let games = games(&folder.join("contest.jsonl"));
    assert_eq!(games.len(), 4);
    for game in &games {
        assert_eq!(game.record.limits_ms, [[2, 2]; 2]);
        assert_eq!(game.record.times_ms[..2], [None, None]);
        assert!(game.record.times_ms[2..].iter().all(|time| time.is_some_and(|ms| ms >= 0.0)));
    }
    // More rounds prolong it.
    stdout(&run(&folder, &["contest", "--resume", "--rounds", "3"]));
    assert_eq!(self::games(&folder.join("contest.jsonl")).len(), 6);
}

#[test]
fn weights_come_from_files_and_are_held_to() {
    let folder = folder("contest-weights");
    let weights = include_str!("../../../../src/network/best.txt");
    fs::write(folder.join("net.txt"), weights).expect("a file");
    fs::write(folder.join("list.txt"), "d5,f6\n\nE4,C3,G6\n").expect("a file");
    let contest = [
        "contest",
        "--bot",
        "file=network:net.txt",
        "--bot",
        "network",
        "--size",
        "10",
        "--nodes",
        "20",
        "--rounds",
        "2",
        "--openings",
        "list.txt",
    ];
    // The same network plays alike from either seat.
    let report = stdout(&run(&folder, &contest));
    assert!(report.contains("Ptnml(0-2): [0, 0, 2, 0, 0]"), "{report}");
    let games = games(&folder.join("contest.jsonl"));
    assert_eq!(games[0].record.moves[..2], ["D5", "F6"]);
    assert_eq!(games[2].record.moves[..3], ["E4", "C3", "G6"]);
    assert_eq!(games[2].record.opening, 3);

    // Blanks at its end leave the network the same, but the file is another.
    fs::write(folder.join("net.txt"), format!("{weights} ")).expect("a file");
    let resumed = complaint(&run(&folder, &["contest", "--resume", "--rounds", "3"]));
    assert!(resumed.contains("net.txt") && resumed.contains("--out"), "{resumed}");
    let again = complaint(&run(&folder, &[&contest[..], &["--resume"]].concat()));
    assert!(again.contains("other weights"), "{again}");
    fs::write(folder.join("net.txt"), &weights[..90]).expect("a file");
    let damaged = complaint(&run(&folder, &[&contest[..], &["--out", "d.jsonl"]].concat()));
    assert!(damaged.contains("net.txt") && !folder.join("d.jsonl").exists(), "{damaged}");
}

#[test]
fn what_cannot_be_played_is_said_before_a_game_is() {
    let folder = folder("contest-wrong");
    fs::write(folder.join("swap.txt"), "f6,swap,c4\n").expect("a file");
    let bots = ["contest", "--bot", "a=uct", "--bot", "b=uct"];
    let cases: [(&[&str], &str); 13] = [
        (&[], "--nodes 400"),
        (&["--nodes", "0"], "--nodes"),
        (&["--seconds", "0"], "--seconds"),
        (&["--nodes", "9", "--size", "25"], "5-24"),
        (&["--nodes", "9", "--rules", "classic"], "pp or standard"),
        (&["--nodes", "9", "--openings", "random:13"], "1 to 12 pegs"),
        (&["--nodes", "9", "--openings", "missing.txt"], "missing.txt"),
        (
            &["--nodes", "9", "--openings", "even", "--size", "13"],
            "no balanced openings for 13 x 13 under `pp`",
        ),
        (&["--nodes", "9", "--openings", "swap.txt"], "nobody swaps"),
        (&["--nodes", "9", "--even", "0.6..0.4"], "LOW..HIGH"),
        (&["--nodes", "9", "--workers", "0"], "--workers"),
        (&["--nodes", "9", "--rounds", "0"], "--rounds"),
        (&["--nodes", "9", "--sprt", "elo0=5", "elo1=0"], "--sprt"),
    ];
    for (more, word) in cases {
        let complaint = complaint(&run(&folder, &[&bots[..], more].concat()));
        assert!(complaint.contains(word), "{complaint}");
        assert!(!folder.join("contest.jsonl").exists(), "{more:?}");
    }
    let cases: [(&[&str], &str); 5] = [
        (&["contest"], "--bot"),
        (&["contest", "--bot", "uct", "--nodes", "9"], "twice"),
        (&["contest", "--bot", "uct", "--bot", "uct", "--nodes", "9"], "name them apart"),
        (&["contest", "--bot", "own", "--bot", "uct", "--nodes", "9"], "unknown engine"),
        (&["contest", "--bot", "network:no", "--bot", "uct", "--nodes", "9"], "check the path"),
    ];
    for (arguments, word) in cases {
        let complaint = complaint(&run(&folder, arguments));
        assert!(complaint.contains(word), "{complaint}");
        assert!(!folder.join("contest.jsonl").exists(), "{arguments:?}");
    }

    // No opening on the smallest board is judged so.
    let never = ["--nodes", "9", "--size", "5", "--even", "0.001..0.002", "--rounds", "1"];
    let never = complaint(&run(&folder, &[&bots[..], &never].concat()));
    assert!(never.contains("opening 0") && never.contains("widen --even"), "{never}");
    // Its plan stands there now, and other terms are refused.
    let other = ["--nodes", "8", "--size", "5", "--even", "0..1", "--resume"];
    let other = complaint(&run(&folder, &[&bots[..], &other].concat()));
    assert!(other.contains("other nodes or seconds, even"), "{other}");
}
