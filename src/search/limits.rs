use std::time::Instant;

/// When a search stops, whichever comes first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// After looking at so many positions in this search. A search limited by nothing else
    /// always does the same.
    pub nodes: Option<u64>,
    /// At this time.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// Stops after looking at `nodes` positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), deadline: None }
    }

    /// Stops at a time.
    #[must_use]
    pub const fn until(deadline: Instant) -> Limits {
        Limits { nodes: None, deadline: Some(deadline) }
    }

    /// Whether a search that has looked at so many positions must stop; it looks at the clock only
    /// if it is to.
    #[inline(always)]
    #[must_use]
    pub fn reached(&self, looks: u64, at_clock: bool) -> bool {
        self.nodes.is_some_and(|nodes| looks >= nodes)
            || at_clock && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
