//! What a training on another machine left, measured here and put where a training here would leave
//! it.

use crate::check::{check, Row};
use crate::file;
use crate::kernel::Kernel;
use crate::losses::Figures;
use crate::run::{Source, Summary, HELD_OUT};
use crate::source::Targets;
use anyhow::{ensure, Context, Result};
use selfplay::library::Library;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The other machine's `result.json`.
#[derive(Deserialize)]
struct Found {
    #[serde(flatten)]
    summary: Summary,
    /// What its value targets were made of.
    search_share: f32,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Unpacked {
    /// What was written: the engine's figures, those of the heads that it has not as they came.
    pub summary: Summary,
    /// The figures as they came.
    pub theirs: Option<Figures>,
    /// Positions that were measured here.
    pub positions: usize,
}

/// Reads `net.tpn` and `result.json` of `folder`, measures the network as the engine computes it on
/// the held-out positions of these games, and writes both files to `out`.
///
/// # Errors
///
/// If the training there has not ended, the engine can't read the network, or a file can't be read or
/// written.
pub fn unpack(folder: &Path, games: &[PathBuf], out: &Path) -> Result<Unpacked> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let result = read("result.json")
        .context("no training has ended there: the same command on that machine goes on with it")?;
    let Found { mut summary, search_share } = serde_json::from_slice(&result)
        .with_context(|| format!("{} holds no result", folder.join("result.json").display()))?;
    ensure!(summary.done, "the training in {} has not ended", folder.display());
    let weights = read("net.tpn")?;
    let library = Library::open(games)?;
    let sources = [Source { name: String::new(), share: None, examples: Box::new(library) }];
    let targets = Targets { search_share, surprise: 0.0 };
    let rows = check(&weights, None, &sources, targets, HELD_OUT, Kernel::best())
        .with_context(|| folder.join("net.tpn").display().to_string())?;
    let theirs = summary.held_out;
    let mixed = |mine: Figures, theirs: Option<&Figures>| match theirs {
        Some(theirs) => Figures {
            policy: mine.policy,
            top1: mine.top1,
            top5: mine.top5,
            value: mine.value,
            ..*theirs
        },
        None => mine,
    };
    let mut positions = 0;
    if let Some(Row { figures, boards, positions: count, .. }) = rows.into_iter().next() {
        positions = count;
        summary.held_out = (count > 0).then(|| mixed(figures, theirs.as_ref()));
        summary.boards = boards
            .into_iter()
            .map(|(board, figures)| {
                let figures = mixed(figures, summary.boards.get(&board));
                (board, figures)
            })
            .collect();
    }
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    file::replace(&out.join("net.tpn"), &weights)?;
    file::replace(&out.join("result.json"), &serde_json::to_vec(&summary)?)?;
    Ok(Unpacked { summary, theirs, positions })
}
