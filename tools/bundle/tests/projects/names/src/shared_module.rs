//! Shadowing, closures, labels, constants in patterns.

use std::collections::HashMap;

/// A local trait that is implemented for types of std.
pub(crate) trait Measurement {
    const UNIT: u32;
    fn measured(&self) -> u32;
    /// Has the same name as a method of slices.
    fn first(&self) -> u32 {
        self.measured() + Self::UNIT
    }
}

impl Measurement for u32 {
    const UNIT: u32 = 3;
    fn measured(&self) -> u32 {
        *self + 1
    }
}

const limit: u32 = 4;
const OTHER_LIMIT: u32 = 5;
static COUNTER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
struct Marker;

#[derive(Clone, Copy, PartialEq)]
enum Weather {
    Sunny,
    Rainy { inches: u32 },
    Windy(u32),
}

use Weather::{Rainy, Sunny};

fn forecast(weather: Weather) -> u32 {
    match weather {
        Sunny => 0,
        Rainy { inches } if inches > 9 => 9,
        Rainy { inches: amount } => amount,
        Weather::Windy(speed @ 1..=limit) => speed * 10,
        Weather::Windy(OTHER_LIMIT) => 55,
        Weather::Windy(other) => other,
    }
}

fn generic<const WIDTH: usize, Element: Copy + Into<u64>>(values: [Element; WIDTH]) -> u64 {
    let mut total = 0;
    for value in values {
        total += value.into();
    }
    total + WIDTH as u64
}

fn longest<'first, 'second: 'first>(one: &'first str, two: &'second str) -> &'first str {
    if one.len() < two.len() { two } else { one }
}

fn labels() -> u32 {
    let mut rounds = 0;
    'outermost: loop {
        'inner: for index in 0.. {
            rounds += 1;
            if index == 3 {
                continue 'outermost;
            }
            if rounds > 10 {
                break 'outermost;
            }
            if index > 5 {
                break 'inner;
            }
        }
    }
    rounds
}

/// Called from `main`.
pub(crate) fn run_everything() {
    let long_local_name = 20;
    let shadowed = crate::doubled!(long_local_name) + long_local_name;
    let shadowed = { let shadowed = shadowed + 1; shadowed * 2 };
    println!("{shadowed} {}", [5_u32, 6].first().unwrap());
    println!("{} {}", 7_u32.first(), <u32 as Measurement>::UNIT);
    for weather in [Sunny, Rainy { inches: 12 }, Rainy { inches: 2 }, Weather::Windy(3),
        Weather::Windy(5), Weather::Windy(limit * 2)] {
        print!("{} ", forecast(weather));
    }
    println!("{}", matches!(Weather::Windy(1), Weather::Windy(windy_speed) if windy_speed < 2));
    println!("{} {}", generic([1_u8, 2]), longest("ab", "abc"));
    println!("{}", labels());
    let captured = 5;
    let closure = |argument: u32, captured_too: u32| argument + captured_too * captured;
    println!("{}", closure(1, 2));
    let r#match = 3;
    println!("{}", r#match + 1);
    COUNTER.fetch_add(2, std::sync::atomic::Ordering::Relaxed);
    println!("{}", COUNTER.load(std::sync::atomic::Ordering::Relaxed));
    let Marker = Marker;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    *counts.entry("entry").or_default() += 1;
    println!("{:?}", counts.get("entry"));
    crate::holder!(Made, made_field: u16);
    let made = Made::make(9);
    println!("{} {}", made.made_field, made.fixed_field);
    let spoken_name = 8;
    crate::speak!(spoken_name);
}
