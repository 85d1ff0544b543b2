//! The shipped networks with sample positions: the work that `cargo bench --bench network -- targets`
//! times on every target.

#![allow(dead_code, missing_docs)]

use super::common::positions;
use std::hint::black_box;
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::network::{Kernel, Network, Output, Planes, Scratch};
use twixt::rules::Position;

/// The board sizes with a shipped network.
pub(crate) const EDGES: [u8; 2] = [12, 24];

/// The number of positions per call of [`Shipped::evaluate`].
const FEW: usize = 4;

/// Measures the distances of a position and fills its planes.
type Fill = Box<dyn FnMut(&Position, &mut Planes)>;

/// The network for a board size, and sample positions.
pub(crate) struct Shipped {
    network: Network,
    positions: Vec<Position>,
    planes: Vec<Planes>,
    fill: Fill,
    scratch: Scratch,
    output: Output,
}

impl Shipped {
    /// Loads the bot's network on 12 × 12, and the club's network on larger boards.
    pub(crate) fn new(edge: u8) -> Shipped {
        let network = match edge {
            12 => Network::built_in(),
            _ => Network::from_bytes(include_bytes!("../../tools/analysis/club.tpn")),
        };
        let size = Size::new(edge).expect("a size between 5 and 24");
        let positions = positions(size, 96);
        let mut shipped = Shipped {
            network: network.expect("sound weights"),
            planes: vec![Planes::default(); positions.len()],
            positions,
            fill: if Distances::<4>::supports(size) { filler::<4>() } else { filler::<12>() },
            scratch: Scratch::default(),
            output: Output::default(),
        };
        shipped.fill();
        shipped
    }

    pub(crate) fn with_kernel(self, kernel: Kernel) -> Shipped {
        Shipped { network: self.network.with_kernel(kernel), ..self }
    }

    /// Evaluates the next [`FEW`] positions and returns their number. The number is small, so that other
    /// load rarely interrupts a call.
    pub(crate) fn evaluate(&mut self) -> usize {
        self.planes.rotate_left(FEW);
        for planes in &self.planes[..FEW] {
            self.network.evaluate(black_box(planes), &mut self.scratch, &mut self.output);
            black_box(&self.output);
        }
        FEW
    }

    /// Measures the distances of all positions and fills their planes; returns their number.
    pub(crate) fn fill(&mut self) -> usize {
        for (position, planes) in self.positions.iter().zip(&mut self.planes) {
            (self.fill)(black_box(position), planes);
        }
        self.positions.len()
    }

    /// Fills the planes and returns a hash of all outputs.
    pub(crate) fn fingerprint(&mut self) -> u64 {
        self.fill();
        fingerprint(&self.network, &self.planes)
    }
}

fn filler<const N: usize>() -> Fill {
    let mut distances = Distances::<N>::new();
    Box::new(move |position, planes| {
        distances.measure(position.board());
        planes.fill(position, &distances);
    })
}

/// Returns a hash of the outputs of a network.
pub(crate) fn fingerprint(network: &Network, inputs: &[Planes]) -> u64 {
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let mut fingerprint = 0_u64;
    for planes in inputs {
        network.evaluate(planes, &mut scratch, &mut output);
        for number in output.logits.iter().chain(&output.wdl) {
            fingerprint = fingerprint.rotate_left(5) ^ u64::from(number.to_bits());
        }
    }
    fingerprint
}
