//! The bot with developers' flags; `--help` lists them.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = std::env::args_os().skip(1).map(|flag| flag.to_string_lossy().into_owned());
    let args: Vec<String> = args.collect();
    if args.iter().any(|flag| flag == "--version") {
        let version = concat!("engine ", env!("CARGO_PKG_VERSION"), "\n");
        let _ = std::io::stdout().write_all(version.as_bytes());
        return ExitCode::SUCCESS;
    }
    if std::io::stdin().is_terminal() && !args.iter().any(|flag| flag == "--help" || flag == "-h") {
        eprintln!(
            "twixt: waiting for a turn of the arena's protocol, which starts with FIRST or a peg such as D6.\n\
             To watch a game: cargo run --release -p referee"
        );
    }
    engine::bot::run(args, &|file| std::fs::read(file))
}
