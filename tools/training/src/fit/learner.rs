//! Forward and backward pass for single positions.

use crate::fit::gradient::Gradient;
use crate::fit::heads::{HeadsBackward, HeadsForward, Outputs, Pooled};
use crate::fit::losses::{AddLosses, LossScratch, Losses, Scales};
use crate::fit::source::Example;
use crate::fit::tape::Tape;
use crate::fit::units::FitNet;
use kernels::{dispatch, Kernel};

/// One thread's buffers for forward and backward passes.
#[derive(Debug)]
pub struct Learner {
    kernel: Kernel,
    tape: Tape,
    pooled: Pooled,
    outputs: Outputs,
    /// Gradient with respect to the outputs.
    outer: Outputs,
    scratch: LossScratch,
}

impl Learner {
    /// Creates a learner that uses the instructions of `kernel`.
    pub fn new(kernel: Kernel) -> Learner {
        Learner {
            kernel,
            tape: Tape::default(),
            pooled: Pooled::default(),
            outputs: Outputs::default(),
            outer: Outputs::default(),
            scratch: LossScratch::default(),
        }
    }

    /// Runs the forward pass of an example and adds its losses and hits to `sums`.
    pub fn evaluate(
        &mut self,
        network: &FitNet,
        example: &Example,
        scales: Scales,
        sums: &mut Losses,
    ) {
        let Learner { kernel, tape, pooled, outputs, outer, scratch } = self;
        tape.load(example);
        tape.forward(*kernel, network);
        dispatch(*kernel, HeadsForward { network, top: tape.top(), pooled, outputs });
        dispatch(*kernel, AddLosses { example, outputs, scales, scratch, gradient: outer, sums });
    }

    /// Like [`Learner::evaluate`], then adds the gradient of the scaled losses to `gradient`.
    pub fn backpropagate(
        &mut self,
        network: &FitNet,
        example: &Example,
        scales: Scales,
        gradient: &mut Gradient,
        sums: &mut Losses,
    ) {
        self.evaluate(network, example, scales, sums);
        let Learner { kernel, tape, pooled, outer, .. } = self;
        dispatch(*kernel, HeadsBackward { network, top: tape.top_back(), pooled, outer, gradient });
        tape.backward(*kernel, network, gradient);
    }

    /// Returns the policy logits by hole and the value logits (win, draw, loss) of the last example.
    pub fn outputs(&self) -> (&[f32], [f32; 3]) {
        (&self.outputs.logits[0], self.outputs.value)
    }
}
