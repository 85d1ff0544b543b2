//! The program as its users start it.

use std::path::Path;
use std::process::{Command, Output};

fn selfplay(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selfplay"));
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn play_stats_and_expand_go_together() {
    let folder = tempfile::tempdir().unwrap();
    let play = "play --out games --games 6 --nodes 50 --workers 2 --seed 9";
    let output = selfplay(folder.path(), play);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("6 games played, 0 there before"));
    let again = selfplay(folder.path(), play);
    assert!(text(&again.stderr).contains("0 games played, 6 there before"));
    let stats = selfplay(folder.path(), "stats --in games");
    assert!(text(&stats.stdout).starts_with("games       6\nplies       median"));
    let output = selfplay(folder.path(), "expand --in games --out all.rec --symmetries none");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let length = std::fs::metadata(folder.path().join("all.rec")).unwrap().len();
    assert!(length > 0 && length.is_multiple_of(1076));
    assert!(text(&output.stderr).contains(&format!("{} records", length / 1076)));
}

#[test]
fn mistakes_are_told_and_end_with_2() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, told) in [
        ("play --out games --games 1 --evaluator luck", "no evaluator is called \"luck\""),
        ("play --out games --games 1 --random-plies 2", "2..6"),
        ("play --out games --games 1 --set cpuct", "NAME=VALUE"),
        ("play --out games --games 1 --set cpuct=99", "must lie between"),
        ("play --out games --games 1 --workers 0", "--workers"),
        ("play --out games --games 1 --starts luck:1", "expected random:N"),
        ("play --out games --games 1 --balance 0.9..0.1", "--balance takes LOW..HIGH"),
        ("play --out games --games 2 --first 4294967295", "beyond 32 bits"),
        ("stats --in nowhere", "cannot read the folder nowhere"),
        ("expand --in . --out all.rec", "holds no shards"),
    ] {
        let output = selfplay(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(told), "{arguments}: {stderr}");
    }
}
