//! Text that breaks between words where the terminal ends.

use crate::words::joined;
use textwrap::{Options, WordSplitter};

/// Returns the text in lines of at most `columns`, broken between words; without a width as it is.
pub(super) fn wrapped(text: &str, columns: Option<usize>) -> String {
    match columns {
        Some(columns) => joined(text.lines().map(|line| broken(line, columns)), "\n"),
        None => text.to_owned(),
    }
}

/// The line in lines of these columns at most, as far as words allow. What follows the first is indented
/// as the line is, and in a table as its second column is.
fn broken(line: &str, columns: usize) -> String {
    let indent = " ".repeat(indent(line).min(columns / 2));
    let options = Options::new(columns)
        .subsequent_indent(&indent)
        // Turns such as J12-I12/K11 have hyphens.
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(line, options)
}

fn indent(line: &str) -> usize {
    const FIRST_COLUMN: usize = 24;
    let text = line.trim_start();
    let margin = line.len() - text.len();
    let gap = text.find("  ").filter(|&gap| margin > 0 && gap < FIRST_COLUMN);
    gap.map_or(margin, |gap| line.len() - text[gap..].trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_indent() {
        let text = "one two three\n  D6-C4/E5+D6/B5   a turn with links: take one away\n\n\
            J12-I12/K11+H11/J12";
        let expected = "one two three\n  D6-C4/E5+D6/B5   a turn with\n               links: take one\n               \
            away\n\nJ12-I12/K11+H11/J12";
        assert_eq!(wrapped(text, Some(30)), expected);
    }

    #[test]
    fn without_a_terminal_lines_stay_as_they_are() {
        let text = "one two three ".repeat(20) + "\nfour";
        assert_eq!(wrapped(&text, None), text);
    }
}
