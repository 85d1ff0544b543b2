//! maplit = "1"

use maplit::{btreemap, btreeset, convert_args, hashmap, hashset};
use std::collections::BTreeMap;

fn main() {
    let prices = btreemap! { "pear" => 3, "apple" => 2, "fig" => 9, };
    println!("{prices:?} {:?}", prices.range("b"..).next());
    let points = hashmap! { 'a' => vec![1, 2], 'b' => vec![] };
    println!("{} {:?}", points[&'a'].len(), points.get(&'b'));
    let primes = btreeset! { 7, 2, 5, 3 };
    let odd = btreeset! { 1, 3, 5, 7, 9 };
    println!("{:?} {:?}", &primes & &odd, &odd - &primes);
    let seen = hashset! { (0, 1), (1, 1), (0, 1) };
    println!("{} {}", seen.len(), seen.contains(&(1, 1)));
    let owned: BTreeMap<String, i64> =
        convert_args!(keys = String::from, values = i64::from, btreemap!("up" => -1, "down" => 1));
    println!("{owned:?} {}", owned.values().sum::<i64>());
    let empty: BTreeMap<u8, u8> = btreemap! {};
    println!("{}", empty.is_empty());
}
