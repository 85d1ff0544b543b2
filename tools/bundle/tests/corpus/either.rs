//! either = "1"
//!
//! 5 x 12 -3 yes 8

use either::{for_both, Either, Left, Right};

fn countdown(from: i32, step: i32) -> impl Iterator<Item = i32> {
    if step < 0 {
        Left((0..=from).rev().step_by(-step as usize))
    } else {
        Right((0..=from).step_by(step as usize))
    }
}

fn main() {
    println!("{:?}", countdown(9, -2).collect::<Vec<_>>());
    println!("{:?}", countdown(9, 4).collect::<Vec<_>>());

    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let parsed: Vec<Either<i32, &str>> =
        line.split_whitespace().map(|w| w.parse().map_or(Right(w), Left)).collect();
    println!("{parsed:?}");
    let total: i32 = parsed.iter().filter_map(|e| e.left()).sum();
    let texts: String = parsed.iter().filter_map(|e| e.right()).collect();
    println!("{total} {texts}");
    for item in &parsed {
        print!("{} ", for_both!(item, value => value.to_string().len()));
    }
    println!();
    let flipped = parsed[0].flip().map_right(|n| n * 2).map_left(str::len);
    println!("{flipped:?} {:?}", parsed[1].either(|n| n as usize, str::len));
    println!("{}", parsed[2].left_or_else(|text| text.len() as i32));
    let result: Result<&str, i32> = Either::<i32, &str>::Right("fine").into();
    println!("{result:?}");
}
