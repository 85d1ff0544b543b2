//! rand_hc = "0.4"
//! rand_core = "0.9"

use rand_core::{RngCore, SeedableRng};
use rand_hc::Hc128Rng;

fn main() {
    let mut rng = Hc128Rng::seed_from_u64(3);
    println!("{} {}", rng.next_u32(), rng.next_u64());
    let mut bytes = [0; 9];
    rng.fill_bytes(&mut bytes);
    println!("{bytes:?}");
    let mut seed = [0; 32];
    seed[0] = 0x55;
    let mut other = Hc128Rng::from_seed(seed);
    let copy = other.clone();
    println!("{:08x} {}", other.next_u32(), copy == other);
    let mut sum = 0u64;
    for _ in 0..5000 {
        sum = sum.rotate_left(1) ^ other.next_u64();
    }
    println!("{sum:016x}");
}
