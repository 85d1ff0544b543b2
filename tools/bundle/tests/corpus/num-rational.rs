//! num-rational = "0.4"
//!
//! 1/3 -2/7 5 9/6

use num_rational::{BigRational, Ratio, Rational32, Rational64};

fn continued(mut value: Rational64) -> Vec<i64> {
    let mut terms = Vec::new();
    loop {
        let whole = value.floor();
        terms.push(whole.to_integer());
        value -= whole;
        if value == Rational64::from_integer(0) {
            return terms;
        }
        value = value.recip();
    }
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<Rational64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let mut sorted = values.clone();
    sorted.sort();
    println!("{}", sorted.iter().map(|r| r.to_string()).collect::<Vec<_>>().join(" < "));
    println!("{} {}", values.iter().sum::<Rational64>(), values.iter().product::<Rational64>());
    println!("{:?}", continued(Ratio::new(415, 93)));
    println!("{} {} {}", values[1].ceil(), values[3].round(), values[3].fract());
    println!("{} {}", values[0].pow(-3), values[3].is_integer());
    println!("{:?}", Rational32::approximate_float(3.14159265f32));
    println!("{:?}", Ratio::<i64>::approximate_float(-0.125f64));
    let half = BigRational::new(1.into(), 2.into());
    println!("{}", (0..90).fold(half.clone(), |power, _| power * &half));
    println!("{:?}", "1/0".parse::<Rational64>().map_err(|e| e.to_string()));
    println!("{}", Ratio::new(6u8, 4) + 2);
}
