//! Shards of version 3, written by the last program that wrote them: they are read, damage that can be
//! told is told, and a run goes on with them in a file of today.

use selfplay::game::Game;
use selfplay::run::run;
use selfplay::shard::{self, Shard};
use selfplay::Settings;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const GAMES: usize = 4;

fn there() -> PathBuf {
    shard::path(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/version3"), 61, 0)
}

fn read(path: &Path) -> (Settings, Vec<Game>) {
    let shard = Shard::read(path).unwrap();
    assert_eq!(shard.torn(), 0);
    (shard.settings().unwrap().clone(), shard.games().map(Result::unwrap).collect())
}

/// What reading these bytes comes to.
fn parsed(bytes: &[u8]) -> (tempfile::TempDir, PathBuf, anyhow::Result<Shard>) {
    let folder = tempfile::tempdir().unwrap();
    let path = shard::path(folder.path(), 61, 0);
    std::fs::write(&path, bytes).unwrap();
    let shard = Shard::read(&path);
    (folder, path, shard)
}

/// Where frames begin.
fn frames(bytes: &[u8]) -> Vec<usize> {
    let mut starts = vec![8];
    while let Some(length) = bytes[*starts.last().unwrap()..].first_chunk::<4>() {
        starts.push(starts.last().unwrap() + 8 + u32::from_le_bytes(*length) as usize);
    }
    starts
}

#[test]
fn a_run_goes_on_in_a_file_of_today() {
    let (settings, games) = read(&there());
    assert_eq!((settings.edge, settings.seed, games.len()), (7, 61, GAMES));
    let (folder, path, _) = parsed(&std::fs::read(there()).unwrap());
    let stop = AtomicBool::new(false);
    let done = run(folder.path(), &settings, 0..GAMES as u32 + 1, 1, &stop).unwrap();
    assert_eq!((done.earlier, done.played), (GAMES, 1));
    let after = read(&path);
    assert_eq!((&after.0, &after.1[..GAMES]), (&settings, &games[..]));
    assert!(std::fs::read(&path).unwrap().starts_with(b"TPGAMES4"));
    // As if there had never been another format.
    let fresh = tempfile::tempdir().unwrap();
    run(fresh.path(), &settings, 0..GAMES as u32 + 1, 1, &stop).unwrap();
    let fresh = std::fs::read(shard::path(fresh.path(), 61, 0)).unwrap();
    assert!(fresh == std::fs::read(&path).unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_flipped_bit_is_found_or_cuts_the_last_game_off() {
    let bytes = std::fs::read(there()).unwrap();
    let last = frames(&bytes)[GAMES];
    let (_folder, path, _) = parsed(&bytes);
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &flipped).unwrap();
        match Shard::read(&path) {
            Err(error) => assert!(format!("{error:#}").contains("byte "), "{error:#}"),
            Ok(shard) => {
                assert!(bit / 8 >= last + 4, "byte {}", bit / 8);
                assert_eq!(shard.len(), GAMES - 1);
                let told = shard.told_torn().unwrap();
                assert!(told.contains(&format!("from byte {last} on")), "{told}");
            }
        }
    }
}

#[test]
fn a_copied_frame_is_found_and_zeros_are_mended() {
    let bytes = std::fs::read(there()).unwrap();
    let starts = frames(&bytes);
    let mut copied = bytes.clone();
    copied.extend_from_within(starts[2]..starts[3]);
    let error = format!("{:#}", parsed(&copied).2.unwrap_err());
    let told =
        format!("byte {}: the frame is a copy of the one at byte {}", bytes.len(), starts[2]);
    assert!(error.contains(&told), "{error}");
    for (kept, games) in [(bytes.len(), GAMES), (bytes.len() - 40, GAMES - 1)] {
        let mut zeros = bytes[..kept].to_vec();
        zeros.resize(bytes.len() + 4096, 0);
        assert_eq!(parsed(&zeros).2.unwrap().len(), games);
    }
}
