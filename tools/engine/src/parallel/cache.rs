//! A cache of network output for several threads.

#[cfg(feature = "shuttle")]
use shuttle::sync::Mutex;
#[cfg(not(feature = "shuttle"))]
use std::sync::Mutex;
use std::sync::{Arc, PoisonError};
use twixt::evaluate::{Cache, OutputCache, StoredOutput};
use twixt::geometry::Size;
use twixt::network::Output;

/// The number of parts, each with its own lock, so that threads rarely wait for one another.
const PARTS: usize = 64;

/// A cache of network output that evaluators of several threads share. Clones share the content.
#[derive(Clone)]
pub struct SharedCache(Arc<[Mutex<Cache>; PARTS]>);

impl SharedCache {
    /// Creates a cache for square boards of `size`, as large as that of one evaluator.
    #[must_use]
    pub fn new(size: Size) -> SharedCache {
        SharedCache(Arc::new(std::array::from_fn(|_| Mutex::new(Cache::new(size, PARTS)))))
    }

    /// Calls `access` with the part that stores this key.
    fn with<R>(&self, key: u64, access: impl FnOnce(&mut Cache) -> R) -> R {
        // Other bits than those that select the slot within the part.
        let part = &self.0[(key >> 58) as usize % PARTS];
        access(&mut part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl OutputCache for SharedCache {
    fn load(&mut self, key: u64, stored: &mut StoredOutput) -> bool {
        self.with(key, |cache| cache.load(key, stored))
    }

    fn store(&mut self, key: u64, output: &Output) {
        self.with(key, |cache| cache.store(key, output));
    }
}
