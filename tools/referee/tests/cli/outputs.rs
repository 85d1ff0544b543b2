//! Output files, including devices, pipes and symbolic links.

use crate::common::{folder, referee, run, stdout};
use referee::record::Replay;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{symlink, FileTypeExt};
use std::path::Path;
use std::process::{Command, Stdio};

fn play(file: &Path) {
    stdout(run(&["-p1", "random", "-p2", "random", "--quiet", "-l", file.to_str().unwrap()]));
}

fn is_replay(text: &str) -> bool {
    serde_json::from_str::<Replay>(text).is_ok()
}

#[test]
fn a_device_is_not_replaced() {
    // If the test fails, the symbolic link is replaced, not the device.
    let link = folder("device").join("null");
    symlink("/dev/null", &link).unwrap();
    play(&link);
    assert!(fs::metadata(&link).unwrap().file_type().is_char_device());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn a_named_pipe_is_written() {
    let pipe = folder("pipe").join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut text = String::new();
            fs::File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
            text
        }
    });
    play(&pipe);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(is_replay(&reader.join().unwrap()));
}

#[test]
fn links_are_kept_and_their_targets_written() {
    let folder = folder("links");
    let [target, soft, hard] = ["target", "soft", "hard"].map(|name| folder.join(name));
    // The old content is longer.
    fs::write(&target, "x".repeat(1 << 20)).unwrap();
    symlink("target", &soft).unwrap();
    fs::hard_link(&target, &hard).unwrap();
    play(&soft);
    assert!(fs::symlink_metadata(&soft).unwrap().is_symlink());
    for file in [&target, &hard] {
        assert!(is_replay(&fs::read_to_string(file).unwrap()), "{}", file.display());
    }
    let [nowhere, dangling] = ["nowhere", "dangling"].map(|name| folder.join(name));
    symlink("nowhere", &dangling).unwrap();
    play(&dangling);
    assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
    assert!(is_replay(&fs::read_to_string(nowhere).unwrap()));
}

#[test]
fn a_folder_is_rejected_before_the_game() {
    let folder = folder("folder");
    for file in [folder.clone(), folder.join("nowhere/file")] {
        let output = run(&["-p1", "random", "-p2", "random", "-l", file.to_str().unwrap()]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(output.stdout.is_empty() && message.contains("-l"), "{message}");
    }
}

const RANDOM: [&str; 4] = ["-p1", "random", "-p2", "random"];

#[test]
fn a_closed_stdout_is_not_an_error() {
    for flags in [
        &["--help"][..],
        &["--version"],
        &["--format", "text"],
        &["--format", "text", "--quiet"],
        &["--format", "brutaltester"],
        &["--format", "psyleague"],
        &["--format", "cgarena"],
        &["-l", "/dev/stdout"],
        &["-l", "/dev/fd/1", "--quiet", "--format", "text"],
    ] {
        let mut command = referee(&[&RANDOM, flags].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{flags:?}");
        assert_eq!(output.status.code(), Some(0), "{flags:?}");
    }
}

#[test]
fn a_closed_stderr_keeps_the_exit_status() {
    for (flags, code) in [
        (&["--size", "4"][..], 2),
        (&["--no-such-flag"], 2),
        (&["-l", "/no/such/folder/file"], 2),
        (&["built-in-bot", "path", "--size", "4"], 2),
    ] {
        let mut command = referee(flags);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{flags:?}");
    }
}

#[test]
fn records_are_complete_without_a_reader_of_stdout() {
    for format in ["text", "brutaltester"] {
        let file = folder("records-without-a-reader").join("game.json");
        let mut command = referee(&RANDOM);
        command.args(["--format", format, "-l"]).arg(&file);
        common::exit::assert_silent_without_reader(&mut command, "");
        assert!(is_replay(&fs::read_to_string(&file).unwrap()), "{format}");
    }
}

#[test]
fn a_closed_stdout_ends_the_running_game() {
    // The second player never answers, and has an hour.
    let first = "sh -c 'read turn; sleep 0.05; echo D6; sleep 3600'";
    let hour = ["--first-ms", "3600000"];
    let mut command =
        referee(&[&["-p1", first, "-p2", "sleep 3600", "--format", "text"], &hour[..]].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stderr, output.status.code()), (Vec::new(), Some(0)));
}
