//! A bar for reading files, as `tools/openings` shows it.

use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;

/// A bar on a terminal for the reading of these files, to be told of every byte read.
#[must_use]
pub fn reading(paths: &[PathBuf]) -> ProgressBar {
    let bytes = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
    let style = ProgressStyle::with_template("{bar:24} {bytes} of {total_bytes} read, {eta} left");
    let bar = ProgressBar::new(paths.iter().map(bytes).sum());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
