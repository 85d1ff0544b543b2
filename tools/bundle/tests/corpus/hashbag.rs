//! hashbag = "0.1"
//!
//! 3 1 4 1 5 9 2 6 5 3 5

use hashbag::HashBag;

fn sorted(bag: &HashBag<i32>) -> Vec<(i32, usize)> {
    let mut rows: Vec<_> = bag.set_iter().map(|(&value, count)| (value, count)).collect();
    rows.sort_unstable();
    rows
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut bag: HashBag<i32> =
        line.split_whitespace().map(|w| w.parse::<i32>().unwrap()).collect();
    println!("{} {} {:?}", bag.len(), bag.set_len(), sorted(&bag));
    println!("{} {}", bag.insert(5), bag.insert_many(7, 2));
    println!("{} {}", bag.remove(&1), bag.remove(&8));
    println!("{:?} {}", sorted(&bag), bag.contains(&5));
    println!("{:?}", bag.take_all(&3));
    bag.retain(|value, count| if value % 2 == 0 { 0 } else { count });
    println!("{:?}", sorted(&bag));
    let other: HashBag<i32> = [5, 5, 9, 11].into_iter().collect();
    let mut rest: Vec<_> = bag.difference(&other).map(|(&v, n)| (v, n)).collect();
    rest.sort_unstable();
    println!("{rest:?}");
    let expected: HashBag<i32> = [1, 5, 5, 5, 5, 7, 7, 9].into_iter().collect();
    println!("{}", bag == expected);
    bag.extend(other);
    println!("{:?}", sorted(&bag));
}
