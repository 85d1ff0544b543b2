//! The convolutions' arithmetic in three forms that compute the same: AVX-512, AVX2 and plain.

mod conv;
mod weights;

use crate::fit::cells::Cells;
use crate::fit::floats::LANES;
#[cfg(target_arch = "x86_64")]
use crate::fit::lanes::{avx2::Avx2, avx512::Avx512};
use crate::fit::lanes::{plain::Plain, Lanes};
use conv::{Ahead, Back, Finish};
use std::fmt;
use std::str::FromStr;

/// Input planes that a network has weights for: the first convolution's inputs.
pub const PLANES: usize = 26;

/// Which instructions the arithmetic uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// 512-bit registers.
    Avx512,
    /// 256-bit registers with fused multiplication and addition.
    Avx2,
    /// No processor's particular instructions.
    Plain,
}

impl Kernel {
    /// From the fastest to the slowest.
    pub const ALL: [Kernel; 3] = [Kernel::Avx512, Kernel::Avx2, Kernel::Plain];

    /// Whether this machine has the instructions.
    #[must_use]
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

    /// The fastest that this machine has the instructions for.
    #[must_use]
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Kernel::Plain)
    }

    /// This one, or plain arithmetic where the machine lacks the instructions.
    fn checked(self) -> Kernel {
        if self.is_available() {
            self
        } else {
            Kernel::Plain
        }
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

impl FromStr for Kernel {
    type Err = String;

    fn from_str(text: &str) -> Result<Kernel, String> {
        let known = Kernel::ALL.into_iter().find(|kernel| kernel.to_string() == text);
        match known {
            Some(kernel) if kernel.is_available() => Ok(kernel),
            Some(_) => Err(format!("this machine has no {text}")),
            None if text == "auto" => Ok(Kernel::best()),
            None => Err("expected auto, avx512, avx2 or plain".to_string()),
        }
    }
}

/// What a layer makes of its sums: clipped to 16 bits, scaled, rounded, with the residual added,
/// clipped to 0–127. All cells have the layer's channels.
pub(crate) struct Forward<'a> {
    /// By channel.
    pub(crate) scale: &'a [f32],
    /// Whether results are rounded to whole numbers.
    pub(crate) quantise: bool,
    pub(crate) residual: Option<&'a Cells>,
    pub(crate) output: &'a mut Cells,
    /// By how much the output gains of the scaled sum's gain: both clips, 1/2 at their ends.
    pub(crate) slope: &'a mut Cells,
    /// The same of the residual's gain: the last clip alone.
    pub(crate) gate: Option<&'a mut Cells>,
}

/// What becomes of the gradient of a layer's output: the gradient of the sums that the output was
/// made of. All cells have that layer's channels.
pub(crate) struct Backward<'a> {
    /// By channel, what the layer multiplied its sums by.
    pub(crate) scale: &'a [f32],
    pub(crate) slope: &'a Cells,
    pub(crate) gate: Option<&'a Cells>,
    /// What the layers behind gave the output past the convolution; what the layer gives its own
    /// residual takes its place, if it has a gate.
    pub(crate) residual: Option<&'a mut Cells>,
    pub(crate) output: &'a mut Cells,
}

/// A convolution's numbers as the kernels want them.
pub(crate) struct Taps<'a> {
    /// By sixteen outputs, then by row of taps, tap and input.
    pub(crate) weights: &'a [f32],
    /// By output, if there is one.
    pub(crate) bias: Option<&'a [f32]>,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
}

impl Taps<'_> {
    /// Checks that the lengths fit the input.
    fn check(&self, input: &Cells) {
        assert!(self.outputs.is_multiple_of(LANES) && (5..=24).contains(&input.edge));
        assert!(self.weights.len() == 9 * self.inputs * self.outputs);
        assert!(self.bias.is_none_or(|bias| bias.len() == self.outputs));
        assert!(fits(input, input.edge, self.inputs));
    }

    /// Convolves and finishes.
    pub(crate) fn forward(&self, kernel: Kernel, input: &Cells, mut forward: Forward<'_>) {
        let fits = |cells: &Cells| fits(cells, input.edge, self.outputs);
        assert!(forward.scale.len() == self.outputs && forward.residual.is_none_or(fits));
        assert!(fits(forward.output) && fits(forward.slope));
        assert!(forward.gate.as_deref().is_none_or(fits));
        self.check(input);
        work(kernel, Convolve { taps: self, input, finish: Ahead::new(&mut forward) });
    }

    /// Convolves the gradient of sums, with weights turned around, and finishes.
    pub(crate) fn backward(&self, kernel: Kernel, input: &Cells, mut backward: Backward<'_>) {
        let fits = |cells: &Cells| fits(cells, input.edge, self.outputs);
        assert!(backward.scale.len() == self.outputs && fits(backward.slope));
        assert!(backward.gate.is_none_or(fits) && fits(backward.output));
        assert!(backward.residual.as_deref().is_none_or(fits));
        self.check(input);
        work(kernel, Convolve { taps: self, input, finish: Back::new(&mut backward) });
    }
}

