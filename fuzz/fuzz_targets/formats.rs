#![no_main]

#[path = "../bodies/formats.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
