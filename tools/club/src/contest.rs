//! Games between two searches by any rules, on boards of any size: what decides which search serves
//! where.

use crate::engine::{EngineOptions, SearchName};
use crate::files;
use crate::start::StartOptions;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use lab::stats::report::Report;
use lab::stats::{Counts, Wdl};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use twixt::geometry::{Hole, Side};
use twixt::player::Player;
use twixt::rules::{is_drawn, Outcome, Ply, Position, Rules, SwapRule};

/// `club contest`: two searches against one another.
///
/// Games come in pairs: an opening of random pegs, played from both seats. Nobody swaps.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The first search
    #[arg(value_enum)]
    a: SearchName,
    /// The second search
    #[arg(value_enum)]
    b: SearchName,
    #[command(flatten)]
    start: StartOptions,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 50)]
    rounds: u64,
    /// Random pegs that a game begins with
    #[arg(long, value_name = "N", default_value_t = 2)]
    pegs: u32,
    /// Think so long about each turn
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1)]
    seconds: f64,
    /// Look at so many positions a turn instead of watching the clock
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Draws the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pairs at the same time, each on a core
    #[arg(long, value_name = "N", default_value_t = 1)]
    workers: usize,
    /// Keep the games here, one JSON record a line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What all workers share.
struct Shared {
    next: AtomicU64,
    counts: Mutex<Counts>,
    out: Option<Mutex<File>>,
    bar: ProgressBar,
}

impl Options {
    /// Plays all pairs and prints the result, seen from the first search.
    ///
    /// # Errors
    ///
    /// If the game can't be set up, or a record not be written.
    pub fn run(self) -> Result<()> {
        let start = self.start.position().map_err(anyhow::Error::msg)?;
        let rules = Rules { swap: SwapRule::None, ..start.rules() };
        let start = Position::with_rules(start.size(), rules);
        let out = match &self.out {
            Some(path) => {
                let file = File::options().create(true).append(true).open(path);
                Some(Mutex::new(file.with_context(|| path.display().to_string())?))
            }
            None => None,
        };
        let template = "{pos}/{len} pairs, {msg}, {eta} left";
        let style = ProgressStyle::with_template(template).context("a progress bar")?;
        let bar = ProgressBar::new(self.rounds).with_style(style);
        let shared = Shared { next: AtomicU64::new(0), counts: Mutex::default(), out, bar };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers.max(1))
                .map(|_| scope.spawn(|| self.work(&start, &shared)))
                .collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no panic"))
        })?;
        shared.bar.finish_and_clear();
        let counts = *shared.counts.lock().expect("no panic");
        println!("{:?} against {:?}, {} holes, {}:", self.a, self.b, start.size(), rules.linking);
        println!("{}", Report::new(counts));
        Ok(())
    }

    /// Plays pairs until there are none left.
    fn work(&self, start: &Position, shared: &Shared) -> Result<()> {
        let mut players = [self.engine(self.a).player(start)?, self.engine(self.b).player(start)?];
        loop {
            let pair = shared.next.fetch_add(1, Ordering::Relaxed);
            if pair >= self.rounds {
                return Ok(());
            }
            let opening = self.opening(start, pair);
            let mut half_points = 0;
            for first in [0, 1] {
                let (plies, winner) = self.game(start, &opening, &mut players, first)?;
                if let Some(out) = &shared.out {
                    let line = files::record_line(start, &plies, None)?;
                    writeln!(out.lock().expect("no panic"), "{line}")?;
                }
                let points = match winner {
                    None => 1,
                    Some(side) if (side == Side::Vertical) == (first == 0) => 2,
                    Some(_) => 0,
                };
                half_points += points;
                let counts = &mut shared.counts.lock().expect("no panic").wdl;
                *[&mut counts.losses, &mut counts.draws, &mut counts.wins][points] += 1;
            }
            let mut counts = shared.counts.lock().expect("no panic");
            counts.pairs.0[half_points] += 1;
            let Wdl { wins, draws, losses } = counts.wdl;
            shared.bar.set_message(format!("{wins} : {losses}, {draws} drawn"));
            shared.bar.inc(1);
        }
    }

    fn engine(&self, search: SearchName) -> EngineOptions {
        EngineOptions { search, seconds: self.seconds, nodes: self.nodes }
    }

    /// The random pegs that a pair begins with.
    fn opening(&self, start: &Position, pair: u64) -> Vec<Ply> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_mul(1 << 32) + pair);
        let mut position = start.clone();
        let size = start.size();
        let inner = |hole: &Hole| Side::ALL.into_iter().all(|side| size.open_to(side, *hole));
        let mut plies = Vec::new();
        for _ in 0..self.pegs {
            let holes: Vec<Hole> =
                position.board().vacant(position.to_move()).filter(inner).collect();
            if position.outcome().is_some() || holes.is_empty() {
                break;
            }
            let hole = holes[rng.random_range(0..holes.len())];
            position.play_peg(hole);
            plies.push(Ply::Turn(hole.into()));
        }
        plies
    }

    /// A game, player `first` opening; its plies and who has won.
    fn game(
        &self,
        start: &Position,
        opening: &[Ply],
        players: &mut [Player; 2],
        first: usize,
    ) -> Result<(Vec<Ply>, Option<Side>)> {
        let (mut position, mut plies) = (start.clone(), opening.to_vec());
        for ply in opening {
            position.play_ply(ply)?;
        }
        loop {
            if let Some(outcome) = position.outcome() {
                let winner = match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Drawn => None,
                };
                return Ok((plies, winner));
            }
            if is_drawn(&position) {
                return Ok((plies, None));
            }
            let player = &mut players[(position.to_move().index() + first) % 2];
            player.set(&position);
            let limits = self.engine(SearchName::Best).limits(None);
            let ply = player.think(&limits).ply.context("the game goes on")?;
            position.play_ply(&ply)?;
            plies.push(ply);
        }
    }
}
