//! rand_xorshift = "0.4"
//! rand = { version = "0.9", default-features = false }

use rand::seq::SliceRandom;
use rand::{Rng, RngCore, SeedableRng};
use rand_xorshift::XorShiftRng;

/// Minimises the number of descents by random swaps.
fn anneal(order: &mut [u32], rng: &mut XorShiftRng) -> usize {
    let cost = |order: &[u32]| order.windows(2).filter(|pair| pair[0] > pair[1]).count();
    let mut now = cost(order);
    for _ in 0..2000 {
        let (i, j) = (rng.random_range(0..order.len()), rng.random_range(0..order.len()));
        order.swap(i, j);
        let next = cost(order);
        if next <= now {
            now = next;
        } else {
            order.swap(i, j);
        }
    }
    now
}

fn main() {
    let mut rng = XorShiftRng::seed_from_u64(88172645463325252);
    println!("{} {}", rng.next_u32(), rng.next_u64());
    let mut order: Vec<u32> = (0..15).collect();
    order.shuffle(&mut rng);
    println!("{order:?}");
    println!("{} {order:?}", anneal(&mut order, &mut rng));
    let mut zero = XorShiftRng::from_seed([0; 16]);
    println!("{:x} {:.4}", zero.next_u64(), zero.random::<f32>());
}
