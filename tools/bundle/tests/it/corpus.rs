//! Programs over popular crates, in `tests/corpus`: ten of them in an ordinary test, all of them in the table of
//! `docs/bundle-corpus.md`.
//!
//! A program is one file. The first lines of its documentation are its dependencies, as in Cargo.toml; the lines after
//! an empty one are its standard input. `tests/corpus/Cargo.lock` has the versions for all programs.

use regex::Regex;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;

/// Programs of the ordinary test: small, and of different kinds.
const TEN: [&str; 10] = [
    "arrayvec",
    "bitset-fixed",
    "fixedbitset",
    "fxhash",
    "maplit",
    "permutohedron",
    "rustc-hash",
    "smallvec",
    "superslice",
    "tap",
];

/// The command line of cargo-equip for its shortest output.
const EQUIP: &str = "equip --no-check --no-rustfmt --minify all --remove docs --remove comments";

/// The result of a bundler for one program.
enum Outcome {
    /// The length of the file, in UTF-16 code units, if the answers are equal.
    Works(usize),
    /// The first line of the cause.
    Refused(String),
    /// The answers differ.
    Differs,
}

#[test]
fn ten_programs_print_the_same() {
    for_each(&TEN, |name| {
        let program = Program::read(&corpus().join(name).with_extension("rs"));
        match program.try_bundle(&program.run_crate()) {
            Outcome::Works(_) => {}
            Outcome::Refused(cause) => panic!("{name}: {cause}"),
            Outcome::Differs => panic!("{name}: the answers differ"),
        }
    });
}

/// Works on as many elements at a time as there are cores.
fn for_each<T: Sync>(list: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..common::workers::cores() {
            scope.spawn(|| {
                while let Some(one) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(one);
                }
            });
        }
    });
}

/// Resumes after the last finished program unless the bundler has changed.
#[test]
#[ignore = "an hour; writes docs/bundle-corpus.md"]
fn corpus_table() {
    let programs = programs();
    update_lock(&programs);
    let rows: Vec<OnceLock<String>> = programs.iter().map(|_| OnceLock::new()).collect();
    let pairs: Vec<_> = programs.iter().zip(&rows).collect();
    for_each(&pairs, |(program, row)| row.set(program.row()).unwrap());
    let rows: Vec<_> = programs.iter().zip(rows.iter().map(|row| row.get().unwrap())).collect();
    let count = |start: &str| rows.iter().filter(|(_, row)| row.starts_with(start)).count();
    let (works, differs) = (count("yes"), count("DIFFERS"));
    let mut text = format!(
        "{INTRODUCTION}\n{works} of {} programs work.\n\n\
         | crate | works | units here | units by cargo-equip |\n| --- | --- | ---: | ---: |\n",
        rows.len()
    );
    for (program, row) in &rows {
        let _ = writeln!(text, "| {} | {row} |", program.name);
    }
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bundle-corpus.md");
    std::fs::write(document, text).unwrap();
    assert_eq!(differs, 0, "bundles differ from their crates");
    assert!(works >= 65, "only {works} programs work");
}

const INTRODUCTION: &str = "\
# Crates in bundles

Each row is a program of [tests/corpus](../tools/bundle/tests/corpus) that uses the crate as contest code does. `bundle`
writes it as one file, `rustc --edition 2021 -O` compiles the file, and its output and exit status are compared with
those of `cargo run --release`. The units are UTF-16 code units of the file; those of cargo-equip are with
`--no-rustfmt --minify all --remove docs --remove comments`. Both have ten minutes for a program, and a core each for as
many programs as there are cores. `.ci/nightly corpus` makes this table.
";

struct Program {
    name: String,
    source: String,
    dependencies: String,
    input: String,
}

/// Exit status and standard output.
type Answer = (Option<i32>, Vec<u8>);

impl Program {
    fn read(file: &Path) -> Program {
        let source = std::fs::read_to_string(file).unwrap();
        let header = source.lines().map_while(|line| line.strip_prefix("//!"));
        let header: String = header.map(|line| format!("{}\n", line.trim_start())).collect();
        let (dependencies, input) = header.split_once("\n\n").unwrap_or((&header, ""));
        Program {
            name: file.file_stem().unwrap().to_str().unwrap().to_owned(),
            dependencies: dependencies.to_owned(),
            input: input.to_owned(),
            source,
        }
    }

    fn manifest(&self) -> String {
        // A package with the name of its dependency could not be built.
        format!(
            "[package]\nname = \"c-{}\"\nversion = \"0.1.0\"\nedition = \"2021\"\nrust-version = \"1.90\"\n\n\
             [dependencies]\n{}\n",
            self.name, self.dependencies
        )
    }

