//! Caches of network output.

use crate::geometry::Size;
use crate::network::Output;

/// The default number of cached positions, about as many as the arena's bot evaluates in two turns.
const SLOTS: usize = 1 << 14;
/// The scale of stored logits in 16-bit fixed point.
const LOGIT: f32 = 1024.0;

/// A cache of network output, with a hash of the position as key. The search needs a position's value first and its
/// moves later.
pub trait OutputCache: Send {
    /// Copies the output stored under this key to `stored`; returns false, and changes nothing, if there is none.
    fn load(&mut self, key: u64, stored: &mut StoredOutput) -> bool;

    /// Stores an output, so that the next load of this key returns it unless another thread stores an output meanwhile.
    /// It may replace the output of another key.
    fn store(&mut self, key: u64, output: &Output);
}

/// The output of a network for a position, as caches store it.
#[derive(Clone, Default, Debug)]
pub struct StoredOutput {
    /// The expected result for the side to move.
    pub(super) expected: f32,
    /// The logits by hole, in fixed point.
    logits: Vec<i16>,
}

impl StoredOutput {
    /// Returns the logit of a hole.
    pub(super) fn logit(&self, hole: usize) -> f32 {
        f32::from(self.logits[hole]) / LOGIT
    }
}

/// A direct-mapped cache for one search.
#[derive(Debug)]
pub struct Cache {
    holes: usize,
    keys: Vec<u64>,
    /// The expected results for the side to move.
    expected: Vec<f32>,
    /// The logits, `holes` per slot.
    logits: Vec<i16>,
}

impl Cache {
    /// Creates a cache for square boards of `size`, with 1/`parts` of the default number of slots.
    #[must_use]
    pub fn new(size: Size, parts: usize) -> Cache {
        let (holes, slots) = (usize::from(size.get()).pow(2), SLOTS / parts);
        Cache {
            holes,
            keys: vec![0; slots],
            expected: vec![0.5; slots],
            logits: vec![0; slots * holes],
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize % self.keys.len()
    }
}

impl OutputCache for Cache {
    fn load(&mut self, key: u64, stored: &mut StoredOutput) -> bool {
        let slot = self.slot(key);
        let known = self.keys[slot] == key;
        if known {
            stored.expected = self.expected[slot];
            self.logits[slot * self.holes..][..self.holes].clone_into(&mut stored.logits);
        }
        known
    }

    fn store(&mut self, key: u64, output: &Output) {
        let slot = self.slot(key);
        self.keys[slot] = key;
        self.expected[slot] = output.wdl[0] + output.wdl[1] / 2.0;
        let logits = &mut self.logits[slot * self.holes..][..self.holes];
        for (stored, &logit) in logits.iter_mut().zip(&output.logits) {
            // The cast saturates.
            *stored = (logit * LOGIT) as i16;
        }
    }
}
