//! How the bot plays, and what it is made of accordingly.

use super::flags;
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

/// How the bot plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// The board.
    pub size: Size,
    /// Our side, if it is known beforehand.
    pub side: Option<Side>,
    /// Who values positions; if the user names nobody, [`EvaluatorKind::usual`] for the board.
    #[cfg(not(bundled))]
    pub evaluator: Option<EvaluatorKind>,
    /// The file of the network's weights, if not those that come with the bot.
    #[cfg(not(bundled))]
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
    /// Nodes that the tree has room for, 48 bytes each.
    pub capacity: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            size: Size::ARENA,
            side: None,
            #[cfg(not(bundled))]
            evaluator: None,
            #[cfg(not(bundled))]
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
        flags::parse(args)
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
        #[cfg(not(bundled))]
        let kind = self.evaluator.unwrap_or(EvaluatorKind::usual(self.size));
        #[cfg(bundled)]
        let kind = EvaluatorKind::usual(self.size);
        if kind == EvaluatorKind::Distance {
            return (by_distance(self.size), None);
        }
        #[cfg(not(bundled))]
        let built = self.network();
        #[cfg(bundled)]
        let built = Network::built_in().map_err(|error| error.to_string());
        match built {
            Ok(network) => (with_network(network, self.size), None),
            Err(error) => (by_distance(self.size), Some(format!("{error}; playing on without"))),
        }
    }

    /// The network, computed as is wanted.
    #[cfg(not(bundled))]
    fn network(&self) -> Result<Network, String> {
        let network = match &self.weights {
            Some(file) => {
                let bytes = std::fs::read(file);
                let bytes = bytes.map_err(|error| format!("cannot read {file}: {error}"))?;
                Network::from_file(&bytes)
            }
            None => Network::built_in(),
        };
        let network = network.map_err(|error| error.to_string())?;
        Ok(network.with_kernel(self.kernel()))
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
}
