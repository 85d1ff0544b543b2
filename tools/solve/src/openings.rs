//! Every first peg of a board: which there are up to symmetry, their results on the disk, and what
//! they say of the game.

use crate::plane::{Mirror, Plane};
use crate::prove::{Prover, Value};
use anyhow::{bail, Context, Result};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use twixt::geometry::{Hole, Side};

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
            let mut holes: Vec<Hole> = Mirror::ALL
                .iter()
                .map(|mirror| mirror.place(column, row, edge))
                .map(|(column, row)| Hole::new(column, row))
                .collect();
            holes.sort();
            holes.dedup();
            Orbit { first: Hole::new(column, row), holes }
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
    path: PathBuf,
    file: File,
    /// What it holds.
    pub records: Vec<Record>,
}

impl Results {
    /// Opens or makes the file and reads what is there; a line that was cut off in the middle of
    /// writing is taken away.
    ///
    /// # Errors
    ///
    /// If the file can't be read or written, or holds results of another board or of another kind.
    pub fn open(path: &Path, edge: u8) -> Result<Results> {
        let shown = path.display();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(|| format!("cannot open the results file {shown}"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {shown}"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).with_context(|| format!("cannot write {shown}"))?;
        file.seek(SeekFrom::End(0))?;
        let mut records = Vec::new();
        for (number, line) in text[..whole].lines().enumerate() {
            let record: Record = serde_json::from_str(line).with_context(|| {
                format!("line {} of {shown} is no result; give --out another name", number + 1)
            })?;
            if record.size != edge {
                let of = record.size;
                bail!("{shown} holds results of size {of}, not {edge}; give --out another name");
            }
            records.push(record);
        }
        Ok(Results { path: path.to_owned(), file, records })
    }

    /// Adds a record; it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub fn add(&mut self, record: Record) -> Result<()> {
        let line = serde_json::to_string(&record)? + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
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
    let mut game = prover.start();
    debug_assert_eq!(game.mover, Side::Vertical);
    prover.play(&mut game, orbit.first).expect("an orbit's first peg is legal");
    let proof = prover.prove(&game, limit);
    Some(Record {
        size: prover.search().field().edge(),
        first: orbit.first.to_string(),
        orbit: orbit.holes.len() as u8,
        result: proof.value?.opposite(),
        nodes: proof.nodes,
        seconds: (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
    })
}
