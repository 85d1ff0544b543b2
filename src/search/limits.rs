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

    /// Whether a search that has done `passes` must stop; it looks at the clock every
    /// `passes_a_look`.
    #[inline(always)]
    #[must_use]
    pub fn reached(&self, passes: u64, passes_a_look: u64) -> bool {
        self.nodes.is_some_and(|nodes| passes >= nodes)
            || passes.is_multiple_of(passes_a_look)
                && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
