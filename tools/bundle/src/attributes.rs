//! The attributes that the compiler defines.

/// Those that change the program.
#[rustfmt::skip]
pub(crate) const ACTIVE: &[&str] = &[
    "cold", "default", "derive", "export_name", "global_allocator", "inline", "link", "link_name", "link_section",
    "macro_export", "macro_use", "no_mangle", "repr", "target_feature", "track_caller", "unsafe", "used",
];

/// Those without effect in a single file without public items. [`crate::adapt`] allows lints that are errors.
#[rustfmt::skip]
pub(crate) const IDLE: &[&str] = &[
    "allow", "automatically_derived", "clippy", "crate_name", "crate_type", "deny", "deprecated", "diagnostic", "doc", "expect",
    "forbid", "must_use", "no_std", "non_exhaustive", "rustfmt", "warn",
];

const OTHERS: &[&str] =
    &["cfg", "cfg_attr", "ignore", "panic_handler", "path", "should_panic", "test"];

/// Returns whether the compiler, or one of its tools, defines an attribute whose path starts with this name.
pub(crate) fn is_known(name: &str) -> bool {
    [ACTIVE, IDLE, OTHERS].iter().any(|names| names.contains(&name))
}
