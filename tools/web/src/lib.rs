//! Answers the board's requests in a WebAssembly module, whose exported functions a web worker calls.
//!
//! A request is opened with a path and a body, stepped in slices of time until it is done, and closed:
//!
//! 1. The caller writes path and body to memory from [`alloc`] and calls [`open`], then frees them with [`dealloc`].
//! 2. [`status`] returns the status of the answer, as in HTTP.
//! 3. [`step`] computes for some milliseconds. Afterwards, until the next call, [`output_ptr`] and [`output_len`] give
//!    the JSON lines that the step completed, each ended by `\n`. If it returned 1, it was the last step.
//! 4. [`close`] stops the request if it is not done, and frees its memory.
//!
//! [`load_network`], called before the first request, loads a network for all square sizes and both rule sets. The
//! bot's built-in network is then used only on the arena's board under PP. The host provides the clock `env.now`, in
//! milliseconds. On targets other than WebAssembly, which only tests use, the functions are not exported by name.

mod clock;
mod requests;

use requests::with;
use std::alloc::Layout;
use std::time::Duration;

/// Returns `len` bytes of memory for the caller to write to; null if out of memory.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub extern "C" fn alloc(len: usize) -> *mut u8 {
    match Layout::array::<u8>(len.max(1)) {
        // SAFETY: the size is not 0.
        Ok(layout) => unsafe { std::alloc::alloc_zeroed(layout) },
        Err(_) => std::ptr::null_mut(),
    }
}

/// Frees memory from [`alloc`].
///
/// # Safety
///
/// `ptr` must come from [`alloc`] with the same `len` and must not have been freed.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub unsafe extern "C" fn dealloc(ptr: *mut u8, len: usize) {
    if let Ok(layout) = Layout::array::<u8>(len.max(1)) {
        // SAFETY: the caller guarantees that `ptr` comes from `alloc`, which used the same layout.
        unsafe { std::alloc::dealloc(ptr, layout) }
    }
}

/// Loads a network file, which replaces the bot's network except on the arena's board under PP. Returns 200, or 422 if
/// the file is damaged.
///
/// # Safety
///
/// `ptr` must point to `len` readable bytes.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub unsafe extern "C" fn load_network(ptr: *const u8, len: usize) -> u32 {
    // SAFETY: the caller guarantees `len` readable bytes.
    let weights = unsafe { std::slice::from_raw_parts(ptr, len) };
    with(|requests| requests.load_network(weights))
}

/// Opens a request and returns its id. The path is UTF-8 and may have a query.
///
/// # Safety
///
/// `path` and `body` must point to `path_len` and `body_len` readable bytes.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub unsafe extern "C" fn open(
    path: *const u8,
    path_len: usize,
    body: *const u8,
    body_len: usize,
) -> u32 {
    // SAFETY: the caller guarantees that both ranges are readable.
    let (path, body) = unsafe {
        (std::slice::from_raw_parts(path, path_len), std::slice::from_raw_parts(body, body_len))
    };
    with(|requests| requests.open(&String::from_utf8_lossy(path), body))
}

/// Computes for about `ms` milliseconds. Returns 1 if the request is done or unknown, else 0.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub extern "C" fn step(id: u32, ms: f64) -> u32 {
    let time = Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default();
    with(|requests| requests.get(id).is_none_or(|request| request.step(time)).into())
}

/// Returns the status of the answer, as in HTTP; 404 for an unknown id.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub extern "C" fn status(id: u32) -> u32 {
    with(|requests| requests.get(id).map_or(404, |request| request.status.into()))
}

/// Returns the address of the lines of the last step; null for an unknown id.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub extern "C" fn output_ptr(id: u32) -> *const u8 {
    with(|requests| requests.get(id).map_or(std::ptr::null(), |request| request.output().as_ptr()))
}

/// Returns the length of the lines of the last step, in bytes.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub extern "C" fn output_len(id: u32) -> usize {
    with(|requests| requests.get(id).map_or(0, |request| request.output().len()))
}

/// Stops a request and frees its memory.
#[cfg_attr(target_family = "wasm", no_mangle)]
pub extern "C" fn close(id: u32) {
    with(|requests| requests.close(id));
}
