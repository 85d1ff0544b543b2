//! Forward and backward pass of the tower, one position at a time, so that its activations stay in
//! the core's cache.

use crate::fit::gradient::Gradient;
use crate::fit::source::{Example, BYTES_PER_HOLE};
use crate::fit::units::FitNet;
use kernels::cells::Cells;
use kernels::{add_weights, Backward, Forward, Kernel, Strip};
use twixt::network::PLANES;

/// Values of the forward pass that the backward pass needs, in reused buffers.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    input: Cells,
    strip: Strip,
    outputs: Vec<Cells>,
    /// Derivative of each convolution's output with respect to its scaled sum.
    slopes: Vec<Cells>,
    /// Derivative of each residual block's output with respect to its residual.
    gates: Vec<Cells>,
    /// Gradients with respect to the sums of a convolution and of the preceding one.
    outer: [Cells; 2],
    /// Gradient through a block's skip connection.
    skip: Cells,
}

impl Tape {
    /// Loads the planes of a position. Panics if the example does not have [`BYTES_PER_HOLE`] bytes per
    /// hole.
    pub(crate) fn load(&mut self, example: &Example) {
        let edge = example.edge;
        assert!(example.planes.len() == edge * edge * BYTES_PER_HOLE);
        self.input.resize(edge, PLANES);
        for (row, planes) in example.planes.chunks_exact(edge * BYTES_PER_HOLE).enumerate() {
            let at = self.input.at(row, 0);
            let cells = self.input.values[at..].chunks_exact_mut(PLANES);
            for (cell, hole) in cells.zip(planes.chunks_exact(BYTES_PER_HOLE)) {
                cell.iter_mut().zip(hole).for_each(|(to, &from)| *to = f32::from(from));
            }
        }
    }

    pub(crate) fn forward(&mut self, kernel: Kernel, network: &FitNet) {
        let (edge, channels) = (self.input.edge, network.shape.channels());
        let convs = network.convs.len();
        for (cells, count) in
            [(&mut self.outputs, convs), (&mut self.slopes, convs), (&mut self.gates, convs / 2)]
        {
            cells.resize_with(count, Cells::default);
            cells.iter_mut().for_each(|cells| cells.resize(edge, channels));
        }
        for (i, conv) in network.convs.iter().enumerate() {
            let (before, rest) = self.outputs.split_at_mut(i);
            let pair = (i > 0 && i % 2 == 0).then(|| i / 2 - 1);
            let forward = Forward {
                scale: conv.tiles.as_ref().map_or(&conv.scale, |tiles| &tiles.scale),
                quantise: network.quantise,
                residual: pair.map(|pair| &before[2 * pair]),
                output: &mut rest[0],
                slope: &mut self.slopes[i],
                gate: pair.map(|pair| &mut self.gates[pair]),
            };
            let input = before.last().unwrap_or(&self.input);
            match conv.tile_taps() {
                Some(taps) => taps.forward_tiles(kernel, input, &mut self.strip, forward),
                None => conv.taps().forward(kernel, input, forward),
            }
        }
    }

    /// Returns the last activations of the tower, 0–127. Panics before the first [`Tape::forward`].
    pub(crate) fn top(&self) -> &Cells {
        self.outputs.last().expect("a network has a convolution")
    }

    /// Returns the last activations and the buffers for their gradient.
    pub(crate) fn top_back(&mut self) -> Top<'_> {
        let last = self.outputs.last().expect("a network has a convolution");
        let [outer, next] = &mut self.outer;
        for cells in [&mut *outer, next, &mut self.skip] {
            cells.resize(last.edge, last.channels);
        }
        Top {
            activations: last,
            slope: &self.slopes[self.slopes.len() - 1],
            gate: &self.gates[self.gates.len() - 1],
            outer,
            skip: &mut self.skip,
        }
    }

    /// Runs the backward pass from the buffers of [`Tape::top_back`], and adds to the gradient.
    pub(crate) fn backward(&mut self, kernel: Kernel, network: &FitNet, gradient: &mut Gradient) {
        let [outer, next] = &mut self.outer;
        for (i, conv) in network.convs.iter().enumerate().rev() {
            let (weights, biases) = gradient.conv(i);
            let input = if i == 0 { &self.input } else { &self.outputs[i - 1] };
            add_weights(kernel, input, outer, weights, biases);
            if i == 0 {
                break;
            }
            // The input of a block's first convolution is also the input of the block's skip
            // connection.
            let below_pair = i % 2 == 1;
            let backward = Backward {
                scale: &network.convs[i - 1].scale,
                slope: &self.slopes[i - 1],
                gate: (below_pair && i > 1).then(|| &self.gates[i / 2 - 1]),
                residual: below_pair.then_some(&mut self.skip),
                output: next,
            };
            conv.flipped_taps().backward(kernel, outer, backward);
            std::mem::swap(outer, next);
        }
    }
}

pub(crate) struct Top<'a> {
    pub(crate) activations: &'a Cells,
    pub(crate) slope: &'a Cells,
    pub(crate) gate: &'a Cells,
    /// Gradient with respect to the last convolution's sums, to be filled in.
    pub(crate) outer: &'a mut Cells,
    /// Gradient through the last block's skip connection, to be filled in.
    pub(crate) skip: &'a mut Cells,
}
