//! Text that breaks between words where the terminal ends.

use std::io::{self, Write};
use textwrap::{Options, WordSplitter};

/// Passes text on with lines broken between words. Without a width every line stays as it is.
pub(super) struct Wrapped<'a> {
    out: &'a mut dyn Write,
    /// Columns of the terminal now: people resize it.
    columns: fn() -> Option<usize>,
    /// The line so far.
    line: Vec<u8>,
}

impl Wrapped<'_> {
    pub(super) fn new(out: &mut dyn Write, columns: fn() -> Option<usize>) -> Wrapped<'_> {
        Wrapped { out, columns, line: Vec::new() }
    }

    /// Writes a drawing, or text that is meant to be copied, as it is.
    pub(super) fn verbatim(&mut self, text: &str) -> io::Result<()> {
        self.pass_on()?;
        self.out.write_all(text.as_bytes())
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let Some(columns) = (self.columns)() else { return self.out.write_all(&line) };
        self.out.write_all(broken(&String::from_utf8_lossy(&line), columns).as_bytes())
    }
}

impl Write for Wrapped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend(part);
            if part.ends_with(b"\n") {
                self.pass_on()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.out.flush()
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
        let mut out = Vec::new();
        let mut wrapped = Wrapped::new(&mut out, || Some(30));
        wrapped.verbatim("a picture that is far wider than the terminal\n").unwrap();
        write!(wrapped, "{text}").unwrap();
        wrapped.flush().unwrap();
        let expected = "a picture that is far wider than the terminal\none two three\n  \
            D6-C4/E5+D6/B5   a turn with\n               links: take one\n               away\n\n\
            J12-I12/K11+H11/J12";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn without_a_terminal_lines_stay_as_they_are() {
        let text = "one two three ".repeat(20) + "\nfour";
        let mut out = Vec::new();
        let mut wrapped = Wrapped::new(&mut out, || None);
        write!(wrapped, "{text}").unwrap();
        wrapped.flush().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }
}
