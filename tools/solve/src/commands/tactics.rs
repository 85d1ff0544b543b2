//! `solve tactics`: test positions for searches.

use super::{create, mebibytes, with_bitboard, Progress};
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::stop::Stop;
use formats::{Assume, Format};
use records::file::LockedFile;
use solve::bitboard::{supported_size, Bitboard};
use solve::prove::Prover;
use solve::sample::{tactic, weak_game};
use solve::tactics::{Tactic, TacticFilter};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use twixt::geometry::{Hole, Size};
use twixt::random::Random;

/// Finds positions in which few moves win and all others are proven not to win, for `cargo bench --bench
/// tactics`
///
/// Sources are the recorded games of --in, and new games of weak players on the board sizes of --random and
/// --quiet. In the positions found, neither side can win with its next peg. A position is quiet if it has only
/// one winning move and this move makes no link; otherwise it is direct. Each game yields at most one position.
/// Positions are written as they are found. The same games and flags give the same positions; a smaller COUNT
/// gives the first of them.
#[derive(Args)]
pub(crate) struct Options {
    /// Files with one game as JSON per line, from `referee --record` or `lab match --out`; positions with a
    /// replaced last move are tried too
    #[arg(long = "in", value_name = "FILE", num_args = 1..)]
    files: Vec<PathBuf>,
    /// Board size and number of positions from games of weak players, such as 9:20
    #[arg(long, value_name = "SIZE:COUNT", num_args = 1..)]
    random: Vec<Request>,
    /// Like --random, for quiet positions only
    #[arg(long, value_name = "SIZE:COUNT", num_args = 1..)]
    quiet: Vec<Request>,
    /// Positions file, which must not exist: size, moves, winning moves and kind, one per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Node budget per proof
    #[arg(long, value_name = "N", default_value_t = 3000)]
    limit: u64,
    /// Minimum number of pegs that the win takes against the best resistance
    #[arg(long, value_name = "N", default_value_t = 3)]
    pegs: u8,
    /// Maximum number of winning moves
    #[arg(long, value_name = "N", default_value_t = 3)]
    wins: usize,
    /// Random seed for games and replaced moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of games for each SIZE:COUNT
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: u64,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = mebibytes)]
    memory: usize,
}

/// A `SIZE:COUNT`.
#[derive(Clone, Copy)]
struct Request {
    size: Size,
    count: usize,
}

impl FromStr for Request {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Request, &'static str> {
        let read = || {
            let (size, count) = text.split_once(':')?;
            let size = size.parse().ok().and_then(supported_size)?;
            Some(Request { size, count: count.parse().ok()? })
        };
        read().ok_or("expected a size from 5 to 16 and a number of positions, such as 9:20")
    }
}

/// A source of positions on boards of one size.
struct Source {
    /// Board size and maximum number of positions.
    request: Request,
    quiet: bool,
    /// Recorded games; if empty, games of weak players.
    games: Vec<Vec<Hole>>,
}

struct Output {
    file: LockedFile,
    keys: BTreeSet<(Size, [BTreeSet<Hole>; 2])>,
    quiet: usize,
    progress: Progress,
}

impl Output {
    /// Adds a tactic unless the file already has it; returns whether it was added.
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
            "cannot find positions: no games; pass --random SIZE:COUNT, or --in FILE with games"
        );
        let mut output = self.create_output()?;
        let sizes: BTreeSet<Size> = games.iter().map(|(size, _)| *size).collect();
        let read = sizes.into_iter().rev().map(|size| {
            let games = games.iter().filter(|(of, _)| *of == size);
            let games = games.map(|(_, moves)| moves.clone()).collect();
            let request = Request { size, count: usize::MAX };
            Source { request, quiet: false, games }
        });
        let played = [(&self.random, false), (&self.quiet, true)].into_iter();
        let played = played.flat_map(|(requests, quiet)| {
            requests.iter().map(move |&request| Source { request, quiet, games: Vec::new() })
        });
        for source in read.chain(played) {
            with_bitboard!(source.request.size, |P| self.search::<P>(&source, &mut output)?);
        }
        let Output { keys, quiet, progress, .. } = output;
        drop(progress);
        let all = keys.len();
        common::note!("{}: {all} positions, {quiet} of them quiet", self.out.display());
        Ok(ExitCode::SUCCESS)
    }

    fn create_output(&self) -> Result<Output> {
        let mut file = create(&self.out)?;
        let words: Vec<String> = std::env::args().skip(1).collect();
        let head = "# Size, moves, the moves that win, and the kind. Made by";
        file.append(format!("{head}\n# solve {}\n", words.join(" ")).as_bytes())?;
        let progress = Progress::new("searching");
        Ok(Output { file, keys: BTreeSet::new(), quiet: 0, progress })
    }

    /// Searches a source with a new prover, so that its positions do not depend on other sources.
    fn search<P: Bitboard>(&self, source: &Source, output: &mut Output) -> Result<()> {
        let Source { request: Request { size, count }, quiet, ref games } = *source;
        let mut prover = Prover::<P>::new(size, self.memory);
        output.progress.watch(&mut prover, &Stop::default());
        let Options { limit, wins, pegs, .. } = *self;
        let filter = TacticFilter { limit, wins, pegs, quiet };
        let (mut random, mut added) = (Random::new(self.seed), 0);
        let total = if games.is_empty() { self.games } else { games.len() as u64 };
        for number in 0..total {
            if added == count {
                break;
            }
            let all = output.keys.len();
            output
                .progress
                .set_task(format!("{size}, game {} of {total}, {all} found", number + 1));
            let moves = match games.get(number as usize) {
                Some(moves) => moves.clone(),
                None => weak_game(&prover, &mut random),
            };
            if let Some(tactic) = tactic(&mut prover, &moves, filter, &mut random) {
                added += usize::from(output.add(&tactic)?);
            }
        }
        Ok(())
    }
}

/// Reads the size and the pegs of every game on a supported board, in file order.
fn read_games(files: &[PathBuf]) -> Result<Vec<(Size, Vec<Hole>)>> {
    let mut games = Vec::new();
    for path in files {
        let cannot = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot)?;
        let read = formats::read(&text, Some(Format::Json), &Assume::default());
        let is_supported = |game: &formats::Game| {
            game.size.is_square() && supported_size(game.size.get()).is_some()
        };
        let supported = read.with_context(cannot)?.into_iter().filter(is_supported);
        games.extend(supported.map(|game| (game.size, game.pegs())));
    }
    Ok(games)
}
