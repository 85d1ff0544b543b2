//! Bots that cannot be started forfeit their games.

use crate::common::{folder, run, stdout};
use records::game::Ending;
use records::seat::Seat;
use referee::record::Replay;
use serde_json::{json, Value};
use std::fs;

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
