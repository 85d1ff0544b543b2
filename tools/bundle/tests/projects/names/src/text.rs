//! Names in format strings, and similar strings.

struct Pair {
    first_part: i32,
    second_part: f64,
}

fn describe(value: i32) -> String {
    let padding = 8;
    let digits = 2;
    let ratio = 1.0 / 3.0;
    format!("{value:+} {value:>padding$}|{ratio:.digits$}|{ratio:padding$.digits$}|{{value}}")
}

/// Called from `main`.
pub(crate) fn run() {
    let first_part = 3;
    let pair = Pair { first_part, second_part: 0.5 };
    let Pair { first_part: value, second_part } = pair;
    println!("{} {second_part} {value}", describe(value));
    println!("{named} {named:?} {0} {value}", 1, named = first_part);
    println!("{}", "{value} {first_part}");
    println!("{}", concat!("{val", "ue}", stringify!(first_part)));
    println!(r#"{value} "{second_part}" \u{{41}}"#);
    println!("\u{7b}value\u{7d} {}", "first_part");
    let mut text = String::new();
    std::fmt::Write::write_fmt(&mut text, format_args!("{value}-{second_part}")).unwrap();
    assert_eq!(text.len(), 5, "{text} is {value} long");
    let weights = include_str!("../data/weights.txt");
    println!("{} {}", weights.len(), weights.chars().map(|c| c as u64).sum::<u64>());
}
