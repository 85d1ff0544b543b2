//! The builds of the engine as WebAssembly modules.

use crate::packages;
use anyhow::{ensure, Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";

/// The requests that a module answers, as features of the package `web`.
pub(super) const SEARCHES: &str = "searches";
pub(super) const FILES: &str = "files";
pub(super) const ALL: &str = "searches,files";

/// Target features of the modules, for all browsers and for those with relaxed SIMD.
pub(super) const PLAIN: &str = "+simd128";
pub(super) const RELAXED: &str = "+simd128,+relaxed-simd";

/// Builds the engine for these requests and target features.
///
/// # Errors
///
/// If it does not compile.
pub(super) fn build(root: &Path, requests: &str, features: &str) -> Result<Vec<u8>> {
    let root = fs::canonicalize(root)?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut flags = vec![format!("-Ctarget-feature={features}")];
    // Panic messages contain source paths, which must be the same on every machine.
    for folder in registries().unwrap_or_default() {
        flags.push(format!("--remap-path-prefix={}=", folder.display()));
    }
    flags.push(format!("--remap-path-prefix={}=", root.display()));
    let status = Command::new(cargo)
        .args(["build", "--package", "web", "--lib", "--profile", "web", "--target", TARGET])
        .args(["--no-default-features", "--features", requests])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .current_dir(&root)
        .status()
        .context("cannot start cargo")?;
    ensure!(
        status.success(),
        "cannot build the engine; if the target is missing, run `rustup target add {TARGET}`"
    );
    let built = packages::programs(&root)?.with_file_name(TARGET).join("web/web.wasm");
    fs::read(&built).with_context(|| format!("cannot read {}", built.display()))
}

/// Returns the folders with the sources of published crates, one per registry.
fn registries() -> Option<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    let entries = fs::read_dir(home.join("registry/src")).ok()?;
    Some(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}
