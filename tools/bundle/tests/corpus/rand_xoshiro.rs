//! rand_xoshiro = "0.7"

use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use rand_xoshiro::{
    SplitMix64, Xoroshiro128Plus, Xoshiro256PlusPlus, Xoshiro256StarStar, Xoshiro512Plus,
};

fn estimate_pi(rng: &mut impl RngCore, samples: u32) -> f64 {
    let mut inside = 0;
    for _ in 0..samples {
        let mut draw = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let (x, y) = (draw(), draw());
        inside += u32::from(x * x + y * y < 1.0);
    }
    4.0 * inside as f64 / samples as f64
}

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    println!("{:.5}", estimate_pi(&mut rng, 100_000));
    println!("{:.5}", estimate_pi(&mut Xoroshiro128Plus::seed_from_u64(20), 100_000));
    println!("{}", SplitMix64::seed_from_u64(5).next_u64());
    let mut other = Xoshiro256StarStar::from_seed([1; 32]);
    let before = other.clone();
    other.jump();
    println!("{} {}", before == other, other.next_u32());
    other.long_jump();
    let mut bytes = [0; 3];
    other.fill_bytes(&mut bytes);
    println!("{bytes:?} {}", Xoshiro512Plus::seed_from_u64(1).next_u64());
}
