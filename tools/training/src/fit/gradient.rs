//! Gradients as the kernels sum them up.

use crate::fit::floats::Floats;
use crate::fit::shape::Shape;
use crate::fit::shape::{DOTS, VALUE};

/// A convolution's part.
#[derive(Clone, Debug)]
pub struct ConvGradient {
    /// Laid out as the kernels' weights are.
    pub(crate) weights: Floats,
    /// By output.
    pub(crate) biases: Floats,
}

/// The gradient of all numbers that a [`crate::fit::units::Network`] computes with.
#[derive(Clone, Debug)]
pub struct Gradient {
    pub(crate) convs: Vec<ConvGradient>,
    /// Of the [`DOTS`] heads that give every hole a logit: sums of activations times the logit's gradient.
    pub(crate) dots: Vec<Floats>,
    pub(crate) chain_bias: [f32; 2],
    /// Of the value head's arrays [`VALUE`].
    pub(crate) value: Vec<Vec<f32>>,
}

impl Gradient {
    /// All zeros.
    #[must_use]
    pub fn zeros(shape: Shape) -> Gradient {
        let channels = shape.channels();
        let conv = |i: usize| ConvGradient {
            weights: Floats::zeros(9 * shape.inputs(i) * channels),
            biases: Floats::zeros(channels),
        };
        Gradient {
            convs: (0..shape.convs()).map(conv).collect(),
            dots: vec![Floats::zeros(channels); DOTS],
            chain_bias: [0.0; 2],
            value: VALUE.map(|array| vec![0.0; array.length(shape)]).into(),
        }
    }

    /// All runs of floats in it.
    fn runs(&self) -> impl Iterator<Item = &[f32]> {
        let convs = self.convs.iter().flat_map(|conv| [&conv.weights[..], &conv.biases[..]]);
        let dots = self.dots.iter().map(|dot| &dot[..]);
        let value = self.value.iter().map(|head| &head[..]);
        convs.chain(dots).chain(value).chain([&self.chain_bias[..]])
    }

    /// The same to be changed.
    fn runs_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let convs =
            self.convs.iter_mut().flat_map(|conv| [&mut conv.weights[..], &mut conv.biases[..]]);
        let dots = self.dots.iter_mut().map(|dot| &mut dot[..]);
        let value = self.value.iter_mut().map(|head| &mut head[..]);
        convs.chain(dots).chain(value).chain([&mut self.chain_bias[..]])
    }

    /// Makes it zeros again.
    pub fn clear(&mut self) {
        self.runs_mut().for_each(|run| run.fill(0.0));
    }

    /// Adds another one of the same shape.
    pub fn add(&mut self, other: &Gradient) {
        for (to, from) in self.runs_mut().zip(other.runs()) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
    }
}
