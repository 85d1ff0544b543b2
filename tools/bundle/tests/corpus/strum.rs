//! strum = { version = "0.27", features = ["derive"] }
//!
//! north East WEST up

use strum::{
    Display, EnumCount, EnumIs, EnumIter, EnumString, FromRepr, IntoEnumIterator, IntoStaticStr,
};
use strum::{EnumDiscriminants, EnumProperty, VariantArray, VariantNames};

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Display,
    EnumCount,
    EnumIs,
    EnumIter,
    EnumProperty,
    EnumString,
    FromRepr,
    IntoStaticStr,
    VariantArray,
    VariantNames,
)]
#[strum(ascii_case_insensitive, serialize_all = "lowercase")]
#[repr(u8)]
enum Side {
    #[strum(props(letter = "N"))]
    North = 1,
    East,
    #[strum(to_string = "the south", serialize = "s")]
    South = 7,
    West,
}

#[derive(Debug, EnumDiscriminants)]
#[strum_discriminants(name(Kind), derive(EnumIter, Hash))]
#[allow(dead_code)]
enum Order {
    Move { dx: i32, dy: i32 },
    Shoot(u8),
    Wait,
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for word in line.split_whitespace() {
        println!("{word} {:?}", word.parse::<Side>().map_err(|e| e.to_string()));
    }
    for side in Side::iter().rev() {
        let name: &'static str = side.into();
        println!("{side} {name} {:?} {}", side.get_str("letter"), side.is_south());
    }
    println!("{} {:?} {:?}", Side::COUNT, Side::from_repr(8), Side::from_repr(3));
    println!("{:?} {:?}", <Side as VariantArray>::VARIANTS, <Side as VariantNames>::VARIANTS);
    println!("{:?} {:?}", Kind::from(&Order::Shoot(4)), Kind::iter().collect::<Vec<_>>());
    println!("{:>10}|{:<12}|", Side::East, Side::South);
}
