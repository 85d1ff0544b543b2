//! num_cpus = "1"

fn main() {
    let (logical, physical) = (num_cpus::get(), num_cpus::get_physical());
    println!("{} {}", logical >= 1, physical >= 1 && physical <= 4096);
    // The work is divided, whatever the number of threads.
    let threads = logical.clamp(1, 4);
    let numbers: Vec<u64> = (1..=10_000).collect();
    let total: u64 = std::thread::scope(|scope| {
        let parts = numbers.chunks(numbers.len().div_ceil(threads));
        let workers: Vec<_> =
            parts.map(|part| scope.spawn(|| part.iter().map(|n| n * n).sum::<u64>())).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    println!("{total}");
}
