//! The weights of 3 × 3 convolutions of quantised activations, transformed for tiles of 2 × 2 holes.
//!
//! A convolution takes 16 products per input, output and tile instead of 36: F(2 × 2, 3 × 3) of Lavin and Gray, "Fast
//! algorithms for convolutional neural networks" (2016). Product 4·i + j multiplies a combination of the tile's
//! 4 × 4 activations by a combination of the nine weights ([`combined`]), and each of the four results is the
//! sum of nine products with signs ([`SIGNS`]).

/// The transformed weights of four input channels in one product for 16 outputs, in the order of [`slot`].
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Quad(pub(super) [i8; 64]);

/// 16 output channels of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The initial values of the sums of a tile's four holes: the bias, and a correction for [`OFFSET`].
    pub(super) start: [[i16; 16]; 4],
    /// The correction of the sums of a tile's four holes if all values are reduced by [`OFFSET`].
    #[cfg(target_arch = "wasm32")]
    pub(super) centre: [[i16; 16]; 4],
    /// The multiplier of each output, in units of 1/32768.
    pub(super) scale: [i16; 16],
    /// The transformed weights by product, then by group of four input channels.
    pub(super) quads: Box<[Quad]>,
    /// The same weights by product, input and output.
    pub(super) rows: Box<[[i16; 16]]>,
}

/// A convolution, with its outputs in groups of 16.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    /// The number of input channels, a multiple of 16.
    pub(super) inputs: usize,
    pub(super) groups: Box<[Group]>,
}

/// The parameters of an output channel of a convolution, as in a file.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    /// The bias, in the unit of the sums.
    pub bias: i16,
    /// The multiplier of the sums, in units of 1/32768.
    pub scale: i16,
    /// The weights by tap and input, −63 to 63.
    pub weights: &'a [i8],
}

/// The parameters of an output channel in the products' units.
#[derive(Clone, Debug)]
pub struct TileFilter {
    /// The bias, in the unit of the sums.
    pub bias: i32,
    /// The multiplier of the sums, in units of 1/32768.
    pub scale: i16,
    /// The weights by product and input, −63 to 63.
    pub weights: Vec<i32>,
}

/// Transformed activations are stored as bytes with this added, except those of product 5, which are not negative.
pub(super) const OFFSET: i32 = 128;

/// The signs of four products in a row or column in the first and in the second result.
pub const SIGNS: [[i32; 4]; 2] = [[1, 1, 1, 0], [0, 1, -1, 1]];

/// The maximum magnitude of a transformed weight. Two products with a byte and their sum fit in 16 bits.
const WEIGHT_MAX: i32 = 63;

/// The maximum of a result if all activations with a weight of the same sign are 127. Results beyond 16 bits would
/// wrap; activations of real positions reach half of this.
const REACH: i32 = 57_344;

/// Returns the position of output 0–15 of a group in two registers of eight, such that AVX2's
/// horizontal addition of both gives the 16 outputs in order.
pub(super) fn slot(output: usize) -> usize {
    output % 4 + output / 8 * 4 + output / 4 % 2 * 8
}

impl Conv {
    /// Creates a convolution without weights.
    pub(super) fn new(inputs: usize, outputs: usize) -> Conv {
        let inputs = inputs.next_multiple_of(16);
        let group = || Group {
            start: [[0; 16]; 4],
            #[cfg(target_arch = "wasm32")]
            centre: [[0; 16]; 4],
            scale: [0; 16],
            quads: vec![Quad([0; 64]); 4 * inputs].into(),
            rows: vec![[0; 16]; 16 * inputs].into(),
        };
        Conv { inputs, groups: (0..outputs / 16).map(|_| group()).collect() }
    }

    /// Sets the parameters of an output.
    pub(super) fn set(&mut self, output: usize, filter: &TileFilter) {
        let inputs = filter.weights.len() / 16;
        let (group, output) = (&mut self.groups[output / 16], output % 16);
        group.scale[output] = filter.scale;
        let mut sums = [0; 16];
        for (product, weights) in filter.weights.chunks_exact(inputs).enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                let at = product * self.inputs + input;
                group.rows[at][output] = weight as i16;
                group.quads[at / 4].0[4 * slot(output) + input % 4] = weight as i8;
                sums[product] += weight;
            }
        }
        let offset = |hole: usize, sums: &[i32; 16]| -> i32 {
            let [down, across] = [SIGNS[hole / 2], SIGNS[hole % 2]];
            (0..16).map(|i| OFFSET * down[i / 4] * across[i % 4] * sums[i]).sum()
        };
        // Sums wrap.
        #[cfg(target_arch = "wasm32")]
        for (hole, centre) in group.centre.iter_mut().enumerate() {
            centre[output] = offset(hole, &sums) as i16;
        }
        sums[5] = 0;
        for (hole, start) in group.start.iter_mut().enumerate() {
            start[output] = (filter.bias - offset(hole, &sums)) as i16;
        }
    }
}

impl TileFilter {
    /// Transforms an output's parameters.
    ///
    /// The new unit of the sums is 512/`gain` of the old one, where `gain` is as large as the bounds of weights and
    /// sums permit, since the weights are rounded.
    #[must_use]
    pub fn new(filter: &Filter) -> TileFilter {
        let (bias, scale) = (i32::from(filter.bias), i32::from(filter.scale));
        let inputs = filter.weights.len() / 9;
        let exact: Vec<[i32; 16]> = (0..inputs)
            .map(|input| {
                combined(std::array::from_fn(|tap| filter.weights[tap * inputs + input].into()))
            })
            .collect();
        let most = exact.iter().flatten().map(|weight| weight.abs()).max();
        let sum = |sign: i32| -> i32 {
            filter.weights.iter().map(|&weight| (sign * i32::from(weight)).max(0)).sum()
        };
        let reach = (127 * sum(1) + bias).max(127 * sum(-1) - bias);
        let by_weight = WEIGHT_MAX * 1024 / most.unwrap_or(0).max(1);
        let by_reach = i64::from(REACH) * 512 / i64::from(reach.max(1));
        let gain = by_weight.min(by_reach.min(1024) as i32).max(1);
        let weights = (0..16).flat_map(|product| exact.iter().map(move |exact| exact[product]));
        TileFilter {
            bias: (bias * gain + 256) >> 9,
            scale: ((512 * scale + gain / 2) / gain).min(32767) as i16,
            weights: weights.map(|weight| (weight * gain + 512) >> 10).collect(),
        }
    }
}

/// Returns four times the weights of the 16 products for nine weights.
fn combined(weights: [i32; 9]) -> [i32; 16] {
    let four = |[a, b, c]: [i32; 3]| [2 * a, a + b + c, a - b + c, 2 * c];
    let rows = [0, 3, 6].map(|i| four([weights[i], weights[i + 1], weights[i + 2]]));
    let columns: [[i32; 4]; 4] = std::array::from_fn(|j| four(rows.map(|row| row[j])));
    std::array::from_fn(|product| columns[product % 4][product / 4])
}
