//! tinyvec = { version = "1", features = ["alloc"] }
//!
//! 6 2 8 3 1 8

use tinyvec::{array_vec, tiny_vec, ArrayVec, SliceVec, TinyVec};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Action {
    score: i16,
    cell: u8,
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut actions: ArrayVec<[Action; 8]> = ArrayVec::new();
    for (i, score) in line.split_whitespace().map(|w| w.parse().unwrap()).enumerate() {
        actions.push(Action { score, cell: i as u8 });
    }
    actions.sort_unstable_by(|a, b| b.cmp(a));
    println!("{:?} {}", actions.first(), actions.len());
    println!("{:?}", actions.try_push(Action::default()));
    actions.retain(|a| a.score > 2);
    println!("{actions:?}");

    let mut values: TinyVec<[i32; 3]> = tiny_vec!(1, 2);
    for i in 0..3 {
        values.push(i * 10);
        print!("{} ", values.is_heap());
    }
    println!("{values:?} {:?}", values.drain(1..=2).collect::<Vec<_>>());
    values.insert(1, 99);
    println!("{values:?} {:?} {:?}", values.pop(), values.iter().max());
    let text: ArrayVec<[char; 4]> = array_vec!([char; 4] => 'a', 'b', 'c');
    println!("{text:?} {:?}", text.iter().rev().collect::<String>());
    println!("{:?}", text.into_iter().map(|c| c as u32).collect::<TinyVec<[u32; 2]>>());
    let mut storage = [0u8; 5];
    let mut slice = SliceVec::from_slice_len(&mut storage, 2);
    slice.push(7);
    println!("{slice:?} {}", slice.capacity());
    println!("{:?}", storage);
}
