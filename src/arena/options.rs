//! The bot's flags. They are read by hand, since the single-file bundle pays for every character
//! of a library.

use crate::evaluate::{by_distance, with_network, Evaluator, EvaluatorKind};
use crate::geometry::{Side, Size};
#[cfg(not(bundled))]
use crate::network::Kernel;
use crate::network::Network;
#[cfg(not(bundled))]
use crate::opening::SwapBy;
use crate::opening::{Openings, Pages};
use crate::search::Params;
use crate::time::Budget;
use std::time::Duration;

/// What the bot prints for `--help`.
pub const HELP: &str = "\
twixt - a Twixt PP bot that speaks the CodinGame arena's protocol on stdin and stdout

Usage: twixt [FLAGS]

  --size N          board with N holes an edge, 5-24 (default 12)
  --side SIDE       vertical or horizontal, for a bot started in the middle of a game
  --search NAME     network (default from size 10 on), distance (default for smaller boards),
                    mixture, rave (playouts with all moves as first) or uct (plain playouts)
  --weights FILE    another network than the one that comes with the bot
  --first-ms N      think so long for the first answer (default 930)
  --turn-ms N       think so long for every other answer (default 255)
  --nodes N         look at N positions a turn instead of watching the clock
  --seed N          for the playouts' random numbers (default 1)
  --set NAME=VALUE  change a search parameter: cpuct, fpu, swap, amaf, ucb
  --help            show this

To watch a game: cargo run --release -p referee
";

/// What follows for `--help`. The single file for the arena has one book, no AVX-512 and no choice.
#[cfg(not(bundled))]
pub const MORE_HELP: &str = "
What is known of the first plies goes before the search, unless that has proven otherwise:

  --book FILE       play by another opening book than the one that comes with the bot; none: by no
                    book, which then tells no more than which first pegs to swap
  --swap RULE       who decides about a swap: known (the default: the book; where there is none the
                    search, if its values are the network's, else the ellipse), value (the search),
                    ellipse (of strong players) or square (in the middle of the board)

The network answers the same by whatever instructions it is computed, sooner or later:

  --kernel NAME     avx512, avx2, portable, or auto: the best of them that this processor has.
                    Without the flag the best with --nodes, but no AVX-512 by the clock: there the
                    bot stands for the arena's, whose machine has none
";

/// How the bot plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// The board.
    pub size: Size,
    /// Our side, if it is known beforehand.
    pub side: Option<Side>,
    /// Who values positions; if the user names nobody, [`EvaluatorKind::usual`] for the board.
    pub evaluator: Option<EvaluatorKind>,
    /// The file of the network's weights, if not those that come with the bot.
    pub weights: Option<String>,
    /// What the network is computed with, if the user names it; see [`Options::kernel()`].
    #[cfg(not(bundled))]
    pub kernel: Option<Kernel>,
    /// The file of the opening book, if not the one that comes with the bot; `none` for no answers
    /// from a book.
    #[cfg(not(bundled))]
    pub book: Option<String>,
    /// Who decides about a swap.
    #[cfg(not(bundled))]
    pub swap_by: SwapBy,
    /// What steers the search.
    pub params: Params,
    /// Time a turn.
    pub budget: Budget,
    /// Positions a turn, instead of the time.
    pub nodes: Option<u64>,
    /// For playouts.
    pub seed: u64,
    /// Nodes that the tree has room for, 64 bytes each.
    pub capacity: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            size: Size::ARENA,
            side: None,
            evaluator: None,
            weights: None,
            #[cfg(not(bundled))]
            kernel: None,
            #[cfg(not(bundled))]
            book: None,
            #[cfg(not(bundled))]
            swap_by: SwapBy::default(),
            params: Params::default(),
            budget: Budget::DEFAULT,
            nodes: None,
            seed: 1,
            capacity: 2_500_000,
        }
    }
}

