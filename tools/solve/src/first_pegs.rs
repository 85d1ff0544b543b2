//! Every first peg of a board: which there are up to symmetry, their results on disk and those that come
//! with the program, and the value of the game that follows from them.

use crate::plane::{Mirror, Plane};
use crate::prove::{Prover, Value};
use anyhow::{ensure, Context, Result};
use common::journal::{Mode, Objects};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;
use twixt::geometry::Hole;

/// A first peg that was proven: a line of a results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Holes along an edge.
    pub size: u8,
    /// The first peg, one of its orbit.
    pub first: String,
    /// How many first pegs are the same up to mirrors.
    pub orbit: u8,
    /// The result for the first player, if nobody swaps.
    pub result: Value,
    /// Positions visited for it, beside what earlier first pegs left in the table.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// A first peg, and the others that mirrors make of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orbit {
    /// The one in the upper left quarter.
    pub first: Hole,
    /// All of them, without repetition.
    pub holes: Vec<Hole>,
}

/// The first player's first pegs on a board of `edge` holes, each orbit once; those nearer to the
/// middle come first, as they are mostly the easier ones.
#[must_use]
pub fn orbits(edge: u8) -> Vec<Orbit> {
    let half = edge.div_ceil(2);
    let quarter = (0..half).flat_map(|row| (1..half).map(move |column| (column, row)));
    let mut orbits: Vec<Orbit> = quarter
        .map(|(column, row)| {
            let first = Hole::new(column, row);
            let mut holes = Mirror::ALL.map(|mirror| mirror.hole(first, edge)).to_vec();
            holes.sort();
            holes.dedup();
            Orbit { first, holes }
        })
        .collect();
    let from_middle = |hole: Hole| {
        let off = |v: u8| (i32::from(edge) - 1 - 2 * i32::from(v)).pow(2);
        off(hole.column()) + off(hole.row())
    };
    orbits.sort_by_key(|orbit| from_middle(orbit.first));
    orbits
}

/// The value of the game for the first player as far as the records tell: without swap, and with
/// one. `None` while first pegs are missing that could change it.
///
/// The swapped peg is mirrored on the main diagonal, so that the second player then has exactly
/// what the first one had: it swaps what is won, and lets stand what is lost. So with swap the
/// first player can't win, and holds a draw only with a first peg that is drawn.
#[must_use]
pub fn game_values(edge: u8, records: &[Record]) -> [Option<Value>; 2] {
    let complete = records.len() >= orbits(edge).len();
    let has = |value| records.iter().any(|record| record.result == value);
    let best = [Value::Won, Value::Drawn, Value::Lost].into_iter().find(|&value| has(value));
    let without = best.filter(|&best| complete || best == Value::Won);
    let with = match has(Value::Drawn) {
        true => Some(Value::Drawn),
        false => complete.then_some(Value::Lost),
    };
    [without, with]
}

/// A results file: one [`Record`] a line.
#[derive(Debug)]
pub struct Results {
    file: Objects,
    /// The records in it.
    pub records: Vec<Record>,
}

impl Results {
    /// Opens or creates the file and reads it; a torn last line is cut off.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or holds results of another board or of another kind.
    pub fn open(path: &Path, edge: u8) -> Result<Results> {
        let mut records = Vec::new();
        let file = Objects::open(path, Mode::Any, |line, _| {
            let record: Record =
                serde_json::from_slice(line).context("expected a result; pass another --out")?;
            let size = record.size;
            ensure!(size == edge, "expected size {edge}, found {size}; pass another --out");
            records.push(record);
            Ok(())
        })?;
        Ok(Results { file, records })
    }

    /// Adds a record; it is on disk when this returns.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add(&mut self, record: Record) -> Result<()> {
        self.file.append(&record)?;
        self.file.sync()?;
        self.records.push(record);
        Ok(())
    }

    /// The record of an orbit, if it is there.
    #[must_use]
    pub fn of(&self, orbit: &Orbit) -> Option<&Record> {
        let first = orbit.first.to_string();
        self.records.iter().find(|record| record.first == first)
    }
}

/// Proves one first peg by visiting at most `limit` positions; `None` if they don't suffice or the
/// prover was stopped.
///
/// # Panics
///
/// If the prover's board has no such first peg.
pub fn prove_first<P: Plane>(prover: &mut Prover<P>, orbit: &Orbit, limit: u64) -> Option<Record> {
    let begun = Instant::now();
    let game = prover.play(&prover.start(), orbit.first).expect("an orbit's first peg is legal");
    let proof = prover.prove(&game, limit);
    Some(Record {
        size: prover.search.field().edge(),
        first: orbit.first.to_string(),
        orbit: orbit.holes.len() as u8,
        result: proof.value?.opposite(),
        nodes: proof.nodes,
        seconds: (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
    })
}

/// The results files, by size from 4 on.
const FILES: [&str; 6] = [
    include_str!("../results/4.jsonl"),
    include_str!("../results/5.jsonl"),
    include_str!("../results/6.jsonl"),
    include_str!("../results/7.jsonl"),
    include_str!("../results/8.jsonl"),
    include_str!("../results/9.jsonl"),
];

/// The first pegs of a board of `edge` holes that were proven, each orbit once.
#[must_use]
pub fn known(edge: u8) -> Vec<Record> {
    let text = edge.checked_sub(4).and_then(|place| FILES.get(usize::from(place)));
    let lines = text.into_iter().flat_map(|text| text.lines());
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The result of a first peg for the side that set it, if nobody swaps and it is known.
#[must_use]
pub fn first_peg(edge: u8, peg: Hole) -> Option<Value> {
    let images = Mirror::ALL.map(|mirror| mirror.hole(peg, edge).to_string());
    known(edge).iter().find(|record| images.contains(&record.first)).map(|record| record.result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_files_is_a_first_peg_of_its_board() {
        for edge in 4..=9 {
            let known = known(edge);
            let text = FILES[usize::from(edge) - 4];
            assert_eq!(known.len(), text.lines().count(), "size {edge}");
            assert_eq!(known.len(), orbits(edge).len(), "size {edge}");
            assert!(known.iter().all(|record| record.size == edge));
        }
        assert!(known(3).is_empty() && known(10).is_empty());
    }

    #[test]
    fn mirrors_have_the_same_result() {
        let peg = |text: &str| first_peg(6, text.parse().unwrap());
        for won in ["C3", "D3", "C4", "D4", "B2", "E5"] {
            assert_eq!(peg(won), Some(Value::Won), "{won}");
        }
        assert_eq!(peg("B1"), Some(Value::Lost));
        assert_eq!(peg("E6"), Some(Value::Lost));
    }
}
