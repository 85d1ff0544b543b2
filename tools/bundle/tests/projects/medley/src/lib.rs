//! The library below the binary.
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]
#![allow(clippy::needless_return)]

extern crate alloc;
extern crate self as me;

#[macro_use]
mod macros;
pub mod containers;
pub mod shapes;
pub mod traps;

/// Returns the names of the enabled features.
#[must_use = "it is the only result"]
pub fn features() -> alloc::string::String {
    let mut text = String::new();
    #[cfg(feature = "loud")]
    text.push_str("LOUD");
    #[cfg(feature = "quiet")]
    text.push_str("quiet");
    if cfg!(all(feature = "loud", not(feature = "quiet"))) {
        text += " only";
    }
    #[cfg(debug_assertions)]
    text.push_str(debug_only());
    #[cfg(not(debug_assertions))]
    text.push_str(release_only());
    #[cfg(target_feature = "avx2")]
    text.push_str(wide());
    text
}

#[cfg(debug_assertions)]
fn debug_only() -> &'static str {
    helper_of_debug()
}

#[cfg(not(debug_assertions))]
fn release_only() -> &'static str {
    helper_of_release()
}

fn helper_of_debug() -> &'static str {
    ""
}

fn helper_of_release() -> &'static str {
    ""
}

#[cfg(target_feature = "avx2")]
fn wide() -> &'static str {
    helper_of_wide()
}

fn helper_of_wide() -> &'static str {
    ""
}

/// Dead, like everything that only it uses.
pub fn never_called() -> me::shapes::Unused {
    me::shapes::Unused::default()
}
