//! First pegs up to symmetry, the file of their results, and the value of the game.

use crate::bitboard::Bitboard;
use crate::prove::Value;
use crate::search::Prover;
use anyhow::{ensure, Context, Result};
use engine::book::quarter;
use records::file::Mode;
use records::lines::LinesFile;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;
use twixt::geometry::{Hole, Size, Symmetry};

/// A proven first peg: a line of a results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FirstPegRecord {
    /// Holes along an edge.
    pub size: u8,
    /// The first peg, a representative of its orbit.
    pub first: String,
    /// Number of first pegs in its orbit.
    pub orbit: u8,
    /// Result for the first player, without a swap.
    pub result: Value,
    /// Nodes visited; the transposition table may contain entries from the proofs of earlier first pegs.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// First pegs that are images of one another under the board's symmetries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orbit {
    /// The representative in the upper left quarter.
    pub first: Hole,
    /// All first pegs of the orbit.
    pub holes: Vec<Hole>,
}

impl Orbit {
    /// Returns the orbit's record.
    pub fn record<'a>(&self, records: &'a [FirstPegRecord]) -> Option<&'a FirstPegRecord> {
        let first = self.first.to_string();
        records.iter().find(|record| record.first == first)
    }
}

/// Returns the orbits of first pegs from the centre outwards, since central ones are usually easier to prove.
pub fn orbits(size: Size) -> Vec<Orbit> {
    let orbit = |first| {
        let mut holes = Symmetry::MIRRORS.map(|symmetry| symmetry.hole(first, size)).to_vec();
        holes.sort();
        holes.dedup();
        Orbit { first, holes }
    };
    let mut orbits: Vec<Orbit> = quarter(size).map(orbit).collect();
    let from_middle = |hole: Hole| {
        let off = |v: u8| (i32::from(size.get()) - 1 - 2 * i32::from(v)).pow(2);
        off(hole.column()) + off(hole.row())
    };
    orbits.sort_by_key(|orbit| from_middle(orbit.first));
    orbits
}

/// Returns the value of the game for the first player, without and with the swap rule; `None` while missing
/// records could change it.
///
/// A swap reflects the peg in the main diagonal, so the second player gets the first player's position and
/// swaps exactly the winning first pegs. With the swap rule the first player can at best draw.
pub fn game_values(size: Size, records: &[FirstPegRecord]) -> [Option<Value>; 2] {
    let complete = records.len() >= orbits(size).len();
    let has = |value| records.iter().any(|record| record.result == value);
    let best = [Value::Won, Value::Drawn, Value::Lost].into_iter().find(|&value| has(value));
    let without = best.filter(|&best| complete || best == Value::Won);
    let with = match has(Value::Drawn) {
        true => Some(Value::Drawn),
        false => complete.then_some(Value::Lost),
    };
    [without, with]
}

/// A results file with one [`FirstPegRecord`] per line.
#[derive(Debug)]
pub struct Results {
    file: LinesFile,
    /// The records of the file.
    pub records: Vec<FirstPegRecord>,
}

impl Results {
    /// Opens or creates the file and reads it; removes an incomplete last line.
    ///
    /// # Errors
    /// If the file cannot be read or written, or contains other data or records of another board size.
    pub fn open(path: &Path, size: Size) -> Result<Results> {
        let edge = size.get();
        let mut records = Vec::new();
        let file = LinesFile::open(path, Mode::Any, |line| {
            let record: FirstPegRecord = serde_json::from_slice(line.object)
                .context("expected a result; pass another --out")?;
            let found = record.size;
            ensure!(found == edge, "expected size {edge}, found {found}; pass another --out");
            records.push(record);
            Ok(())
        })?;
        Ok(Results { file, records })
    }

    /// Appends a record and syncs the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, record: FirstPegRecord) -> Result<()> {
        self.file.append(&record)?;
        self.file.sync()?;
        self.records.push(record);
        Ok(())
    }
}

/// Proves a first peg within `limit` nodes; `None` if they do not suffice.
///
/// # Panics
/// If the prover's board has no such first peg.
pub fn prove_first<P: Bitboard>(
    prover: &mut Prover<P>,
    orbit: &Orbit,
    limit: u64,
) -> Option<FirstPegRecord> {
    let start = Instant::now();
    let game = prover.play(&prover.start(), orbit.first).expect("an orbit's first peg is legal");
    let proof = prover.prove(&game, limit);
    Some(FirstPegRecord {
        size: prover.field.size.get(),
        first: orbit.first.to_string(),
        orbit: orbit.holes.len() as u8,
        result: proof.value?.opposite(),
        nodes: proof.nodes,
        seconds: (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_results_hold_every_orbit_once() {
        for edge in 5..=9 {
            let size = Size::new(edge).unwrap();
            let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("results/{edge}.jsonl"));
            let kept = std::fs::read_to_string(kept).unwrap();
            let records: Vec<FirstPegRecord> =
                kept.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(records.len(), orbits(size).len(), "{size}");
            assert!(orbits(size).iter().all(|orbit| orbit.record(&records).is_some()), "{size}");
        }
    }
}
