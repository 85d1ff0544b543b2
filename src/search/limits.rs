use std::time::Instant;

/// When a search stops, whichever comes first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// After so many passes through the root in this search. A search limited by nothing else
    /// always does the same.
    pub nodes: Option<u64>,
    /// At this time.
    pub deadline: Option<Instant>,
}

/// Passes between two looks at the clock: some 50 µs, so a deadline is overrun by no more.
const PASSES_A_LOOK: u64 = 16;

impl Limits {
    /// Stops after `nodes` passes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), deadline: None }
    }

    /// Stops at a time.
    #[must_use]
    pub const fn until(deadline: Instant) -> Limits {
        Limits { nodes: None, deadline: Some(deadline) }
    }

    /// Whether a search that has done `passes` must stop.
    #[inline(always)]
    #[must_use]
    pub fn reached(&self, passes: u64) -> bool {
        self.nodes.is_some_and(|nodes| passes >= nodes)
            || passes.is_multiple_of(PASSES_A_LOOK)
                && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
