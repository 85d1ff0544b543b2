//! Lines that people or programs type, none of which may fill the memory.

use std::io::{self, BufRead, Read};

/// Bytes of a line that are read; there is no sense in longer ones.
pub(crate) const LONGEST: usize = 1 << 16;

/// The next line, its line feed included; `None` at the end of the input. Of one that is longer than
/// [`LONGEST`] it has the first bytes, one more than that, and the others are passed over.
pub(crate) fn next(mut input: &mut (impl BufRead + ?Sized)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    (&mut input).take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
    if line.len() > LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok((!line.is_empty()).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let text = format!("a\n{}\nb\n{}c", "x".repeat(3 * LONGEST), "y".repeat(LONGEST - 1));
        let mut input = text.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next(&mut input).unwrap() {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [2, LONGEST + 1, 2, LONGEST]);
    }
}
