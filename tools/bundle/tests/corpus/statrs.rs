//! statrs = { version = "0.18", default-features = false }
//!
//! 2.1 3.4 1.9 5.0 4.4 3.3 2.8

use statrs::distribution::{
    Binomial, Continuous, ContinuousCDF, Discrete, DiscreteCDF, Normal, Poisson, StudentsT,
};
use statrs::function::{beta::beta_reg, erf::erf, factorial::binomial, gamma::ln_gamma};
use statrs::statistics::{Data, Distribution, Max, Median, Min, OrderStatistics, Statistics};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<f64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{:.6} {:.6}", (&values).mean(), (&values).std_dev());
    let mut data = Data::new(values.clone());
    println!("{} {:.4} {:.4}", data.median(), data.lower_quartile(), data.percentile(90));
    println!("{} {} {:?}", Data::new(values.clone()).min(), data.max(), data.variance());

    let normal = Normal::new(0.0, 2.0).unwrap();
    println!("{:.8} {:.8} {:.8}", normal.pdf(1.0), normal.cdf(1.0), normal.inverse_cdf(0.975));
    let wins = Binomial::new(0.5, 100).unwrap();
    println!("{:.8} {:.8}", wins.pmf(60), 1.0 - wins.cdf(59));
    println!("{:.8} {:?}", Poisson::new(3.5).unwrap().pmf(2), Normal::new(0.0, -1.0).is_err());
    let t = StudentsT::new(0.0, 1.0, 6.0).unwrap();
    println!("{:.6}", t.cdf(2.447));
    println!("{:.8} {:.8}", erf(0.5), ln_gamma(7.5));
    println!("{:.8} {}", beta_reg(2.0, 3.0, 0.4), binomial(20, 7));
}
