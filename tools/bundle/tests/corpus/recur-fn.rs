//! recur-fn = "2"
//!
//! 60 48 91 13

use recur_fn::{recur_fn, RecurFn};
use std::cell::RefCell;
use std::collections::HashMap;

/// Adds a cache to any recursive function.
fn memoised<F: RecurFn<u64, u64>>(function: &F) -> impl Fn(u64) -> u64 + '_ {
    let cache = RefCell::new(HashMap::new());
    fn go<F: RecurFn<u64, u64>>(f: &F, cache: &RefCell<HashMap<u64, u64>>, n: u64) -> u64 {
        if let Some(&known) = cache.borrow().get(&n) {
            return known;
        }
        let value = f.body(|m| go(f, cache, m), n);
        cache.borrow_mut().insert(n, value);
        value
    }
    move |n| go(function, &cache, n)
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let n: Vec<u64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let fibonacci =
        recur_fn(|f: &dyn Fn(u64) -> u64, n: u64| if n < 2 { n } else { f(n - 1) + f(n - 2) });
    println!("{} {}", fibonacci.call(15), memoised(&fibonacci)(n[0]));
    let gcd = recur_fn(
        |gcd: &dyn Fn((u64, u64)) -> u64, (a, b): (u64, u64)| {
            if b == 0 {
                a
            } else {
                gcd((b, a % b))
            }
        },
    );
    println!("{} {}", gcd.call((n[0], n[1])), gcd.call((n[2], n[3])));
    let depth = n.len();
    let search = recur_fn(|search: &dyn Fn((usize, u64)) -> u32, (i, sum): (usize, u64)| {
        if i == depth {
            return u32::from(sum % 3 == 0);
        }
        search((i + 1, sum)) + search((i + 1, sum + n[i]))
    });
    println!("{}", search.call((0, 0)));
}
