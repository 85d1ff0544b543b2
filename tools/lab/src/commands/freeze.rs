//! `lab freeze`: keeps today's bot for the league.

use super::flags::LeagueFolder;
use anyhow::Result;
use clap::Args;
use lab::league::frozen::{freeze, Origin};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arena's longest source, in UTF-16 code units.
const ARENA_LIMIT: usize = 100_000;

/// Keep the bot as it is now, source and executable, as an opponent for later versions.
///
/// Bundles the tree's bot into one file, compiles it as the arena does, and stores both in a
/// folder of the league with a record of commit, date and compiler. A frozen bot is never
/// replaced.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Freeze {
    /// Name of the bot: letters, digits, dots, dashes and underscores.
    name: String,
    #[command(flatten)]
    folder: LeagueFolder,
    /// A note for its record.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    note: String,
    /// Freeze this single-file bot instead of bundling the tree's.
    #[arg(long, value_name = "FILE.rs", conflicts_with = "manifest_path")]
    source: Option<PathBuf>,
    /// Cargo.toml of the tree to bundle [default: at or above the working directory].
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  Before a change, to have something to measure it against:
    lab freeze v7 --note \"before the new evaluation\"
  Somebody else's bot:
    lab freeze guest --source guest.rs";

impl Freeze {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let origin = match &self.source {
            Some(file) => Origin::File(file.clone()),
            None => Origin::Tree(self.manifest_path.clone()),
        };
        let mut say = |line: &str| common::note!("{line}");
        let dir = self.folder.path();
        let frozen = freeze(&dir, &self.name, &self.note, &origin, &mut say)?;
        let record = &frozen.record;
        if record.utf16_length > ARENA_LIMIT {
            common::note!(
                "warning: {} UTF-16 units are more than the arena takes ({ARENA_LIMIT})",
                record.utf16_length
            );
        }
        let commit = record.commit.as_deref().map(|commit| {
            let changed = if record.dirty == Some(true) { " with changes" } else { "" };
            format!(", commit {}{changed}", commit.get(..10).unwrap_or(commit))
        });
        common::output!(
            "{} is frozen in {}{}",
            frozen.name(),
            frozen.source().parent().unwrap_or(&dir).display(),
            commit.unwrap_or_default()
        );
        Ok(ExitCode::SUCCESS)
    }
}
