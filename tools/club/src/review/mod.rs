//! Reviews: the engine's evaluation of every move of a game.

mod curve;
mod summary;
mod table;

use crate::engine::SearchFlags;
use crate::files::ReadFlags;
use analysis::options::DEFAULT_MEMORY;
use analysis::review::Review;
use anyhow::{ensure, Result};
use common::exit::Stdout;
use common::progress::Progress;
use common::stop::Stop;
use common::workers::{cores, threads};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use summary::Summary;
use twixt::time::until;

/// The time between two updates of the progress bar.
const SLICE: Duration = Duration::from_millis(50);

/// Reviews games.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// File of games in any supported format; - for stdin
    file: PathBuf,
    /// Node budget per position, in evaluations
    #[arg(long, value_name = "N", default_value_t = Review::NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of threads, one position per thread; the result is the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    #[command(flatten)]
    search: SearchFlags,
    /// Minimum loss of a blunder, in percentage points; a mistake is at least half of that
    #[arg(long, value_name = "PERCENT", default_value_t = Review::BLUNDER, value_parser = clap::value_parser!(u8).range(2..=100))]
    blunder: u8,
    /// Also write the review as JSON Lines, a line per game as soon as it is reviewed; - for stdout, in place of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write a chart of the values as SVG; - for stdout, in place of the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Use dark colours
    #[arg(long, requires = "svg")]
    dark: bool,
    #[command(flatten)]
    read: ReadFlags,
}

impl Options {
    /// Runs the subcommand.
    pub fn run(self) -> Result<()> {
        let to_stdout = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_stdout);
        let omits_text = to_stdout(&self.json) || to_stdout(&self.svg);
        ensure!(
            !(to_stdout(&self.json) && to_stdout(&self.svg)),
            "cannot write both --json and --svg to stdout: pass a file name to one of them"
        );
        let games = self.read.games(&self.file)?;
        let count = games.len();
        ensure!(
            self.svg.is_none() || count == 1,
            "cannot write {count} games of {} to one SVG: pass --game N",
            self.file.display()
        );
        let (choice, threads) = (self.search.choice(), self.threads.unwrap_or_else(cores));
        let to_file = |path: &Option<PathBuf>| path.as_deref().is_some_and(|path| !is_stdout(path));
        let mut out = Stdout { writes_files: to_file(&self.json) || to_file(&self.svg) };
        let mut json = self.json.as_deref().map(|path| open(path, out)).transpose()?;
        let stop = Stop::listen(|| ())?;
        let mut summary = Summary::default();
        for (index, game) in games.iter().enumerate() {
            let of_several =
                if count > 1 { format!("game {} of {count}: ", index + 1) } else { String::new() };
            let mut review =
                Review::new(game, choice.clone(), self.nodes, threads, DEFAULT_MEMORY)?;
            let mut bar = Progress::new(review.progress().of, 0);
            loop {
                let done = review.evaluations().count();
                bar.show(review.progress().evals, |pace| {
                    let (total, left) = (pace.total / self.nodes, pace.left_in_words());
                    format!("{of_several}position {done} of {total}{left}")
                });
                if stop.is_raised() || review.advance(&until(Instant::now() + SLICE))? {
                    break;
                }
            }
            drop(bar);
            if stop.is_raised() {
                break;
            }
            let report = review.report(f64::from(self.blunder) / 100.0)?;
            if !omits_text {
                let gap = if index > 0 { "\n" } else { "" };
                let text = table::text(&report);
                out.write_all(format!("{gap}{text}").as_bytes())?;
            }
            if let Some(json) = &mut json {
                writeln!(json, "{}", serde_json::to_string(&report)?)?;
            }
            summary.add(&report);
            if let Some(path) = &self.svg {
                let svg = curve::svg(&report, self.dark);
                match is_stdout(path) {
                    true => out.write_all(svg.as_bytes())?,
                    false => common::file::write(path, svg)?,
                }
            }
        }
        if count > 1 && !omits_text {
            write!(out, "\n{}", summary.text())?;
        }
        let done = summary.games();
        if done < count {
            stop.check().map_err(|stopped| match done {
                0 => stopped.with_next("run the same command to start again"),
                _ => stopped.with_next(format!(
                    "{done} of {count} games are reviewed; pass --game {} and so on for the others",
                    done + 1
                )),
            })?;
        }
        Ok(())
    }
}

/// Creates the file of the reviews as JSON, to which each game is written as soon as it is reviewed.
fn open(path: &Path, stdout: Stdout) -> Result<Box<dyn Write>> {
    if is_stdout(path) {
        return Ok(Box::new(stdout));
    }
    Ok(Box::new(common::file::create(path)?))
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
