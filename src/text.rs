//! Compression of bytes to text, for a source file whose length is limited in characters.
//!
//! The *digits* are the 39,985 characters U+3400–A48C and U+AC00–D7A3, 15.3 bits each; editors and web pages
//! preserve them. The first two digits are the number of bytes, the more significant first. The others
//! are the output of a binary arithmetic coder with the bit-tree model of LZMA (Martin 1979, Pavlov 1998):
//! the probability of a bit adapts in the context of the preceding bits of its byte, most significant first.
//! Network weights take 6.2 bits per byte.

use std::fmt;

/// The number of digits before the gap between U+A48C and U+AC00.
const GAP: u32 = 0xa48d - 0x3400;
/// The number of digits.
const DIGITS: u64 = (GAP + 0xd7a4 - 0xac00) as u64;

/// The reason why a text cannot be decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// The character at this index, from 0, is not a digit.
    Digit(usize, char),
    /// The number of digits does not match the number of bytes.
    Length,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Digit(at, sign) => {
                write!(f, "character {} is {sign:?}, not a digit", at + 1)
            }
            TextError::Length => write!(f, "wrong number of digits"),
        }
    }
}

impl std::error::Error for TextError {}

/// The probability ½, in the units of [`Model`].
const EVEN: u64 = 1 << 15;

/// The adaptation rate: each bit moves the probability of a 0 by 2⁻⁵ of its distance to 1 (after a 0)
/// or to 0 (after a 1).
const RATE_SHIFT: u32 = 5;

/// The minimum of the coder's range, which is at most `DIGITS`³. A smaller range is multiplied by `DIGITS`, since
/// it would limit the precision of probabilities.
const NARROW: u64 = DIGITS * DIGITS;

/// The range of the coder, and the probabilities of a 0 by context, in units of 1/65,536. The context of a bit is
/// a 1 followed by the preceding bits of its byte.
struct Model {
    probabilities: [u64; 256],
    range: u64,
}

impl Model {
    fn new() -> Model {
        Model { probabilities: [EVEN; 256], range: NARROW * DIGITS }
    }

    /// Returns the length of the part of the range that represents a 0 in this context.
    fn bound(&self, context: usize) -> u64 {
        (self.range >> 16) * self.probabilities[context]
    }

    /// Narrows the range to that of a bit and adapts the probability.
    fn update(&mut self, context: usize, bit: bool) {
        let bound = self.bound(context);
        let probability = &mut self.probabilities[context];
        if bit {
            self.range -= bound;
            *probability -= *probability >> RATE_SHIFT;
        } else {
            self.range = bound;
            *probability += (2 * EVEN - *probability) >> RATE_SHIFT;
        }
    }
}

/// Decodes a text.
///
/// # Errors
/// If the text has characters that are not digits, or the wrong length. Other damage is not detected.
pub fn decode(text: &str) -> Result<Vec<u8>, TextError> {
    let mut signs = text.chars().enumerate();
    let mut digit = || {
        let (at, sign) = signs.next().ok_or(TextError::Length)?;
        value(sign).ok_or(TextError::Digit(at, sign))
    };
    let length = digit()? * DIGITS + digit()?;
    let mut code = (digit()? * DIGITS + digit()?) * DIGITS + digit()?;
    let (mut model, mut bytes) = (Model::new(), Vec::new());
    for _ in 0..length {
        let mut context = 1;
        while context < 256 {
            let bound = model.bound(context);
            let bit = code >= bound;
            if bit {
                code -= bound;
            }
            model.update(context, bit);
            context = 2 * context + usize::from(bit);
            if model.range < NARROW {
                model.range *= DIGITS;
                code = code * DIGITS + digit()?;
            }
        }
        bytes.push(context as u8);
    }
    if signs.next().is_some() {
        return Err(TextError::Length);
    }
    Ok(bytes)
}

/// Encodes bytes as text; `None` if their number does not fit in two digits.
#[must_use]
pub fn encode(bytes: &[u8]) -> Option<String> {
    let length = bytes.len() as u64;
    if length >= NARROW {
        return None;
    }
    let mut digits = vec![length / DIGITS, length % DIGITS];
    let mut model = Model::new();
    // The lower end of the range, in three digits. An overflow is a carry to the digits already written.
    let mut low = 0;
    for &byte in bytes {
        let mut context = 1;
        for bit in (0..8).rev().map(|shift| byte >> shift & 1 != 0) {
            if bit {
                low += model.bound(context);
            }
            model.update(context, bit);
            context = 2 * context + usize::from(bit);
            if model.range < NARROW {
                model.range *= DIGITS;
                write_digit(&mut digits, &mut low);
            }
        }
    }
    for _ in 0..3 {
        write_digit(&mut digits, &mut low);
    }
    digits.into_iter().map(sign).collect()
}

/// Moves the highest digit of `low` to the end of `digits`, after adding the carry of `low` to `digits`.
fn write_digit(digits: &mut Vec<u64>, low: &mut u64) {
    if *low >= NARROW * DIGITS {
        *low -= NARROW * DIGITS;
        for digit in digits.iter_mut().rev() {
            *digit = (*digit + 1) % DIGITS;
            if *digit != 0 {
                break;
            }
        }
    }
    digits.push(*low / NARROW);
    *low = *low % NARROW * DIGITS;
}

/// Returns the value of a character, or `None` if it is not a digit.
fn value(sign: char) -> Option<u64> {
    let value = match u32::from(sign) {
        sign @ 0x3400..=0xa48c => sign - 0x3400,
        sign @ 0xac00..=0xd7a3 => sign - 0xac00 + GAP,
        _ => return None,
    };
    Some(value.into())
}

/// Returns the character for a value below [`DIGITS`].
fn sign(value: u64) -> Option<char> {
    let value = u32::try_from(value).ok()?;
    char::from_u32(if value < GAP { 0x3400 + value } else { 0xac00 - GAP + value })
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, sign, value, DIGITS};
    use crate::random::Random;

    #[test]
    fn alphabet_has_39985_digits() {
        assert_eq!(DIGITS, 39_985);
        for number in 0..DIGITS {
            assert_eq!(sign(number).and_then(value), Some(number));
        }
        let gaps = ['\u{33ff}', '\u{a48d}', '\u{abff}', '\u{d7a4}'];
        assert_eq!(gaps.map(value), [None; 4]);
    }

    #[test]
    fn bytes_round_trip() {
        let mut random = Random::new(1);
        for length in (0..300).chain([5_000, 40_000]) {
            let few = [1, 2, 17, 255][length % 4];
            let bytes: Vec<u8> = (0..length).map(|_| random.below(few + 1) as u8).collect();
            let text = encode(&bytes).unwrap();
            assert_eq!(decode(&text), Ok(bytes.clone()), "{length}");
            // Repeated bytes of 255 cause carries.
            let bytes = vec![255; length];
            assert_eq!(decode(&encode(&bytes).unwrap()), Ok(bytes));
        }
    }

    #[test]
    fn repetitive_bytes_compress_well() {
        let mut bytes = vec![7; 10_000];
        bytes[5_000] = 200;
        assert!(encode(&bytes).unwrap().chars().count() < 40);
    }
}
