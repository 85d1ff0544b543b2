//! rand_core = "0.9"

use rand_core::block::{BlockRng, BlockRngCore};
use rand_core::{impls, le, RngCore, SeedableRng, TryRngCore};

#[derive(Clone, Debug)]
struct Lcg(u64);

impl SeedableRng for Lcg {
    type Seed = [u8; 8];
    fn from_seed(seed: [u8; 8]) -> Lcg {
        let mut words = [0; 1];
        le::read_u64_into(&seed, &mut words);
        Lcg(words[0] | 1)
    }
}

impl RngCore for Lcg {
    fn next_u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 32) as u32
    }
    fn next_u64(&mut self) -> u64 {
        impls::next_u64_via_u32(self)
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        impls::fill_bytes_via_next(self, bytes);
    }
}

struct Counter(u32);

impl BlockRngCore for Counter {
    type Item = u32;
    type Results = [u32; 4];
    fn generate(&mut self, results: &mut [u32; 4]) {
        for word in results {
            *word = self.0.wrapping_mul(2654435761);
            self.0 += 1;
        }
    }
}

fn main() {
    let mut rng = Lcg::seed_from_u64(9);
    println!("{rng:?} {} {}", rng.next_u32(), rng.next_u64());
    let mut bytes = [0; 11];
    rng.fill_bytes(&mut bytes);
    println!("{bytes:?} {:?}", rng.try_next_u32());
    println!("{:?}", Lcg::from_rng(&mut rng));
    let mut block = BlockRng::new(Counter(1));
    println!("{} {} {}", block.next_u32(), block.next_u64(), block.index());
    block.generate_and_set(3);
    println!("{} {}", block.next_u64(), rng.unwrap_mut().next_u32());
}
