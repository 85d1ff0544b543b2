//! What controllers send to the engine.

use clap::Parser;
use std::io::Cursor;

/// `club gtp`'s flags.
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    options: club::gtp::Options,
}

/// The most analyses in an input: each takes some milliseconds.
const ANALYSES: usize = 3;

/// Speaks to an engine that thinks little.
///
/// There is an answer to each line that asks for one, and each begins with `=` or `?` and ends with a
/// blank line.
pub(crate) fn run(data: &[u8]) {
    // Control characters, which the engine leaves out, must not hide a command.
    let text = String::from_utf8_lossy(data);
    let bare: String = text.chars().filter(|c| !c.is_control()).collect();
    // Files are no fuzzer's to read or write.
    if bare.contains("sgf") || bare.matches("analyze").count() > ANALYSES {
        return;
    }
    let flags = "gtp --nodes 1 --search distance --memory 1 --size 6";
    let cli = Cli::parse_from(flags.split(' '));
    let mut output = Vec::new();
    cli.options.converse(Cursor::new(data.to_vec()), &mut output).expect("a Vec takes all");
    let output = String::from_utf8(output).expect("text");
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    let answers: Vec<&str> = output.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])), "{output:?}");
    assert!(answers.len() <= text.lines().count().max(1), "{output:?}");
}
