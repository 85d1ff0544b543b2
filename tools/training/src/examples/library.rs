//! Random access to the positions of all games in some folders, packed in memory.
//!
//! A game takes little more memory than disk space, 60 bytes per position on 12 × 12. Opening the library
//! replays every game once, which rejects illegal games and finds the winning chain. Reading an example
//! replays the moves before it, measures link distances and fills the planes; it takes a few microseconds,
//! a hundredth of the training on it, and decodes only the search results of this ply and the next. Stored
//! planes would take 3,700 bytes per position: gigabytes for a million.

use crate::examples::example::{value_target, Example};
use crate::play::board::Board;
use crate::play::game::{Choice, Ending, Game, HoleNumber, Ply};
use crate::play::settings::PlaySettings;
use crate::play::shard::{self, Shard};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::PathBuf;
use twixt::distance::Distances;
use twixt::geometry::{Hole, Link, Symmetry};
use twixt::network::{index_of, Planes};
use twixt::random::Random;
use twixt::rules::{Move, Outcome, Position};

const HELD_OUT: u32 = 50;

/// Training or held-out set. A game's set depends only on its seed, so it is the same in every
/// library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// Training set.
    Training,
    /// One game in fifty, used only for measurements.
    HeldOut,
}

impl Split {
    /// Returns the set of the game with this seed.
    pub fn of(seed: u64) -> Split {
        // XOR with a constant, because game seeds come from the same generator.
        let held_out = Random::new(seed ^ 0x68e1_d0c7_5a3b_9f24).below(HELD_OUT) == 0;
        if held_out {
            Split::HeldOut
        } else {
            Split::Training
        }
    }
}

struct PackedGame {
    number: u32,
    split: Split,
    ending: Ending,
    opening: u16,
    /// The moves, starting with the opening, then the winning chain.
    holes: Box<[HoleNumber]>,
    /// The plies in postcard format, and the offset of each.
    plies: Box<[u8]>,
    offsets: Box<[u16]>,
}

impl PackedGame {
    fn new(game: &Game, chain: Vec<HoleNumber>) -> Result<PackedGame> {
        let long = "it is longer than any legal game";
        let (mut plies, mut offsets) = (Vec::new(), Vec::new());
        for ply in &game.plies {
            offsets.push(u16::try_from(plies.len()).context(long)?);
            // Older shards can contain plies longer than `Ply::MAX_BYTES`.
            let mut ply = ply.clone();
            ply.truncate();
            plies = postcard::to_extend(&ply, plies)?;
        }
        let moves = game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.hole));
        Ok(PackedGame {
            number: game.number,
            split: Split::of(game.seed),
            ending: game.ending,
            opening: game.opening.len().try_into().context(long)?,
            holes: moves.chain(chain).collect(),
            plies: plies.into(),
            offsets: offsets.into(),
        })
    }

    /// Returns the moves before a ply; all moves if `ply` is the number of plies.
    fn moves_before(&self, ply: usize) -> &[HoleNumber] {
        &self.holes[..usize::from(self.opening) + ply]
    }

    fn chain(&self) -> &[HoleNumber] {
        &self.holes[usize::from(self.opening) + self.offsets.len()..]
    }

    /// Decodes a ply; `None` after the last one.
    fn ply(&self, ply: usize) -> Result<Option<Ply>> {
        let offset = self.offsets.get(ply).map(|&offset| usize::from(offset));
        let ply = offset.map(|offset| postcard::from_bytes(&self.plies[offset..]));
        ply.transpose().context("cannot decode a ply in memory")
    }
}

#[derive(Default)]
struct GameSet {
    games: Vec<PackedGame>,
    /// Cumulative numbers of positions, by game.
    ends: Vec<usize>,
}

impl GameSet {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn push(&mut self, game: PackedGame) {
        self.ends.push(self.len() + game.offsets.len());
        self.games.push(game);
    }

    fn find(&self, position: usize) -> Option<(&PackedGame, usize)> {
        let number = self.ends.partition_point(|&end| end <= position);
        let game = self.games.get(number)?;
        Some((game, position + game.offsets.len() - self.ends[number]))
    }
}

/// The games on one board.
pub struct BoardGroup {
    /// The board.
    pub board: Board,
    splits: [GameSet; 2],
}

impl BoardGroup {
    /// Returns the number of positions in a set.
    pub fn positions(&self, split: Split) -> usize {
        self.splits[split as usize].len()
    }

    /// Adds the games of a run in the order of their numbers.
    fn add(&mut self, run: &mut [PackedShard]) {
        let mut games: Vec<_> = run.iter_mut().flat_map(|shard| shard.games.drain(..)).collect();
        games.sort_by_key(|game| game.number);
        games.into_iter().for_each(|game| self.splits[game.split as usize].push(game));
    }
}

fn play_through(game: &Game, start: Position) -> Result<Vec<HoleNumber>> {
    let mut position = start;
    let size = position.size();
    for number in game.moves().chain(game.finish.iter().copied()) {
        let mv = number.hole(size).map(Move::Peg).context("hole off the board")?;
        position.play(mv).with_context(|| format!("{mv} is illegal"))?;
    }
    for ply in &game.plies {
        let mut named = ply.visits.iter().map(|visit| visit.0).chain([ply.hole]);
        named.try_for_each(|number| number.hole(size).map(drop)).context("hole off the board")?;
    }
    let chain = winning_chain(&position, game.ending);
    Ok(chain.into_iter().map(|hole| HoleNumber::of(hole, size)).collect())
}

