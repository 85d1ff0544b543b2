//! Forward and backward pass of single positions.

use crate::fit::gradient::Gradient;
use crate::fit::heads::{Answer, Ask, Back, Pooled};
use crate::fit::kernel::{work, Kernel, Work};
use crate::fit::lanes::Lanes;
use crate::fit::losses::{losses, Extra, Room, Scales, Sums};
use crate::fit::source::Example;
use crate::fit::tape::Tape;
use crate::fit::units::Network;

/// The buffers of one thread for forward and backward passes.
#[derive(Debug)]
pub struct Learner {
    kernel: Kernel,
    tape: Tape,
    pooled: Pooled,
    answer: Answer,
    back: Answer,
    room: Room,
}

impl Learner {
    /// Creates a learner that uses the instructions of `kernel`.
    #[must_use]
    pub fn new(kernel: Kernel) -> Learner {
        Learner {
            kernel,
            tape: Tape::default(),
            pooled: Pooled::default(),
            answer: Answer::default(),
            back: Answer::default(),
            room: Room::default(),
        }
    }

    /// Runs the forward pass of an example and adds its losses and hits to the sums.
    pub fn measure(
        &mut self,
        network: &Network,
        example: &Example,
        scales: Scales,
        sums: &mut Sums,
    ) {
        let Learner { kernel, tape, pooled, answer, back, room } = self;
        tape.load(example);
        tape.forward(*kernel, network);
        work(*kernel, Ask { network, top: tape.top(), pooled, answer });
        work(*kernel, Judge { example, answer, scales, room, back, sums });
    }

    /// Like [`Learner::measure`], then adds the gradient of the scaled losses to `gradient`.
    pub fn learn(
        &mut self,
        network: &Network,
        example: &Example,
        scales: Scales,
        gradient: &mut Gradient,
        sums: &mut Sums,
    ) {
        self.measure(network, example, scales, sums);
        let Learner { kernel, tape, pooled, back, .. } = self;
        work(*kernel, Back { network, top: tape.top_back(), pooled, answer: back, gradient });
        tape.backward(*kernel, network, gradient);
    }

    /// Returns the outputs for the last example: policy logits by hole, and value logits (win,
    /// draw, loss).
    #[must_use]
    pub fn answer(&self) -> (&[f32], [f32; 3]) {
        (&self.answer.logits[0], self.answer.value)
    }

    /// Returns an activation of the tower's last layer for the last example.
    #[must_use]
    pub fn activation(&self, row: usize, column: usize, channel: usize) -> f32 {
        self.tape.top().hole(row, column)[channel]
    }
}

/// [`losses`], compiled with a kernel's instructions.
struct Judge<'a> {
    example: &'a Example,
    answer: &'a Answer,
    scales: Scales,
    room: &'a mut Room,
    back: &'a mut Answer,
    sums: &'a mut Sums,
}

impl Work for Judge<'_> {
    type Result = ();

    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        losses(self.example, self.answer, self.scales, self.room, self.back, self.sums);
    }
}

/// Adds the losses and hits of given policy and value logits to the sums.
pub fn judge(example: &Example, policy: &[f32], value: [f32; 3], sums: &mut Sums) {
    let mut answer = Answer::default();
    answer.clear(example.edge * example.edge);
    answer.logits[0].copy_from_slice(policy);
    answer.value = value;
    let scales = Scales::measuring(Extra::default());
    losses(example, &answer, scales, &mut Room::default(), &mut Answer::default(), sums);
}
