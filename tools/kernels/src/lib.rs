//! Convolution kernels of the trainer for AVX-512 and AVX2, with a portable reference implementation.
//!
//! A crate of its own, because it takes longer to compile than the rest of the trainer. The modules are in dependency
//! order.

pub mod floats;
pub mod cells;
pub mod lanes;
mod conv;
mod tiles;
mod weights;

use crate::cells::Cells;
use crate::floats::LANES;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{avx2::Avx2, avx512::Avx512};
use crate::lanes::{plain::Plain, Lanes};
use conv::Finish;
use std::fmt;
pub use tiles::Strip;
use twixt::network::PLANES;

/// Instruction set of the kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// 512-bit registers.
    Avx512,
    /// 256-bit registers with fused multiply-add.
    Avx2,
    /// Portable reference implementation.
    Plain,
}

impl Kernel {
    /// All kernels, the fastest first.
    pub const ALL: [Kernel; 3] = [Kernel::Avx512, Kernel::Avx2, Kernel::Plain];

    /// Returns whether this machine supports the instructions.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Kernel::Avx512 => is_x86_feature_detected!("avx512f"),
            Kernel::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Kernel::Plain => true,
        };
        #[cfg(not(target_arch = "x86_64"))]
        return self == Kernel::Plain;
    }

    /// Returns the fastest kernel that this machine supports.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Kernel::Plain)
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Avx512 => "avx512",
            Kernel::Avx2 => "avx2",
            Kernel::Plain => "plain",
        })
    }
}

/// Final step of a layer's forward pass: clips the sums to 16 bits, scales and rounds them, adds
/// the residual and clips to 0–127. All cells have the layer's channels.
pub struct Forward<'a> {
    /// Scale of the sums, by channel.
    pub scale: &'a [f32],
    /// Whether to round to integers.
    pub quantise: bool,
    /// Added to the scaled sums.
    pub residual: Option<&'a Cells>,
    /// The layer's activations.
    pub output: &'a mut Cells,
    /// Derivative of the output with respect to the scaled sum, through both clips; 1/2 at their
    /// ends.
    pub slope: &'a mut Cells,
    /// Derivative of the output with respect to the residual, through the last clip only.
    pub gate: Option<&'a mut Cells>,
}

impl Forward<'_> {
    fn check(&self, edge: usize, outputs: usize) {
        let fits = |cells: &Cells| fits(cells, edge, outputs);
        assert!(self.scale.len() == outputs && self.residual.is_none_or(fits));
        assert!(fits(self.output) && fits(self.slope));
        assert!(self.gate.as_deref().is_none_or(fits));
    }
}

/// Final step of a layer's backward pass: converts the gradient of the layer's output into the
/// gradient of its sums. All cells have the layer's channels.
pub struct Backward<'a> {
    /// Scale of the sums, by channel.
    pub scale: &'a [f32],
    /// [`Forward::slope`] of this layer.
    pub slope: &'a Cells,
    /// [`Forward::gate`] of this layer.
    pub gate: Option<&'a Cells>,
    /// Gradient of the output through the skip connection. If the layer has a gate, the gradient of
    /// the layer's own residual replaces it.
    pub residual: Option<&'a mut Cells>,
    /// The gradient of the sums.
    pub output: &'a mut Cells,
}

/// Weights and biases in the kernels' layout.
pub struct Taps<'a> {
    /// Weights ordered by group of sixteen outputs, tap (or product of the integer network), input and output.
    pub weights: &'a [f32],
    /// Biases by output; none in the backward pass.
    pub bias: Option<&'a [f32]>,
    /// Number of input channels.
    pub inputs: usize,
    /// Number of output channels.
    pub outputs: usize,
}

impl Taps<'_> {
    fn check(&self, input: &Cells, taps: usize) {
        assert!(self.bias.is_none_or(|bias| bias.len() == self.outputs));
        check(input, self.weights, [taps, self.inputs, self.outputs]);
    }

    /// Returns the biases of a group of outputs, or zeros.
    ///
    /// # Safety
    ///
    /// The taps must have been checked, and the processor must support `V`'s instructions.
    #[inline(always)]
    unsafe fn start<V: Lanes>(&self, group: usize) -> V {
        // SAFETY: guaranteed by the caller.
        unsafe {
            match self.bias {
                Some(bias) => V::load(bias.as_ptr().add(group * LANES)),
                None => V::splat(0.0),
            }
        }
    }

    /// Convolves the input and applies the final step.
    pub fn forward(&self, kernel: Kernel, input: &Cells, forward: Forward<'_>) {
        self.check(input, 9);
        forward.check(input.edge, self.outputs);
        dispatch(kernel, Convolve { taps: self, input, finish: forward });
    }

    /// Convolves the gradient of the sums with flipped weights and applies the final step.
    pub fn backward(&self, kernel: Kernel, input: &Cells, backward: Backward<'_>) {
        let fits = |cells: &Cells| fits(cells, input.edge, self.outputs);
        assert!(backward.scale.len() == self.outputs && fits(backward.slope));
        assert!(backward.gate.is_none_or(fits) && fits(backward.output));
        assert!(backward.residual.as_deref().is_none_or(fits));
        self.check(input, 9);
        dispatch(kernel, Convolve { taps: self, input, finish: backward });
    }

    /// Like [`Taps::forward`], with weights of the integer network's products and its roundings.
    pub fn forward_tiles(
        &self,
        kernel: Kernel,
        input: &Cells,
        strip: &mut Strip,
        forward: Forward<'_>,
    ) {
        self.check(input, 16);
        forward.check(input.edge, self.outputs);
        dispatch(kernel, ConvolveTiles { taps: self, input, strip, finish: forward });
    }
}

