//! `cargo run --release -p bundle -- --out bot.rs`: the bot as one source file.

#![forbid(unsafe_code)]

use anyhow::{bail, Context, Result};
use bundle::Options;
use clap::Parser;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Packs a binary, its library and its dependencies into one Rust source file.
///
/// The file compiles with `rustc --edition 2021 -O FILE` and needs nothing but std. Code that the
/// binary cannot reach is left out, documentation too. Code is judged for the machine the bundler
/// runs on: bundle on the platform that the file will be compiled for.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    /// File to write the bundle to; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum length of the bundle in UTF-16 code units
    #[arg(long, value_name = "UNITS", default_value_t = 100_000)]
    limit: usize,
    #[command(flatten)]
    options: Options,
}

const EXAMPLES: &str = "\
Examples:
  The bot, ready to submit:
    cargo run --release -p bundle -- --out bot.rs
  To see what the arena will compile:
    cargo run --release -p bundle -- --readable --limit 1000000 --out - | less
  Another package:
    cargo run --release -p bundle -- --manifest-path ../other/Cargo.toml --bin solver --out s.rs";

fn main() -> ExitCode {
    common::exit::run("bundle", 1, || run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<()> {
    let bundle = bundle::bundle(&arguments.options)?;
    if arguments.out == Path::new("-") {
        std::io::stdout().write_all(bundle.source.as_bytes())?;
    } else {
        std::fs::write(&arguments.out, &bundle.source)
            .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    }
    // The bundle is written, whoever reads on.
    let _ = write!(std::io::stderr(), "{}", bundle.report.render(arguments.limit));
    let length = bundle.report.utf16;
    if length > arguments.limit {
        bail!(
            "{} is written, but {} UTF-16 units longer than the limit of {}; the table above \
             shows where they come from",
            arguments.out.display(),
            length - arguments.limit,
            arguments.limit
        );
    }
    Ok(())
}
