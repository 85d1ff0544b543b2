//! Small projects as fixtures.

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

use bundle::{Bundle, Options};

pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    /// Copies `tests/projects/NAME` with the workspace's lock file, so that all dependencies are in
    /// the local cache.
    pub(crate) fn copy(name: &str) -> Project {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = TempDir::with_prefix("bundle-test-").unwrap();
        copy_folder(&here.join("tests/projects").join(name), folder.path());
        std::fs::copy(here.join("../../Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
        Project { folder }
    }

    /// Creates the package `name` from the text of its files: `src/main.rs`, and others after lines `//# PATH`. Each
    /// folder with a `src/lib.rs` is a dependency of the package and of those before it. A line such as `//! Edition 2018`
    /// in a root file selects the edition.
    pub(crate) fn with_files(name: &str, text: &str) -> Project {
        let folder = TempDir::with_prefix("bundle-test-").unwrap();
        let mut files: Vec<(&str, &str)> = vec![("src/main.rs", "")];
        files.extend(text.split("\n//# ").skip(1).map(|part| part.split_once('\n').unwrap()));
        files[0].1 = text.split("\n//# ").next().unwrap();
        let crates: Vec<&str> =
            files.iter().filter_map(|(path, _)| path.strip_suffix("/src/lib.rs")).collect();
        for (path, text) in &files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let manifest = |name: &str, root: &str, dependencies: &[&str], up: &str| {
            let text = files.iter().find(|(path, _)| *path == root).unwrap().1;
            let edition = text.split("//! Edition ").nth(1).map_or("2021", |year| &year[..4]);
            let head = format!(
                "[package]\nname = \"{name}\"\nversion = \"1.2.3\"\nedition = \"{edition}\"\n"
            );
            let list = dependencies.iter().map(|to| format!("{to} = {{ path = \"{up}{to}\" }}\n"));
            head + "[dependencies]\n" + &list.collect::<String>()
        };
        for (at, name) in crates.iter().enumerate() {
            let path = folder.path().join(name).join("Cargo.toml");
            let root = format!("{name}/src/lib.rs");
            let is_procedural = files
                .iter()
                .any(|(path, text)| *path == root && text.contains("extern crate proc_macro"));
            let kind = if is_procedural { "[lib]\nproc-macro = true\n" } else { "" };
            std::fs::write(path, manifest(name, &root, &crates[at + 1..], "../") + kind).unwrap();
        }
        let features = "[features]\ndefault = [\"fast\"]\nfast = []\nslow = []\n[workspace]\n";
        let own = manifest(name, "src/main.rs", &crates, "") + features;
        std::fs::write(folder.path().join("Cargo.toml"), own).unwrap();
        Project { folder }
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    pub(crate) fn cargo_run(&self) -> String {
        let run = |offline: &[&str]| {
            let mut command = Command::new(env!("CARGO"));
            command.args(["run", "--quiet"]).args(offline).current_dir(self.folder.path());
            command.env("CARGO_TARGET_DIR", self.path("target")).output().unwrap()
        };
        let mut output = run(&["--offline"]);
        if !output.status.success() {
            output = run(&[]);
        }
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub(crate) fn bundle(&self, options: Options) -> Bundle {
        let manifest_path = Some(self.path("Cargo.toml"));
        bundle::bundle(&Options { manifest_path, ..options }).unwrap()
    }

    /// Compiles `source` with plain rustc, which must print nothing, and returns the program's output.
    pub(crate) fn rustc_run(&self, source: &str, flags: &[&str]) -> String {
        std::fs::write(self.path("bundled.rs"), source).unwrap();
        let output = Command::new("rustc")
            .args(["--edition", "2021", "bundled.rs", "-o", "bundled"])
            .args(flags)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(self.path("bundled")).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            if entry.file_name() != "target" {
                copy_folder(&entry.path(), &target);
            }
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
