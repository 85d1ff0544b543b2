//! `lab match`: whole matches, reports and errors.

use crate::common::{command_line, folder, games, lab, run, stderr, stdout};
use records::game::Ending;
use records::journal::JournalEntry;
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
fn faults_are_counted_by_kind() {
    let folder = folder("faults");
    let flags = "--rounds 2 --size 6 --first-ms 60000 --turn-ms 60000 --max-faults 0";
    let report = stdout(&run(
        &folder,
        &command_line("match", &["crash=sh -c 'echo oh no >&2; exit 3'", "good=random"], flags),
    ));
    let line = report.lines().find(|line| line.starts_with("crash")).expect("the bot's line");
    let numbers: Vec<&str> = line.split_whitespace().skip(1).take(11).collect();
    assert_eq!(numbers, ["0", "0", "4", "0", "0", "0", "0", "0", "0", "0", "4"], "{report}");
    for game in games(&folder.join("match.jsonl")) {
        let winner = game.record.winner.expect("a winner");
        assert_eq!(game.players[winner.index()], "good");
        assert!(game.record.reason.contains("exited with code 3"), "{}", game.record.reason);
    }
}

#[test]
fn invalid_matches_are_rejected_before_a_game() {
    let folder = folder("wrong");
    let cases: [(&[&str], &str); 8] = [
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
fn a_closed_stdout_is_not_an_error() {
    let folder = folder("unread");
    let record = "match --bot a=random --bot b=random --size 6 --rounds 1 --openings random:2";
    let arguments: Vec<&str> = record.split(' ').collect();
    stdout(&run(&folder, &arguments));
    for arguments in ["--help", "stats match.jsonl", "compliance --list"] {
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

/// Covers a rebuild of the lab while a match runs.
#[cfg(target_os = "linux")]
#[test]
fn built_in_bots_start_after_the_labs_executable_is_removed() {
    let folder = folder("removed-lab");
    let program = folder.join("program");
    fs::copy(env!("CARGO_BIN_EXE_lab"), &program).expect("a copy");
    let remover = "remover=sh -c 'read turn; rm -f program; echo A1; sleep 60'";
    let flags = "--rounds 2 --openings none --first-ms 60000 --turn-ms 60000";
    let mut command = std::process::Command::new(&program);
    command.args(command_line("match", &[remover, "random"], flags)).current_dir(&folder);
    command.output().expect("the lab starts");
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games.len(), 4);
    for JournalEntry { players, record, .. } in games {
        let winner = record.winner.expect("a winner");
        assert_eq!((&*players[winner.index()], record.ending), ("random", Ending::Illegal));
    }
}

#[test]
fn more_than_two_bots_play_a_round_robin_and_are_rated() {
    let folder = folder("round-robin");
    let bots = ["random", "path", "good=own --engine distance --nodes 256"];
    let flags = "--rounds 4 --size 7 --openings random:2 --first-ms 60000 --turn-ms 60000";
    let report = stdout(&run(&folder, &command_line("match", &bots, flags)));
    let games = games(&folder.join("match.jsonl"));
    assert_eq!(games.len(), 24);
    for [a, b] in [["random", "path"], ["random", "good"], ["path", "good"]] {
        for players in [[a, b], [b, a]] {
            assert_eq!(games.iter().filter(|entry| entry.players == players).count(), 4);
        }
    }
    assert!(report.contains("Results of 3 bots"), "{report}");
    let ranked = report.lines().filter(|line| line.trim_start().starts_with(['1', '2', '3']));
    let names: Vec<_> = ranked.filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names, ["good", "path", "random"], "{report}");
    assert_eq!(stdout(&run(&folder, &["stats", "match.jsonl"])), report);
}
