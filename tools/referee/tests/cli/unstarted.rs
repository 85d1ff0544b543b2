//! Bots that cannot be started forfeit their games.

use crate::common::{folder, run, script, stdout};
use records::game::Ending;
use records::game::GameRecord;
use records::seat::Seat;
use referee::record::Replay;
use serde_json::{json, Value};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn program(file: &Path) {
    fs::write(file, "#!/bin/sh\nsleep 60\n").unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

fn verdict(first: &str, second: &str) -> String {
    stdout(run(&["-p1", first, "-p2", second, "--format", "text", "--quiet"])).trim_end().to_owned()
}

#[test]
fn every_reason_for_a_failed_start_is_reported() {
    let folder = folder("unstarted");
    let file = folder.join("no-program");
    fs::write(&file, "words").unwrap();
    let file = file.to_str().unwrap();
    for (command, reason) in [
        ("./no-such-bot --fast", "check that `./no-such-bot` exists"),
        (file, "Permission denied"),
        (folder.to_str().unwrap(), "Permission denied"),
        ("", "the command of a bot is empty"),
        ("sh -c 'echo", "close its quotes"),
        ("random --fast", "takes no flags"),
    ] {
        let first = verdict(command, "random");
        let expected = "The second player wins: the first player could not be started: ";
        assert!(first.starts_with(expected) && first.contains(reason), "{first}");
        let second = verdict("random", command);
        let expected = "The first player wins: the second player could not be started: ";
        assert!(second.starts_with(expected) && second.contains(reason), "{second}");
    }
    let both = verdict("./no-such-bot", "path 3");
    assert!(both.starts_with("The second player wins"), "{both}");
}

#[test]
fn every_format_reports_the_forfeit() {
    let replay = folder("unstarted-formats").join("replay.json");
    let play = |format: &str| {
        let replay = replay.to_str().unwrap();
        let arguments = ["-p1", "random", "-p2", "./no-such-bot", "--format", format, "-l", replay];
        stdout(run(&arguments))
    };
    assert_eq!(play("brutaltester"), "1\n-1\n");
    let kept: Replay = serde_json::from_str(&fs::read_to_string(&replay).unwrap()).unwrap();
    assert_eq!((kept.record.ending, kept.record.winner), (Ending::Crashed, Some(Seat::First)));
    assert!(kept.record.reason.contains("./no-such-bot"), "{}", kept.record.reason);
    assert!(kept.errors["1"][0].contains("./no-such-bot"), "{:?}", kept.errors);

    let psyleague: Value = serde_json::from_str(&play("psyleague")).unwrap();
    assert_eq!([&psyleague["ranks"], &psyleague["errors"]], [&json!([0, 1]), &json!([0, 1])]);
    assert_eq!(psyleague["test_data"]["ending"], "crashed");

    let cgarena: Value = serde_json::from_str(&play("cgarena")).unwrap();
    assert_eq!([&cgarena["ranks"], &cgarena["errors"]], [&json!([0, 1]), &json!([0, 1])]);
    let attributes = cgarena["attributes"].as_array().unwrap();
    let reason = attributes.iter().find(|attribute| attribute["name"] == "reason").unwrap();
    assert_eq!((&reason["player"], &reason["turn"]), (&json!(1), &Value::Null));
    assert!(reason["value"].as_str().unwrap().contains("./no-such-bot"), "{reason}");
}

#[test]
fn a_bot_removed_during_a_match_forfeits_the_rest() {
    let folder = folder("vanished");
    let (bot, games) = (folder.join("bot"), folder.join("games"));
    program(&bot);
    // The opponent removes the bot's file during its own turn in the second game.
    let opponent = script(&format!(
        "read turn; if [ -e {0}/seen ]; then rm -f {0}/bot; fi; touch {0}/seen; echo A1; sleep 60",
        folder.display()
    ));
    let bot = bot.to_str().unwrap();
    let printed = stdout(run(&[
        "-p1",
        &opponent,
        "-p2",
        bot,
        "--games",
        "5",
        "--quiet",
        "--record",
        games.to_str().unwrap(),
    ]));
    let rows: Vec<&str> = printed.lines().collect();
    assert_eq!(rows.len(), 3, "{printed}");
    let mut files: Vec<_> = fs::read_dir(games).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let record =
        |file| -> GameRecord { serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap() };
    let endings: Vec<Ending> = files.iter().map(|file| record(file).ending).collect();
    let expected = [[Ending::Illegal; 2].as_slice(), &[Ending::Crashed; 3]].concat();
    assert_eq!(endings, expected);
}

/// Covers a rebuild of the referee while a match runs.
#[cfg(target_os = "linux")]
#[test]
fn built_in_bots_start_after_the_referees_executable_is_removed() {
    let folder = folder("removed-referee");
    let program = folder.join("referee");
    fs::copy(env!("CARGO_BIN_EXE_referee"), &program).unwrap();
    let remover = script(&format!("read turn; rm -f {}; echo A1; sleep 60", program.display()));
    let mut command = std::process::Command::new(&program);
    command.args(["-p1", &remover, "-p2", "random", "--games", "3", "--swap-seats"]).arg("--quiet");
    command.args(["--first-ms", "60000", "--turn-ms", "60000"]);
    let printed = stdout(command.output().unwrap());
    let winner = printed.lines().find(|line| line.starts_with("random")).unwrap();
    assert_eq!(winner.split_whitespace().nth(1), Some("3"), "{printed}");
}
