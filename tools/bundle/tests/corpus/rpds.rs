//! rpds = "1"
//!
//! 5 3 8 1 9 2

use rpds::{
    HashTrieMap, HashTrieSet, List, Queue, RedBlackTreeMap, RedBlackTreeSet, Stack, Vector,
};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();

    let trees = values.iter().scan(RedBlackTreeSet::new(), |tree, &v| {
        *tree = tree.insert(v);
        Some(tree.clone())
    });
    for tree in trees {
        println!("{} {:?} {:?}", tree.size(), tree.first(), tree.range(4..).next());
    }
    let map: RedBlackTreeMap<i32, usize> =
        values.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    println!("{map} {}", map.remove(&8));
    let vector: Vector<i32> = values.iter().copied().collect();
    let changed = vector.set(2, 100).unwrap().push_back(7);
    println!("{vector} {changed} {:?}", vector.set(99, 0));
    let words: List<&str> = ["one", "two"].into_iter().collect::<List<_>>().push_front("zero");
    println!("{words} {:?}", words.drop_first().map(|rest| rest.reverse()));
    let queue: Queue<i32> = values.iter().copied().collect();
    println!("{:?} {}", queue.peek(), queue.dequeue().unwrap().enqueue(0));
    let stack = Stack::new().push('a').push('b');
    println!("{:?} {:?}", stack.peek(), stack.pop());
    let mut counts: HashTrieMap<i32, u32> = HashTrieMap::new();
    for v in &values {
        let key = v % 3;
        counts.insert_mut(key, counts.get(&key).unwrap_or(&0) + 1);
    }
    println!("{:?} {}", counts.get(&2), counts.contains_key(&5));
    let set: HashTrieSet<i32> = values.into_iter().collect();
    println!("{} {}", set.contains(&9), set.remove(&9).contains(&9));
}
