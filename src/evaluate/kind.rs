use super::{by_distance, with_network, Evaluator};
use crate::geometry::Size;
use crate::network::{Network, WeightsError};
use std::fmt;
use std::str::FromStr;

/// The evaluators by name. The bot, self-play, contests, benches and the program for people all mean
/// the same by a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvaluatorKind {
    /// The network, with link distances for what they prove.
    Network,
    /// Link distances.
    Distance,
}

impl EvaluatorKind {
    /// All of them, the strongest first.
    pub const ALL: [EvaluatorKind; 2] = [EvaluatorKind::Network, EvaluatorKind::Distance];

    /// Who values positions best on boards of a size: the network, which was trained on 12 × 12 and
    /// beats link distances from 10 × 10 on, by the classic rules as well; on smaller boards they are
    /// equal, and a network's boards are square.
    #[must_use]
    pub fn usual(size: Size) -> EvaluatorKind {
        if size.get() >= 10 && size.is_square() {
            EvaluatorKind::Network
        } else {
            EvaluatorKind::Distance
        }
    }

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EvaluatorKind::Network => "network",
            EvaluatorKind::Distance => "distance",
        }
    }

    /// Makes the evaluator for boards of a size. The network is the one that comes with the bot.
    ///
    /// # Errors
    ///
    /// If the network's weights are damaged.
    pub fn build(self, size: Size) -> Result<Box<dyn Evaluator>, WeightsError> {
        Ok(match self {
            EvaluatorKind::Network => with_network(Network::built_in()?, size),
            EvaluatorKind::Distance => by_distance(size),
        })
    }
}

impl fmt::Display for EvaluatorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEvaluator;

impl fmt::Display for UnknownEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", EvaluatorKind::ALL.map(EvaluatorKind::name).join(" or "))
    }
}

impl std::error::Error for UnknownEvaluator {}

impl FromStr for EvaluatorKind {
    type Err = UnknownEvaluator;

    fn from_str(text: &str) -> Result<EvaluatorKind, UnknownEvaluator> {
        EvaluatorKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(UnknownEvaluator)
    }
}
