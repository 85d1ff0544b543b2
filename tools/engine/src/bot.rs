//! The bot with flags for developers: networks, books and search parameters.

use crate::book::read_packed;
use crate::{EngineSpec, Evaluators, Policy, ReadFile};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use twixt::arena::flags::{flag_error, parse};
use twixt::arena::{exit_code, play, report_error, Options, SessionError, CAPACITY};
use twixt::engine::Engine;
use twixt::network::Kernel;
use twixt::opening::PackedBook;
use twixt::rules::Position;
use twixt::search::Params;

/// The output of `--help`.
pub const HELP: &str = "\
twixt - a Twixt PP bot that speaks the CodinGame arena's protocol on stdin and stdout

Usage: engine [FLAGS]

  --size N          board with N holes along an edge, 5-24 (default 12)
  --side SIDE       vertical or horizontal, for a bot started in the middle of a game
  --engine NAME     network (default), network:FILE with the weights in FILE, or distance
  --first-ms N      time for the first answer, in milliseconds (default 930)
  --turn-ms N       time for each later answer, in milliseconds (default 270)
  --nodes N         evaluations per turn, instead of a time limit
  --set NAME=VALUE  change a search parameter: cpuct, lcb_z or reeval_visits
  --help            print this help
  --version         print the version

The book chooses the first moves, unless the search has proven a win or a loss:

  --book FILE       opening book, or none: use the built-in book for swaps only (default: the
                    built-in book)

All kernels (implementations of the network) compute the same results:

  --kernel NAME     avx512, avx2, portable, or auto: the fastest that this CPU supports (default: auto
                    with --nodes; with a time limit avx2 at most, as on the arena's machines)

To watch a game: cargo run --release -p referee
";

/// The bot's options.
#[derive(Clone, Debug, Default)]
pub struct BotOptions {
    /// The arena's options.
    pub arena: Options,
    /// The evaluator; by default [`EngineSpec::strongest`] for the board.
    pub engine: Option<EngineSpec>,
    /// The network's kernel; see [`BotOptions::kernel()`].
    pub kernel: Option<Kernel>,
    /// The opening book's file; `none` uses the built-in book for swaps only.
    pub book: Option<String>,
    /// The search parameters.
    pub params: Params,
}

impl BotOptions {
    /// Parses flags; returns `None` for `--help`.
    ///
    /// # Errors
    /// If a flag is wrong; the error is one line that names the flag and its valid values.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Option<BotOptions>, String> {
        let mut options = BotOptions::default();
        let is_run = parse(args, |flag, value| options.set(flag, value))?;
        Ok(is_run.then_some(options))
    }

    fn set(&mut self, flag: &str, value: Option<&str>) -> Result<(), String> {
        let takes = |what: &str| flag_error(flag, value, what);
        match flag {
            "--engine" => {
                let spec = value.and_then(|value| EngineSpec::tree_search(value).ok());
                self.engine = Some(spec.ok_or_else(|| takes(EngineSpec::TREE_SEARCHES))?);
            }
            "--kernel" => self.kernel = Some(kernel_of(value).ok_or_else(|| takes(KERNELS))?),
            "--book" => self.book = Some(value.ok_or_else(|| takes("a file or none"))?.to_owned()),
            "--set" => {
                let named = value.and_then(|v| v.split_once('='));
                let named = named.and_then(|(name, value)| Some((name, value.parse().ok()?)));
                let (name, value) = named.ok_or_else(|| takes("NAME=VALUE"))?;
                self.params.set(name, value).map_err(|error| format!("--set {name}: {error}"))?;
            }
            _ => self.arena.set(flag, value)?,
        }
        Ok(())
    }

    /// Returns the kernel that `--kernel` names. The default with a node budget is the fastest kernel, and with a
    /// time limit the fastest one up to AVX2.
    pub fn kernel(&self) -> Kernel {
        let best = Kernel::best();
        let chosen = if self.arena.nodes.is_some() { best } else { best.min(Kernel::Avx2) };
        self.kernel.unwrap_or(chosen)
    }

    /// Builds the engine.
    ///
    /// # Errors
    /// If a file that a flag names cannot be read or is damaged. Playing without it would measure another bot.
    pub fn engine(&self, read: ReadFile) -> Result<Engine<Policy>, String> {
        let size = self.arena.size;
        let spec = self.engine.clone().unwrap_or_else(|| EngineSpec::strongest(size));
        let evaluators = Evaluators::read(&spec, read).map_err(|error| error.to_string())?;
        let evaluators = evaluators.with_kernel(self.kernel());
        let (evaluator, judges) = (evaluators.build(size), evaluators.judge_first_pegs(size));
        let only_swaps = self.book.as_deref() == Some("none");
        let policy = Policy { judges, only_swaps };
        let (start, params) = (Position::new(size), self.params.clone());
        Ok(Engine::new(start, evaluator, params, CAPACITY, self.book(read)?, policy))
    }

    fn book(&self, read: ReadFile) -> Result<PackedBook, String> {
        let Some(file) = self.book.as_deref().filter(|&file| file != "none") else {
            return PackedBook::built_in()
                .map_err(|error| format!("opening book damaged: {error}"));
        };
        let bytes = read(Path::new(file));
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
        let text = text.map_err(|error| format!("cannot read {file}: {error}"))?;
        let book = read_packed(&text).map_err(|error| format!("{file}: {error}"))?;
        match book.size() {
            Some(size) if size != self.arena.size => {
                Err(format!("{file} is an opening book for {size}, not {}", self.arena.size))
            }
            _ => Ok(book),
        }
    }

    /// Answers turns with this engine until the input ends, like [`twixt::arena::play`].
    ///
    /// # Errors
    /// If the input is malformed or the output is closed.
    pub fn play(
        &self,
        engine: Engine<Policy>,
        input: impl BufRead,
        output: impl Write,
    ) -> Result<(), SessionError> {
        play(input, output, &self.arena, engine)
    }
}

const KERNELS: &str = "auto, or avx512, avx2 or portable if this CPU supports it";

fn kernel_of(name: Option<&str>) -> Option<Kernel> {
    match name {
        Some("auto") => Some(Kernel::best()),
        name => name?.parse().ok().filter(|kernel: &Kernel| kernel.is_available()),
    }
}

/// Runs the bot on stdin and stdout with these flags; `read` reads the files that they name. The exit
/// code is 0 if the input ends between two turns, 1 (with an error on stderr) if it is malformed, 2 for
/// wrong flags or files.
pub fn run(args: impl IntoIterator<Item = String>, read: ReadFile) -> ExitCode {
    let options = match BotOptions::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            // EPIPE on stdout is not an error.
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            report_error("twixt", error);
            return ExitCode::from(2);
        }
    };
    match options.engine(read) {
        Ok(engine) => exit_code("twixt", options.play(engine, io::stdin().lock(), io::stdout())),
        Err(error) => {
            report_error("twixt", error);
            ExitCode::from(2)
        }
    }
}
