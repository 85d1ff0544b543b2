//! Interrupted matches and their resumption.

use crate::common::{command_line, folder, lab, run, run_and_kill, stderr, stdout, truncate};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use records::running;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Returns the arguments of a match with short games, each determined by its number.
fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let flags = "--size 6 --openings random:2 --first-ms 60000 --turn-ms 60000 --workers 2";
    [&command_line("match", &["a=path", "b=random"], flags), more].concat()
}

/// Returns the game numbers in file order, and the moves by game number.
fn games(folder: &Path) -> (Vec<u64>, Vec<Vec<String>>) {
    let mut entries = crate::common::games(&folder.join("match.jsonl"));
    let numbers = entries.iter().map(|entry| entry.game).collect();
    entries.sort_by_key(|entry| entry.game);
    (numbers, entries.into_iter().map(|entry| entry.record.moves).collect())
}

#[test]
fn resume_plays_every_game_exactly_once() {
    let folder = folder("killed");
    let arguments = with(&["--rounds", "150", "--resume"]);
    let planned: u64 = 2 * 150;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let file = folder.join("match.jsonl");
    let mut kills = 0;
    while kills < 10 {
        // The kill can come at any point of a game.
        let pause = Duration::from_micros(rng.random_range(0..30_000));
        let runs = run_and_kill(&folder, &arguments, &file, rng.random_range(0..8), pause);
        assert!(runs, "the match ended before kill {kills}");
        kills += 1;
        // Some kills act like power cuts, which truncate the file.
        if kills % 3 == 0 {
            truncate(&file, rng.random_range(1..40));
        }
    }
    let report = stdout(&run(&folder, &arguments));
    assert!(report.contains("Games: 300"), "{report}");
    let (numbers, moves) = games(&folder);
    assert_eq!(numbers.len() as u64, planned);
    assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (0..planned).collect());

    let undisturbed = crate::common::folder("undisturbed");
    stdout(&run(&undisturbed, &with(&["--rounds", "150"])));
    assert!(moves == games(&undisturbed).1, "games differ from those of an undisturbed match");
}

