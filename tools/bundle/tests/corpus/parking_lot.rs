//! parking_lot = "0.12"
//!
//! 4 250

use parking_lot::{const_mutex, Condvar, Mutex, Once, ReentrantMutex, RwLock};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

static LOG: Mutex<Vec<String>> = const_mutex(Vec::new());
static START: Once = Once::new();

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let (threads, rounds) = line.trim().split_once(' ').unwrap();
    let (threads, rounds): (u32, u32) = (threads.parse().unwrap(), rounds.parse().unwrap());
    let sum = Arc::new(RwLock::new(0u64));
    let turn = Arc::new((Mutex::new(0), Condvar::new()));
    let workers: Vec<_> = (0..threads)
        .map(|me| {
            let (sum, turn) = (sum.clone(), turn.clone());
            std::thread::spawn(move || {
                START.call_once(|| LOG.lock().push("started".into()));
                for round in 0..rounds {
                    *sum.write() += u64::from(round * me);
                }
                // The threads finish in order.
                let (next, changed) = &*turn;
                let mut next = next.lock();
                while *next != me {
                    changed.wait(&mut next);
                }
                LOG.lock().push(format!("{me} done"));
                *next += 1;
                changed.notify_all();
            })
        })
        .collect();
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    println!("{} {:?}", sum.read(), LOG.lock());
    let nested = ReentrantMutex::new(Cell::new(1));
    let (outer, inner) = (nested.lock(), nested.lock());
    inner.set(outer.get() + 1);
    println!("{} {:?}", outer.get(), START.state());
    let guard = sum.upgradable_read();
    println!(
        "{} {}",
        sum.try_write().is_none(),
        sum.try_read_for(Duration::from_secs(60)).is_some()
    );
    println!("{guard:?} {}", LOG.is_locked());
    let lock = Mutex::new((1, 'x'));
    println!("{:?} {:?}", lock, parking_lot::MutexGuard::map(lock.lock(), |pair| &mut pair.1));
}
