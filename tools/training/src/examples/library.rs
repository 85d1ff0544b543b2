//! A library: all games of some folders, packed in memory, from which examples are read at random.
//!
//! A game takes little more memory than it does in its shard. Every game is played through once when
//! the library is opened: one against the rules is found there, and the chain that won it is noted.
//! Reading an example then plays the moves before it, measures the link distances and fills the
//! planes: some microseconds, and nothing of the game's other positions is decoded.

use crate::examples::example::{wdl, weight, Example, Mirror, Targets};
use crate::play::board::Board;
use crate::play::game::{Choice, Ending, Game, HoleNumber, Ply};
use crate::play::shard::{self, Shard};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::PathBuf;
use twixt::distance::Distances;
use twixt::geometry::{Hole, Link};
use twixt::network::{index_of, Planes};
use twixt::random::Random;
use twixt::rules::{Move, Outcome, Position};

/// One game in so many is held out.
const HELD_OUT: u32 = 50;

/// What a game is for. It is settled by the game's seed alone, so it is the same in every library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// To be learnt from.
    Training,
    /// To tell what was learnt: one game of fifty, never to be learnt from.
    HeldOut,
}

impl Part {
    /// What a game with this seed is for.
    #[must_use]
    pub fn of(seed: u64) -> Part {
        // Mixed, with a number of its own: seeds are random numbers of the same kind.
        let held_out = Random::new(seed ^ 0x68e1_d0c7_5a3b_9f24).below(HELD_OUT) == 0;
        if held_out {
            Part::HeldOut
        } else {
            Part::Training
        }
    }
}

/// A game in memory, so that a ply is found without decoding those before it.
struct Kept {
    ending: Ending,
    opening: u16,
    /// The moves, those of the opening first; then the chain that won.
    holes: Box<[HoleNumber]>,
    /// The plies in postcard's form, and where each of them begins.
    plies: Box<[u8]>,
    places: Box<[u16]>,
}

impl Kept {
    fn new(game: &Game, chain: Vec<HoleNumber>) -> Result<Kept> {
        let long = "it is longer than any game can be";
        let (mut plies, mut places) = (Vec::new(), Vec::new());
        for ply in &game.plies {
            places.push(u16::try_from(plies.len()).context(long)?);
            // Those of old shards may be longer than what is written today.
            let mut ply = ply.clone();
            ply.fit();
            plies = postcard::to_extend(&ply, plies)?;
        }
        let moves = game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.hole));
        Ok(Kept {
            ending: game.ending,
            opening: game.opening.len().try_into().context(long)?,
            holes: moves.chain(chain).collect(),
            plies: plies.into(),
            places: places.into(),
        })
    }

    /// The moves before a ply; before the one behind the last, all.
    fn moves_before(&self, ply: usize) -> &[HoleNumber] {
        &self.holes[..usize::from(self.opening) + ply]
    }

    /// The pegs of the chain that won.
    fn chain(&self) -> &[HoleNumber] {
        &self.holes[usize::from(self.opening) + self.places.len()..]
    }

    /// A ply; `None` behind the last one.
    fn ply(&self, ply: usize) -> Result<Option<Ply>> {
        let place = self.places.get(ply).map(|&place| usize::from(place));
        let ply = place.map(|place| postcard::from_bytes(&self.plies[place..]));
        ply.transpose().context("a kept ply cannot be understood")
    }
}

/// The games of one part.
#[derive(Default)]
struct Pile {
    games: Vec<Kept>,
    /// By game, the number of positions up to its end.
    ends: Vec<usize>,
}

impl Pile {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn push(&mut self, game: Kept) {
        self.ends.push(self.len() + game.places.len());
        self.games.push(game);
    }

    /// The game that a position belongs to, and which of its plies it is.
    fn find(&self, position: usize) -> Option<(&Kept, usize)> {
        let number = self.ends.partition_point(|&end| end <= position);
        let game = self.games.get(number)?;
        Some((game, position + game.places.len() - self.ends[number]))
    }
}

/// The games of one board.
pub struct Shelf {
    board: Board,
    /// By [`Part`].
    piles: [Pile; 2],
    /// The sum of all known surprises of policies to be learnt, and their number.
    surprise: (f64, u64),
}

impl Shelf {
    fn new(board: Board) -> Shelf {
        Shelf { board, piles: Default::default(), surprise: (0.0, 0) }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The number of positions of a part.
    #[must_use]
    pub fn positions(&self, part: Part) -> usize {
        self.piles[part as usize].len()
    }

    /// The number of games of a part.
    #[must_use]
    pub fn games(&self, part: Part) -> usize {
        self.piles[part as usize].games.len()
    }

    /// Bytes of memory that its games take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = |game: &Kept| {
            size_of_val(game)
                + size_of_val(&*game.holes)
                + size_of_val(&*game.plies)
                + size_of_val(&*game.places)
        };
        self.piles.iter().flat_map(|pile| &pile.games).map(bytes).sum()
    }

    /// What a policy surprises on average, in thousandths of a nat; 0 if nothing is known.
    fn mean_surprise(&self) -> f64 {
        self.surprise.0 / self.surprise.1.max(1) as f64
    }

    fn add(&mut self, game: &Game) -> Result<()> {
        let chain = play_through(game, self.board.start())?;
        for surprise in game.plies.iter().filter(|ply| ply.teaches()).filter_map(|ply| ply.surprise)
        {
            self.surprise.0 += f64::from(surprise);
            self.surprise.1 += 1;
        }
        self.piles[Part::of(game.seed) as usize].push(Kept::new(game, chain)?);
        Ok(())
    }

    fn append(&mut self, other: Shelf) {
        for (pile, other) in self.piles.iter_mut().zip(other.piles) {
            other.games.into_iter().for_each(|game| pile.push(game));
        }
        self.surprise.0 += other.surprise.0;
        self.surprise.1 += other.surprise.1;
    }
}

