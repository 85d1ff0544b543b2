//! rand_chacha = "0.9"

use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::{ChaCha12Rng, ChaCha20Rng, ChaCha8Rng};

fn sample<R: RngCore>(mut rng: R) -> (u64, u32, [u8; 5]) {
    let mut bytes = [0; 5];
    let (a, b) = (rng.next_u64(), rng.next_u32());
    rng.fill_bytes(&mut bytes);
    (a, b, bytes)
}

fn main() {
    println!("{:?}", sample(ChaCha8Rng::seed_from_u64(1)));
    println!("{:?}", sample(ChaCha12Rng::seed_from_u64(1)));
    println!("{:?}", sample(ChaCha20Rng::from_seed([7; 32])));
    let mut rng = ChaCha8Rng::seed_from_u64(42);
    rng.set_stream(5);
    rng.set_word_pos(1000);
    println!("{} {} {}", rng.next_u32(), rng.get_word_pos(), rng.get_stream());
    let mut copy = rng.clone();
    println!("{} {}", copy.next_u64() == rng.next_u64(), copy == rng);
    let sum = (0..10_000).fold(0u64, |sum, _| sum.wrapping_add(rng.next_u64()));
    println!("{sum:016x} {:?}", rng.get_seed()[0]);
}
