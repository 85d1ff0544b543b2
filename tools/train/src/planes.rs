//! The positions of games laid out as plain arrays, for a trainer on a GPU.
//!
//! `planes.json` ([`Head`]) tells which boards there are. The folder of a board has one folder for
//! the positions to learn from, `training`, and one for those that are measured, `held-out`; in each
//! of them lies a file an array, a row a position, little endian, named by what it holds and its
//! numbers' type. Positions are not mirrored: that is done where they are learnt from.

use crate::draw::evenly;
use crate::file;
use crate::run::HELD_OUT;
use crate::source::{Example, Examples, Mirror, Part, Targets, INPUTS};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions that a worker lays out at a time.
const CHUNK: usize = 512;

/// What a policy's shares are counted in.
const SHARE: f32 = 65535.0;

/// An array.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Array {
    /// What it holds.
    pub name: &'static str,
    /// Its numbers' type.
    pub kind: &'static str,
    /// A row's numbers by axis.
    pub dims: Vec<usize>,
}

impl Array {
    /// The arrays of a board, in the order in which [`lay_out`] fills them:
    ///
    /// - `planes`: the inputs as in [`Example::planes`];
    /// - `policy`: shares by hole in 65535ths, at least 1 where there is any, all 0 where there is
    ///   nothing to learn;
    /// - `wdl`: win, draw, loss;
    /// - `reply`: the hole of the opponent's next move, −1 for none;
    /// - `chain`: by hole, 1 for a peg of the winning chain if it is the mover's, 2 if it is the
    ///   opponent's, else 0;
    /// - `weight`: how much the policy counts.
    #[must_use]
    pub fn all(edge: usize) -> [Array; 6] {
        let array = |name, kind, dims: &[usize]| Array { name, kind, dims: dims.to_vec() };
        [
            array("planes", "u8", &[edge, edge, INPUTS]),
            array("policy", "u16", &[edge * edge]),
            array("wdl", "f32", &[3]),
            array("reply", "i16", &[]),
            array("chain", "u8", &[edge * edge]),
            array("weight", "f32", &[]),
        ]
    }

    /// Its file in the folder of a part.
    #[must_use]
    pub fn file(&self, part: &Path) -> PathBuf {
        part.join(format!("{}.{}", self.name, self.kind))
    }

    /// Bytes of a row.
    #[must_use]
    pub fn row(&self) -> usize {
        let number = match self.kind {
            "u8" => 1,
            "u16" | "i16" => 2,
            _ => 4,
        };
        number * self.dims.iter().product::<usize>()
    }
}

/// Appends a position's rows to those of its board's arrays.
pub fn lay_out(example: &Example, to: &mut [Vec<u8>; 6]) {
    let [planes, policy, wdl, reply, chain, weight] = to;
    let holes = example.edge * example.edge;
    planes.extend(&example.planes);
    let mut shares = vec![0_u16; holes];
    for &(hole, share) in example.policy.iter().filter(|(_, share)| *share > 0.0) {
        shares[usize::from(hole)] = ((SHARE * share).round() as u16).max(1);
    }
    policy.extend(shares.into_iter().flat_map(u16::to_le_bytes));
    wdl.extend(example.wdl.into_iter().flat_map(f32::to_le_bytes));
    let hole = example.reply.map_or(-1, |hole| hole as i16);
    reply.extend(hole.to_le_bytes());
    let start = chain.len();
    chain.resize(start + holes, 0);
    for &hole in &example.chain {
        chain[start + usize::from(hole)] = if example.chain_is_movers { 1 } else { 2 };
    }
    weight.extend(example.weight.to_le_bytes());
}

/// What there is of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// Its size and rules, such as `12 pp`.
    pub name: String,
    /// Its folder.
    pub folder: String,
    /// Positions to learn from.
    pub training: usize,
    /// Positions to measure: at most [`HELD_OUT`] of all boards, evenly chosen.
    pub held_out: usize,
    /// The arrays of either part.
    pub arrays: [Array; 6],
}

/// What there is at all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Head {
    /// By board.
    pub boards: Vec<Entry>,
    /// See [`Targets::search_share`].
    pub search_share: f32,
    /// See [`Targets::surprise`].
    pub surprise: f32,
}

