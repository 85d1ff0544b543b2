//! Reproducible random network weights for tests and benches.

// Some programs that include this module use only parts of it.
#![allow(dead_code)]

use twixt::network::checksum;
use twixt::random::Random;

const HIDDEN: usize = 32;
const TPN1_PLANES: usize = 25;

/// The magnitude of a sample's weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loudness {
    /// Activations spread over their range in every layer; sums remain small.
    Calm,
    /// Weights up to the allowed maximum, none of them negative: many sums exceed 16 bits.
    Loud,
    /// Some sums come near the limits of 16 bits, and a few exceed them.
    Between,
}

/// Returns a `TPN1` file with random weights. Invalid shapes are written too.
#[must_use]
pub(crate) fn weights(channels: u8, pairs: u8, loudness: Loudness, seed: u64) -> Vec<u8> {
    file(*b"TPN1", TPN1_PLANES, [channels, pairs], loudness, seed)
}

/// Returns a `TPN2` file with random weights. Its network has one more input plane, set where own links block
/// one another.
#[must_use]
pub(crate) fn weights_for_all_rules(
    channels: u8,
    pairs: u8,
    loudness: Loudness,
    seed: u64,
) -> Vec<u8> {
    file(*b"TPN2", TPN1_PLANES + 1, [channels, pairs], loudness, seed)
}

fn file(
    magic: [u8; 4],
    planes: usize,
    [channels, pairs]: [u8; 2],
    loudness: Loudness,
    seed: u64,
) -> Vec<u8> {
    let mut writer = Writer { random: Random::new(seed), loudness, bytes: magic.to_vec() };
    writer.bytes.extend([channels, pairs, HIDDEN as u8, 0]);
    let outputs = usize::from(channels);
    writer.conv(planes, outputs, 1.0);
    for _ in 0..pairs {
        writer.conv(outputs, outputs, 1.0);
        writer.conv(outputs, outputs, 0.5);
    }
    writer.heads(outputs);
    let hash = checksum(&writer.bytes);
    writer.bytes.extend(hash.to_le_bytes());
    writer.bytes
}

struct Writer {
    random: Random,
    loudness: Loudness,
    bytes: Vec<u8>,
}

impl Writer {
    /// Returns a number from −most to most.
    fn around(&mut self, most: i16) -> i16 {
        (self.random.below(2 * most as u32 + 1) as i32 - i32::from(most)) as i16
    }

    fn short(&mut self, number: i16) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// Writes a convolution whose outputs have a standard deviation of about `gain`, where 1 is an
    /// activation of 32.
    fn conv(&mut self, inputs: usize, outputs: usize, gain: f32) {
        let (largest, bias) = match self.loudness {
            Loudness::Calm => (20, 2000),
            Loudness::Loud => (63, i16::MAX),
            Loudness::Between => (30, 20_000),
        };
        // The standard deviation of uniform weights is largest / √3; inputs are about 30 on average.
        let spread = f32::from(largest) / 3.0_f32.sqrt() * (9.0 * inputs as f32).sqrt() * 30.0;
        let scale = (32.0 * gain * 32_768.0 / spread) as i16;
        for _ in 0..outputs {
            let bias = self.around(bias);
            self.short(bias);
            let scale = scale + self.around(scale / 4);
            self.short(scale);
        }
        for _ in 0..outputs * 9 * inputs {
            let weight = self.around(largest);
            let weight = if self.loudness == Loudness::Loud { weight.abs() } else { weight };
            self.bytes.push(weight as u8);
        }
    }

    fn heads(&mut self, channels: usize) {
        self.bytes.extend(0.002_f32.to_le_bytes());
        for _ in 0..channels {
            let weight = self.around(63) as u8;
            self.bytes.push(weight);
        }
        for _ in 0..HIDDEN * (2 * channels + 1) + 3 * (HIDDEN + 1) {
            let weight = self.around(1000);
            self.short(weight);
        }
    }
}