/// Whether the cells are of that shape and all there.
fn fits(cells: &Cells, edge: usize, channels: usize) -> bool {
    let length = ((edge + 1) * (edge + 2) + 1) * channels;
    (cells.edge, cells.channels, cells.values.len()) == (edge, channels, length)
}

/// The shapes have been looked at by [`Taps`].
struct Convolve<'a, F> {
    taps: &'a Taps<'a>,
    input: &'a Cells,
    finish: F,
}

impl<F: Finish> Work for Convolve<'_, F> {
    type Result = ();

    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let Convolve { taps, input, finish } = self;
        // SAFETY: the lengths were looked at, the number of inputs is the input's, and the
        // instructions are there.
        unsafe {
            match input.channels {
                PLANES => conv::rows::<V, F, PLANES>(taps, input, &finish),
                16 => conv::rows::<V, F, 16>(taps, input, &finish),
                32 => conv::rows::<V, F, 32>(taps, input, &finish),
                48 => conv::rows::<V, F, 48>(taps, input, &finish),
                64 => conv::rows::<V, F, 64>(taps, input, &finish),
                _ => unreachable!("networks have 16, 32, 48 or 64 channels"),
            }
        }
    }
}

/// A part of the gradient of a convolution's weights and biases.
struct AddWeights<'a> {
    input: &'a Cells,
    outer: &'a Cells,
    weights: &'a mut [f32],
    biases: &'a mut [f32],
}

impl Work for AddWeights<'_> {
    type Result = ();

    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let AddWeights { input, outer, weights, biases } = self;
        // SAFETY: the lengths were looked at, the number of inputs is the input's, and the
        // instructions are there.
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

/// Adds a position's part to the gradient of a convolution's weights and biases. `outer` is the
/// gradient of the sums; `weights` is laid out as [`Taps::weights`] is.
pub(crate) fn add_weights(
    kernel: Kernel,
    input: &Cells,
    outer: &Cells,
    weights: &mut [f32],
    biases: &mut [f32],
) {
    let (inputs, outputs) = (input.channels, outer.channels);
    assert!(outputs.is_multiple_of(LANES) && (5..=24).contains(&input.edge));
    assert!(fits(input, input.edge, inputs) && fits(outer, input.edge, outputs));
    assert!(weights.len() == 9 * inputs * outputs && biases.len() == outputs);
    work(kernel, AddWeights { input, outer, weights, biases });
}

/// Something that is done sixteen floats at a time, whatever the processor has for it.
pub(crate) trait Work {
    /// What comes of it.
    type Result;

    /// Does it.
    ///
    /// # Safety
    ///
    /// `V`'s instructions must be there. Implementations are `#[inline(always)]`, so that they are
    /// compiled for these.
    unsafe fn run<V: Lanes>(self) -> Self::Result;
}

/// Does the work with a kernel's instructions.
pub(crate) fn work<W: Work>(kernel: Kernel, work: W) -> W::Result {
    // SAFETY: the instructions are there.
    unsafe {
        match kernel.checked() {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => work_avx512(work),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => work_avx2(work),
            _ => work.run::<Plain>(),
        }
    }
}

/// # Safety
///
/// The instructions must be there.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn work_avx512<W: Work>(work: W) -> W::Result {
    // SAFETY: the caller's promise.
    unsafe { work.run::<Avx512>() }
}

/// # Safety
///
/// The instructions must be there.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn work_avx2<W: Work>(work: W) -> W::Result {
    // SAFETY: the caller's promise.
    unsafe { work.run::<Avx2>() }
}
