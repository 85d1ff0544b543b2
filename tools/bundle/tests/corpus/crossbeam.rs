//! crossbeam = "0.8"
//!
//! 3 1 4 1 5 9 2 6

use crossbeam::atomic::AtomicCell;
use crossbeam::channel::{bounded, select, unbounded};
use crossbeam::deque::{Steal, Worker};
use crossbeam::queue::{ArrayQueue, SegQueue};
use crossbeam::utils::{Backoff, CachePadded};
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<u64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();

    let (to_workers, tasks) = bounded(2);
    let (to_main, results) = unbounded();
    let done = CachePadded::new(AtomicUsize::new(0));
    crossbeam::scope(|scope| {
        for _ in 0..3 {
            let (tasks, to_main, done) = (tasks.clone(), to_main.clone(), &done);
            scope.spawn(move |_| {
                for value in tasks {
                    to_main.send((value, (1..=value).product::<u64>())).unwrap();
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        values.iter().for_each(|&v| to_workers.send(v).unwrap());
        drop(to_workers);
    })
    .unwrap();
    drop(to_main);
    let mut all: Vec<_> = results.iter().collect();
    all.sort();
    println!("{all:?} {}", done.load(Ordering::SeqCst));

    let (sender, receiver) = unbounded::<u8>();
    let (_other, silent) = bounded::<u8>(1);
    sender.send(5).unwrap();
    select! {
        recv(silent) -> message => println!("silent {message:?}"),
        recv(receiver) -> message => println!("received {message:?}"),
    }
    println!("{:?}", receiver.try_recv());
    let (ring, queue) = (ArrayQueue::new(2), SegQueue::new());
    println!("{:?} {:?} {:?}", ring.push('a'), ring.push('b'), ring.push('c'));
    queue.push(ring.pop());
    println!("{:?} {:?} {}", queue.pop(), queue.pop(), ring.len());
    let worker = Worker::new_lifo();
    (0..5).for_each(|i| worker.push(i));
    let stolen = match worker.stealer().steal() {
        Steal::Success(task) => Some(task),
        _ => None,
    };
    println!("{:?} {stolen:?}", worker.pop());
    let cell = AtomicCell::new((1u32, true));
    println!("{:?} {:?} {}", cell.swap((2, false)), cell.load(), Backoff::new().is_completed());
}