/// Positions of one part of a shelf.
struct Pile<'a> {
    shelf: usize,
    part: Part,
    folder: PathBuf,
    arrays: &'a [Array; 6],
    /// The held-out ones that were chosen; of the others it is all.
    chosen: Option<Vec<usize>>,
}

/// Lays out all positions to learn from, and those held out that a training measures, in a folder
/// that is whole as soon as it is there.
///
/// # Errors
///
/// If the folder is there already or can't be written, or a position can't be read.
pub fn write(
    examples: &dyn Examples,
    targets: Targets,
    out: &Path,
    workers: usize,
) -> Result<Head> {
    let shelves = examples.shelves();
    let measured = shelves.iter().filter(|shelf| shelf.held_out > 0).count();
    let most = HELD_OUT.div_ceil(measured.max(1));
    let entry = |shelf: &crate::source::Shelf| Entry {
        name: shelf.board.to_string(),
        folder: shelf.board.to_string().replace(' ', "-"),
        training: shelf.training,
        held_out: shelf.held_out.min(most),
        arrays: Array::all(shelf.board.edge),
    };
    let head = Head {
        boards: shelves.iter().map(entry).collect(),
        search_share: targets.search_share,
        surprise: targets.surprise,
    };
    file::make(out, |out| {
        let (mut piles, mut jobs) = (Vec::new(), Vec::new());
        for (shelf, (entry, place)) in head.boards.iter().zip(&shelves).enumerate() {
            let draws = evenly(0, shelf, place.held_out, most);
            let chosen: Vec<usize> = draws.iter().map(|draw| draw.index).collect();
            let arrays = &entry.arrays;
            for (part, name, count, chosen) in [
                (Part::Training, "training", entry.training, None),
                (Part::HeldOut, "held-out", entry.held_out, Some(chosen)),
            ] {
                let folder = out.join(&entry.folder).join(name);
                std::fs::create_dir_all(&folder)?;
                for array in arrays {
                    File::create(array.file(&folder))?.set_len((count * array.row()) as u64)?;
                }
                let rows = (0..count).step_by(CHUNK).map(|row| row..(row + CHUNK).min(count));
                jobs.extend(rows.map(|rows| (piles.len(), rows)));
                piles.push(Pile { shelf, part, folder, arrays, chosen });
            }
        }
        work(examples, targets, &piles, &jobs, workers)?;
        file::replace(&out.join("planes.json"), &serde_json::to_vec_pretty(&head)?)
    })?;
    Ok(head)
}

/// Lays out rows of piles, by their numbers.
fn work(
    examples: &dyn Examples,
    targets: Targets,
    piles: &[Pile<'_>],
    jobs: &[(usize, Range<usize>)],
    workers: usize,
) -> Result<()> {
    let total: usize = jobs.iter().map(|(_, rows)| rows.len()).sum();
    let style = ProgressStyle::with_template("{bar:24} {pos} of {len} positions, {eta} left");
    let bar = ProgressBar::new(total as u64);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        let mut reader = examples.reader(targets);
        let (mut example, mut bytes) = (Example::default(), <[Vec<u8>; 6]>::default());
        while let Some((pile, rows)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let pile = &piles[*pile];
            bytes.iter_mut().for_each(Vec::clear);
            for row in rows.clone() {
                let index = pile.chosen.as_ref().map_or(row, |chosen| chosen[row]);
                reader.read(pile.shelf, pile.part, index, Mirror::default(), &mut example)?;
                lay_out(&example, &mut bytes);
            }
            for (array, bytes) in pile.arrays.iter().zip(&bytes) {
                let path = array.file(&pile.folder);
                let put = || -> std::io::Result<()> {
                    let mut file = File::options().write(true).open(&path)?;
                    file.seek(SeekFrom::Start((rows.start * array.row()) as u64))?;
                    file.write_all(bytes)
                };
                put().with_context(|| format!("cannot write {}", path.display()))?;
            }
            bar.inc(rows.len() as u64);
        }
        Ok(())
    };
    let ended = std::thread::scope(|scope| {
        let working: Vec<_> = (0..workers)
            .map(|_| {
                scope.spawn(|| {
                    let end = work();
                    if end.is_err() {
                        // The others need not go on.
                        next.store(jobs.len(), Ordering::Relaxed);
                    }
                    end
                })
            })
            .collect();
        let ends = working
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.collect::<Result<Vec<()>>>()
    });
    bar.finish_and_clear();
    ended.map(drop)
}
