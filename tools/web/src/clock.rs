//! The host's clock.

use std::time::Duration;

#[cfg(target_family = "wasm")]
fn milliseconds() -> f64 {
    #[link(wasm_import_module = "env")]
    extern "C" {
        fn now() -> f64;
    }
    // SAFETY: the module's import declares this signature, and the host's function has no preconditions.
    unsafe { now() }
}

#[cfg(not(target_family = "wasm"))]
fn milliseconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}

/// Returns the time since the host's clock started.
pub(crate) fn now() -> Duration {
    Duration::try_from_secs_f64(milliseconds() / 1000.0).unwrap_or_default()
}
