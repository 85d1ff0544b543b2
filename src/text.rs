//! Bytes as text, packed, for a source file whose length counts in characters.
//!
//! A character is a digit of a number system with 39,985 of them, 15.3 bits each: U+3400–A48C and
//! U+AC00–D7A3, which every editor and page leaves alone. Two of them hold the number of bytes, the
//! higher one first; the others are what an arithmetic coder makes of the bytes: bit by bit, the
//! highest first, each by how often it was 0 so far where the same bits of its byte stood before it
//! (the model is that of LZMA's range coder: Martin 1979, Pavlov 1998). Network weights take 6.2
//! bits a byte by that.

use std::fmt;

/// How many digits there are below the gap between the two blocks, and in all.
const GAP: u32 = 0xa48d - 0x3400;
const DIGITS: u64 = (GAP + 0xd7a4 - 0xac00) as u64;

/// Why a text holds no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// A character, counted from 0, that is no digit.
    Digit(usize, char),
    /// There are more or fewer digits than the bytes need.
    Length,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Digit(at, sign) => write!(f, "character {at} is {sign:?}, no digit"),
            TextError::Length => write!(f, "more or fewer digits than the bytes need"),
        }
    }
}

impl std::error::Error for TextError {}

/// Where chances begin: even.
const EVEN: u64 = 1 << 15;

/// How slowly chances learn: each bit moves its chance by a part of 2⁻⁵.
const SLOWNESS: u32 = 5;

/// A range below this one takes in another digit. Three digits are in work, so that a carry has
/// room above them and a range is never so narrow that chances lose their meaning.
const NARROW: u64 = DIGITS * DIGITS;

/// The chances of a 0, in 65,536ths, by the bits of a byte that stand before it, behind a 1; and
/// how wide the range is that stands for all that may come.
struct Model {
    chances: [u64; 256],
    range: u64,
}

impl Model {
    fn new() -> Model {
        Model { chances: [EVEN; 256], range: NARROW * DIGITS }
    }

    /// The part of the range that stands for a 0 at this place.
    fn bound(&self, place: usize) -> u64 {
        (self.range >> 16) * self.chances[place]
    }

    /// Narrows the range to that of a bit and learns of it.
    fn learn(&mut self, place: usize, bit: bool) {
        let bound = self.bound(place);
        let chance = &mut self.chances[place];
        if bit {
            self.range -= bound;
            *chance -= *chance >> SLOWNESS;
        } else {
            self.range = bound;
            *chance += (2 * EVEN - *chance) >> SLOWNESS;
        }
    }
}

/// The bytes that a text holds.
///
/// # Errors
///
/// If the text isn't what [`encode`] makes of any bytes, as far as that shows without the bytes.
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
        let mut place = 1;
        while place < 256 {
            let bound = model.bound(place);
            let bit = code >= bound;
            if bit {
                code -= bound;
            }
            model.learn(place, bit);
            place = 2 * place + usize::from(bit);
            if model.range < NARROW {
                model.range *= DIGITS;
                code = code * DIGITS + digit()?;
            }
        }
        bytes.push(place as u8);
    }
    if signs.next().is_some() {
        return Err(TextError::Length);
    }
    Ok(bytes)
}

/// The bytes as text; `None` if there are more of them than two digits can tell.
#[must_use]
pub fn encode(bytes: &[u8]) -> Option<String> {
    let length = bytes.len() as u64;
    if length >= NARROW {
        return None;
    }
    let mut digits = vec![length / DIGITS, length % DIGITS];
    let mut model = Model::new();
    // What stands above three digits is a carry to what is written.
    let mut low = 0;
    for &byte in bytes {
        let mut place = 1;
        for bit in (0..8).rev().map(|shift| byte >> shift & 1 != 0) {
            if bit {
                low += model.bound(place);
            }
            model.learn(place, bit);
            place = 2 * place + usize::from(bit);
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

/// Moves the highest of the three digits of `low` to those written, with what it carries.
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

/// What a character stands for.
fn value(sign: char) -> Option<u64> {
    let value = match u32::from(sign) {
        sign @ 0x3400..=0xa48c => sign - 0x3400,
        sign @ 0xac00..=0xd7a3 => sign - 0xac00 + GAP,
        _ => return None,
    };
    Some(value.into())
}

/// The character that stands for a value below [`DIGITS`].
fn sign(value: u64) -> Option<char> {
    let value = u32::try_from(value).ok()?;
    char::from_u32(if value < GAP { 0x3400 + value } else { 0xac00 - GAP + value })
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, sign, value, DIGITS};
    use crate::random::Random;

    #[test]
    fn there_are_39985_digits() {
        assert_eq!(DIGITS, 39_985);
        for number in 0..DIGITS {
            assert_eq!(sign(number).and_then(value), Some(number));
        }
        let gaps = ['\u{33ff}', '\u{a48d}', '\u{abff}', '\u{d7a4}'];
        assert_eq!(gaps.map(value), [None; 4]);
    }

    #[test]
    fn bytes_of_all_kinds_read_back() {
        let mut random = Random::new(1);
        for length in (0..300).chain([5_000, 40_000]) {
            let few = [1, 2, 17, 255][length % 4];
            let bytes: Vec<u8> = (0..length).map(|_| random.below(few + 1) as u8).collect();
            let text = encode(&bytes).unwrap();
            assert_eq!(decode(&text), Ok(bytes.clone()), "{length}");
            // A byte of 255 over and over carries.
            let bytes = vec![255; length];
            assert_eq!(decode(&encode(&bytes).unwrap()), Ok(bytes));
        }
    }

    #[test]
    fn what_is_rare_takes_room_and_what_is_usual_none() {
        let mut bytes = vec![7; 10_000];
        bytes[5_000] = 200;
        assert!(encode(&bytes).unwrap().chars().count() < 40);
    }
}