/// A convolution by tiles with shapes checked by [`Taps`].
struct ConvolveTiles<'a> {
    taps: &'a Taps<'a>,
    input: &'a Cells,
    strip: &'a mut Strip,
    finish: Forward<'a>,
}

impl VectorTask for ConvolveTiles<'_> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let ConvolveTiles { taps, input, strip, mut finish } = self;
        // SAFETY: the lengths were checked, and the caller guarantees support for `V`'s instructions.
        unsafe { tiles::rows::<V>(taps, input, strip, &mut finish) }
    }
}

/// Checks the lengths of a convolution's input and weights, whose dimensions are products, inputs and outputs.
fn check(input: &Cells, weights: &[f32], dims: [usize; 3]) {
    let [_, inputs, outputs] = dims;
    assert!(outputs.is_multiple_of(LANES) && (5..=24).contains(&input.edge));
    assert!(weights.len() == dims.iter().product::<usize>() && fits(input, input.edge, inputs));
}

fn fits(cells: &Cells, edge: usize, channels: usize) -> bool {
    let length = ((edge + 1) * (edge + 2) + 1) * channels;
    (cells.edge, cells.channels, cells.values.len()) == (edge, channels, length)
}

/// A convolution with shapes checked by [`Taps`].
struct Convolve<'a, F> {
    taps: &'a Taps<'a>,
    input: &'a Cells,
    finish: F,
}

impl<F: Finish> VectorTask for Convolve<'_, F> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let Convolve { taps, input, mut finish } = self;
        // SAFETY: the lengths were checked, the constant arguments are the numbers of inputs, and
        // the caller guarantees support for `V`'s instructions.
        unsafe {
            match input.channels {
                PLANES => conv::rows::<V, F, PLANES>(taps, input, &mut finish),
                16 => conv::rows::<V, F, 16>(taps, input, &mut finish),
                32 => conv::rows::<V, F, 32>(taps, input, &mut finish),
                48 => conv::rows::<V, F, 48>(taps, input, &mut finish),
                64 => conv::rows::<V, F, 64>(taps, input, &mut finish),
                _ => unreachable!("networks have 16, 32, 48 or 64 channels"),
            }
        }
    }
}

struct AddWeights<'a> {
    input: &'a Cells,
    outer: &'a Cells,
    weights: &'a mut [f32],
    biases: &'a mut [f32],
}

impl VectorTask for AddWeights<'_> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let AddWeights { input, outer, weights, biases } = self;
        // SAFETY: the lengths were checked, the constant arguments are the numbers of inputs, and
        // the caller guarantees support for `V`'s instructions.
        unsafe {
            match input.channels {
                PLANES => weights::add::<V, PLANES>(input, outer, weights, biases),
                16 => weights::add::<V, 16>(input, outer, weights, biases),
                32 => weights::add::<V, 32>(input, outer, weights, biases),
                48 => weights::add::<V, 48>(input, outer, weights, biases),
                64 => weights::add::<V, 64>(input, outer, weights, biases),
                _ => unreachable!("networks have 16, 32, 48 or 64 channels"),
            }
        }
    }
}

/// Adds a position's gradient with respect to a convolution's weights and biases. `outer` is the
/// gradient of the sums; `weights` has the layout of [`Taps::weights`].
pub fn add_weights(
    kernel: Kernel,
    input: &Cells,
    outer: &Cells,
    weights: &mut [f32],
    biases: &mut [f32],
) {
    let (inputs, outputs) = (input.channels, outer.channels);
    check(input, weights, [9, inputs, outputs]);
    assert!(fits(outer, input.edge, outputs) && biases.len() == outputs);
    dispatch(kernel, AddWeights { input, outer, weights, biases });
}

/// A computation on vectors of sixteen floats, generic over the instruction set.
pub trait VectorTask {
    /// Runs the computation.
    ///
    /// # Safety
    ///
    /// The processor must support `V`'s instructions. Implementations are `#[inline(always)]`, so
    /// that they are compiled for these instructions.
    unsafe fn run<V: Lanes>(self);
}

/// Runs a computation, compiled for this kernel's instructions, or for the portable ones if the machine does not support
/// them.
pub fn dispatch<W: VectorTask>(kernel: Kernel, task: W) {
    // SAFETY: the machine supports the instructions.
    unsafe {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 if kernel.is_available() => run_avx512(task),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if kernel.is_available() => run_avx2(task),
            _ => task.run::<Plain>(),
        }
    }
}

/// The processor must support AVX-512F.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn run_avx512<W: VectorTask>(task: W) {
    // SAFETY: the caller guarantees support for AVX-512F.
    unsafe { task.run::<Avx512>() }
}

/// The processor must support AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn run_avx2<W: VectorTask>(task: W) {
    // SAFETY: the caller guarantees support for AVX2 and FMA.
    unsafe { task.run::<Avx2>() }
}
