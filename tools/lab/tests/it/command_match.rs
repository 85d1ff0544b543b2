//! `lab match`: whole matches, reports and errors.

use crate::common::{command_line, folder, games, lab, run, stderr, stdout};
use records::game::Ending;
use records::journal::JournalEntry;
use records::seat::Seat;
use std::fs;

#[test]
fn a_deterministic_bot_scores_half_against_itself() {
    let folder = folder("itself");
    // Time limits that the bots meet even on a busy machine.
    let flags = "--rounds 10 --openings random:2 --first-ms 60000 --turn-ms 60000 --workers 2";
    let report = stdout(&run(
        &folder,
        &command_line("match", &["a=own --nodes 60", "b=own --nodes 60"], flags),
    ));
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games.len(), 20);
    // A deterministic bot plays itself, so the games of a pair are equal.
    for game in (0..20).step_by(2) {
        let of = |number| games.iter().find(|entry| entry.game == number).expect("the game");
        let (one, other) = (of(game), of(game + 1));
        assert_eq!((one.pair, other.pair), (game / 2, game / 2));
        assert_eq!(one.record.moves, other.record.moves);
        assert_eq!([&one.players[0], &one.players[1]], [&other.players[1], &other.players[0]]);
    }
    assert!(report.contains("Elo: 0.00 +/- "), "{report}");
    assert!(report.contains("Ptnml(0-2): [0, 0, 10, 0, 0]"), "{report}");
    assert_eq!(stdout(&run(&folder, &["stats", "match.jsonl"])), report);
}

#[test]
fn the_sprt_accepts_the_stronger_bot_and_stops() {
    let folder = folder("sprt");
    let flags = "--size 8 --first-ms 60000 --turn-ms 60000 --sprt elo0=0 elo1=200";
    let report = stdout(&run(&folder, &command_line("match", &["path", "random"], flags)));
    assert!(report.contains("H1 accepted"), "{report}");
    assert!(games(&folder.join("match.jsonl")).len() < 200);
    let again = stdout(&run(&folder, &["match", "--resume"]));
    assert_eq!(again, report);
}

#[test]
fn faults_are_counted_by_kind_and_logged() {
    let folder = folder("faults");
    let flags = "--rounds 2 --log logs --size 6 --first-ms 60000 --turn-ms 60000 --max-faults 0";
    let report = stdout(&run(
        &folder,
        &command_line("match", &["crash=sh -c 'echo oh no >&2; exit 3'", "good=random"], flags),
    ));
    let line = report.lines().find(|line| line.starts_with("crash")).expect("the bot's line");
    let numbers: Vec<&str> = line.split_whitespace().skip(1).take(11).collect();
    assert_eq!(numbers, ["0", "0", "4", "0", "0", "0", "0", "0", "0", "0", "4"], "{report}");
    let log = fs::read_to_string(folder.join("logs/game-000000.log")).expect("a log");
    assert!(log.contains("== crash\noh no"), "{log}");
    for game in games(&folder.join("match.jsonl")) {
        let winner = game.record.winner.expect("a winner");
        assert_eq!(game.players[winner.index()], "good");
        assert!(game.record.reason.contains("exited with code 3"), "{}", game.record.reason);
    }
}

#[test]
fn odds_multiply_the_limits() {
    let folder = folder("odds");
    let flags = "--nodes 40 --odds b=2 --turn-ms 5000 --rounds 1";
    stdout(&run(&folder, &command_line("match", &["a=own", "b=own"], flags)));
    for game in games(&folder.join("match.jsonl")) {
        let seat = if game.players[0] == "b" { Seat::First } else { Seat::Second };
        let limits = game.record.limits_ms;
        assert_eq!(limits[seat.index()], [2000, 10000]);
        assert_eq!(limits[seat.other().index()], [1000, 5000]);
    }
}

#[test]
fn invalid_matches_are_rejected_before_a_game() {
    let folder = folder("wrong");
    let cases: [(&[&str], &str); 9] = [
        (&["match"], "--bot"),
        (&["match", "--bot", "own"], "two bots"),
        (&["match", "--bot", "own", "--bot", "own"], "pass different names"),
        (&["match", "--bot", "own", "--bot", "path", "--rounds", "0"], "--rounds"),
        (&["match", "--bot", "own", "--bot", "path", "--size", "4"], "size"),
        (
            &["match", "--bot", "own", "--bot", "path", "--swap", "off", "--openings", "none"],
            "--swap off",
        ),
        (&["match", "--bot", "own", "--bot", "path", "--openings", "missing.txt"], "missing.txt"),
        (&["match", "--bot", "own", "--bot", "path", "--odds", "c=2"], "`c`"),
        (&["match", "--bot", "own", "--bot", "path", "--sprt", "elo0=5", "elo1=0"], "--sprt"),
    ];
    for (arguments, word) in cases {
        let stderr = stderr(&run(&folder, arguments));
        assert!(stderr.contains(word) && stderr.lines().count() == 1, "{stderr}");
        assert!(!folder.join("match.jsonl").exists(), "{arguments:?}");
    }
    let missing = stderr(&run(&folder, &["match", "--bot", "no/such/bot", "--bot", "path"]));
    assert!(missing.contains("no/such/bot"), "{missing}");
}

