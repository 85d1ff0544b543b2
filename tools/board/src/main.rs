//! `board`: the board in the browser.

#![forbid(unsafe_code)]

use board::options::Options;
use clap::Parser;
use std::process::ExitCode;

/// The board in the browser: play, analyse, review and replay games
///
/// Starts a web server on this machine and says its address; the page needs no network. Stop it by
/// Ctrl-C.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    quiet::run("board", 1, || {
        Cli::parse().options.run()?;
        Ok(ExitCode::SUCCESS)
    })
}
