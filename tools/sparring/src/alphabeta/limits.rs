//! When a search stops.

use std::time::Instant;

/// What ends a search, whichever comes first; with none of them it ends at [`Limits::DEEPEST`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// After so many positions looked at. A search limited by nothing but this and the depth always
    /// does the same.
    pub nodes: Option<u64>,
    /// After so many plies looked ahead.
    pub depth: Option<u8>,
    /// At this time.
    pub deadline: Option<Instant>,
}

/// Positions between two looks at the clock: some 20 µs on the arena's board.
const NODES_A_LOOK: u64 = 16;

impl From<twixt::search::Limits> for Limits {
    fn from(limits: twixt::search::Limits) -> Limits {
        let twixt::search::Limits { nodes, deadline } = limits;
        Limits { nodes, deadline, depth: None }
    }
}

impl Limits {
    /// Plies that no search of a turn's time comes to, unless the game ends before.
    pub const DEEPEST: u8 = 60;

    /// How many plies to look ahead at most.
    #[must_use]
    pub fn deepest(&self) -> u8 {
        self.depth.unwrap_or(Limits::DEEPEST).min(Limits::DEEPEST)
    }

    /// Whether a search that has looked at so many positions must stop.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || nodes.is_multiple_of(NODES_A_LOOK)
                && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
