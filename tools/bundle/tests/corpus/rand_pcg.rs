//! rand_pcg = "0.9"

use rand_pcg::rand_core::{RngCore, SeedableRng};
use rand_pcg::{Lcg128CmDxsm64, Mcg128Xsl64, Pcg32, Pcg64, Pcg64Mcg};

fn sample(rng: &mut dyn RngCore) -> String {
    let mut bytes = [0; 6];
    rng.fill_bytes(&mut bytes);
    format!("{} {} {bytes:?}", rng.next_u32(), rng.next_u64())
}

fn main() {
    println!("{}", sample(&mut Pcg32::seed_from_u64(1)));
    println!("{}", sample(&mut Pcg64::seed_from_u64(1)));
    println!("{}", sample(&mut Pcg64Mcg::from_seed([9; 16])));
    println!("{}", sample(&mut Mcg128Xsl64::new(77)));
    println!("{}", sample(&mut Lcg128CmDxsm64::new(5, 6)));
    let (mut far, mut near) = (Pcg32::new(11, 3), Pcg32::new(11, 3));
    far.advance(1000);
    for _ in 0..1000 {
        near.next_u32();
    }
    println!("{} {}", far == near, far.next_u32());
    // A random walk.
    let (mut x, mut y) = (0i32, 0i32);
    for _ in 0..10_000 {
        match near.next_u32() >> 30 {
            0 => x += 1,
            1 => x -= 1,
            2 => y += 1,
            _ => y -= 1,
        }
    }
    println!("{x} {y}");
}
