//! The parameters of a network that is there already: a checkpoint's, or a weights file's.

use crate::fit::checkpoint;
use crate::fit::growth::grow;
use crate::fit::params::Params;
use crate::fit::shape::Shape;
use crate::fit::weights;
use anyhow::{Context, Result};
use std::path::Path;

/// The network in a checkpoint (its average if it keeps one), a weights file, or weights as text.
/// A weights file has no heads that are for training alone; these are random, by the seed.
///
/// # Errors
///
/// If the file can't be read or holds no network.
pub fn read(path: &Path, seed: u64) -> Result<Params> {
    let content = std::fs::read(path);
    let content = content.with_context(|| format!("cannot read {}", path.display()))?;
    let params = if content.starts_with(checkpoint::MAGIC) {
        checkpoint::from_bytes(&content).map(|(state, _)| state.network().clone())
    } else {
        weights::from_bytes(&content, seed)
    };
    params.with_context(|| path.display().to_string())
}

/// A file's network, grown to the shape that is asked for.
///
/// # Errors
///
/// If the file can't be read, holds no network, or a larger one.
pub fn begin(path: &Path, shape: Shape, seed: u64) -> Result<Params> {
    let params = read(path, seed)?;
    grow(&params, shape, seed).with_context(|| path.display().to_string())
}
