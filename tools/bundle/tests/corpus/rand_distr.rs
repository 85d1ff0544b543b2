//! rand_distr = "0.5"
//! rand = "0.9"
//!
//! 400

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rand_distr::weighted::WeightedAliasIndex;
use rand_distr::{Beta, Binomial, Dirichlet, Distribution, Exp, Gamma, Geometric, Normal, Poisson};
use rand_distr::{StandardNormal, UnitCircle, Zipf};

fn mean<D: Distribution<f64>>(name: &str, distribution: D, samples: usize) {
    let rng = StdRng::seed_from_u64(11);
    let sum: f64 = rng.sample_iter(distribution).take(samples).sum();
    println!("{name} {:.9}", sum / samples as f64);
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let samples = line.trim().parse().unwrap();
    mean("normal", Normal::new(2.0, 3.0).unwrap(), samples);
    mean("standard", StandardNormal, samples);
    mean("exponential", Exp::new(0.5).unwrap(), samples);
    mean("gamma", Gamma::new(2.0, 5.0).unwrap(), samples);
    mean("beta", Beta::new(2.0, 5.0).unwrap(), samples);
    mean("poisson", Poisson::new(7.5).unwrap(), samples);
    mean("zipf", Zipf::new(10.0, 1.5).unwrap(), samples);
    let mut rng = StdRng::seed_from_u64(3);
    println!("{}", Binomial::new(100, 0.3).unwrap().sample(&mut rng));
    println!("{}", Geometric::new(0.1).unwrap().sample(&mut rng));
    let [x, y]: [f64; 2] = UnitCircle.sample(&mut rng);
    println!("{x:.6} {y:.6} {:.6}", x * x + y * y);
    let alias = WeightedAliasIndex::new(vec![1u32, 7, 2]).unwrap();
    let mut counts = [0; 3];
    for _ in 0..1000 {
        counts[alias.sample(&mut rng)] += 1;
    }
    println!("{counts:?}");
    // Noise at the root of a tree search.
    let noise = Dirichlet::<f64, 4>::new([0.3; 4]).unwrap().sample(&mut rng);
    println!("{noise:.5?} {:.6}", noise.iter().sum::<f64>());
}
