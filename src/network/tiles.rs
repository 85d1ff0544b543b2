//! The convolution by tiles: the transformations before and after the products, which a kernel computes.

use super::cells::Cells;
use super::conv::{Conv, Group, SIGNS};

/// Kernels process this number of tiles at a time.
pub(super) const TILES: usize = if cfg!(target_arch = "wasm32") { 2 } else { 3 };

/// The sums of 16 outputs.
pub(super) type Sums = [i16; 16];

/// Kinds of combinations of 16 activations: of four rows, or of four columns.
type Kinds = [[u8; 16]; 4];

/// The transformed activations of a group of 16 channels that a column of products has of a tile, by row of products.
pub(super) type Values = [[u8; 16]; 4];

/// Buffers for a row of tiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    /// Combinations of four rows of activations, by column and group of channels, from the padding before the first
    /// column.
    combined: Vec<Kinds>,
    /// The transformed activations by column of products, tile and group of channels.
    values: Vec<Values>,
    /// The sums of products by row of holes, column of products, and tile.
    sums: Vec<Sums>,
}

/// A convolution and its cells, which all have the same board size.
pub(super) struct Layer<'a> {
    pub(super) conv: &'a Conv,
    pub(super) input: &'a Cells,
    /// Activations to add before those of the output are clamped.
    pub(super) residual: Option<&'a Cells>,
    /// 16 channels per group of outputs.
    pub(super) output: &'a mut Cells,
    pub(super) strip: &'a mut Strip,
}

/// The innermost steps of a kernel. All sums wrap, so the order of additions does not matter.
pub(super) trait Steps {
    /// The sums of [`TILES`] adjacent tiles.
    type Registers: Copy;

    /// # Safety
    ///
    /// As for all steps, the processor must have the kernel's features.
    unsafe fn zero() -> Self::Registers;

    /// Adds the products of 16 · `GROUPS` inputs. `values` has those of each tile.
    unsafe fn add<const GROUPS: usize>(
        group: &Group,
        product: usize,
        values: &[Values],
        sums: &mut Self::Registers,
    );

    /// Returns the sum and the difference.
    unsafe fn combine(a: Self::Registers, b: Self::Registers) -> [Self::Registers; 2];

    /// Stores the sums of each tile. They belong to a column of products and to a row of results.
    unsafe fn store(
        group: &Group,
        column: usize,
        row: usize,
        sums: Self::Registers,
        to: &mut [Sums],
    );

    /// Returns the activations of two holes from sums, multipliers and residuals.
    unsafe fn finish(
        sums: &[Sums; 2],
        scale: &[i16; 16],
        residual: Option<[&[u8; 16]; 2]>,
    ) -> [[u8; 16]; 2];
}

/// Convolves, adds the residual if there is one, and clamps to 0–127.
///
/// If the board's edge is odd, the last tiles extend beyond it, and their results beyond it are unused.
///
/// # Safety
///
/// The processor must have the kernel's features.
#[inline(always)]
pub(super) unsafe fn convolve<S: Steps>(layer: Layer) {
    let Layer { conv, input, residual, output, strip } = layer;
    let (edge, groups) = (input.edge, conv.groups.len());
    let outputs = 16 * groups;
    assert!(input.has_shape(edge, conv.inputs) && output.has_shape(edge, outputs));
    assert!(residual.is_none_or(|cells| cells.has_shape(edge, outputs)));
    strip.fit(edge, conv.inputs / 16);
    let tiles = strip.sums.len() / 8;
    for row in (0..edge).step_by(2) {
        strip.transform(input, row);
        for (number, group) in conv.groups.iter().enumerate() {
            // SAFETY: guaranteed by the caller.
            unsafe {
                match conv.inputs {
                    16 => products::<S, 1>(group, &strip.values, &mut strip.sums),
                    32 => products::<S, 2>(group, &strip.values, &mut strip.sums),
                    48 => products::<S, 3>(group, &strip.values, &mut strip.sums),
                    _ => products::<S, 4>(group, &strip.values, &mut strip.sums),
                }
            }
            for (y, sums) in strip.sums.chunks_exact(4 * tiles).enumerate().take(edge - row) {
                let at = output.at(row + y, 0) / 16;
                let new = &mut output.bytes.as_chunks_mut().0[at..][..edge * groups];
                let old = residual.map(|cells| &cells.bytes.as_chunks().0[at + number..]);
                for (tile, new) in new.chunks_mut(2 * groups).enumerate() {
                    let results = results(group, y, sums, tile);
                    let old = old.map(|old| {
                        let old = &old[2 * tile * groups..];
                        [&old[0], &old[groups]]
                    });
                    // SAFETY: guaranteed by the caller.
                    let [left, right] = unsafe { S::finish(&results, &group.scale, old) };
                    new[number] = left;
                    // Beyond an odd edge is the padding, which stays 0.
                    if let Some(new) = new.get_mut(groups + number) {
                        *new = right;
                    }
                }
            }
        }
    }
}

