//! primal = "0.3"
//!
//! 360 97 1001 999983

use primal::{is_prime, Primes, Sieve, StreamingSieve};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let sieve = Sieve::new(1_000_000);
    for n in line.split_whitespace().map(|w| w.parse::<usize>().unwrap()) {
        let factors = sieve.factor(n).unwrap();
        let divisors: usize = factors.iter().map(|&(_, power)| power + 1).product();
        println!("{n} {factors:?} {divisors} {}", sieve.is_prime(n));
    }
    println!("{} {}", sieve.prime_pi(1_000_000), sieve.nth_prime(10_000));
    println!("{:?}", sieve.primes_from(1000).take(5).collect::<Vec<_>>());
    println!("{:?}", Primes::all().skip_while(|p| p % 10 != 9).take(3).collect::<Vec<_>>());
    println!("{} {}", is_prime(1_000_000_007), is_prime(1_000_000_007 * 3));
    println!("{} {:?}", StreamingSieve::prime_pi(500_000), primal::estimate_nth_prime(1000));
    println!("{:?} {:?}", primal::as_perfect_power(3125), primal::as_prime_power(1024));
}
