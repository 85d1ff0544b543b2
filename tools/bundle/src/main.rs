//! Writes a program, by default the bot, as one source file: `cargo run --release -p bundle -- --out bot.rs`.

#![forbid(unsafe_code)]

use anyhow::{bail, Context, Result};
use bundle::Options;
use clap::Parser;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Bundle a binary, its library and its dependencies into one Rust source file
///
/// The file compiles with `rustc -O FILE`, in edition 2021 unless --edition selects another, and depends on std alone,
/// or on the crates in --exclude. It contains no documentation and no unreachable code. Reachability is evaluated for
/// the host: run the bundler on the platform that will compile the file.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    /// Output file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum length, in UTF-16 code units
    #[arg(long, value_name = "UNITS", default_value_t = 100_000)]
    limit: usize,
    #[command(flatten)]
    options: Options,
}

const EXAMPLES: &str = "\
Examples:
  Write the bot's file for submission:
    cargo run --release -p bundle -- --out bot.rs
  Read the source that the arena will compile:
    cargo run --release -p bundle -- --readable --limit 1000000 --out - | less
  Bundle another package, and compare the answers of both on two inputs:
    cargo run --release -p bundle -- --manifest-path ../other/Cargo.toml \\
      --bin solver --out s.rs --check-input turn1.txt --check-input turn2.txt";

fn main() -> ExitCode {
    common::exit::run("bundle", 1, || {
        run(&common::cli::parse::<Arguments>()).map(|()| ExitCode::SUCCESS)
    })
}

fn run(arguments: &Arguments) -> Result<()> {
    let bundle = bundle::bundle(&arguments.options)?;
    if arguments.out == Path::new("-") {
        std::io::stdout().write_all(bundle.source.as_bytes())?;
    } else {
        std::fs::write(&arguments.out, &bundle.source)
            .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    }
    // Ignores EPIPE on stderr, since the bundle has been written.
    let _ = write!(std::io::stderr(), "{}", bundle.report.render(arguments.limit));
    let length = bundle.report.utf16;
    if length > arguments.limit {
        bail!(
            "{} is written, but {} UTF-16 units longer than the limit of {}; the table above has the \
             length per stage and crate",
            arguments.out.display(),
            length - arguments.limit,
            arguments.limit
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Arguments>(&[]);
    }

    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::Arguments>();
    }
}
