//! Checkpoints: the complete state of a training run, so that a resumed run gives the same network
//! as an uninterrupted one.
//!
//! Format (little endian): `TTC1`; the length of the header as `u32`; the header as JSON; the parameter sets
//! that the header lists, each as `f32` values in the order of the header's arrays; a 64-bit FNV-1a
//! checksum of everything before it.

use crate::fit::optimiser::TrainingState;
use crate::fit::params::Params;
use crate::fit::shape::Shape;
use anyhow::{ensure, Context, Result};
use common::file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// First bytes of a checkpoint.
const MAGIC: &[u8; 4] = b"TTC1";

const PARAMS: &str = "params";
const AVERAGE: &str = "average";
const MOMENTS: [&str; 2] = ["mean", "square"];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ArrayEntry {
    name: String,
    dims: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CheckpointHeader {
    channels: usize,
    #[serde(rename = "pairs")]
    blocks: usize,
    steps: u64,
    progress: TrainingProgress,
    arrays: Vec<ArrayEntry>,
    /// Names of the parameter sets: parameters, their moving average, and the two moments.
    sets: Vec<String>,
}

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
    let shape = state.params.shape;
    let entry = |array: crate::fit::shape::Array| ArrayEntry {
        name: array.to_string(),
        dims: array.dims(shape),
    };
    let mut sets = vec![(PARAMS, &state.params.values), (AVERAGE, &state.average.values)];
    sets.extend(MOMENTS.into_iter().zip(&state.moments));
    let head = CheckpointHeader {
        channels: shape.channels(),
        blocks: shape.blocks(),
        steps: state.steps,
        progress: progress.clone(),
        arrays: shape.arrays().map(entry).collect(),
        sets: sets.iter().map(|(name, _)| (*name).to_string()).collect(),
    };
    let head = serde_json::to_vec(&head)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(u32::try_from(head.len())?.to_le_bytes());
    bytes.extend(head);
    for value in sets.into_iter().flat_map(|(_, values)| values) {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend(hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo).
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Reads a checkpoint. Fails if the file cannot be read, is damaged, or is not a checkpoint of this trainer.
pub fn load(path: &Path) -> Result<(TrainingState, TrainingProgress)> {
    let content = std::fs::read(path);
    let content = content.with_context(|| format!("cannot read {}", path.display()))?;
    from_bytes(&content).with_context(|| path.display().to_string())
}

fn from_bytes(bytes: &[u8]) -> Result<(TrainingState, TrainingProgress)> {
    ensure!(bytes.starts_with(MAGIC), "not a checkpoint: it does not start with TTC1");
    let damaged = "the checkpoint is truncated or damaged";
    let (body, sum) = bytes.split_last_chunk::<8>().context(damaged)?;
    ensure!(hash(body).to_le_bytes() == *sum, damaged);
    let (length, rest) = body[MAGIC.len()..].split_first_chunk::<4>().context(damaged)?;
    let head = rest.split_at_checked(u32::from_le_bytes(*length) as usize);
    let (head, mut rest) = head.context(damaged)?;
    let head: CheckpointHeader =
        serde_json::from_slice(head).context("cannot decode the header")?;
    let shape = Shape::new(head.channels, head.blocks)?;
    let expected = shape.arrays().map(|a| ArrayEntry { name: a.to_string(), dims: a.dims(shape) });
    ensure!(expected.eq(head.arrays), "the checkpoint's arrays differ from this trainer's");
    let mut sets = BTreeMap::new();
    for name in head.sets {
        let (values, left) = rest.split_at_checked(4 * shape.length()).context(damaged)?;
        rest = left;
        let floats = values.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let values: Vec<f32> = floats.collect();
        ensure!(values.iter().all(|v| v.is_finite()), "the checkpoint's {name} is not finite");
        sets.insert(name, Params { shape, values });
    }
    ensure!(rest.is_empty(), damaged);
    let missing = "a parameter set is missing from the checkpoint";
    let mut take = |name: &str| sets.remove(name).context(missing);
    let (params, average) = (take(PARAMS)?, take(AVERAGE)?);
    let moments = [take(MOMENTS[0])?.values, take(MOMENTS[1])?.values];
    Ok((TrainingState { params, average, moments, steps: head.steps }, head.progress))
}

#[cfg(test)]
mod tests {
    use super::*;

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
