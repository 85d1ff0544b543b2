//! The reference implementation of the convolution. It is the portable kernel in the arena's single
//! file, and tests compare the other kernels with it.

use super::cells::Cells;
use super::conv::{slot, Conv};

/// Convolves, adds the residual if there is one, and clamps to 0–127. All cells have the same board
/// size, and `output` has 16 channels per group.
///
/// Sums saturate, so their order affects the result. The inputs of the three taps of a row are taken
/// in groups of four: the first two of a group go to an output's first sum, the others to its second.
/// Two groups are added before their total is added to the sums; this total cannot saturate.
pub(super) fn conv(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    let edge = input.edge;
    for (number, group) in conv.groups.iter().enumerate() {
        for cell in 0..edge * edge {
            let (row, column) = (cell / edge, cell % edge);
            let mut sums = group.start;
            for (i, quads) in group.quads.chunks_exact(3 * conv.inputs / 4).enumerate() {
                // The first of the row's three cells, at column − 1.
                let from =
                    input.at(row, column) + i * conv.inputs * (edge + 1) - conv.inputs * (edge + 2);
                let fours = input.bytes[from..].chunks(8);
                for (inputs, quads) in fours.zip(quads.chunks(2)) {
                    let mut added = [0_i16; 32];
                    for (inputs, quad) in inputs.chunks_exact(4).zip(quads) {
                        let inputs: [i16; 64] = std::array::from_fn(|i| inputs[i % 4].into());
                        let weights = quad.0.map(i16::from);
                        for (lane, added) in added.iter_mut().enumerate() {
                            *added += inputs[2 * lane] * weights[2 * lane]
                                + inputs[2 * lane + 1] * weights[2 * lane + 1];
                        }
                    }
                    for (sum, added) in sums.iter_mut().zip(added) {
                        *sum = sum.saturating_add(added);
                    }
                }
            }
            let at = output.at(row, column) + 16 * number;
            for i in 0..16 {
                let lane = 2 * slot(i);
                let sum = i32::from(sums[lane].saturating_add(sums[lane + 1]));
                let scaled = (sum * i32::from(group.scale[i]) + 0x4000) >> 15;
                let old = residual.map_or(0, |cells| i32::from(cells.bytes[at + i]));
                output.bytes[at + i] = (scaled + old).clamp(0, 127) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{weights, Loudness};
    use super::super::Network;
    use super::*;
    use crate::random::Random;

    /// Returns cells with random activations.
    fn random_cells(edge: usize, channels: usize, random: &mut Random) -> Cells {
        let mut cells = Cells::default();
        cells.fit(edge, channels);
        for (row, column) in (0..edge).flat_map(|row| (0..edge).map(move |column| (row, column))) {
            let at = cells.at(row, column);
            cells.bytes[at..at + channels].fill_with(|| random.below(128) as u8);
        }
        cells
    }

    #[test]
    fn portable_kernel_equals_the_reference() {
        let mut random = Random::new(7);
        for loudness in [Loudness::Calm, Loudness::Between, Loudness::Loud] {
            for channels in [16, 32, 48, 64] {
                let file = weights(channels, 1, loudness, channels.into());
                let network = Network::from_bytes(&file).expect("a sample is sound");
                for edge in [5, 6, 7, 8, 12, 13, 24] {
                    let planes = random_cells(edge, network.input.inputs, &mut random);
                    let cells = random_cells(edge, channels.into(), &mut random);
                    let [mut found, mut expected] = [(); 2].map(|()| {
                        let mut output = Cells::default();
                        output.fit(edge, channels.into());
                        output
                    });
                    let layers = [
                        (&network.input, &planes, None),
                        (&network.pairs[0], &cells, None),
                        (&network.pairs[1], &cells, Some(&cells)),
                    ];
                    for (layer, input, residual) in layers {
                        super::super::portable(layer, input, residual, &mut found);
                        conv(layer, input, residual, &mut expected);
                        assert!(found.bytes == expected.bytes, "{channels} channels, edge {edge}");
                    }
                }
            }
        }
    }
}
