//! Input lines of bounded length.

use std::io::{self, BufRead, Read};

/// Maximum length of a line, in bytes.
pub(crate) const MAX_LENGTH: usize = 1 << 16;

/// Reads the next line with its line feed; `None` at the end of the input. A line longer than [`MAX_LENGTH`]
/// is truncated to `MAX_LENGTH + 1` bytes.
pub(crate) fn next(mut input: &mut (impl BufRead + ?Sized)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    (&mut input).take(MAX_LENGTH as u64 + 1).read_until(b'\n', &mut line)?;
    if line.len() > MAX_LENGTH && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok((!line.is_empty()).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_truncated_and_the_next_line_is_complete() {
        let text = format!("a\n{}\nb\n{}c", "x".repeat(3 * MAX_LENGTH), "y".repeat(MAX_LENGTH - 1));
        let mut input = text.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next(&mut input).unwrap() {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [2, MAX_LENGTH + 1, 2, MAX_LENGTH]);
    }
}
