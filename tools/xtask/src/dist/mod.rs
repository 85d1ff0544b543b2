//! Archives for distribution: the programs, the site, the page as one file, the bot's source, licences and
//! checksums.

mod archive;
mod licences;

use crate::{modules, packages, site};
use anyhow::{ensure, Context, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Text of `README.txt`: what the files are, and how each program is started.
const NOTE: &str = include_str!("README.txt");

/// Programs that are useful only in the repository.
const NOT_HANDED_OUT: [&str; 1] = ["xtask"];

/// Makes the archives in the new folder `out`, with programs for each of `targets`, by default for this
/// system, and prints the sizes of the files.
///
/// # Errors
///
/// If `out` exists or cannot be written, or something cannot be built.
pub(crate) fn make(root: &Path, targets: &[String], out: &Path) -> Result<()> {
    let release = Release::of(root);
    let targets = match targets {
        [] => vec![host()?],
        targets => targets.to_vec(),
    };
    // The folder must be new, so that SHA256SUMS covers all files in it.
    common::file::create_folder(out, |out| {
        let parts = out.join("parts");
        fs::create_dir(&parts)?;
        cargo(
            root,
            &["run", "--release", "--quiet", "-p", "bundle", "--", "--out"],
            &[&out.join("bot.rs")],
        )?;
        for target in &targets {
            let name = format!("twixt-{}-{target}", release.version);
            let folder = parts.join(&name);
            release.fill(root, &folder)?;
            copy_programs(root, target, &folder)?;
            fs::copy(out.join("bot.rs"), folder.join("bot.rs"))?;
            fs::write(folder.join("THIRD-PARTY.txt"), licences::text(root, target)?)?;
            archive::write(&folder, &name, release.seconds, out)?;
        }
        let page = site::Parts::new(root)?;
        site::write_single(&page, root, &out.join("play.html"))?;
        let name = format!("twixt-{}-site", release.version);
        let folder = parts.join(&name);
        release.fill(root, &folder)?;
        fs::write(folder.join("THIRD-PARTY.txt"), licences::text(root, "wasm32-unknown-unknown")?)?;
        site::write_folder(&page, root, &folder.join("site"))?;
        archive::write(&folder, &name, release.seconds, out)?;
        fs::remove_dir_all(&parts)?;
        fs::write(out.join("README.txt"), release.note())?;
        write_checksums(out)
    })?;
    for file in modules::files(out)? {
        let size = fs::metadata(&file)?.len();
        println!("{:>6} KB  {}", size.div_ceil(1000), file.display());
    }
    Ok(())
}

/// The version and commit to distribute.
struct Release {
    version: &'static str,
    commit: String,
    /// The commit's time in seconds since 1970; 0 outside of a git repository.
    seconds: u64,
}

impl Release {
    fn of(root: &Path) -> Release {
        // Without git, as in an unpacked archive of the sources, the commit is unknown.
        let git = |arguments: &[&str]| {
            let output = Command::new("git").args(arguments).current_dir(root).output();
            let output = output.ok().filter(|output| output.status.success())?;
            Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let is_clean = git(&["status", "--porcelain", "--untracked-files=no"])
            .is_some_and(|text| text.is_empty());
        let commit = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
        let seconds = git(&["log", "-1", "--format=%ct"]).and_then(|text| text.parse().ok());
        Release {
            version: env!("CARGO_PKG_VERSION"),
            commit: if is_clean { commit } else { format!("{commit}, modified") },
            seconds: seconds.unwrap_or(0),
        }
    }

    fn note(&self) -> String {
        NOTE.replace("{version}", self.version).replace("{commit}", &self.commit)
    }

    /// Creates a folder with `README.txt` and the project's licences.
    fn fill(&self, root: &Path, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("README.txt"), self.note())?;
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            fs::copy(root.join(name), folder.join(name))
                .with_context(|| format!("cannot copy {name}"))?;
        }
        Ok(())
    }
}

/// Builds the programs for a target and copies them into a folder.
fn copy_programs(root: &Path, target: &str, folder: &Path) -> Result<()> {
    let mut built = packages::programs(root)?.with_file_name("release");
    let build = ["build", "--release", "--workspace", "--bins"];
    // Without the flag `--target`, cargo reuses earlier builds for this system.
    if target == host()? {
        cargo(root, &build, &[])?;
    } else {
        cargo(root, &[&build[..], &["--target", target]].concat(), &[])?;
        built = built.with_file_name(target).join("release");
    }
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    for name in programs(root)? {
        let file = format!("{name}{suffix}");
        let from = built.join(&file);
        fs::copy(&from, folder.join(&file))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// Returns the names of the programs to distribute.
fn programs(root: &Path) -> Result<Vec<String>> {
    let programs = packages::packages(root)?.into_iter().flat_map(|package| package.programs);
    Ok(programs.filter(|name| !NOT_HANDED_OUT.contains(&name.as_str())).collect())
}

/// Returns the target that the compiler builds for by default.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("cannot read the host from `rustc -vV`")?.to_owned())
}

fn cargo(root: &Path, arguments: &[&str], paths: &[&PathBuf]) -> Result<()> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program).args(arguments).args(paths).current_dir(root).status();
    let shown = arguments.join(" ");
    ensure!(status.context("cannot start cargo")?.success(), "cargo {shown} failed");
    Ok(())
}

/// Writes `SHA256SUMS` with the checksums of all files in the folder, in the format of `sha256sum --check`.
fn write_checksums(folder: &Path) -> Result<()> {
    let mut lines = String::new();
    for file in modules::files(folder)? {
        let name = file.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        let digest: String =
            Sha256::digest(fs::read(&file)?).iter().map(|byte| format!("{byte:02x}")).collect();
        lines.push_str(&format!("{digest}  {name}\n"));
    }
    fs::write(folder.join("SHA256SUMS"), lines)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_names_every_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in programs(&root).unwrap() {
            assert!(NOTE.contains(&format!("\n  {name} ")), "{name} is missing from README.txt");
        }
    }
}