#[test]
fn running_games_are_beside_the_journal_until_the_match_ends_or_is_killed() {
    let folder = folder("running");
    let flags = "--size 10 --nodes 3000 --rounds 1 --workers 2 --resume";
    let arguments = command_line("match", &["a=network", "b=distance"], flags);
    let mut child = lab(&folder, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let child = child.as_mut().expect("the lab starts");
    let file = folder.join("match.jsonl");
    let is_advanced = |games: &[running::RunningGame]| {
        games.len() == 2 && games.iter().all(|game| game.moves.len() > game.opening)
    };
    let seen = loop {
        assert!(child.try_wait().expect("a child").is_none(), "the lab ended early");
        let games = running::read(&file);
        if is_advanced(&games) {
            break games;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    child.kill().expect("a child");
    child.wait().expect("a child");
    assert!(folder.join("match.jsonl.running").exists() && running::read(&file).is_empty());

    stdout(&run(&folder, &arguments));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "only the journal is left");
    let ended = crate::common::games(&file);
    for game in seen {
        let ended = ended.iter().find(|entry| entry.game == game.game).expect("the resumed game");
        assert!(ended.record.moves.starts_with(&game.moves), "{game:?}");
        assert_eq!((&ended.players, ended.record.opening), (&game.players, game.opening));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_reports_and_is_resumed() {
    let folder = folder("interrupted");
    let arguments = with(&["--rounds", "2000"]);
    let child = lab(&folder, &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the lab starts");
    let file = folder.join("match.jsonl");
    while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 4 {
        assert!(child.try_wait().expect("a child").is_none(), "the lab ended early");
        std::thread::sleep(Duration::from_millis(10));
    }
    let status = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
    let output = child.wait_with_output().expect("the lab ends");
    assert_eq!(output.status.code(), Some(143));
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.contains("Results of a vs b"), "{report}");
    let message = String::from_utf8_lossy(&output.stderr);
    let last = message.lines().last().unwrap_or_default();
    assert!(
        last.contains("of 4000 games are in match.jsonl") && last.contains("--resume"),
        "{last}"
    );
    assert!(!folder.join("match.jsonl.running").exists());
    let before = games(&folder).0;
    // The file provides the plan, except for the new number of rounds.
    let rounds = (before.len() / 2 + 2).to_string();
    stdout(&run(&folder, &["match", "--resume", "--rounds", &rounds]));
    let after = games(&folder).0;
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), (before.len() / 2 + 2) * 2);
}

#[test]
fn a_torn_line_is_reported_and_another_match_is_rejected() {
    let folder = folder("torn");
    let arguments = with(&["--rounds", "2"]);
    stdout(&run(&folder, &arguments));
    let file = folder.join("match.jsonl");
    let whole = fs::read(&file).expect("the journal");
    let mut torn = fs::File::create(&file).expect("the journal");
    torn.write_all(&whole[..whole.len() - 30]).expect("the journal");
    drop(torn);
    let output = run(&folder, &with(&["--rounds", "2", "--resume"]));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("the last line is incomplete"), "{message}");
    stdout(&output);
    assert_eq!(games(&folder).0.len(), 4);

    let before = fs::read(&file).expect("the journal");
    let refused = stderr(&run(&folder, &arguments));
    assert!(refused.contains("--resume"), "{refused}");
    let other = stderr(&run(&folder, &with(&["--rounds", "2", "--resume", "--seed", "5"])));
    assert!(other.contains("seed"), "{other}");
    let partial = stderr(&run(&folder, &["match", "--resume", "--seed", "5"]));
    assert!(partial.contains("whole command"), "{partial}");
    assert_eq!(fs::read(&file).expect("the journal"), before);
}

#[test]
fn a_journal_is_resumed_without_its_damaged_line() {
    let folder = folder("damaged");
    let flags = "--size 7 --nodes 20 --openings random:2 --rounds 4";
    let report = stdout(&run(&folder, &command_line("match", &["distance", "grade1"], flags)));
    let file = folder.join("match.jsonl");
    let whole = fs::read_to_string(&file).expect("the journal");
    fs::write(&file, whole.replacen("\"game\":3,", "\"game\":4,", 1)).expect("written");
    let error = stderr(&run(&folder, &["stats", "match.jsonl"]));
    assert!(error.contains("line 5: checksum mismatch"), "{error}");
    // A copy of an earlier state.
    fs::write(folder.join("copy.jsonl"), whole.split_inclusive('\n').take(3).collect::<String>())
        .expect("written");
    fs::write(&file, &whole).expect("written");
    for (files, why) in [
        (
            ["match.jsonl", "copy.jsonl"],
            "cannot count copy.jsonl: its game 0 is also in match.jsonl",
        ),
        (
            ["copy.jsonl", "match.jsonl"],
            "cannot count match.jsonl: its game 0 is also in copy.jsonl",
        ),
        (
            ["match.jsonl", "./match.jsonl"],
            "cannot count ./match.jsonl: its game 0 is also in match.jsonl",
        ),
    ] {
        let error = stderr(&run(&folder, &["stats", files[0], files[1]]));
        assert!(error.contains(why), "{error}");
    }
    let plan = whole.split_inclusive('\n').next().expect("a plan");
    for empty in ["", "\n", "{\"plan\":{", plan] {
        fs::write(folder.join("empty.jsonl"), empty).expect("written");
        let error = stderr(&run(&folder, &["stats", "match.jsonl", "empty.jsonl"]));
        assert!(error.contains("cannot count empty.jsonl: it contains no game"), "{error}");
    }
    let others = whole.split_inclusive('\n').enumerate().filter(|(index, _)| *index != 4);
    fs::write(&file, others.map(|(_, line)| line).collect::<String>()).expect("written");
    assert_eq!(stdout(&run(&folder, &["match", "--resume"])), report);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_checks_and_the_others_are_named() {
    let flags = "--only opening,hundred-first,no-first --first-ms 60000 --turn-ms 60000";
    let arguments: Vec<&str> =
        ["compliance", "own --nodes 20"].into_iter().chain(flags.split(' ')).collect();
    let child =
        lab(Path::new("."), &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the lab starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let found = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("opening")));
    assert!(found.is_some());
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    let output = child.wait_with_output().expect("the lab ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{message}");
    assert_eq!(
        message.lines().last(),
        Some("lab: stopped; pass --only hundred-first,no-first for the other checks")
    );
    assert_eq!(rest, ["", "1 of 1 check passed."]);
}
