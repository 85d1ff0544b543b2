use std::fmt;
use std::sync::Arc;

/// The limits of a search, which stops when the first of them is reached. [`crate::time::until`] turns a
/// deadline into a limit.
#[derive(Clone, Default)]
pub struct Limits {
    /// The maximum number of evaluations. If this is the only limit, a search on one thread is deterministic.
    pub nodes: Option<u64>,
    /// The stop condition, called between simulations.
    pub stop: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Limits {
    /// Creates a limit of `nodes` evaluations.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), stop: None }
    }

    /// Creates a limit that is reached once `stop` returns true.
    #[must_use]
    pub fn stop(stop: impl Fn() -> bool + Send + Sync + 'static) -> Limits {
        Limits { nodes: None, stop: Some(Arc::new(stop)) }
    }

    /// Returns whether to stop after `evals` evaluations. Calls `stop` only if `may_call` is true.
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
