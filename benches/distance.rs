//! `cargo bench --bench distance`: link distances, in positions per second.
//!
//! One measurement computes all link distances of both sides, with the quantities derived from them. The
//! baseline is the reference implementation `twixt::distance::reference` on the same positions.

mod common;

use common::{grouped, positions, rate};
use std::hint::black_box;
use twixt::distance::reference::ReferenceDistances;
use twixt::distance::Distances;
use twixt::geometry::{Side, Size};

fn main() {
    line::<4>(12);
    line::<12>(24);
}

fn line<const N: usize>(edge: u8) {
    let size = Size::new(edge).expect("a size between 5 and 24");
    let positions = positions(size, 480);
    let mut distances = Distances::<N>::new();
    let fast = rate(|| {
        for position in &positions {
            distances.measure(black_box(position.board()));
            black_box(distances.of(Side::Vertical).needed);
        }
        positions.len()
    });
    let portable = rate(|| {
        for position in &positions {
            for side in Side::ALL {
                distances.measure_portably(black_box(position.board()), side);
            }
            black_box(distances.of(Side::Vertical).needed);
        }
        positions.len()
    });
    let reference = rate(|| {
        for position in &positions[..48] {
            for side in Side::ALL {
                black_box(ReferenceDistances::measure(black_box(position.board()), side));
            }
        }
        48
    });
    println!(
        "distances {edge}x{edge}: {}/s, {:.0} x the reference ({}/s); without AVX2 {}/s",
        grouped(fast),
        fast / reference,
        grouped(reference),
        grouped(portable),
    );
}
