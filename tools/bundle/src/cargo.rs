//! Checks the program with cargo, and reads how rustc compiled each crate.

use anyhow::{ensure, Context, Result};
use cargo_metadata::{Artifact, Message, PackageId, TargetKind};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::rustc;
use crate::tokens::Texts;

/// A crate as cargo compiled it for the host.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The path of the outputs without extension, which identifies the unit.
    pub(crate) stem: PathBuf,
    pub(crate) package: PackageId,
    /// The crate's name.
    pub(crate) name: String,
    /// Root source file.
    pub(crate) root: PathBuf,
    pub(crate) edition: String,
    /// Conditions passed with `--cfg`, such as `feature="std"`.
    pub(crate) cfgs: Texts,
    /// Dependencies by extern name, with the files of their outputs.
    pub(crate) externs: BTreeMap<String, PathBuf>,
    /// The variables that the crate reads with `env!` or `option_env!`; `None` for unset ones.
    pub(crate) env: BTreeMap<String, Option<String>>,
    pub(crate) arguments: Vec<String>,
    /// The names of its source files.
    pub(crate) files: Vec<String>,
}

/// The source of the program that records rustc's arguments.
const WRAPPER: &str = include_str!("wrapper.rs");

/// Runs `cargo check` with `arguments`, in release mode, below the folder `target`, with or without `assertions` for
/// debugging. Returns the crates of the host's target that the program consists of.
///
/// # Errors
/// If cargo rejects the program.
pub(crate) fn check(target: &Path, arguments: &[String], assertions: bool) -> Result<Vec<Unit>> {
    let wrapper = compile_wrapper(target, assertions)?;
    let host = rustc::host()?;
    let mut command = cargo("check");
    command.args(["--target", &host]).args(arguments).env("RUSTC_WRAPPER", &wrapper);
    let folder = target.join(&host);
    let mut units = Vec::new();
    for artifact in compiled(&mut command, target, "cargo rejects the program")? {
        let is_code =
            |kind: &TargetKind| !matches!(kind, TargetKind::CustomBuild | TargetKind::ProcMacro);
        let file = artifact.filenames.iter().map(|file| file.as_std_path());
        let file = file.filter(|file| file.starts_with(&folder)).find_map(stem);
        if let Some(stem) = file.filter(|_| artifact.target.kind.iter().all(is_code)) {
            units.push(Unit::read(stem, artifact.package_id)?);
        }
    }
    Ok(units)
}

/// Returns cargo's command `name`.
pub(crate) fn cargo(name: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(name);
    command
}

/// Runs a command of cargo in release mode, with outputs below the folder `target`; returns what it compiled. `failure` is
/// the message if it fails.
pub(crate) fn compiled(
    command: &mut Command,
    target: &Path,
    failure: &str,
) -> Result<Vec<Artifact>> {
    let options = ["--release", "--quiet", "--message-format=json-render-diagnostics"];
    let output = command.args(options).arg("--target-dir").arg(target).output();
    let output = output.context("cannot run cargo")?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{failure}:\n{stderr}");
    let mut compiled = Vec::new();
    for message in Message::parse_stream(&output.stdout[..]) {
        if let Message::CompilerArtifact(artifact) = message? {
            compiled.push(artifact);
        }
    }
    Ok(compiled)
}

/// Returns a library's path without `lib` and its extension.
pub(crate) fn stem(file: &Path) -> Option<PathBuf> {
    let name = file.file_stem()?.to_str()?;
    let is_metadata = file.extension().is_some_and(|extension| extension == "rmeta");
    is_metadata.then(|| file.with_file_name(name.strip_prefix("lib").unwrap_or(name)))
}

