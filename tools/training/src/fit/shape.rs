//! Shape of a network, and the layout of its parameters in one buffer, so that optimiser and
//! checkpoints are simple loops.

use anyhow::{ensure, Result};
use serde::{Deserialize, Serialize};
use std::ops::Range;
pub use twixt::network::HIDDEN;
use twixt::network::PLANES;

/// Number of heads with one logit per hole; the following constants are their indices.
pub(crate) const HOLE_HEADS: usize = 5;
pub(crate) const POLICY: usize = 0;
pub(crate) const REPLY: usize = 1;
/// Index of the head for the mover's chain; the head for the opponent's chain follows it.
pub(crate) const CHAIN: usize = 2;
pub(crate) const SOFT: usize = 4;

/// Arrays of the value head, in the order of the weights file.
pub(crate) const VALUE: [Array; 4] =
    [Array::First, Array::FirstBias, Array::Second, Array::SecondBias];

/// Size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    channels: usize,
    blocks: usize,
}

impl Shape {
    /// Creates a shape. Fails unless `channels` is 16, 32, 48 or 64, and `blocks`, the number of
    /// residual blocks, is 1 to 16.
    pub fn new(channels: usize, blocks: usize) -> Result<Shape> {
        let supported = channels.is_multiple_of(16) && (16..=64).contains(&channels);
        ensure!(supported, "unsupported number of channels {channels}: expected 16, 32, 48 or 64");
        ensure!(
            (1..=16).contains(&blocks),
            "unsupported number of residual blocks {blocks}: expected 1 to 16"
        );
        Ok(Shape { channels, blocks })
    }

    /// Fails unless the options ask for this shape.
    pub fn ensure(self, asked: Shape) -> Result<()> {
        let Shape { channels, blocks } = self;
        ensure!(
            self == asked,
            "its network has {channels} channels and {blocks} residual blocks; pass --channels \
             {channels} --blocks {blocks}"
        );
        Ok(())
    }

    /// Returns the number of channels of the tower.
    pub fn channels(self) -> usize {
        self.channels
    }

    /// Returns the number of residual blocks, pairs of convolutions.
    pub fn blocks(self) -> usize {
        self.blocks
    }

    /// Returns the number of convolutions: the input layer and two per residual block.
    pub fn convs(self) -> usize {
        1 + 2 * self.blocks
    }

    /// Returns the number of input channels of a convolution.
    pub fn inputs(self, conv: usize) -> usize {
        if conv == 0 {
            PLANES
        } else {
            self.channels
        }
    }

    /// Returns all arrays, in the order of the layout.
    pub fn arrays(self) -> impl Iterator<Item = Array> {
        let convs = (0..self.convs()).flat_map(|i| [Array::ConvWeights(i), Array::ConvBias(i)]);
        convs.chain(HEADS)
    }

    /// Returns the number of parameters.
    pub fn length(self) -> usize {
        self.range(Array::Soft).end
    }

    /// Returns the range of an array in the buffer.
    pub fn range(self, array: Array) -> Range<usize> {
        let first = 9 * PLANES * self.channels + self.channels;
        let other = 9 * self.channels * self.channels + self.channels;
        let conv = |i: usize| if i == 0 { 0 } else { first + (i - 1) * other };
        let start = match array {
            Array::ConvWeights(i) => conv(i),
            Array::ConvBias(i) => conv(i + 1) - self.channels,
            _ => {
                let before = HEADS.into_iter().take_while(|&head| head != array);
                conv(self.convs()) + before.map(|head| head.length(self)).sum::<usize>()
            }
        };
        start..start + array.length(self)
    }
}

/// A parameter array, in real units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Array {
    /// A convolution's weights `[tap row, tap column, input, output]`.
    ConvWeights(usize),
    /// A convolution's biases `[output]`.
    ConvBias(usize),
    /// The policy head `[channel]`.
    Policy,
    /// First layer of the value head `[hidden, channel means then channel maxima]`.
    First,
    /// Biases of the first layer `[hidden]`.
    FirstBias,
    /// Second layer of the value head `[win/draw/loss, hidden]`.
    Second,
    /// Biases of the second layer `[win/draw/loss]`.
    SecondBias,
    /// Reply head, which predicts the opponent's next move `[channel]`. This and the following
    /// arrays belong to auxiliary heads.
    Reply,
    /// Chain head, which predicts the winning chain's pegs `[own/opponent's, channel]`.
    Chain,
    /// Biases of the chain head `[own/opponent's]`.
    ChainBias,
    /// Soft policy head `[channel]`.
    Soft,
}

pub(crate) const HEADS: [Array; 9] = [
    Array::Policy,
    Array::First,
    Array::FirstBias,
    Array::Second,
    Array::SecondBias,
    Array::Reply,
    Array::Chain,
    Array::ChainBias,
    Array::Soft,
];

impl Array {
    /// Returns the dimensions.
    pub fn dims(self, shape: Shape) -> Vec<usize> {
        let channels = shape.channels;
        match self {
            Array::ConvWeights(i) => vec![3, 3, shape.inputs(i), channels],
            Array::ConvBias(_) | Array::Policy | Array::Reply | Array::Soft => vec![channels],
            Array::First => vec![HIDDEN, 2 * channels],
            Array::FirstBias => vec![HIDDEN],
            Array::Second => vec![3, HIDDEN],
            Array::SecondBias => vec![3],
            Array::Chain => vec![2, channels],
            Array::ChainBias => vec![2],
        }
    }

    /// Returns the number of elements.
    pub fn length(self, shape: Shape) -> usize {
        self.dims(shape).iter().product()
    }

    /// Returns whether weight decay applies: to arrays of two or more dimensions, not to vectors.
    pub fn decays(self, shape: Shape) -> bool {
        self.dims(shape).len() > 1
    }
}
