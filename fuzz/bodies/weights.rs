//! Fuzzes the reader of weights and the kernels.

use engine::tpn::{self, TpnError};
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::network::{checksum, Kernel, Network, Output, Planes, Scratch, WeightsError};
use twixt::rules::Position;

/// The maximum size in bytes of a repaired file; enough for three residual blocks with 16 channels.
const MOST: usize = 24_000;

/// Reads bytes as weights. Repairs a wrong length or checksum, to reach the later checks.
///
/// Property: all kernels compute the same bits.
pub(crate) fn run(data: &[u8]) {
    let network = match tpn::read(data) {
        Err(TpnError::Length { needed, .. }) if (16..=MOST).contains(&needed) => {
            repaired(data, needed)
        }
        Err(TpnError::Damaged(WeightsError::Checksum)) => repaired(data, data.len()),
        read => read,
    };
    match network {
        Ok(network) => evaluate(network),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn repaired(data: &[u8], needed: usize) -> Result<Network, TpnError> {
    let mut bytes = data.to_vec();
    bytes.resize(needed, 0);
    let body = needed - 4;
    let sum = checksum(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    tpn::read(&bytes)
}

fn evaluate(network: Network) {
    let mut position = Position::new(Size::MIN);
    for ply in ["c3", "b2", "d2"] {
        position.play_ply(&ply.parse().expect("a turn")).expect("a legal one");
    }
    let mut distances = Distances::<4>::new();
    distances.measure(position.board());
    let mut planes = Planes::default();
    planes.fill(&position, &distances);
    let (mut scratch, mut network, mut outputs) = (Scratch::default(), network, Vec::new());
    for kernel in Kernel::ALL.into_iter().rev() {
        network = network.with_kernel(kernel);
        let mut output = Output::default();
        network.evaluate(&planes, &mut scratch, &mut output);
        // As bits, because NaN does not equal itself.
        outputs.push((output.logits.map(f32::to_bits), output.wdl.map(f32::to_bits)));
    }
    assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "the kernels differ");
}
