//! Network weights as bytes and as text, valid and damaged.

use crate::sample::{weights, weights_for_all_rules, Loudness};
use engine::tpn::{self, TpnError};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use twixt::text::{decode, encode, TextError};

#[test]
fn every_damaged_byte_is_detected() {
    detects_damage(weights(16, 0, Loudness::Calm, 6));
    detects_damage(weights_for_all_rules(16, 0, Loudness::Calm, 6));
}

fn detects_damage(file: Vec<u8>) {
    assert!(tpn::read(&file).is_ok());
    for at in 0..file.len() {
        // Makes all changes to the first eight bytes, and three changes to every other byte.
        for change in (1..=255).filter(|change| at < 8 || [1, 64, 255].contains(change)) {
            let mut damaged = file.clone();
            damaged[at] ^= change;
            assert!(tpn::read(&damaged).is_err(), "byte {at} ^ {change}");
        }
    }
}

fn fnv(bytes: &[u8]) -> u32 {
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    bytes.iter().fold(2_166_136_261, step)
}

#[test]
fn weights_of_wrong_length_are_rejected() {
    let file = weights(16, 0, Loudness::Calm, 7);
    for length in 0..file.len() {
        let error = tpn::read(&file[..length]).err();
        let expected = match length {
            // The content is too short for the magic number, so it is read as text.
            0..3 => "network weights damaged",
            3 => "TPN1 or TPN2",
            _ => "wrong length of network weights",
        };
        assert!(error.unwrap().to_string().contains(expected), "{length}: {error:?}");
    }
    let mut long = file.clone();
    long.push(0);
    let lengths = TpnError::Length { needed: file.len(), found: file.len() + 1 };
    assert_eq!(tpn::read(&long).err(), Some(lengths));
}

#[test]
fn unsupported_shapes_are_rejected() {
    for (channels, pairs) in [(0, 1), (8, 1), (24, 1), (80, 0), (16, 17)] {
        let error = tpn::read(&weights(channels, pairs, Loudness::Calm, 8)).err();
        assert_eq!(error, Some(TpnError::Shape([channels, pairs, 32, 0])));
    }
    let mut nothing = weights(16, 0, Loudness::Calm, 8);
    // The first multiplier is 0, with a valid checksum.
    nothing[10..12].copy_from_slice(&[0, 0]);
    let end = nothing.len() - 4;
    let hash = fnv(&nothing[..end]);
    nothing[end..].copy_from_slice(&hash.to_le_bytes());
    assert_eq!(tpn::read(&nothing).err(), Some(TpnError::Scale));
}

#[test]
fn text_decodes_to_the_encoded_bytes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for length in (0..200_usize).chain([32_766, 32_767, 32_768, 70_001]) {
        let bytes: Vec<u8> = (0..length).map(|_| rng.random()).collect();
        let text = encode(&bytes).unwrap();
        // The text of incompressible bytes is hardly longer than their information content.
        assert!(text.chars().count() <= 5 + 9 * length / 15, "{length}");
        assert_eq!(text.encode_utf16().count(), text.chars().count());
        assert_eq!(decode(&text).as_ref(), Ok(&bytes), "{length}");
    }
}

#[test]
fn damaged_text_is_rejected() {
    let bytes: Vec<u8> = (0..60_u8).map(|number| number.wrapping_mul(41)).collect();
    let text: Vec<char> = encode(&bytes).unwrap().chars().collect();
    let joined = |signs: &[char]| signs.iter().collect::<String>();
    for length in 0..text.len() {
        assert_eq!(decode(&joined(&text[..length])), Err(TextError::Length), "{length}");
    }
    let mut long = text.clone();
    long.push('\u{3400}');
    assert_eq!(decode(&joined(&long)), Err(TextError::Length));
    for (at, sign) in [(0, 'a'), (3, '\u{d7a4}'), (5, '\u{a48d}'), (9, ' ')] {
        let mut damaged = text.clone();
        damaged[at] = sign;
        assert_eq!(decode(&joined(&damaged)), Err(TextError::Digit(at, sign)));
    }
}

#[test]
fn fuzz_corpus_passes() {
    crate::corpus::feed("weights", crate::body::run);
}
