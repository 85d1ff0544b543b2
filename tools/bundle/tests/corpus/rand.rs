//! rand = { version = "0.9", features = ["small_rng"] }
//!
//! 2026

use rand::distr::{weighted::WeightedIndex, Alphanumeric, Distribution, StandardUniform, Uniform};
use rand::rngs::{SmallRng, StdRng};
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand::{Rng, SeedableRng};

#[derive(Debug)]
struct Peg {
    x: u8,
    is_red: bool,
}

impl Distribution<Peg> for StandardUniform {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Peg {
        Peg { x: rng.random_range(1..=24), is_red: rng.random() }
    }
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut rng = StdRng::seed_from_u64(line.trim().parse().unwrap());
    println!("{} {:.6} {}", rng.random::<u32>(), rng.random::<f64>(), rng.random_bool(0.3));
    let peg: Peg = rng.random();
    println!("{:?} {peg:?} {} {}", rng.random_range(-10..10), peg.x, peg.is_red);
    let mut cards: Vec<u32> = (1..=12).collect();
    cards.shuffle(&mut rng);
    println!("{cards:?} {:?}", cards.choose(&mut rng));
    println!("{:?}", cards.choose_multiple(&mut rng, 3).collect::<Vec<_>>());
    let word: String = (&mut rng).sample_iter(Alphanumeric).take(8).map(char::from).collect();
    println!("{word}");
    let die = Uniform::new_inclusive(1, 6).unwrap();
    println!("{:?}", (0..10).map(|_| die.sample(&mut rng)).collect::<Vec<_>>());

    let mut small = SmallRng::seed_from_u64(7);
    let weights = WeightedIndex::new([1, 5, 2]).unwrap();
    let mut counts = [0; 3];
    for _ in 0..800 {
        counts[weights.sample(&mut small)] += 1;
    }
    println!("{counts:?} {:?}", (0..100).choose(&mut small));
    let mut bytes = [0u8; 5];
    small.fill(&mut bytes);
    println!("{bytes:?}");
}
