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
/// There is an answer to each line that asks for one, and no other; each begins with `=` or `?` and ends with a
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
    assert_eq!(answers.len(), asked(data), "{output:?}");
}

/// How many answers these lines ask for: one each that is not blank but for its comment, up to `quit`, which is
/// one only if all of its line is text.
fn asked(data: &[u8]) -> usize {
    let mut count = 0;
    for line in data.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let told = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let bare: String = told.chars().filter(|c| !c.is_control()).collect();
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
