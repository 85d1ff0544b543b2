//! Checkpoints: the complete state of a training run, so that a resumed run gives the same network
//! as an uninterrupted one.
//!
//! Format: `TTC3`; state and progress, encoded with postcard; the CRC-32 (IEEE 802.3) of everything before it,
//! little-endian.

use crate::fit::optimiser::TrainingState;
use crate::fit::shape::Shape;
use anyhow::{ensure, Context, Result};
use common::file;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// First bytes of a checkpoint.
const MAGIC: &[u8; 4] = b"TTC3";

/// Progress of a training run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingProgress {
    /// Samples trained on.
    pub samples: u64,
    /// Training time, in seconds.
    pub seconds: f64,
    /// Completed fraction of the run, 0 to 1.
    pub done: f64,
    /// Number of samples from each dataset, by name.
    pub drawn: Vec<(String, u64)>,
}

/// Writes a checkpoint atomically.
pub fn save(path: &Path, state: &TrainingState, progress: &TrainingProgress) -> Result<()> {
    file::write(path, &to_bytes(state, progress)?)
}

fn to_bytes(state: &TrainingState, progress: &TrainingProgress) -> Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(&(state, progress), MAGIC.to_vec())?;
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Reads a checkpoint. Fails if the file cannot be read, is damaged, or is not a checkpoint of this trainer.
pub fn load(path: &Path) -> Result<(TrainingState, TrainingProgress)> {
    let content = std::fs::read(path);
    let content = content.with_context(|| format!("cannot read {}", path.display()))?;
    from_bytes(&content).with_context(|| path.display().to_string())
}

fn from_bytes(bytes: &[u8]) -> Result<(TrainingState, TrainingProgress)> {
    ensure!(
        bytes.starts_with(MAGIC),
        "not a checkpoint of this trainer: it does not start with TTC3; pass another --out to train again"
    );
    let damaged = "the checkpoint is truncated or damaged";
    let (body, sum) = bytes.split_last_chunk::<4>().context(damaged)?;
    ensure!(crc32fast::hash(body).to_le_bytes() == *sum, damaged);
    let stored = postcard::from_bytes(&body[MAGIC.len()..]);
    let (state, progress): (TrainingState, _) = stored.context("cannot decode the checkpoint")?;
    let TrainingState { params, moments: [mean, square], .. } = &state;
    let shape = Shape::new(params.shape.channels(), params.shape.blocks())?;
    ensure!(
        [&params.values, mean, square].map(Vec::len) == [shape.length(); 3],
        "the checkpoint's arrays differ from this trainer's"
    );
    Ok((state, progress))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::params::Params;

    fn sample() -> (TrainingState, TrainingProgress) {
        let params = Params::random(Shape::new(16, 1).unwrap(), 3);
        let mut state = TrainingState::new(params);
        state.steps = 17;
        state.moments[1][5] = 0.25;
        let progress = TrainingProgress {
            samples: 17 * 128,
            seconds: 0.1 + 0.2,
            done: 1.0 / 3.0,
            drawn: vec![("games 12 pp".to_string(), 99)],
        };
        (state, progress)
    }

    #[test]
    fn checkpoints_round_trip() {
        let (state, progress) = sample();
        let bytes = to_bytes(&state, &progress).unwrap();
        assert_eq!(from_bytes(&bytes).unwrap(), (state, progress));
    }

    #[test]
    fn damaged_checkpoints_are_rejected() {
        let (state, progress) = sample();
        let bytes = to_bytes(&state, &progress).unwrap();
        for at in [6, 100, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            from_bytes(&damaged).unwrap_err();
        }
        for length in [0, 3, 10, bytes.len() / 2, bytes.len() - 1] {
            from_bytes(&bytes[..length]).unwrap_err();
        }
    }
}