/// Returns all pegs of the chain that joins the winner's borders; none if the position is
/// unfinished or drawn, or if the recorded ending is not a win by that side.
fn winning_chain(position: &Position, ending: Ending) -> Vec<Hole> {
    let Some(Outcome::Won(side)) = position.outcome() else { return Vec::new() };
    if Ending::from(Outcome::Won(side)) != ending {
        return Vec::new();
    }
    let links: Vec<Link> = position.board().links(side).collect();
    let mut chain = position.winning_chain().to_vec();
    let mut next = 0;
    while let Some(&hole) = chain.get(next) {
        let own = links.iter().filter(|link| <[Hole; 2]>::from(link.ends()).contains(&hole));
        for end in own.map(|link| link.other_end(hole)) {
            if !chain.contains(&end) {
                chain.push(end);
            }
        }
        next += 1;
    }
    chain
}

/// All games of some folders. Threads share it; each has its own [`Reader`].
pub struct Library {
    /// The games by board: smallest size first, PP before classic rules.
    pub groups: Vec<BoardGroup>,
}

impl Library {
    /// Reads the shards in the folders and their subfolders on all cores. Fails if a folder
    /// contains no shard or a game is illegal.
    pub fn open(folders: &[PathBuf]) -> Result<Library> {
        // Shards are in the order of their paths. Those of one run have the same settings; which of them has a
        // game depends on the speed of the workers, so an index denotes the same position only in the order of the
        // games' numbers.
        let mut read: Vec<_> = shard::read_all(folders, pack)?.into_iter().flatten().collect();
        let mut groups = BTreeMap::new();
        for run in read.chunk_by_mut(|one, next| one.settings == next.settings) {
            let board = run[0].settings.board;
            groups
                .entry(<(u8, bool)>::from(board))
                .or_insert_with(|| BoardGroup { board, splits: Default::default() })
                .add(run);
        }
        Ok(Library { groups: groups.into_values().collect() })
    }
}

struct PackedShard {
    settings: PlaySettings,
    games: Vec<PackedGame>,
}

/// Packs the games of a shard; `None` if the file ends before its settings are complete.
fn pack(shard: &Shard) -> Result<Option<PackedShard>> {
    let Some(settings) = &shard.settings else { return Ok(None) };
    let packed = shard.games().map(|game| {
        let game = game?;
        let chain = play_through(&game, settings.board.start());
        let packed = chain.and_then(|chain| PackedGame::new(&game, chain));
        packed.with_context(|| format!("game {}", game.number))
    });
    Ok(Some(PackedShard { settings: settings.clone(), games: packed.collect::<Result<_>>()? }))
}

/// Reads examples from a library, with buffers for one thread.
pub struct Reader<'a> {
    library: &'a Library,
    search_share: f32,
    small: Box<Distances<4>>,
    large: Box<Distances<12>>,
    planes: Planes,
}

impl<'a> Reader<'a> {
    /// Creates a reader; `search_share` is the weight of the search value in the value targets.
    pub fn new(library: &'a Library, search_share: f32) -> Reader<'a> {
        let (small, large, planes) = Default::default();
        Reader { library, search_share, small, large, planes }
    }

    /// Reads position `index` in the set `split` of board group `group`, reflects it, and writes
    /// its example to `into`, whose buffers are reused. Fails if there is no such group or
    /// position.
    pub fn read(
        &mut self,
        group: usize,
        split: Split,
        index: usize,
        reflection: Symmetry,
        into: &mut Example,
    ) -> Result<()> {
        let missing = || format!("the library has no position {index} in board group {group}");
        let group = self.library.groups.get(group).with_context(missing)?;
        let (game, number) = group.splits[split as usize].find(index).with_context(missing)?;
        let ply = game.ply(number)?.with_context(missing)?;
        let (size, mut position) = (group.board.size, group.board.start());
        // Opening the library checked all moves.
        for hole in game.moves_before(number).iter().filter_map(|number| number.hole(size)) {
            position.play_peg(reflection.hole(hole, size));
        }
        let mover = position.to_move();
        let cell = |number: HoleNumber| {
            let hole = number.hole(size)?;
            Some(index_of(reflection.hole(hole, size), size, mover) as u16)
        };
        into.edge = group.board.edge();
        self.fill(&position, &mut into.planes);
        into.policy.clear();
        if ply.has_target() {
            let total: f32 = ply.target().map(|(_, weight)| weight as f32).sum();
            let shares = ply.target().filter(|&(_, weight)| weight > 0);
            into.policy
                .extend(shares.filter_map(|(hole, w)| Some((cell(hole)?, w as f32 / total))));
        }
        let next = game.ply(number + 1)?;
        let next = next.filter(|next| ply.choice != Choice::Random && next.has_target());
        into.reply = next.and_then(|next| next.best_target()).and_then(cell);
        let points = game.ending.half_points(mover);
        into.wdl = value_target(ply.value, points, self.search_share);
        into.chain.clear();
        into.chain.extend(game.chain().iter().copied().filter_map(cell));
        into.chain_is_movers = !into.chain.is_empty() && points == 2;
        Ok(())
    }

    fn fill(&mut self, position: &Position, planes: &mut Vec<u8>) {
        let board = position.board();
        if Distances::<4>::supports(board.size()) {
            self.small.measure(board);
            self.planes.fill(position, &self.small);
        } else {
            self.large.measure(board);
            self.planes.fill(position, &self.large);
        }
        planes.clear();
        (0..board.size().get().into())
            .for_each(|row| planes.extend_from_slice(self.planes.row(row)));
    }
}
