//! A library: all games of some folders, packed in memory, from which examples are read at random.
//!
//! A game takes about as much memory as it does in its shard. Every game is played through once when
//! the library is opened: one against the rules is found there, and the chain that won it is noted.
//! Reading an example then plays the moves before it, measures the link distances and fills the
//! planes: some microseconds, and nothing of the game's other positions is decoded.

mod packed;

use crate::examples::chain::winning_chain;
use crate::examples::example::{Example, Mirror, Painter, Seen, Targets};
use crate::play::game::{Game, HoleNumber};
use crate::play::shard::{self, Shard};
use anyhow::{Context, Result};
use packed::Pile;
use std::collections::BTreeMap;
use std::path::PathBuf;
use twixt::geometry::Size;
use twixt::random::Random;
use twixt::rules::{Linking, Move, Position, Rules};

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

/// The games of one board: one size, one way of linking.
pub struct Shelf {
    size: Size,
    linking: Linking,
    /// The training games, and those held out.
    piles: [Pile; 2],
    /// The sum of all known surprises of policies to be learnt, and their number.
    surprise: (f64, u64),
}

impl Shelf {
    fn new(size: Size, linking: Linking) -> Shelf {
        Shelf { size, linking, piles: Default::default(), surprise: (0.0, 0) }
    }

    /// Holes along an edge.
    #[must_use]
    pub fn edge(&self) -> usize {
        usize::from(self.size.get())
    }

    /// What own links do to one another.
    #[must_use]
    pub const fn linking(&self) -> Linking {
        self.linking
    }

    /// The number of positions of a part.
    #[must_use]
    pub fn len(&self, part: Part) -> usize {
        self.pile(part).len()
    }

    /// Whether it holds no position at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.piles.iter().all(|pile| pile.len() == 0)
    }

    /// The number of games of a part.
    #[must_use]
    pub fn games(&self, part: Part) -> usize {
        self.pile(part).games()
    }

    /// Bytes of memory that its games take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.piles.iter().map(Pile::bytes).sum()
    }

    const fn pile(&self, part: Part) -> &Pile {
        match part {
            Part::Training => &self.piles[0],
            Part::HeldOut => &self.piles[1],
        }
    }

    fn start(&self) -> Position {
        Position::with_rules(self.size, Rules { linking: self.linking, ..Rules::ARENA })
    }

    /// What a policy surprises on average, in thousandths of a nat; 0 if nothing is known.
    fn mean_surprise(&self) -> f64 {
        self.surprise.0 / self.surprise.1.max(1) as f64
    }

    fn add(&mut self, game: &Game) -> Result<()> {
        let chain = play_through(game, self.start())?;
        for ply in game.plies.iter().filter(|ply| ply.teaches()) {
            if let Some(surprise) = ply.surprise {
                self.surprise.0 += f64::from(surprise);
                self.surprise.1 += 1;
            }
        }
        let pile = match Part::of(game.seed) {
            Part::Training => &mut self.piles[0],
            Part::HeldOut => &mut self.piles[1],
        };
        pile.push(game, &chain)
    }

    fn append(&mut self, other: Shelf) {
        let [training, held_out] = other.piles;
        self.piles[0].append(training);
        self.piles[1].append(held_out);
        self.surprise.0 += other.surprise.0;
        self.surprise.1 += other.surprise.1;
    }
}

/// Plays a game to its end; answers the chain that won it.
fn play_through(game: &Game, start: Position) -> Result<Vec<HoleNumber>> {
    let mut position = start;
    let size = position.size();
    let mut play = |number: HoleNumber| -> Result<()> {
        let mv = number.hole(size).map(Move::Peg).context("it names no hole of the board")?;
        position.play(mv).with_context(|| format!("it plays {mv} against the rules"))
    };
    for number in game.moves().chain(game.finish.iter().copied()) {
        play(number)?;
    }
    for ply in &game.plies {
        let mut named = ply.visits.iter().map(|visit| visit.0).chain([ply.hole]);
        named.try_for_each(|number| number.hole(size).map(drop)).context("it names no hole")?;
    }
    let chain = winning_chain(&position, game.ending);
    Ok(chain.into_iter().map(|hole| HoleNumber::of(hole, size)).collect())
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
            let board = (shelf.size, shelf.linking == Linking::Standard);
            let (size, linking) = (shelf.size, shelf.linking);
            shelves.entry(board).or_insert_with(|| Shelf::new(size, linking)).append(shelf);
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
    let size = Size::new(settings.edge).context("its board is of no size that there is")?;
    let mut shelf = Shelf::new(size, settings.linking);
    for game in shard.games() {
        let game = game?;
        shelf.add(&game).with_context(|| format!("game {}", game.number))?;
    }
    Ok(Some(shelf))
}

/// Reads examples of a library. One a thread: it owns the room for what is measured.
pub struct Reader<'a> {
    library: &'a Library,
    targets: Targets,
    painter: Painter,
}

impl<'a> Reader<'a> {
    /// A reader that makes such targets.
    #[must_use]
    pub fn new(library: &'a Library, targets: Targets) -> Reader<'a> {
        Reader { library, targets, painter: Painter::default() }
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
        let (game, ply) = shelf.pile(part).find(index).with_context(missing)?;
        let mut position = shelf.start();
        // They were all played when the library was opened.
        for hole in game.moves_before(ply).filter_map(|number| number.hole(shelf.size)) {
            position.play_peg(mirror.image(hole, shelf.size));
        }
        let next = game.ply(ply + 1).transpose()?;
        let seen = Seen {
            position: &position,
            mirror,
            ply: &game.ply(ply).transpose()?.with_context(missing)?,
            next: next.as_ref(),
            ending: game.ending(),
            mean_surprise: shelf.mean_surprise(),
        };
        self.painter.paint(&seen, game.chain(), self.targets, into);
        Ok(())
    }
}
