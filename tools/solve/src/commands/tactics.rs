//! `solve tactics`: positions to measure searches by.

use super::{create, with_plane, Progress};
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::journal::LockedFile;
use formats::{Assume, Format};
use solve::plane::Plane;
use solve::prove::Prover;
use solve::sample::{tactic, weak_game};
use solve::tactics::{Tactic, Wanted};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use twixt::geometry::Hole;
use twixt::random::Random;

/// Finds positions in which few moves win and all others are proven not to, for
/// `cargo bench --bench tactics`
///
/// They come from games: those of --in, JSON, one a line, as `referee --record` and `lab match
/// --out` write them; and those of weak players that blunder, played for it on boards of the sizes
/// that --random and --quiet name. Nobody wins with the next peg. A position is quiet if a single
/// move wins, and that move makes no link; else it is direct. Each game gives one position at most.
/// What is found is written at once; the same games and numbers find the same, a smaller COUNT the
/// start of it.
#[derive(Args)]
pub(crate) struct Options {
    /// Files with games, of which each gives one position at most: its own, or what would have come
    /// about by another move there
    #[arg(long = "in", value_name = "FILE", num_args = 1..)]
    files: Vec<PathBuf>,
    /// Boards to play games of weak players on, and how many positions to find there, such as 9:20;
    /// with a third number as 9:20:4 only those that the bot's search by link distances misses when
    /// it looks at so many positions
    #[arg(long, value_name = "SIZE:COUNT", num_args = 1..)]
    random: Vec<Wish>,
    /// As --random, but only quiet ones
    #[arg(long, value_name = "SIZE:COUNT", num_args = 1..)]
    quiet: Vec<Wish>,
    /// The file for the positions, which must not exist: size, moves, winning moves and kind, one per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Node budget of each proof
    #[arg(long, value_name = "N", default_value_t = 3000)]
    limit: u64,
    /// Minimum number of pegs that the win takes against the best resistance
    #[arg(long, value_name = "N", default_value_t = 3)]
    pegs: u8,
    /// Maximum number of winning moves
    #[arg(long, value_name = "N", default_value_t = 3)]
    wins: usize,
    /// Random seed for games and for the moves that replace some of theirs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of games for each SIZE:COUNT
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: u64,
    /// Size of the transposition table, in MB
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: usize,
}

/// A size, how many positions of it, and the nodes at which the bot's search has to miss them.
#[derive(Clone, Copy)]
struct Wish {
    edge: u8,
    count: usize,
    fool: u64,
}

impl FromStr for Wish {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Wish, &'static str> {
        let numbers: Option<Vec<u64>> = text.split(':').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[edge @ 5..=16, count, ref fool @ ..]) if fool.len() < 2 => {
                let fool = fool.first().copied().unwrap_or(0);
                Ok(Wish { edge: edge as u8, count: count as usize, fool })
            }
            _ => Err("write a size from 5 to 16 and a number, such as 9:20"),
        }
    }
}

/// Where positions of one size come from.
struct Source {
    /// Size, the most positions, and the nodes at which the bot's search has to miss them.
    wish: Wish,
    quiet: bool,
    /// The games; without any, weak players play them.
    games: Vec<Vec<Hole>>,
}

/// The file that is being written, and what is in it.
struct Found {
    file: LockedFile,
    keys: BTreeSet<(u8, [BTreeSet<Hole>; 2])>,
    quiet: usize,
    progress: Progress,
}

impl Found {
    /// Adds a tactic, unless it is there; tells whether it was added.
    fn add(&mut self, tactic: &Tactic) -> Result<bool> {
        if !self.keys.insert(tactic.key()) {
            return Ok(false);
        }
        self.quiet += usize::from(tactic.quiet);
        self.file.append(format!("{tactic}\n").as_bytes())?;
        Ok(true)
    }
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let games = read_games(&self.files)?;
        ensure!(
            !games.is_empty() || self.random.len() + self.quiet.len() > 0,
            "no games: give --random SIZE:COUNT, or files in which lines have \"size\" and \"moves\""
        );
        let mut found = self.begin()?;
        let sizes: BTreeSet<u8> = games.iter().map(|(edge, _)| *edge).collect();
        let read = sizes.into_iter().rev().map(|edge| {
            let games = games.iter().filter(|(of, _)| *of == edge);
            let games = games.map(|(_, moves)| moves.clone()).collect();
            Source { wish: Wish { edge, count: usize::MAX, fool: 0 }, quiet: false, games }
        });
        let played = [(&self.random, false), (&self.quiet, true)].into_iter();
        let played = played.flat_map(|(wishes, quiet)| {
            wishes.iter().map(move |&wish| Source { wish, quiet, games: Vec::new() })
        });
        for source in read.chain(played) {
            with_plane!(source.wish.edge, |P| self.look::<P>(&source, &mut found)?);
        }
        let Found { keys, quiet, progress, .. } = found;
        drop(progress);
        let all = keys.len();
        common::note!("{}: {all} positions, {quiet} of them quiet", self.out.display());
        Ok(ExitCode::SUCCESS)
    }

    fn begin(&self) -> Result<Found> {
        let mut file = create(&self.out)?;
        let words: Vec<String> = std::env::args().skip(1).collect();
        let head = "# Size, moves, the moves that win, and the kind. Made by";
        file.append(format!("{head}\n# solve {}\n", words.join(" ")).as_bytes())?;
        let progress = Progress::new("searching");
        Ok(Found { file, keys: BTreeSet::new(), quiet: 0, progress })
    }

    /// Searches a source, with a prover of its own, so that its positions do not depend on other sources.
    fn look<P: Plane>(&self, source: &Source, found: &mut Found) -> Result<()> {
        let Source { wish: Wish { edge, count, fool }, quiet, ref games } = *source;
        let mut prover = Prover::<P>::new(edge, self.memory)?;
        found.progress.watch(&mut prover);
        let Options { limit, wins, pegs, .. } = *self;
        let wanted = Wanted { limit, wins, pegs, fool, quiet };
        let (mut random, mut added) = (Random::new(self.seed), 0);
        let total = if games.is_empty() { self.games } else { games.len() as u64 };
        for number in 0..total {
            if added == count {
                break;
            }
            let all = found.keys.len();
            found
                .progress
                .now(format!("{edge} x {edge}, game {} of {total}, {all} found", number + 1));
            let moves = match games.get(number as usize) {
                Some(moves) => moves.clone(),
                None => weak_game(&prover, &mut random),
            };
            if let Some(tactic) = tactic(&mut prover, &moves, wanted, &mut random) {
                added += usize::from(found.add(&tactic)?);
            }
        }
        Ok(())
    }
}

/// Sizes and pegs of all games, in their files' order.
fn read_games(files: &[PathBuf]) -> Result<Vec<(u8, Vec<Hole>)>> {
    let mut games = Vec::new();
    for path in files {
        let cannot = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot)?;
        let read = formats::read(&text, Some(Format::Json), &Assume::default());
        let square = read.with_context(cannot)?.into_iter().filter(|game| game.size.is_square());
        games.extend(square.map(|game| (game.size.get(), game.pegs())));
    }
    Ok(games)
}
