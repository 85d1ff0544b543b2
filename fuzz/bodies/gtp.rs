//! Fuzzes the GTP commands of `club gtp`.

use clap::Parser;
use std::io::Cursor;

/// Flags of `club gtp`.
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    options: club::gtp::Options,
}

/// The maximum number of analyses per input; each takes some milliseconds.
const ANALYSES: usize = 3;

/// Sends the input to an engine with a node budget of 1.
///
/// Properties: the engine gives exactly one answer per command; each answer starts with `=` or `?` and ends with a
/// blank line.
pub(crate) fn run(data: &[u8]) {
    // The engine ignores control characters, so they are removed here; otherwise they could hide commands
    // from the checks below.
    let text = String::from_utf8_lossy(data);
    let bare: String = text.chars().filter(|c| !c.is_control()).collect();
    // Commands that read or write files are excluded.
    if bare.contains("sgf") || bare.matches("analyze").count() > ANALYSES {
        return;
    }
    let flags = "gtp --nodes 1 --engine distance --memory 1 --size 6";
    let cli = Cli::parse_from(flags.split(' '));
    let mut output = Vec::new();
    cli.options.converse(Cursor::new(data.to_vec()), &mut output).expect("writing to a Vec");
    let output = String::from_utf8(output).expect("text");
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    let answers: Vec<&str> = output.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])), "{output:?}");
    assert_eq!(answers.len(), count_commands(data), "{output:?}");
}

/// Counts the commands up to `quit`; blank lines and comments do not count. `quit` in a line with invalid
/// UTF-8 does not end the input.
fn count_commands(data: &[u8]) -> usize {
    let mut count = 0;
    for line in data.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let command = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let bare: String = command.chars().filter(|c| !c.is_control()).collect();
        let bare = bare.trim();
        count += usize::from(!bare.is_empty());
        let command = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let command = if command.starts_with(' ') { command } else { bare };
        let is_text = !bare.contains(char::REPLACEMENT_CHARACTER);
        if is_text && command.split_whitespace().next() == Some("quit") {
            break;
        }
    }
    count
}