    /// Writes the program as a package of its own; returns its folder.
    fn write(&self) -> PathBuf {
        let folder = work().join(&self.name);
        write_package(&folder, &format!("{}\n[workspace]\n", self.manifest()), &self.source);
        std::fs::copy(corpus().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        folder
    }

    fn run_crate(&self) -> Answer {
        let folder = self.write();
        let build = |offline: &[&str]| {
            let mut command = cargo(&folder);
            command.args(["build", "--release", "--quiet"]).args(offline).output().unwrap()
        };
        let mut output = build(&["--offline"]);
        if !output.status.success() {
            output = build(&[]);
        }
        assert!(output.status.success(), "{}: {}", self.name, stderr(&output));
        self.run(&work().join("target/release").join(format!("c-{}", self.name)))
    }

    fn run(&self, program: &Path) -> Answer {
        let input = work().join(&self.name).join("input");
        std::fs::write(&input, &self.input).unwrap();
        let mut command = Command::new(program);
        let output = command.stdin(std::fs::File::open(input).unwrap()).output().unwrap();
        (output.status.code(), output.stdout)
    }

    fn try_bundle(&self, wanted: &Answer) -> Outcome {
        let folder = work().join(&self.name);
        let mut command = limited(env!("CARGO_BIN_EXE_bundle"));
        command.args(["--limit", "100000000", "--manifest-path"]).arg(folder.join("Cargo.toml"));
        self.compare(command, "--out", wanted)
    }

    fn try_equip(&self, program: &Path, wanted: &Answer) -> Outcome {
        let mut command = limited(program);
        command.args(EQUIP.split(' '));
        command.current_dir(work().join(&self.name));
        self.compare(command, "--output", wanted)
    }

    /// Runs a bundler, whose option for the output is `out`, and compares the answers of its file with `wanted`.
    fn compare(&self, mut command: Command, out: &str, wanted: &Answer) -> Outcome {
        let folder = work().join(&self.name);
        let (source, program) = (folder.join("bundled.rs"), folder.join("bundled"));
        command.arg(out).arg(&source).env("CARGO_TARGET_DIR", work().join("target"));
        let output = command.stdin(Stdio::null()).output().unwrap();
        if !output.status.success() {
            return Outcome::Refused(cause(&output));
        }
        let mut compile = Command::new("rustc");
        compile
            .args(["--edition", "2021", "-O", "--cap-lints", "allow"])
            .arg(&source)
            .arg("-o")
            .arg(&program);
        let output = compile.output().unwrap();
        if !output.status.success() {
            return Outcome::Refused(format!("does not compile: {}", cause(&output)));
        }
        if self.run(&program) != *wanted {
            return Outcome::Differs;
        }
        let text = std::fs::read_to_string(&source).unwrap();
        Outcome::Works(text.encode_utf16().count())
    }

    /// Returns the cells after the name. They are kept in a file with a hash of what they depend on.
    fn row(&self) -> String {
        let equip = std::env::var_os("CARGO_EQUIP").map(PathBuf::from);
        let mut hasher = DefaultHasher::new();
        (&self.source, &equip, std::fs::read(env!("CARGO_BIN_EXE_bundle")).unwrap())
            .hash(&mut hasher);
        std::fs::read(corpus().join("Cargo.lock")).unwrap().hash(&mut hasher);
        let key = format!("{:016x}\n", hasher.finish());
        let folder = self.write();
        let file = folder.join("row");
        if let Some(row) =
            std::fs::read_to_string(&file).ok().as_deref().and_then(|text| text.strip_prefix(&key))
        {
            return row.to_owned();
        }
        let wanted = self.run_crate();
        let (works, units) = cells(self.try_bundle(&wanted));
        let equip = equip.map_or("".into(), |equip| match self.try_equip(&equip, &wanted) {
            Outcome::Works(units) => units.to_string(),
            Outcome::Refused(_) => "fails".into(),
            Outcome::Differs => "DIFFERS".into(),
        });
        let row = format!("{works} | {units} | {equip}");
        eprintln!("{}: {row}", self.name);
        std::fs::write(file, key + &row).unwrap();
        row
    }
}

fn cells(outcome: Outcome) -> (String, String) {
    match outcome {
        Outcome::Works(units) => ("yes".into(), units.to_string()),
        Outcome::Refused(cause) => (format!("no: {}", cause.replace('|', "\\|")), String::new()),
        Outcome::Differs => ("DIFFERS".into(), String::new()),
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The folder of the packages and of their common target folder.
fn work() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus")
}

fn programs() -> Vec<Program> {
    let files = std::fs::read_dir(corpus()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|e| e == "rs")).collect();
    files.sort();
    files.iter().map(|file| Program::read(file)).collect()
}

/// Adds the dependencies of new programs to `Cargo.lock`, through a workspace of all programs.
fn update_lock(programs: &[Program]) {
    let (folder, lock) = (work().join("lock"), corpus().join("Cargo.lock"));
    let _ = std::fs::remove_dir_all(&folder);
    for program in programs {
        write_package(&folder.join(&program.name), &program.manifest(), "fn main() {}");
    }
    std::fs::write(folder.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n")
        .unwrap();
    let _ = std::fs::copy(&lock, folder.join("Cargo.lock"));
    let output = cargo(&folder).args(["metadata", "--format-version", "1"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    std::fs::copy(folder.join("Cargo.lock"), lock).unwrap();
}

fn write_package(folder: &Path, manifest: &str, main: &str) {
    std::fs::create_dir_all(folder.join("src")).unwrap();
    for (name, text) in [("Cargo.toml", manifest), ("src/main.rs", main)] {
        // Unchanged files keep their time, so that cargo compiles nothing again.
        if std::fs::read_to_string(folder.join(name)).ok().as_deref() != Some(text) {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
}

fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).env("CARGO_TARGET_DIR", work().join("target"));
    command
}

/// A command that is stopped after ten minutes: the largest programs take four on two cores.
fn limited(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new("timeout");
    command.arg("600").arg(program);
    command
}

/// Returns the first line of an error, without those of progress and without folders of this machine.
fn cause(output: &Output) -> String {
    let text = stderr(output).replace(&format!("{}/", work().display()), "");
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.ends_with(" ..."));
    let error = lines.clone().find(|line| line.contains("error") || line.contains("cannot "));
    // The status of `timeout`.
    if output.status.code() == Some(124) {
        return "takes more than ten minutes".to_owned();
    }
    let status = || format!("ends with {}", output.status);
    let line = error.or_else(|| lines.next()).map_or_else(status, |line| line.trim().to_owned());
    let line = line.trim_start_matches("bundle: ");
    // The sources of a dependency are in `registry/src/INDEX/`.
    let registry = Regex::new(r"[^\s`(]*/registry/src/[^/]+/").unwrap();
    registry.replace_all(line, "").into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
