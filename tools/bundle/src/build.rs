//! Compiles programs: the user's with cargo, and bundles with rustc alone.

use anyhow::{ensure, Context, Result};
use cargo_metadata::Message;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::cargo;
use crate::project::Project;
use crate::rustc;

/// Builds the program with cargo; returns its path, and rustc's flags for the crates that the arena provides.
pub(crate) fn program(project: &Project) -> Result<(PathBuf, Vec<String>)> {
    let output = cargo()
        .args(["build", "--release", "--quiet", "--message-format=json-render-diagnostics"])
        .arg("--target-dir")
        .arg(project.target.join("cargo"))
        .args(&project.arguments)
        .output()
        .context("cannot run cargo build")?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo cannot build the program:\n{stderr}");
    let (mut program, mut externs) = (None, Vec::new());
    for message in Message::parse_stream(&output.stdout[..]) {
        let Message::CompilerArtifact(artifact) = message? else { continue };
        program = artifact.executable.or(program);
        let name = artifact.target.name.replace('-', "_");
        let library = artifact.filenames.iter().find(|file| file.extension() == Some("rlib"));
        if let Some(file) = library.filter(|_| project.provided.contains_key(&name)) {
            let folder = file.parent().unwrap_or(file);
            externs.extend([format!("--extern={name}={file}"), format!("-Ldependency={folder}")]);
        }
    }
    let program = program.context("cargo reports no program")?;
    Ok((program.into_std_path_buf(), externs))
}

/// Compiles `source` to `program` with optimisation; returns rustc's errors if there are any. `externs` are flags for the
/// crates that the arena provides.
pub(crate) fn compile(
    project: &Project,
    source: &str,
    externs: &[String],
    program: &Path,
) -> Result<std::result::Result<(), String>> {
    let file = program.with_extension("rs");
    std::fs::write(&file, source)?;
    let output = Command::new(rustc::rustc())
        .args(["-O", "--edition", &project.edition])
        .args(externs)
        .arg("-o")
        .args([program, &file])
        .output()
        .context("cannot run rustc")?;
    let message = || String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(if output.status.success() { Ok(()) } else { Err(message()) })
}