/// Plays a game to its end; returns the chain that won it.
fn play_through(game: &Game, start: Position) -> Result<Vec<HoleNumber>> {
    let mut position = start;
    let size = position.size();
    for number in game.moves().chain(game.finish.iter().copied()) {
        let mv = number.hole(size).map(Move::Peg).context("it names no hole of the board")?;
        position.play(mv).with_context(|| format!("it plays {mv} against the rules"))?;
    }
    for ply in &game.plies {
        let mut named = ply.visits.iter().map(|visit| visit.0).chain([ply.hole]);
        named.try_for_each(|number| number.hole(size).map(drop)).context("it names no hole")?;
    }
    let chain = winning_chain(&position, game.ending);
    Ok(chain.into_iter().map(|hole| HoleNumber::of(hole, size)).collect())
}

/// All pegs of the chain that joins its side's borders at the end of a game; none if the game is
/// not over, drawn, or won by another side than its `ending` says: a game may be given up and yet
/// be won when it is played on.
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

/// All games of some folders. Many threads may read it at the same time, each with a [`Reader`].
pub struct Library {
    shelves: Vec<Shelf>,
}

impl Library {
    /// Reads the shards of the folders and of all folders within them, on all cores.
    ///
    /// # Errors
    ///
    /// If a folder or a shard cannot be read, one of the folders holds no shard, or a game breaks
    /// the rules.
    pub fn open(folders: &[PathBuf]) -> Result<Library> {
        // In the order of the paths: an index is then always the same position.
        let read = shard::read_all(folders, shelve)?;
        let mut shelves = BTreeMap::new();
        for shelf in read.into_iter().flatten() {
            let board = shelf.board;
            shelves.entry(board).or_insert_with(|| Shelf::new(board)).append(shelf);
        }
        Ok(Library { shelves: shelves.into_values().collect() })
    }

    /// A shelf for every board that there are games of, the smallest first, of one size PP before
    /// the classic rules.
    #[must_use]
    pub fn shelves(&self) -> &[Shelf] {
        &self.shelves
    }
}

/// The games of a shard; `None` if it was torn before its first.
fn shelve(shard: &Shard) -> Result<Option<Shelf>> {
    let Some(settings) = shard.settings() else { return Ok(None) };
    let mut shelf = Shelf::new(settings.board);
    for game in shard.games() {
        let game = game?;
        shelf.add(&game).with_context(|| format!("game {}", game.number))?;
    }
    Ok(Some(shelf))
}

/// Reads examples of a library. One a thread: its buffers are reused.
pub struct Reader<'a> {
    library: &'a Library,
    targets: Targets,
    small: Box<Distances<4>>,
    large: Box<Distances<12>>,
    planes: Planes,
}

impl<'a> Reader<'a> {
    /// A reader that makes such targets.
    #[must_use]
    pub fn new(library: &'a Library, targets: Targets) -> Reader<'a> {
        let (small, large, planes) = Default::default();
        Reader { library, targets, small, large, planes }
    }

    /// Reads position `index` of a part of a shelf, in an image of its game, into an example whose
    /// memory is used again.
    ///
    /// # Errors
    ///
    /// If there is no such shelf or position.
    pub fn read(
        &mut self,
        shelf: usize,
        part: Part,
        index: usize,
        mirror: Mirror,
        into: &mut Example,
    ) -> Result<()> {
        let missing = || format!("the library has no position {index} on shelf {shelf}");
        let shelf = self.library.shelves.get(shelf).with_context(missing)?;
        let (game, number) = shelf.piles[part as usize].find(index).with_context(missing)?;
        let ply = game.ply(number)?.with_context(missing)?;
        let (size, mut position) = (shelf.board.size, shelf.board.start());
        // They were all played when the library was opened.
        for hole in game.moves_before(number).iter().filter_map(|number| number.hole(size)) {
            position.play_peg(mirror.image(hole, size));
        }
        let mover = position.to_move();
        let cell = |number: HoleNumber| {
            let hole = number.hole(size)?;
            Some(index_of(mirror.image(hole, size), size, mover) as u16)
        };
        into.edge = shelf.board.edge();
        self.fill(&position, &mut into.planes);
        into.policy.clear();
        if ply.teaches() {
            let total: f32 = ply.target().map(|(_, weight)| weight as f32).sum();
            let shares = ply.target().filter(|&(_, weight)| weight > 0);
            into.policy
                .extend(shares.filter_map(|(hole, w)| Some((cell(hole)?, w as f32 / total))));
        }
        let next = game.ply(number + 1)?;
        let next = next.filter(|next| ply.choice != Choice::Random && next.teaches());
        into.reply = next.and_then(|next| next.favourite()).and_then(cell);
        let points = game.ending.half_points(mover);
        into.wdl = wdl(ply.value, points, self.targets.search_share);
        into.chain.clear();
        into.chain.extend(game.chain().iter().copied().filter_map(cell));
        into.chain_is_movers = !into.chain.is_empty() && points == 2;
        into.weight = weight(&ply, shelf.mean_surprise(), self.targets.surprise);
        Ok(())
    }

    /// The planes of a position.
    fn fill(&mut self, position: &Position, planes: &mut Vec<u8>) {
        let board = position.board();
        if board.size().get() <= 16 {
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
