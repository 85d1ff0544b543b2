use super::Params;
use crate::evaluate::EvaluatorKind;
use crate::geometry::Size;
use std::fmt;
use std::str::FromStr;

/// The searches by name: who values positions, and the parameters that go with it. The bot,
/// self-play, contests, benches and the program for people all mean the same by a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchKind {
    /// PUCT with the network, and link distances for what they prove.
    Network,
    /// PUCT with link distances.
    Distance,
    /// PUCT, half the value by link distances, half by playouts.
    Mixture,
    /// Playouts, all moves as first.
    Rave,
    /// Plain UCT: UCB1 with uniform playouts.
    Uct,
}

impl SearchKind {
    /// All of them, the strongest first.
    pub const ALL: [SearchKind; 5] = [
        SearchKind::Network,
        SearchKind::Distance,
        SearchKind::Mixture,
        SearchKind::Rave,
        SearchKind::Uct,
    ];

    /// The strongest one on boards of a size; see [`EvaluatorKind::usual`].
    #[must_use]
    pub fn usual(size: Size) -> SearchKind {
        match EvaluatorKind::usual(size) {
            EvaluatorKind::Network => SearchKind::Network,
            _ => SearchKind::Distance,
        }
    }

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SearchKind::Network => "network",
            SearchKind::Distance => "distance",
            SearchKind::Mixture => "mixture",
            SearchKind::Rave => "rave",
            SearchKind::Uct => "uct",
        }
    }

    /// Who values positions.
    #[must_use]
    pub const fn evaluator(self) -> EvaluatorKind {
        match self {
            SearchKind::Network => EvaluatorKind::Network,
            SearchKind::Distance => EvaluatorKind::Distance,
            SearchKind::Mixture => EvaluatorKind::Mixture,
            SearchKind::Rave | SearchKind::Uct => EvaluatorKind::Playouts,
        }
    }

    /// Sets the parameters in which this search differs from the others, and leaves all else.
    pub fn tune(self, params: &mut Params) {
        match self {
            SearchKind::Rave => (params.amaf, params.cpuct) = (1000.0, 0.5),
            SearchKind::Uct => params.ucb = 0.7,
            _ => (),
        }
    }

    /// Its parameters.
    #[must_use]
    pub fn params(self) -> Params {
        let mut params = Params::default();
        self.tune(&mut params);
        params
    }
}

impl fmt::Display for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSearch(String);

impl fmt::Display for UnknownSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = SearchKind::ALL.map(SearchKind::name).join(", ");
        write!(f, "no search is called {:?}; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownSearch {}

impl FromStr for SearchKind {
    type Err = UnknownSearch;

    fn from_str(text: &str) -> Result<SearchKind, UnknownSearch> {
        let known = SearchKind::ALL.into_iter().find(|kind| kind.name() == text);
        known.ok_or_else(|| UnknownSearch(text.to_owned()))
    }
}
