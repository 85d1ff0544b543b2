//! Which evaluator the search of the games asks, by a word of the command line.
//!
//! The words are those of [`SearchKind`], and `network:FILE`; the games know nothing else of it.

use anyhow::{anyhow, Context, Result};
use twixt::evaluate::{with_network, Evaluator};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::search::{Params, SearchKind};

/// Makes an evaluator for boards of a size; the second number seeds its random
/// numbers, if it draws any. Made anew for every game, so that a game never depends on another.
pub type Build = Box<dyn Fn(Size, u64) -> Result<Box<dyn Evaluator>> + Send + Sync>;

/// A kind of evaluator and the search parameters that go with it.
pub struct Evaluators {
    build: Build,
    params: Params,
}

impl Evaluators {
    /// Evaluators made by `build`, and the search parameters that they are meant for.
    #[must_use]
    pub const fn new(build: Build, params: Params) -> Evaluators {
        Evaluators { build, params }
    }

    /// The evaluators of a name.
    ///
    /// # Errors
    ///
    /// If there are none of that name, or the network's weights cannot be read.
    pub fn named(word: &str) -> Result<Evaluators> {
        if word.split(':').next() == Some(SearchKind::Network.name()) {
            return Evaluators::with_network(word);
        }
        let kind = word.parse::<SearchKind>();
        let kind = kind.map_err(|error| anyhow!("{error} and network:FILE"))?;
        let evaluator = kind.evaluator();
        let build: Build = Box::new(move |size, seed| Ok(evaluator.build(size, seed)?));
        Ok(Evaluators::new(build, kind.params()))
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
        let build: Build = Box::new(move |size, _| Ok(with_network(load()?, size)));
        Ok(Evaluators::new(build, Params::default()))
    }

    /// A new evaluator; see [`Build`].
    ///
    /// # Errors
    ///
    /// If the network's weights cannot be laid out.
    pub fn build(&self, size: Size, seed: u64) -> Result<Box<dyn Evaluator>> {
        (self.build)(size, seed)
    }

    /// The search parameters to start from.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }
}