impl Options {
    /// Reads flags; `None` if help is asked for.
    ///
    /// # Errors
    ///
    /// One line that says which flag is wrong and what it takes.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options::default();
        let mut args = args.into_iter();
        while let Some(flag) = args.next() {
            if flag == "--help" || flag == "-h" {
                return Ok(None);
            }
            let (flag, value) = match flag.split_once('=') {
                Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
                None => (flag, args.next()),
            };
            options.set(&flag, value.as_deref())?;
        }
        Ok(Some(options))
    }

    fn set(&mut self, flag: &str, value: Option<&str>) -> Result<(), String> {
        let takes = |what: &str| match value {
            Some(value) => format!("{flag} takes {what}, not {value:?}"),
            None => format!("{flag} takes {what}"),
        };
        let number = || value.and_then(|v| v.parse::<u64>().ok()).ok_or_else(|| takes("a number"));
        let time = || match number() {
            Ok(ms @ 0..=3_600_000) => Ok(Duration::from_millis(ms)),
            _ => Err(takes("milliseconds, at most an hour")),
        };
        match flag {
            "--size" => {
                let size = value.and_then(|v| v.parse().ok()).and_then(Size::new);
                self.size = size.ok_or_else(|| takes("a size from 5 to 24"))?;
            }
            "--side" => {
                self.side = Some(match value {
                    Some("vertical") => Side::Vertical,
                    Some("horizontal") => Side::Horizontal,
                    _ => return Err(takes("vertical or horizontal")),
                });
            }
            "--search" => self
                .set_search(value.unwrap_or(""))
                .ok_or_else(|| takes("network, distance, mixture, rave or uct"))?,
            "--weights" => self.weights = Some(value.ok_or_else(|| takes("a file"))?.to_owned()),
            #[cfg(not(bundled))]
            "--kernel" => self.kernel = Some(kernel_of(value).ok_or_else(|| takes(KERNELS))?),
            #[cfg(not(bundled))]
            "--book" => self.book = Some(value.ok_or_else(|| takes("a file or none"))?.to_owned()),
            #[cfg(not(bundled))]
            "--swap" => {
                let rule = value.and_then(|value| value.parse().ok());
                self.swap_by = rule.ok_or_else(|| takes("known, value, ellipse or square"))?;
            }
            "--first-ms" => self.budget.first = time()?,
            "--turn-ms" => self.budget.turn = time()?,
            "--nodes" => self.nodes = Some(number()?.max(1)),
            "--seed" => self.seed = number()?,
            "--set" => {
                let named = value.and_then(|v| v.split_once('='));
                let named = named.and_then(|(name, value)| Some((name, value.parse().ok()?)));
                let (name, value) = named.ok_or_else(|| takes("NAME=VALUE"))?;
                self.params.set(name, value).map_err(|error| format!("--set {name}: {error}"))?;
            }
            _ => return Err(format!("there is no flag {flag:?}; --help lists them")),
        }
        Ok(())
    }

    /// What the network is computed with: by the clock nothing that the arena's machine lacks,
    /// unless the user says so.
    #[cfg(not(bundled))]
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        let best = Kernel::best();
        self.kernel.unwrap_or(if self.nodes.is_some() { best } else { best.min(Kernel::Avx2) })
    }

    /// Whoever values positions, and what went wrong if it is not whom the user wanted: a bot with
    /// a damaged network plays on with link distances.
    #[must_use]
    pub fn evaluator(&self) -> (Box<dyn Evaluator>, Option<String>) {
        let edge = self.size.get();
        let kind = self.evaluator.unwrap_or(EvaluatorKind::usual(self.size));
        let built = match &self.weights {
            Some(file) if kind == EvaluatorKind::Network => std::fs::read(file)
                .map_err(|error| format!("cannot read {file}: {error}"))
                .and_then(|bytes| Network::from_file(&bytes).map_err(|error| error.to_string()))
                .map(|network| {
                    #[cfg(not(bundled))]
                    let network = network.with_kernel(self.kernel());
                    with_network(network, edge)
                }),
            #[cfg(not(bundled))]
            None if kind == EvaluatorKind::Network => Network::built_in()
                .map_err(|error| error.to_string())
                .map(|network| with_network(network.with_kernel(self.kernel()), edge)),
            _ => kind.build(edge, self.seed).map_err(|error| error.to_string()),
        };
        match built {
            Ok(evaluator) => (evaluator, None),
            Err(error) => (by_distance(edge), Some(format!("{error}; playing on without"))),
        }
    }

    /// What is known of openings, and what went wrong if it is not what the user wanted: a bot with a
    /// damaged book plays on without.
    #[must_use]
    pub fn openings(&self) -> (Openings, Option<String>) {
        let shipped = || Pages::shipped().map_err(|error| format!("opening book damaged: {error}"));
        #[cfg(not(bundled))]
        let read = match self.book.as_deref() {
            None | Some("none") => shipped(),
            Some(file) => self.book_of(file),
        };
        #[cfg(bundled)]
        let read = shipped();
        let (pages, trouble) = match read {
            Ok(pages) => (pages, None),
            Err(error) => (Pages::default(), Some(format!("{error}; playing on without"))),
        };
        let openings = Openings::new(pages);
        #[cfg(not(bundled))]
        let openings = openings.swapping_by(self.swap_by);
        #[cfg(not(bundled))]
        if self.book.as_deref() == Some("none") {
            return (openings.only_for_swaps(), trouble);
        }
        (openings, trouble)
    }

    /// The book in a file, which has to be one for our board.
    #[cfg(not(bundled))]
    fn book_of(&self, file: &str) -> Result<Pages, String> {
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|error| format!("cannot read {file}: {error}"))?;
        let pages = Pages::read(&text).map_err(|error| format!("{file}: {error}"))?;
        match pages.size() {
            Some(size) if size != self.size => {
                Err(format!("{file} is an opening book for {size}, not {}", self.size))
            }
            _ => Ok(pages),
        }
    }

    /// A search by name: its evaluator, and the parameters that go with it.
    fn set_search(&mut self, name: &str) -> Option<()> {
        self.evaluator = Some(match name {
            "network" => EvaluatorKind::Network,
            "distance" => EvaluatorKind::Distance,
            "mixture" => EvaluatorKind::Mixture,
            "rave" | "uct" => EvaluatorKind::Playouts,
            _ => return None,
        });
        match name {
            "uct" => self.params.ucb = 0.7,
            "rave" => (self.params.amaf, self.params.cpuct) = (1000.0, 0.5),
            _ => (),
        }
        Some(())
    }
}

/// What `--kernel` takes.
#[cfg(not(bundled))]
const KERNELS: &str = "auto, or one of avx512, avx2 and portable that this processor has";

#[cfg(not(bundled))]
fn kernel_of(name: Option<&str>) -> Option<Kernel> {
    match name {
        Some("auto") => Some(Kernel::best()),
        name => name?.parse().ok().filter(|kernel: &Kernel| kernel.is_available()),
    }
}