#[test]
fn stats_reads_records_of_the_referee() {
    let folder = folder("records");
    let first = ["match", "--bot", "path", "--bot", "random", "--size", "7", "--rounds", "2"];
    stdout(&run(&folder, &first));
    let games = games(&folder.join("match.jsonl"));
    fs::create_dir(folder.join("games")).unwrap();
    for game in &games {
        let text = serde_json::to_string(&game.record).unwrap() + "\n";
        fs::write(folder.join(format!("games/{}.json", game.game)), text).unwrap();
    }
    let report = stdout(&run(&folder, &["stats", "games"]));
    assert!(report.contains("Results of ") && report.contains("Games: 4"), "{report}");
    assert!(report.contains("4 pairs are incomplete"), "{report}");
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let folder = folder("unread");
    let record = "match --bot a=random --bot b=random --size 6 --rounds 1 --openings random:2";
    let arguments: Vec<&str> = record.split(' ').collect();
    stdout(&run(&folder, &arguments));
    for arguments in ["--help", "stats match.jsonl", "compliance --list", "league --help"] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        common::exit::assert_silent_without_reader(&mut lab(&folder, &arguments), "");
    }
}

/// A match of a bot that never plays measures nothing.
#[test]
fn a_match_stops_when_one_bot_only_loses_by_faults() {
    let folder = folder("faults");
    let broken = "broken=sh -c 'echo no network >&2; exit 3'";
    let bots = ["match", "--bot", broken, "--bot", "path", "--size", "6", "--rounds", "20"];
    let complaint = stderr(&run(&folder, &[&bots[..], &["--max-faults", "4"]].concat()));
    assert!(complaint.contains("`broken` has lost 4 games in a row by faults"), "{complaint}");
    assert!(complaint.contains("code 3") && complaint.contains("no network"), "{complaint}");
    assert_eq!(games(&folder.join("match.jsonl")).len(), 4);
    let few = ["--rounds", "1", "--out", "few.jsonl"];
    let complaint = stderr(&run(&folder, &[&bots[..7], &few].concat()));
    assert!(
        complaint.contains("games that `broken` lost by faults: 2; the last one: "),
        "{complaint}"
    );
    assert!(complaint.contains("code 3") && complaint.contains("no network"), "{complaint}");
}

#[test]
fn a_failed_start_leaves_no_journal() {
    let folder = folder("failed-start");
    for bot in ["./nonexist", "level 9", "own --engine network:nonexist.tpn"] {
        let complaint = stderr(&run(&folder, &["match", "--bot", bot, "--bot", "path", "--quiet"]));
        assert!(!complaint.is_empty(), "{bot}");
        let left = fs::read_dir(&folder).unwrap().count();
        assert!(left == 0 || bot.contains("network"), "{bot}: {complaint}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_without_an_end_are_refused() {
    let folder = folder("endless");
    let openings = "match --bot a=random --bot b=random --rounds 1 --openings /dev/zero";
    for (arguments, expected) in [
        (openings, "cannot read /dev/zero: it has more than 16 MB"),
        ("stats /dev/zero", "cannot read /dev/zero: it has more than 256 MB"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let complaint = stderr(&run(&folder, &arguments));
        assert!(complaint.contains(expected), "{complaint}");
    }
}

/// After a swap the lists of pegs and links do not determine the side, so the bots receive it as a flag.
#[test]
fn built_in_bots_play_from_a_swapped_opening_without_a_fault() {
    let folder = folder("swapped-opening");
    fs::write(folder.join("swapped.txt"), "f6,swap,c4\nf6,swap,c4,d9\n").expect("openings");
    let players = ["match", "--bot", "own --nodes 20", "--bot", "path", "--rounds", "2"];
    let terms = ["--openings", "swapped.txt", "--first-ms", "60000", "--turn-ms", "60000"];
    stdout(&run(&folder, &[&players[..], &terms].concat()));
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games.len(), 4);
    for JournalEntry { record, .. } in games {
        assert_eq!(record.ending, Ending::Chain, "{}", record.reason);
    }
}
