//! once_cell = "1"
//!
//! 12 7 12

use once_cell::sync::{Lazy, OnceCell};
use once_cell::unsync;
use std::collections::BTreeMap;
use std::sync::Mutex;

static SQUARES: Lazy<Vec<u32>> = Lazy::new(|| {
    println!("squares");
    (0..20).map(|i| i * i).collect()
});
static LIMIT: OnceCell<usize> = OnceCell::new();
static COUNTS: Lazy<Mutex<BTreeMap<usize, u32>>> = Lazy::new(Mutex::default);

struct Text {
    source: String,
    length: unsync::OnceCell<usize>,
}

impl Text {
    fn length(&self) -> usize {
        *self.length.get_or_init(|| {
            println!("counting {}", self.source);
            self.source.chars().count()
        })
    }
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!("{:?} {:?} {:?}", LIMIT.get(), LIMIT.set(15), LIMIT.set(3));
    for i in line.split_whitespace().map(|w| w.parse::<usize>().unwrap()) {
        *COUNTS.lock().unwrap().entry(i).or_default() += 1;
        println!("{} {}", SQUARES[i], i < *LIMIT.get().unwrap());
    }
    println!("{:?}", COUNTS.lock().unwrap());
    let text = Text { source: "naïve".into(), length: unsync::OnceCell::new() };
    println!("{} {}", text.length(), text.length());
    let lazy = unsync::Lazy::new(|| 6 * 7);
    println!("{} {:?}", *lazy + 1, unsync::Lazy::get(&lazy));
    println!("{:?}", LIMIT.get_or_try_init(|| Err::<usize, ()>(())));
    let shared = OnceCell::new();
    std::thread::scope(|scope| {
        scope.spawn(|| shared.get_or_init(|| 5));
    });
    println!("{:?}", shared.wait());
}
