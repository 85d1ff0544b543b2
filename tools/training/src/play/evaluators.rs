//! Which evaluator the search of the games asks, by a word of the command line.
//!
//! The words are those of [`EvaluatorKind`], and `network:FILE`; the games know nothing else of it.

use anyhow::{bail, Context, Result};
use twixt::evaluate::{by_distance, with_network, Evaluator, EvaluatorKind};
use twixt::geometry::Size;
use twixt::network::Network;

/// Creates an evaluator for boards of a size. Each game gets its own, so that no game depends on another.
pub type Build = Box<dyn Fn(Size) -> Result<Box<dyn Evaluator>> + Send + Sync>;

/// A kind of evaluator.
pub struct Evaluators(Build);

impl Evaluators {
    /// Evaluators made by `build`.
    #[must_use]
    pub const fn new(build: Build) -> Evaluators {
        Evaluators(build)
    }

    /// The evaluators of a name.
    ///
    /// # Errors
    ///
    /// If there are none of that name, or the network's weights cannot be read.
    pub fn named(word: &str) -> Result<Evaluators> {
        let kind = word.split(':').next().unwrap_or(word).parse();
        match kind {
            Ok(EvaluatorKind::Network) => Evaluators::with_network(word),
            Ok(EvaluatorKind::Distance) if !word.contains(':') => {
                Ok(Evaluators(Box::new(|size| Ok(by_distance(size)))))
            }
            _ => bail!(
                "no evaluator is called {word:?}; there are distance, network and network:FILE"
            ),
        }
    }

    /// `network` is the one that comes with the bot, `network:FILE` another.
    fn with_network(word: &str) -> Result<Evaluators> {
        let content = match word.split_once(':') {
            None => None,
            Some((_, file)) => {
                Some(std::fs::read(file).with_context(|| format!("cannot read {file}"))?)
            }
        };
        let told = format!("the weights of {word}");
        let load = move || {
            let network = match &content {
                None => Network::built_in(),
                Some(content) => Network::from_file(content),
            };
            network.with_context(|| told.clone())
        };
        // Once before the first game, so that a bad file is told of at the start.
        load()?;
        let build: Build = Box::new(move |size| Ok(with_network(load()?, size)));
        Ok(Evaluators(build))
    }

    /// A new evaluator; see [`Build`].
    ///
    /// # Errors
    ///
    /// If the network's weights cannot be laid out.
    pub fn build(&self, size: Size) -> Result<Box<dyn Evaluator>> {
        (self.0)(size)
    }
}
