//! Token sequences that need spaces.
use std::collections::BTreeMap;
use std::ops::{BitAnd, Neg, RangeInclusive};

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Signed(i32);

impl Neg for Signed {
    type Output = Self;
    fn neg(self) -> Self {
        Signed(-self.0)
    }
}

impl BitAnd<&Signed> for Signed {
    type Output = i32;
    fn bitand(self, other: &Signed) -> i32 {
        self.0 & other.0
    }
}

trait Measure {
    const SIZE: usize;
    fn size() -> usize {
        <Self as Measure>::SIZE
    }
}

impl<T, const N: usize> Measure for [T; N] {
    const SIZE: usize = N;
}

macro_rules! arrows {
    ($a:tt => $b:tt) => { $a - $b };
    ($a:tt -> $b:tt) => { $a + $b };
    ($a:tt <- $b:tt) => { $a < -$b };
    ($($x:literal)..*) => { [$($x),*] };
}

fn pick<'a, 'b: 'a>(first: &'a str, _: &'b str) -> &'a str {
    first
}

fn either(x: u32) -> Result<u32, Box<dyn std::error::Error + 'static>> {
    'outer: loop {
        for i in 0.. {
            if i > x {
                break 'outer;
            }
        }
    }
    Ok("12".parse::<u32>()? + x)
}

fn classify(c: char) -> &'static str {
    match c {
        'a'..='z' | 'A'..='Z' => "letter",
        '\'' | '"' => "quote",
        _ if c.is_ascii_digit() => "digit",
        _ => "other",
    }
}

fn main() {
    let (a, b) = (5_i32, -3_i32);
    println!("{} {} {}", a - -b, a & !&b, -(-a));
    println!("{} {}", Signed(6) & &Signed(3), a < -b);
    println!("{:?} {:?}", -Signed(1), !-a);
    let x: Vec<Vec<u8>> = vec![vec![1], vec![2, 3]];
    let shifted = x[1].len() as u32 >> 1 << 2;
    println!("{x:?} {shifted} {}", (shifted as u8) < 200);
    let pointer = &a as *const i32;
    // SAFETY: the pointer is to a live local variable.
    println!("{}", 10 / unsafe { *pointer });
    println!("{:?} {:?}", 1. ..2., (1.0..=2.5).contains(&2.));
    println!("{} {}", 2.0_f64.sqrt(), 1. / 4.);
    let nested = ((1, 2), (3, (4, 5)));
    println!("{} {}", nested.0.1, nested.1.1.0);
    let range: RangeInclusive<u8> = 1..=3;
    println!("{:?} {:?}", range, (..3, 2.., ..=4));
    println!("{}", r#"raw "quoted" \n"#.len() + r"\d".len());
    println!("{:?} {:?}", b"bytes\x00\xff", br##"raw"#bytes"##);
    println!("{:?} {:?} {}", '\'', b'\\', "tab\there \
        continued  // no comment /* none */ {{}}");
    println!("{:?}", c"c string");
    println!("{} {}", arrows!(5 => 3), arrows!(5 -> 3));
    println!("{} {:?}", arrows!(1 <- 2), arrows!(1..2..3));
    println!("{}", pick("first", "second"));
    println!("{:?} {}", either(4), <[u8; 4]>::size() + <[(); 3] as Measure>::SIZE);
    println!("{} {} {}", classify('q'), classify('\''), classify('7'));
    let closure = |x: i32| -> i32 { x * 2 };
    let none = || 7;
    let both = a > 1 && b < 1 || none() == 7;
    println!("{} {both} {}", closure(none()), (|| |y: i32| y + 1)()(1));
    let mut count = 1_u64;
    count <<= 3;
    count |= 1;
    count ^= 0b1_0000;
    count >>= 1;
    println!("{count} {:#x} {}", 0xFF_u8, 1e3);
    let r#type = BTreeMap::from([("k", 1)]);
    println!("{:?} {}", r#type, if let Some(&v @ 1..=2) = r#type.get("k") { v } else { 0 });
    let one_tuple = (a,);
    println!("{:?} {:?}", one_tuple, [[0u8; 2]; 2]);
    println!("😀 é 丁 {}", "\u{1f600}".len());
    let _unit: () = {};
    #[allow(overflowing_literals)]
    let wrapped = 300 as u8;
    println!("{wrapped} {}", i64::from(a) as f32 as u8 as char as u32);
}
