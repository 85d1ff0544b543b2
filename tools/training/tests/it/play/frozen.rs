//! Self-play reproduces the shards in `tests/frozen` byte for byte.

use crate::data;
use std::fs;
use std::process::Command;

/// Flags of each run, by shard name.
const RUNS: [(&str, &str); 3] = [
    ("network-12.games", "--engine network --games 12 --nodes 60"),
    ("distance-9.games", "--engine distance --games 6 --nodes 200 --size 9 --rules standard"),
    ("plain-12.games", "--engine distance --games 4 --nodes 100 --balance 0.3..0.7"),
];

/// Flags of all runs, with every option that adds randomness.
const EXPLORING: &str = "--full-share 0.4 --fast-nodes 20 --noise 0.25 --temperature 0.8 \
    --temperature-plies 4 --random-share 60 --resign 0.03 --seed 7 --workers 1 \
    --starts random:2,distance-opening:1,scatter:1,first-peg:1";

#[test]
fn self_play_reproduces_the_frozen_shards() {
    for (name, flags) in RUNS {
        let folder = tempfile::tempdir().unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_train"))
            .current_dir(folder.path())
            .args(["play", "--out", "games"])
            .args(flags.split(' ').chain(EXPLORING.split_whitespace()))
            .status()
            .unwrap();
        assert!(status.success());
        let shard = fs::read(folder.path().join("games/shard-7-0.games")).unwrap();
        data::same_bytes(&format!("selfplay/{name}"), &shard);
    }
}
