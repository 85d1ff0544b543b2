//! Makes training records of games.

use crate::chain::winning_chain;
use crate::game::{Game, HoleNumber};
use crate::planes::{Planes, EDGE};
use crate::record::{self, Course, Record, LENGTH};
use crate::shard::{self, Shard};
use anyhow::{ensure, Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, Position};

/// Which mirror images of a game are made into records too. A board may be mirrored left to right
/// and top to bottom without changing what either side has to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetries {
    /// The game alone.
    None,
    /// The game and its three mirror images, one behind another.
    Mirrors,
}

impl Symmetries {
    /// The images, as (columns reversed, rows reversed).
    const fn images(self) -> &'static [(bool, bool)] {
        match self {
            Symmetries::None => &[(false, false)],
            Symmetries::Mirrors => &[(false, false), (true, false), (false, true), (true, true)],
        }
    }
}

/// What an expansion wrote.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Expanded {
    /// Games read.
    pub games: u64,
    /// Records written.
    pub records: u64,
    /// Of these, those with a policy target to be used.
    pub policies: u64,
    /// Of the records, those with a reply.
    pub replies: u64,
    /// Of the records, those with a winning chain.
    pub chains: u64,
}

impl Expanded {
    fn count(&mut self, record: &Record) {
        let any = |bytes: std::ops::Range<usize>| u64::from(record[bytes].iter().any(|&b| b != 0));
        self.records += 1;
        self.policies += u64::from(record[record::USE_POLICY]);
        self.replies += any(record::REPLY..record::CHAIN);
        self.chains += any(record::CHAIN..record::CHAIN_END);
    }
}

/// Makes one file of records of all games in the folders, shard by shard. The file appears under
/// its name when it is whole.
///
/// # Errors
///
/// If a shard cannot be read, holds games of another size than [`EDGE`] or games against the rules,
/// or the file cannot be written.
pub fn expand(folders: &[PathBuf], out: &Path, symmetries: Symmetries) -> Result<Expanded> {
    let mut unfinished = out.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let told = || format!("cannot write {}", unfinished.display());
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&unfinished).with_context(told)?);
    let (mut planes, mut done) = (Planes::default(), Expanded::default());
    for folder in folders {
        let paths = shard::list(folder, None)?;
        ensure!(!paths.is_empty(), "{} holds no shards of games", folder.display());
        for path in paths {
            let shard = Shard::read(&path)?;
            let edge = shard.settings().map_or(EDGE, |settings| usize::from(settings.edge));
            ensure!(
                edge == EDGE,
                "{} holds games on {edge} x {edge} holes; records are made of {EDGE} x {EDGE}",
                path.display()
            );
            for game in shard.games() {
                let game = game.with_context(|| path.display().to_string())?;
                done.games += 1;
                for &image in symmetries.images() {
                    records(&mut planes, &game, image, |record| {
                        done.count(record);
                        file.write_all(record).with_context(told)
                    })
                    .with_context(|| format!("game {} of {}", game.number, path.display()))?;
                }
            }
        }
    }
    file.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(told)?;
    std::fs::rename(&unfinished, out)
        .with_context(|| format!("cannot rename {} to {}", unfinished.display(), out.display()))?;
    Ok(done)
}

/// Hands `write` the records of a game, in the order of its plies, of one of its images.
///
/// # Errors
///
/// If the game breaks the rules, or `write` fails.
pub fn records(
    planes: &mut Planes,
    game: &Game,
    image: (bool, bool),
    mut write: impl FnMut(&Record) -> Result<()>,
) -> Result<()> {
    let image = |hole: HoleNumber| mirrored(hole, image);
    let mut position = Position::new(Size::ARENA);
    for &hole in &game.opening {
        play(&mut position, image(hole)?)?;
    }
    let mut plies = game.plies.clone();
    for ply in &mut plies {
        ply.hole = image(ply.hole)?;
        for (hole, _) in &mut ply.visits {
            *hole = image(*hole)?;
        }
    }
    let mut last = position.clone();
    for ply in plies.iter().filter(|ply| ply.is_played()) {
        play(&mut last, ply.hole)?;
    }
    for &hole in &game.finish {
        play(&mut last, image(hole)?)?;
    }
    let chain = winning_chain(&last, game.ending);
    let course = Course { number: game.number, ending: game.ending, chain: &chain };
    let mut record = [0; LENGTH];
    for (number, ply) in plies.iter().enumerate() {
        record::write(planes, &position, ply, plies.get(number + 1), &course, &mut record);
        write(&record)?;
        if ply.is_played() {
            play(&mut position, ply.hole)?;
        }
    }
    Ok(())
}

fn play(position: &mut Position, hole: HoleNumber) -> Result<()> {
    let mv = hole.hole(position.size()).map(Move::Peg).context("it names no hole")?;
    position.play(mv).with_context(|| format!("it plays {mv} against the rules"))
}

/// A hole's image.
fn mirrored(number: HoleNumber, (columns, rows): (bool, bool)) -> Result<HoleNumber> {
    let hole = number.hole(Size::ARENA).context("it names a hole that the board has not")?;
    let image = |place: u8, reversed: bool| if reversed { EDGE as u8 - 1 - place } else { place };
    let hole = Hole::new(image(hole.column(), columns), image(hole.row(), rows));
    Ok(HoleNumber::of(hole, Size::ARENA))
}
