//! The command line of `train`.

use std::path::Path;
use std::process::{Command, Output};
use twixt::evaluate::by_distance;
use twixt::geometry::Size;
use twixt::rules::{Move, Position};
use twixt::search::{Limits, Params, Search};

fn train(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn play_and_stats_work_on_the_same_folder() {
    let folder = tempfile::tempdir().unwrap();
    let play = "play --out games --games 6 --nodes 50 --workers 2 --seed 9";
    let output = train(folder.path(), play);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("6 games played, 0 already stored"));
    let again = train(folder.path(), play);
    assert!(text(&again.stderr).contains("0 games played, 6 already stored"));
    let stats = train(folder.path(), "stats --in games");
    assert!(text(&stats.stdout).starts_with("games       6\nplies       median"));
    std::fs::write(folder.path().join("list.txt"), "f6,c4\nd5,g7\n").unwrap();
    let more = "play --out more --games 3 --nodes 50 --seed 9 --starts listed:1 --list list.txt";
    let output = train(folder.path(), more);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stats = train(folder.path(), "stats --in more");
    assert!(text(&stats.stdout).contains("starts      listed 3 (100.0 %)"));
}

#[test]
fn openings_are_balanced_and_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let sample = |out: &str, more: &str| {
        let arguments = format!("openings --count 8 --nodes 60 --engine distance {more}");
        let output = train(folder.path(), &format!("{arguments} --out {out}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read_to_string(folder.path().join(out)).unwrap()
    };
    let sampled = sample("a.txt", "--seed 3 --balance 0.45..0.55");
    assert_eq!(sampled, sample("b.txt", "--seed 3 --balance 0.45..0.55"));
    assert_ne!(sampled, sample("c.txt", "--seed 4 --balance 0.45..0.55"));
    assert_eq!(sampled.lines().collect::<std::collections::BTreeSet<_>>().len(), 8);
    for line in sampled.lines() {
        assert!((3..=8).contains(&line.split(',').count()), "{line}");
        // A new search with the same evaluator also finds the opening balanced.
        let mut position = Position::new(Size::ARENA);
        for hole in line.split(',') {
            position.play(Move::Peg(hole.to_uppercase().parse().unwrap())).unwrap();
        }
        let mut search =
            Search::new(position, by_distance(Size::ARENA), Params::default(), 1 << 16);
        let value = search.think(&Limits::nodes(60)).value;
        assert!((0.45..=0.55).contains(&value), "{line}: {value}");
    }
    // Resuming completes a truncated file; without --resume nothing is overwritten.
    let half: usize = sampled.lines().take(5).map(|line| line.len() + 1).sum();
    std::fs::write(folder.path().join("e.txt"), &sampled[..half - 4]).unwrap();
    assert_eq!(sampled, sample("e.txt", "--seed 3 --balance 0.45..0.55 --resume"));
    assert_eq!(sampled, sample("f.txt", "--seed 3 --balance 0.45..0.55 --resume"), "no file");
    assert_eq!(sampled, sample("f.txt", "--seed 3 --balance 0.45..0.55 --resume"), "complete file");
    let output = train(folder.path(), "openings --out a.txt --count 1 --engine distance");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--resume"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(folder.path().join("a.txt")).unwrap(), sampled);
    let never = "openings --out d.txt --count 1 --nodes 1 --balance 0.99999..1 --engine distance";
    let output = train(folder.path(), never);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("0 of 400 starts were balanced"));
    let empty = "openings --out d.txt --count 1 --plies 8..3 --engine distance";
    let output = train(folder.path(), empty);
    assert!(text(&output.stderr).contains("--plies 8..3 is empty"));
}

#[test]
fn invalid_arguments_are_reported_with_status_2() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        ("play --out games --games 1 --engine luck", "unknown engine `luck`"),
        ("play --out games --games 1 --random-plies 2", "2..6"),
        ("play --out games --games 1 --set cpuct", "NAME=VALUE"),
        ("play --out games --games 1 --set cpuct=99", "must be between"),
        ("play --out games --games 1 --workers 0", "--workers"),
        ("play --out games --games 1 --starts luck:1", "expected random:N"),
        ("play --out games --games 1 --balance 0.9..0.1", "--balance must be LOW..HIGH"),
        ("play --out games --games 2 --first 4294967295", "exceed 32 bits"),
        ("stats --in nowhere", "cannot read the folder nowhere"),
        ("stats --in .", "contains no shards"),
        ("play --out games --games 1 --rules go", "pp or standard"),
        ("play --out games --games 1 --starts listed:1", "--list FILE and"),
        ("play --out games --games 1 --starts listed:1 --list no.txt", "list of starts no.txt"),
        ("play --out games --games 1 --engine network:no.tpn", "cannot read no.tpn"),
    ] {
        let output = train(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(train(folder.path(), "play --out games --games 2 --nodes 20").status.success());
    for arguments in ["--help", "stats --in games"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
        common::exit::assert_silent_without_reader(
            command.current_dir(folder.path()).args(arguments.split(' ')),
            "",
        );
    }
}
