use super::super::conv::{slot, Conv, Group, Quad};
use super::{channel, CHANNELS};

/// The weights of a convolution, with outputs in the order of [`CHANNELS`].
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The number of input channels, a multiple of four.
    pub(super) inputs: usize,
    pub(super) groups: Box<[WideGroup]>,
}

/// The weights of 16 outputs.
#[derive(Clone, Debug)]
pub(super) struct WideGroup {
    pub(super) bias: [i16; 16],
    pub(super) scale: [i16; 16],
    /// The weights by tap, then by group of four inputs: four bytes per output.
    pub(super) quads: Box<[Quad]>,
    /// The sums of the positive weights and of the absolute negative weights over the three taps of a
    /// row, by row of taps, then by group of four inputs.
    pub(super) reach: Box<[[Reach; 2]]>,
}

/// Like [`Quad`], but unsigned: a sum of three weights is at most 189.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Reach(pub(super) [u8; 64]);

impl Layer {
    /// Arranges a convolution with inputs in the order of [`CHANNELS`].
    pub(super) fn new(conv: &Conv) -> Layer {
        Layer::with_order(conv, channel)
    }

    /// Arranges the first convolution, whose inputs, the planes, are in their natural order.
    pub(super) fn of_planes(conv: &Conv) -> Layer {
        Layer::with_order(conv, |place| place)
    }

    fn with_order(conv: &Conv, order: impl Fn(usize) -> usize) -> Layer {
        let groups = conv.groups.iter().map(|group| {
            let slots = CHANNELS.map(slot);
            let quads = quads(conv, group, &order);
            WideGroup {
                bias: slots.map(|slot| group.start[2 * slot]),
                scale: CHANNELS.map(|output| group.scale[output]),
                reach: reach(conv.inputs, &quads),
                quads,
            }
        });
        Layer { inputs: conv.inputs, groups: groups.collect() }
    }
}

fn quads(conv: &Conv, group: &Group, order: impl Fn(usize) -> usize) -> Box<[Quad]> {
    let mut quads = vec![Quad([0; 64]); group.quads.len()];
    for (at, quad) in quads.iter_mut().enumerate() {
        for (i, weight) in quad.0.iter_mut().enumerate() {
            let (tap, place) = (4 * at / conv.inputs, 4 * at % conv.inputs + i % 4);
            let input = order(place);
            let from = &group.quads[(tap * conv.inputs + input) / 4];
            *weight = from.0[4 * slot(CHANNELS[i / 4]) + input % 4];
        }
    }
    quads.into()
}

fn reach(inputs: usize, quads: &[Quad]) -> Box<[[Reach; 2]]> {
    let fours = inputs / 4;
    let of = |row: usize, four: usize, sign: i8| {
        let weight = |tap: usize, i: usize| quads[(3 * row + tap) * fours + four].0[i] * sign;
        let add = |i: usize| (0..3).map(|tap| weight(tap, i).max(0) as u8).sum();
        Reach(std::array::from_fn(add))
    };
    let all = (0..3).flat_map(|row| (0..fours).map(move |four| (row, four)));
    all.map(|(row, four)| [of(row, four, 1), of(row, four, -1)]).collect()
}
