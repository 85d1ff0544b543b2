use std::fmt;
use std::sync::Arc;

/// When a search stops, whichever comes first.
///
/// The search reads no clock: [`crate::time::until`] makes a limit of a deadline.
#[derive(Clone, Default)]
pub struct Limits {
    /// Evaluations in this search. A search limited by nothing else always does the same.
    pub nodes: Option<u64>,
    /// Returns whether to stop; called between simulations.
    pub stop: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Limits {
    /// Stops after so many evaluations.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), stop: None }
    }

    /// Stops once `stop` returns true.
    #[must_use]
    pub fn stop(stop: impl Fn() -> bool + Send + Sync + 'static) -> Limits {
        Limits { nodes: None, stop: Some(Arc::new(stop)) }
    }

    /// Returns whether a search after so many evaluations must stop; calls `stop` only if
    /// `may_call` is true.
    #[inline]
    #[must_use]
    pub fn reached(&self, evals: u64, may_call: bool) -> bool {
        self.nodes.is_some_and(|nodes| evals >= nodes)
            || may_call && self.stop.as_ref().is_some_and(|stop| stop())
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limits {{ nodes: {:?}, stop: {} }}", self.nodes, self.stop.is_some())
    }
}
