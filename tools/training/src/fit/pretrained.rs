//! Initial parameters from an existing network.

use crate::fit::checkpoint;
use crate::fit::params::Params;
use crate::fit::shape::Shape;
use crate::fit::weights;
use anyhow::{Context, Result};
use std::path::Path;

/// Reads a network from a checkpoint (its averaged weights, if present), a weights file, or weights
/// as text. Weights files do not contain the auxiliary heads, which are initialised with `seed`.
/// Fails if the file contains no network.
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

/// Reads a network as [`read`] does. Fails if its shape is not `shape`.
pub fn read_shaped(path: &Path, shape: Shape, seed: u64) -> Result<Params> {
    let params = read(path, seed)?;
    params.shape.ensure(shape).with_context(|| format!("cannot start from {}", path.display()))?;
    Ok(params)
}
