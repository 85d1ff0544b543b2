//! Bytes as text of 15 bits a character, packed, for a source file whose length counts in characters.
//!
//! The digits are the first 32,768 characters of three blocks that every editor and page leaves
//! alone: U+3400–4DBF, U+4E00–9FFF, U+AC00–D7A3. Two of them hold the number of bytes, the higher
//! 15 bits first; the others hold a stream of bits, the first in the highest, filled up with zeros at
//! the end.
//!
//! The stream is the bytes as an arithmetic coder packs them: bit by bit, the highest first, each by how
//! often it was 0 so far where the same bits of its byte stood before it (the range coder of LZMA,
//! Martin 1979 and Pavlov 1998). Network weights take 6.2 bits a byte by that.

use std::fmt;

/// The blocks' first characters and lengths.
const BLOCKS: [(u32, u32); 3] = [(0x3400, 0x19c0), (0x4e00, 0x5200), (0xac00, 0x1440)];

/// Why a text holds no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// A character, counted from 0, that is no digit.
    Digit(usize, char),
    /// There are more or fewer digits than the bytes need.
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

/// Where chances begin: even.
const EVEN: u32 = 1 << 15;

/// How slowly chances learn: each bit moves its chance by a part of 2⁻⁵.
const SLOWNESS: u32 = 5;

/// A range below this one takes in another byte.
const NARROW: u32 = 1 << 24;

/// The chances of a 0, in 65,536ths, by the bits of a byte that stand before it, behind a 1.
struct Model([u32; 256]);

impl Model {
    /// The part of the range that stands for a 0 at this place.
    fn bound(&self, range: u32, place: usize) -> u32 {
        (range >> 16) * self.0[place]
    }

    /// Learns of a bit.
    fn learn(&mut self, place: usize, bit: bool) {
        let chance = &mut self.0[place];
        if bit {
            *chance -= *chance >> SLOWNESS;
        } else {
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
    let length = (digit()? << 15 | digit()?) as usize;
    let (mut bits, mut count) = (0, 0);
    let mut byte = || {
        if count < 8 {
            bits = bits << 15 | digit()?;
            count += 15;
        }
        count -= 8;
        let byte = bits >> count;
        bits &= (1 << count) - 1;
        Ok(byte)
    };
    let (mut range, mut code) = (u32::MAX, 0);
    for _ in 0..4 {
        code = code << 8 | byte()?;
    }
    let (mut model, mut bytes) = (Model([EVEN; 256]), Vec::new());
    while bytes.len() < length {
        let mut place = 1;
        while place < 256 {
            let bound = model.bound(range, place);
            let bit = code >= bound;
            if bit {
                code -= bound;
                range -= bound;
            } else {
                range = bound;
            }
            model.learn(place, bit);
            place = 2 * place + usize::from(bit);
            while range < NARROW {
                range <<= 8;
                code = code << 8 | byte()?;
            }
        }
        bytes.push(place as u8);
    }
    match (bits, signs.next()) {
        (0, None) => Ok(bytes),
        (_, None) => Err(TextError::Rest),
        _ => Err(TextError::Length),
    }
}

/// The bytes as text; `None` if there are 2³⁰ of them or more.
#[cfg(not(bundled))]
#[must_use]
pub fn encode(bytes: &[u8]) -> Option<String> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| length >> 30 == 0)?;
    let (mut bits, mut count) = (0_u32, 0);
    let mut text: String = [length >> 15, length & 0x7fff].into_iter().filter_map(digit).collect();
    for byte in packed(bytes) {
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

/// The stream of the bytes.
#[cfg(not(bundled))]
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut model = Model([EVEN; 256]);
    let mut stream = Vec::new();
    // Of `low` the bits from the 32nd on are a carry to what is written.
    let (mut low, mut range) = (0_u64, u32::MAX);
    for &byte in bytes {
        let mut place = 1;
        for bit in (0..8).rev().map(|shift| byte >> shift & 1 != 0) {
            let bound = model.bound(range, place);
            if bit {
                low += u64::from(bound);
                range -= bound;
            } else {
                range = bound;
            }
            model.learn(place, bit);
            place = 2 * place + usize::from(bit);
            while range < NARROW {
                range <<= 8;
                write_byte(&mut stream, &mut low);
            }
        }
    }
    for _ in 0..4 {
        write_byte(&mut stream, &mut low);
    }
    stream
}

/// Moves the highest of the four bytes of `low` to the stream, with what it carries.
#[cfg(not(bundled))]
fn write_byte(stream: &mut Vec<u8>, low: &mut u64) {
    if *low >> 32 != 0 {
        for byte in stream.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
    stream.push((*low >> 24) as u8);
    *low = *low << 8 & 0xffff_ffff;
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
#[cfg(not(bundled))]
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
    use super::{decode, digit, encode, value};
    use crate::random::Random;

    #[test]
    fn there_are_32768_digits() {
        for number in 0..32_768 {
            assert_eq!(digit(number).and_then(value), Some(number));
        }
        assert_eq!(digit(32_768), None);
        assert_eq!(value('\u{c040}'), None);
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
