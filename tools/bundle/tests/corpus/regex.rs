//! regex = { version = "1", default-features = false, features = ["std", "unicode-perl"] }
//!
//! Peg A12 at 10:45, peg K7 at 9:05
//! moves: +12 -7 +0x1F
//! no match here

use regex::{Captures, Regex, RegexSet};
use std::io::BufRead;

fn main() {
    let place = Regex::new(r"\b(?<column>[A-X])(?<row>\d{1,2})\b").unwrap();
    let time = Regex::new(r"(\d+):(\d\d)").unwrap();
    let signed = Regex::new(r"[+-](0x[0-9A-F]+|\d+)").unwrap();
    let set = RegexSet::new([r"^\w+ [A-Z]", r"\d", r"match$"]).unwrap();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        for found in place.captures_iter(&line) {
            println!("{} {} {:?}", &found["column"], &found["row"], found.get(0).unwrap().range());
        }
        let later = time.replace_all(&line, |c: &Captures| {
            format!("{:02}:{}", c[1].parse::<u32>().unwrap() + 1, &c[2])
        });
        println!("{later}");
        println!("{:?}", signed.find_iter(&line).map(|m| m.as_str()).collect::<Vec<_>>());
        println!("{:?}", set.matches(&line).into_iter().collect::<Vec<_>>());
    }
    let words = Regex::new(r"[\s,;]+").unwrap();
    println!("{:?}", words.split("a, b;c   d").collect::<Vec<_>>());
    println!("{:?}", words.splitn("a, b;c   d", 2).collect::<Vec<_>>());
    println!("{}", Regex::new(r"(\w+) (\w+)").unwrap().replace("left right", "$2 ${1}s"));
    println!("{}", Regex::new("(a").is_err());
    println!("{:?}", Regex::new(r"^(a|b)*?c+$").unwrap().is_match("abbacc"));
}
