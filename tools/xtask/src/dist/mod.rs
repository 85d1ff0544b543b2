//! Archives for distribution: the programs, the site, the page as one file, the bot's source, licences and
//! checksums.

mod archive;
mod licences;
mod programs;
mod systems;

use crate::{modules, site};
use anyhow::{ensure, Context, Result};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Oldest version of macOS for which programs are linked: Rust's default on ARM. Zig's default is newer.
const OLDEST_MACOS: &str = "11.0";

/// Makes the archives in the new folder `out`, with programs for each of `targets`, by default for five systems, and
/// prints the sizes of the files.
///
/// # Errors
///
/// If `out` exists or cannot be written, or something cannot be built.
pub(crate) fn make(root: &Path, targets: &[String], out: &Path) -> Result<()> {
    let release = Release::of(root);
    let targets = match targets {
        [] => systems::targets(),
        targets => targets.to_vec(),
    };
    programs::check_linkers(root, &targets)?;
    // The folder must be new, so that SHA256SUMS covers all files in it.
    common::file::create_folder(out, |out| {
        let parts = out.join("parts");
        fs::create_dir(&parts)?;
        let manuals = parts.join("manuals");
        programs::write_manuals(root, &manuals)?;
        cargo(
            root,
            &["run", "--release", "--quiet", "-p", "bundle", "--", "--out"],
            &[&out.join("bot.rs")],
        )?;
        for target in &targets {
            let name = format!("twixt-{}-{target}", release.version);
            let folder = parts.join(&name);
            release.fill(root, &folder, &systems::archive_note(target))?;
            programs::copy(root, target, &folder)?;
            copy_files(&manuals, &folder)?;
            fs::copy(out.join("bot.rs"), folder.join("bot.rs"))?;
            fs::write(folder.join("THIRD-PARTY.txt"), licences::text(root, target)?)?;
            archive::write(&folder, &name, out)?;
        }
        let page = site::Parts::new(root)?;
        site::write_single(&page, root, &out.join("play.html"))?;
        let name = format!("twixt-{}-site", release.version);
        let folder = parts.join(&name);
        release.fill(root, &folder, &systems::folder_note())?;
        fs::write(folder.join("THIRD-PARTY.txt"), licences::text(root, "wasm32-unknown-unknown")?)?;
        site::write_folder(&page, root, &folder.join("site"))?;
        archive::write(&folder, &name, out)?;
        fs::remove_dir_all(&parts)?;
        fs::write(out.join("README.txt"), release.fill_in(&systems::folder_note()))?;
        write_checksums(out)
    })?;
    for file in modules::files(out)? {
        let size = fs::metadata(&file)?.len();
        common::output!("{:>6} KB  {}", size.div_ceil(1000), file.display());
    }
    Ok(())
}

/// The version and commit to distribute.
struct Release {
    version: &'static str,
    commit: String,
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
        Release {
            version: env!("CARGO_PKG_VERSION"),
            commit: if is_clean { commit } else { format!("{commit}, modified") },
        }
    }

    /// Replaces the placeholders for version and commit.
    fn fill_in(&self, note: &str) -> String {
        note.replace("{version}", self.version).replace("{commit}", &self.commit)
    }

    /// Creates a folder with `note` as `README.txt`, and the project's licences.
    fn fill(&self, root: &Path, folder: &Path, note: &str) -> Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("README.txt"), self.fill_in(note))?;
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            fs::copy(root.join(name), folder.join(name))
                .with_context(|| format!("cannot copy {name}"))?;
        }
        Ok(())
    }
}

/// Copies the files of a folder and of its folders.
fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for file in modules::files(from)? {
        let copy = to.join(file.strip_prefix(from)?);
        copy.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::copy(&file, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    }
    Ok(())
}

fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn cargo(root: &Path, arguments: &[&str], paths: &[&PathBuf]) -> Result<()> {
    let mut command = Command::new(cargo_program());
    command.args(arguments).args(paths).current_dir(root);
    let status = command.env("MACOSX_DEPLOYMENT_TARGET", OLDEST_MACOS).status();
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
