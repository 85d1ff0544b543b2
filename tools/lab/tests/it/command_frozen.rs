//! The league's table from the games in the repository.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;

use crate::common::{folder, run, stdout};
use std::fs;

#[test]
fn the_table_of_this_repository_is_unchanged() {
    let folder = folder("frozen-league");
    let league = data::path("../../tools/lab/league");
    fs::create_dir_all(folder.join("league")).expect("a folder");
    let copied = fs::copy(league.join("games.jsonl"), folder.join("league/games.jsonl"));
    copied.expect("the league's games");
    std::os::unix::fs::symlink(league.join("bots"), folder.join("league/bots")).expect("a link");
    let table = stdout(&run(&folder, &["league", "--games", "0"]));
    assert!(table.contains("gen-9"), "{table}");
    data::same("league.txt", &table);
}
