//! permutohedron = "0.2"
//!
//! 2 9 4 7

use permutohedron::{control::Control, factorial, heap_recursive, Heap, LexicalPermutation};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut values: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{}", factorial(values.len()));
    let mut heap = Heap::new(&mut values);
    let mut all = Vec::new();
    while let Some(order) = heap.next_permutation() {
        all.push(order.to_vec());
    }
    println!("{} {:?} {:?}", all.len(), all[1], all[23]);

    values.sort();
    let mut best = (i32::MIN, Vec::new());
    loop {
        let score = values[0] * values[1] - values[2] * values[3];
        best = best.max((score, values.clone()));
        if !values.next_permutation() {
            break;
        }
    }
    values.prev_permutation();
    println!("{best:?} {values:?}");
    let mut count = 0;
    heap_recursive(&mut [1, 2, 3, 4, 5], |order| {
        count += 1;
        if order[0] == 4 {
            Control::Break(order[1])
        } else {
            Control::Continue
        }
    });
    println!("{count}");
    let found = heap_recursive(&mut ['a', 'b', 'c'], |order| match order[2] {
        'a' => Control::Break(order.iter().collect::<String>()),
        _ => Control::Continue,
    });
    println!("{:?}", found.break_value());
}
