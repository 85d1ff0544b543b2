//! Word wrapping at the terminal's width.

use analysis::words::joined;
use textwrap::{Options, WordSplitter};

/// Wraps text to at most `columns` columns; without a width it is unchanged.
pub(super) fn wrapped(text: &str, columns: Option<usize>) -> String {
    match columns {
        Some(columns) => joined(text.lines().map(|line| broken(line, columns)), "\n"),
        None => text.to_owned(),
    }
}

/// Wraps a line. Continuation lines keep its indent; in a table they align with the second column.
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
    fn lines_are_not_wrapped_without_a_terminal() {
        let text = "one two three ".repeat(20) + "\nfour";
        assert_eq!(wrapped(&text, None), text);
    }
}