/// Computes the sums for `GROUPS` groups of inputs.
///
/// # Safety
///
/// The processor must have the kernel's features.
#[inline(always)]
unsafe fn products<S: Steps, const GROUPS: usize>(
    group: &Group,
    values: &[Values],
    sums: &mut [Sums],
) {
    let tiles = sums.len() / 8;
    for first in (0..tiles).step_by(TILES) {
        for column in 0..4 {
            let values = &values[(column * tiles + first) * GROUPS..][..TILES * GROUPS];
            // SAFETY: guaranteed by the caller.
            unsafe {
                let add = |row: usize, sums: &mut S::Registers| {
                    S::add::<GROUPS>(group, 4 * row + column, values, sums);
                };
                let (mut second, mut third) = (S::zero(), S::zero());
                add(1, &mut second);
                add(2, &mut third);
                let [mut upper, mut lower] = S::combine(second, third);
                add(0, &mut upper);
                add(3, &mut lower);
                for (row, registers) in [upper, lower].into_iter().enumerate() {
                    let to = &mut sums[(4 * row + column) * tiles + first..][..TILES];
                    S::store(group, column, row, registers, to);
                }
            }
        }
    }
}

impl Strip {
    /// Resizes to a board and a number of groups of channels.
    fn fit(&mut self, edge: usize, groups: usize) {
        let tiles = edge.div_ceil(2).next_multiple_of(TILES);
        if (self.values.len(), self.sums.len()) != (4 * tiles * groups, 8 * tiles) {
            *self = Strip {
                combined: vec![[[0; 16]; 4]; (2 * tiles + 2) * groups],
                values: vec![[[0; 16]; 4]; 4 * tiles * groups],
                sums: vec![[0; 16]; 8 * tiles],
            };
        }
    }

    /// Transforms the activations of the tiles in rows `row` and `row + 1`. Halves them, so that they fit in
    /// bytes.
    #[inline(always)]
    fn transform(&mut self, input: &Cells, row: usize) {
        let (edge, groups) = (input.edge, input.channels / 16);
        // The row after the padding below the board influences no result on it.
        let of_row = |i: usize| {
            let first = (row + i).min(edge + 1) * (edge + 1) * groups;
            &input.bytes.as_chunks::<16>().0[first..first + (edge + 2) * groups]
        };
        let rows = of_row(0).iter().zip(of_row(1)).zip(of_row(2)).zip(of_row(3));
        for (to, (((a, b), c), d)) in self.combined.iter_mut().zip(rows) {
            let mut new = [[0; 16]; 4];
            for lane in 0..16 {
                new[0][lane] = average(a[lane], !c[lane]);
                new[1][lane] = average(b[lane], c[lane]);
                new[2][lane] = average(c[lane], !b[lane]);
                new[3][lane] = average(d[lane], !b[lane]);
            }
            *to = new;
        }
        let tiles = self.values.len() / 4 / groups;
        let (first, rest) = self.values.split_at_mut(tiles * groups);
        let (second, rest) = rest.split_at_mut(tiles * groups);
        let (third, fourth) = rest.split_at_mut(tiles * groups);
        for tile in 0..tiles {
            let columns = &self.combined[2 * tile * groups..][..4 * groups];
            for group in 0..groups {
                let [a, b, c, d] = [0, 1, 2, 3].map(|column| &columns[column * groups + group]);
                let at = tile * groups + group;
                first[at] = difference(a, c);
                second[at] = sum(b, c);
                third[at] = difference(c, b);
                fourth[at] = difference(d, b);
            }
        }
    }
}

/// Returns half of the sum, rounded up. With the complement of `b` this is half of the difference, rounded
/// down, plus 128.
#[inline(always)]
fn average(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

/// Returns a − b + 128.
#[inline(always)]
fn difference(a: &Kinds, b: &Kinds) -> Values {
    let mut values = *a;
    for (value, b) in values.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *value = value.wrapping_sub(*b) ^ 128;
    }
    values
}

/// Returns a + b − 128; the sum of two values without offset, those of kind 1, has none, either.
#[inline(always)]
fn sum(a: &Kinds, b: &Kinds) -> Values {
    let mut values = *a;
    for (i, (value, b)) in values.as_flattened_mut().iter_mut().zip(b.as_flattened()).enumerate() {
        *value = value.wrapping_add(*b) ^ if i / 16 == 1 { 0 } else { 128 };
    }
    values
}

/// Returns the sums of two holes in row `y` of a tile.
#[inline(always)]
fn results(group: &Group, y: usize, sums: &[Sums], tile: usize) -> [Sums; 2] {
    let tiles = sums.len() / 4;
    let mut results = [group.start[2 * y], group.start[2 * y + 1]];
    for j in 0..4 {
        let sums = &sums[j * tiles + tile];
        for (to, signs) in results.iter_mut().zip(SIGNS) {
            for (to, &sum) in to.iter_mut().zip(sums) {
                match signs[j] {
                    1 => *to = to.wrapping_add(sum),
                    -1 => *to = to.wrapping_sub(sum),
                    _ => (),
                }
            }
        }
    }
    results
}
