//! A training run on the games in `tests/frozen`, killed and resumed, reproduces the network stored
//! there bit for bit.

use crate::data;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn train(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_train"))
        .current_dir(folder)
        .args(["fit", "games", "--out", "net", "--resume", "--save-minutes", "0"])
        .args(["--samples", "1280", "--batch", "16", "--blocks", "2", "--quantise-from", "0.5"])
        .args(["--soft-weight", "0.2", "--workers", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_and_resumed_run_reproduces_the_frozen_network() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    for (number, name) in ["network-12", "distance-9", "plain-12"].iter().enumerate() {
        let shard = data::path(&format!("selfplay/{name}.games"));
        fs::copy(shard, folder.path().join(format!("games/shard-{number}-0.games"))).unwrap();
    }
    let checkpoint = folder.path().join("net/checkpoint.bin");
    for _ in 0..2 {
        let before = fs::metadata(&checkpoint).and_then(|file| file.modified()).ok();
        let mut child = train(folder.path());
        while child.try_wait().unwrap().is_none() {
            let now = fs::metadata(&checkpoint).and_then(|file| file.modified()).ok();
            if now > before {
                break;
            }
            sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(train(folder.path()).wait().unwrap().success());
    data::same_bytes("train/net.tpn", &fs::read(folder.path().join("net/net.tpn")).unwrap());
}
