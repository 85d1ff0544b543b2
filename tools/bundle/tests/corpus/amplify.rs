//! amplify = "4"

use amplify::hex::{FromHex, ToHex};
use amplify::num::{u256, u4};
use amplify::{Bytes32, Display, From, Wrapper};

#[derive(Wrapper, Clone, Copy, PartialEq, Eq, Hash, Debug, From, Display)]
#[display("score {0}")]
struct Score(i32);

#[derive(Clone, Debug, Display)]
#[display("{name}: {points}", alt = "{name} has {points} points")]
struct Player {
    name: String,
    points: u8,
}

fn main() {
    let score = Score::from(17);
    println!("{score} {:?} {}", score, score.to_inner());
    let player = Player { name: "ann".into(), points: 3 };
    println!("{player} / {player:#}");

    let mut big = u256::from(1u64);
    for factor in 2..=40u64 {
        big = big * u256::from(factor);
    }
    println!("{big} {}", big.bits_required());
    println!("{:?}", u4::with(11));

    let bytes: Vec<u8> = (0..32).map(|i| i * 7).collect();
    let word = Bytes32::copy_from_slice(&bytes).unwrap();
    println!("{}", word.to_hex());
    println!("{:?}", Vec::<u8>::from_hex("00ff10").unwrap());
    println!("{}", Vec::<u8>::from_hex("0g").is_err());
}
