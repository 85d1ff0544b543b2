//! Compiles programs: the user's with cargo, and bundles with rustc alone.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, compiled};
use crate::project::Project;
use crate::rustc;

/// Builds the program with cargo; returns its path, and rustc's flags for the crates that the arena provides.
pub(crate) fn program(project: &Project) -> Result<(PathBuf, Vec<String>)> {
    let mut command = cargo("build");
    command.args(&project.arguments);
    let target = project.target.join("cargo");
    let (mut program, mut externs) = (None, Vec::new());
    for artifact in compiled(&mut command, &target, "cargo cannot build the program")? {
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
    let mut command = rustc::rustc();
    command.args(["-O", "--edition", &project.edition]).args(externs);
    let output = rustc::output(command.arg("-o").args([program, &file]))?;
    Ok(if output.is_success { Ok(()) } else { Err(output.stderr) })
}
