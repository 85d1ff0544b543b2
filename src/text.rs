//! Bytes as text of 15 bits a character, for a source file whose length counts in characters.
//!
//! The digits are the first 32,768 characters of three blocks that every editor and page leaves
//! alone: U+3400–4DBF, U+4E00–9FFF, U+AC00–D7A3. Two of them hold the number of bytes, the higher
//! 15 bits first; the others hold the bytes, the first byte in the highest bits, filled up with
//! zeros at the end.

use std::fmt;

/// The blocks' first characters and lengths.
const BLOCKS: [(u32, u32); 3] = [(0x3400, 0x19c0), (0x4e00, 0x5200), (0xac00, 0x1440)];

/// Why a text holds no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// A character, counted from 0, that is no digit.
    Digit(usize, char),
    /// There are more or fewer digits than the number of bytes needs.
    Length,
    /// The last digit has bits beyond the last byte.
    Rest,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Digit(at, sign) => {
                write!(f, "character {at} is {sign:?}, no digit of 15 bits")
            }
            TextError::Length => write!(f, "more or fewer digits than the bytes need"),
            TextError::Rest => write!(f, "the last digit has bits beyond the last byte"),
        }
    }
}

impl std::error::Error for TextError {}

/// The bytes that a text holds.
///
/// # Errors
///
/// If the text isn't what [`encode`] makes of any bytes.
pub fn decode(text: &str) -> Result<Vec<u8>, TextError> {
    let (mut length, mut bytes) = (0, Vec::new());
    let (mut bits, mut count) = (0_u32, 0);
    if text.chars().nth(1).is_none() {
        return Err(TextError::Length);
    }
    for (at, sign) in text.chars().enumerate() {
        let digit = value(sign).ok_or(TextError::Digit(at, sign))?;
        if at < 2 {
            length = length << 15 | digit as usize;
            continue;
        }
        bits = bits << 15 | digit;
        count += 15;
        while count >= 8 && bytes.len() < length {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
        if count >= 15 {
            return Err(TextError::Length);
        }
    }
    match bits {
        _ if bytes.len() < length => Err(TextError::Length),
        0 => Ok(bytes),
        _ => Err(TextError::Rest),
    }
}

/// The bytes as text; `None` if there are 2³⁰ of them or more.
#[must_use]
pub fn encode(bytes: &[u8]) -> Option<String> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| length >> 30 == 0)?;
    let (mut bits, mut count) = (0_u32, 0);
    let mut text: String = [length >> 15, length & 0x7fff].into_iter().filter_map(digit).collect();
    for &byte in bytes {
        bits = bits << 8 | u32::from(byte);
        count += 8;
        if count >= 15 {
            count -= 15;
            text.extend(digit(bits >> count));
            bits &= (1 << count) - 1;
        }
    }
    if count > 0 {
        text.extend(digit(bits << (15 - count)));
    }
    Some(text)
}

/// What a character stands for.
fn value(sign: char) -> Option<u32> {
    let mut before = 0;
    for (first, length) in BLOCKS {
        let offset = u32::from(sign).wrapping_sub(first);
        if offset < length {
            return Some(before + offset);
        }
        before += length;
    }
    None
}

/// The character that stands for a value below 32,768.
fn digit(mut value: u32) -> Option<char> {
    for (first, length) in BLOCKS {
        if value < length {
            return char::from_u32(first + value);
        }
        value -= length;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{digit, value};

    #[test]
    fn there_are_32768_digits() {
        for number in 0..32_768 {
            assert_eq!(digit(number).and_then(value), Some(number));
        }
        assert_eq!(digit(32_768), None);
        assert_eq!(value('\u{c040}'), None);
    }
}