fn compile_wrapper(target: &Path, assertions: bool) -> Result<PathBuf> {
    let [source, program] = ["rs", std::env::consts::EXE_EXTENSION]
        .map(|extension| target.join("wrapper").with_extension(extension));
    // Another bundler may compile it too.
    let folder = target.parent().unwrap_or(target);
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let file = target.with_extension("lock");
    let lock = fs::File::create(&file).and_then(|lock| lock.lock().map(|()| lock));
    let _lock = lock.with_context(|| format!("cannot lock {}", file.display()))?;
    let wrapper = if assertions { WRAPPER.into() } else { WRAPPER.replace("=on", "=off") };
    let text = format!("// {}\n{wrapper}", target.display());
    if program.is_file() && fs::read_to_string(&source).is_ok_and(|known| known == text) {
        return Ok(program);
    }
    // Records of another version, or of a package that was moved, are of no use.
    let _ = fs::remove_dir_all(target);
    fs::create_dir_all(target).with_context(|| format!("cannot create {}", target.display()))?;
    fs::write(&source, text).with_context(|| format!("cannot write {}", source.display()))?;
    // Renamed when complete, since this process may be stopped.
    let partial = target.join("partial");
    let output =
        rustc::output(rustc::rustc().args(["--edition=2021", "-o"]).args([&partial, &source]))?;
    ensure!(output.is_success, "cannot compile the wrapper of rustc: {}", output.stderr);
    fs::rename(partial, &program)?;
    Ok(program)
}

impl Unit {
    fn read(stem: PathBuf, package: PackageId) -> Result<Unit> {
        let with_extension =
            |extension: &str| PathBuf::from(format!("{}.{extension}", stem.display()));
        let record = with_extension("args");
        let record = fs::read_to_string(&record)
            .with_context(|| format!("cannot read {}", record.display()))?;
        let mut words = record.split('\0').map(String::from);
        let folder = PathBuf::from(words.next().unwrap_or_default());
        let arguments: Vec<String> = words.collect();
        let values = |flag: &'static str| {
            let pairs = arguments.windows(2).filter(move |pair| pair[0] == flag);
            pairs.map(|pair| pair[1].clone())
        };
        let joined = |flag: &str| arguments.iter().find_map(|word| word.strip_prefix(flag));
        let externs = values("--extern").filter_map(|text| {
            let (name, path) = text.split_once('=')?;
            // Options such as `priv` can precede the name.
            Some((name.rsplit(':').next()?.to_string(), PathBuf::from(path)))
        });
        let root = arguments.iter().find(|argument| argument.ends_with(".rs"));
        let dependencies = fs::read_to_string(with_extension("d")).unwrap_or_default();
        let files = dependencies.lines().filter_map(|line| line.strip_suffix(':'));
        Ok(Unit {
            name: values("--crate-name").next().context("a crate without a name")?,
            root: folder.join(root.context("a crate without a source file")?),
            edition: joined("--edition=").unwrap_or("2015").to_string(),
            cfgs: values("--cfg").map(|cfg| cfg.replace(' ', "")).collect(),
            externs: externs.collect(),
            env: env(&dependencies),
            files: files.map(|file| file.replace("\\ ", " ")).collect(),
            stem,
            package,
            arguments,
        })
    }

    /// Returns rustc's command for the crate, without arguments about source, output and diagnostics.
    pub(crate) fn rustc(&self) -> Command {
        let mut command = rustc::rustc();
        let set = self.env.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        command.args(self.arguments()).envs(set);
        command
    }

    /// Returns rustc's arguments for the crate, without those about its source, output and diagnostics.
    pub(crate) fn arguments(&self) -> Vec<&str> {
        let mut kept = Vec::new();
        let mut words = self.arguments.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let dropped =
                ["--edition=", "--emit=", "--error-format=", "--json=", "--diagnostic-width="];
            match word {
                "--out-dir" | "--cap-lints" => _ = words.next(),
                "-C" => {
                    let option = words.next().unwrap_or_default();
                    let is_dropped = ["incremental=", "extra-filename=", "debuginfo=", "strip="]
                        .iter()
                        .any(|start| option.starts_with(start));
                    kept.extend((!is_dropped).then_some([word, option]).into_iter().flatten());
                }
                _ if word.ends_with(".rs")
                    || dropped.iter().any(|start| word.starts_with(start)) => {}
                _ => kept.push(word),
            }
        }
        kept
    }

    /// Returns the MIR without optimisation.
    pub(crate) fn mir(&self) -> Result<String> {
        let file = format!("{}.mir", self.stem.display());
        fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))
    }
}

/// Returns the variables in a dependency file of rustc.
fn env(text: &str) -> BTreeMap<String, Option<String>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("# env-dep:"));
    let unescape = |value: &str| {
        let value = value.replace("\\\\", "\0");
        value.replace("\\n", "\n").replace("\\r", "\r").replace('\0', "\\")
    };
    let pair = |line: &str| match line.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(unescape(value))),
        None => (line.to_string(), None),
    };
    lines.map(pair).collect()
}
