//! Output to the terminal.

use std::io::{stdout, IsTerminal};

/// Returns whether stdout is a terminal that should get colours: not if `NO_COLOR` is set or `TERM` is `dumb`.
pub fn has_colours() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    stdout().is_terminal()
        && set("NO_COLOR").is_none()
        && set("TERM").is_none_or(|name| name != "dumb")
}
