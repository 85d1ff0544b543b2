//! derive_more = { version = "2", features = ["full"] }
//!
//! 3 -4 12

use derive_more::{
    Add, AddAssign, AsRef, Constructor, Deref, DerefMut, Display, Error, From, FromStr, Index, Into,
};
use derive_more::{IntoIterator, IsVariant, Mul, Neg, Not, Sub, Sum, TryInto, Unwrap};

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Add,
    AddAssign,
    Constructor,
    Display,
    From,
    Into,
    Mul,
    Neg,
    Sub,
    Sum,
)]
#[display("<{x}, {y}>")]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Display, From, FromStr, Not)]
struct Mask(u8);

#[derive(Debug, AsRef, Deref, DerefMut, From, Index, IntoIterator)]
struct Path(Vec<Point>);

#[derive(Debug, Display, Error, From)]
enum Fault {
    #[display("cannot read: {_0}")]
    Number(std::num::ParseIntError),
    #[display("no numbers")]
    Empty,
}

#[derive(Debug, Clone, From, IsVariant, TryInto, Unwrap)]
enum Value {
    Number(i64),
    Text(String),
}

fn parse(line: &str) -> Result<Vec<i32>, Fault> {
    let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<i32>, _>>()?;
    if numbers.is_empty() {
        Err(Fault::Empty)
    } else {
        Ok(numbers)
    }
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let numbers = parse(&line).unwrap();
    println!("{} / {}", parse("x").unwrap_err(), parse("").unwrap_err());
    let mut path = Path::from(numbers.iter().map(|&n| Point::new(n, n * n)).collect::<Vec<_>>());
    path.push(Point::from((1, 2)) * 3 - -Point::new(0, 1));
    println!("{} {} {}", path.len(), path[3], path.iter().copied().sum::<Point>());
    let mut last = path[0];
    last += path[1];
    println!("{last} {:?} {:?}", <(i32, i32)>::from(last), path.into_iter().map(|p| p.y).max());
    println!("{} {:?} {:?}", !Mask(0x0f), "77".parse::<Mask>(), Mask(3).max(Mask(2)));
    let values: [Value; 2] = [5.into(), String::from("five").into()];
    println!("{} {}", values[0].is_number(), values[1].clone().unwrap_text());
    println!(
        "{:?} {}",
        i64::try_from(values[0].clone()),
        String::try_from(values[0].clone()).is_err()
    );
}
