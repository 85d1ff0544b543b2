//! Accumulated gradients.

use crate::fit::shape::{Array, Shape, HEADS};
use kernels::floats::Floats;
use std::ops::Index;

/// Accumulated gradient with respect to the values of a [`crate::fit::units::FitNet`]: arrays in
/// the order of the parameters, convolution weights in the kernels' layout.
#[derive(Clone, Debug)]
pub struct Gradient {
    shape: Shape,
    values: Floats,
}

impl Index<Array> for Gradient {
    type Output = [f32];

    fn index(&self, array: Array) -> &[f32] {
        &self.values[self.shape.range(array)]
    }
}

impl Gradient {
    /// Returns a zero gradient.
    pub fn zeros(shape: Shape) -> Gradient {
        Gradient { shape, values: Floats::zeros(shape.length()) }
    }

    pub(crate) fn conv(&mut self, conv: usize) -> (&mut [f32], &mut [f32]) {
        let weights = self.shape.range(Array::ConvWeights(conv));
        let biases = self.shape.range(Array::ConvBias(conv));
        self.values[weights.start..biases.end].split_at_mut(weights.len())
    }

    pub(crate) fn heads(&mut self) -> [&mut [f32]; HEADS.len()] {
        let shape = self.shape;
        let mut rest = &mut self.values[shape.range(HEADS[0]).start..];
        HEADS.map(|head| {
            let array;
            (array, rest) = std::mem::take(&mut rest).split_at_mut(head.length(shape));
            array
        })
    }

    /// Sets all values to 0.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Adds a gradient of the same shape.
    pub fn add(&mut self, other: &Gradient) {
        self.values.iter_mut().zip(&other.values[..]).for_each(|(to, from)| *to += from);
    }
}
