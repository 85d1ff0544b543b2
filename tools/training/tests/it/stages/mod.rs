//! Tests of `train run` on a small board.

mod kills;
mod ray;
mod run;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub(crate) const SETTINGS: &str = include_str!("tiny.toml");

/// A run in a temporary folder.
pub(crate) struct Bench {
    base: TempDir,
    pub(crate) options: Vec<String>,
}

impl Bench {
    /// Creates a bench with these settings; a shell script with the body `lab` replaces `lab`. Its first argument is
    /// the file to write.
    pub(crate) fn new(settings: &str, lab: &str) -> Bench {
        let base = tempfile::tempdir().expect("a folder");
        let bench = Bench { base, options: Vec::new() };
        fs::write(bench.path("settings.toml"), settings).expect("written");
        let script = bench.path("lab");
        let shift = "FLAGS=$*; while [ \"$1\" != --out ]; do shift; done; shift";
        fs::write(&script, format!("#!/bin/sh\n{shift}\n{lab}\n")).expect("written");
        fs::set_permissions(&script, PermissionsExt::from_mode(0o700)).expect("set");
        bench
    }

    /// Creates a bench whose matches are played by the real `lab`. Panics if it is not built, so that the test fails.
    pub(crate) fn with_real_lab() -> Bench {
        let lab = Path::new(env!("CARGO_BIN_EXE_train")).with_file_name("lab");
        assert!(lab.exists(), "run `cargo build -p lab`, which builds lab");
        Bench::new(SETTINGS, &format!("exec {} $FLAGS", lab.display()))
    }

    /// Returns a path in the base folder, which contains the run's folder `run`.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.base.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
        command.arg("run").arg(self.path("settings.toml")).arg("--out").arg(self.path("run"));
        command.arg("--lab").arg(self.path("lab")).args(["--workers", "2"]).args(&self.options);
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn finish(&self) -> String {
        let done = self.command().output().expect("the run starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    }

    /// Returns the last line that a failing run prints to stderr.
    pub(crate) fn error(&self) -> String {
        last_line(&self.command().output().expect("the run starts"))
    }

    /// Returns the networks and the results.
    pub(crate) fn outcome(&self) -> Vec<Vec<u8>> {
        let names = ["net-0/net.tpn", "net-1/net.tpn", "match-1/result.txt", "ship/best.txt"];
        names.map(|name| fs::read(self.path("run").join(name)).expect(name)).to_vec()
    }
}

pub(crate) fn last_line(done: &Output) -> String {
    assert_eq!(done.status.code(), Some(2));
    let text = String::from_utf8_lossy(&done.stderr).into_owned();
    text.lines().last().unwrap_or_default().to_owned()
}
