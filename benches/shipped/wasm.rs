//! The shipped networks as a WebAssembly module, which `measure.mjs` runs in Node and in a browser.

#[path = "../common/mod.rs"]
mod common;
#[path = "mod.rs"]
mod shipped;

use shipped::Shipped;
use std::cell::RefCell;

thread_local! {
    static SHIPPED: RefCell<Option<Shipped>> = const { RefCell::new(None) };
}

/// Calls `work` with the network that [`open`] chose; returns 0 if it has chosen none.
fn with<T: Default>(work: impl FnOnce(&mut Shipped) -> T) -> T {
    SHIPPED.with_borrow_mut(|shipped| shipped.as_mut().map(work).unwrap_or_default())
}

/// Chooses the network and the positions for a board size.
#[no_mangle]
pub extern "C" fn open(edge: u8) {
    SHIPPED.set(Some(Shipped::new(edge)));
}

/// Evaluates a few positions; returns their number.
#[no_mangle]
pub extern "C" fn evaluate() -> usize {
    with(Shipped::evaluate)
}

/// Measures the distances and fills the planes of all positions; returns their number.
#[no_mangle]
pub extern "C" fn fill() -> usize {
    with(Shipped::fill)
}

/// Fills the planes and returns a hash of all outputs.
#[no_mangle]
pub extern "C" fn fingerprint() -> u64 {
    with(Shipped::fingerprint)
}
