//! The fingerprints of the searches as a WebAssembly module; `node benches/fingerprints/wasm.mjs MODULE` prints them.

#[path = "../common/mod.rs"]
mod common;
#[path = "mod.rs"]
mod fingerprints;

/// Returns a fingerprint by its index, with the number of evaluations divided by `divisor`; 0 if there is none.
#[no_mangle]
pub extern "C" fn fingerprint(index: u32, divisor: u32) -> f64 {
    let fingerprint = fingerprints::ALL.get(index as usize);
    fingerprint
        .map_or(0.0, |found| (found.run)(found.evals / u64::from(divisor.max(1))).nodes as f64)
}
