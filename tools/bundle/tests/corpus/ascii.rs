//! ascii = "1"
//!
//! Hello, Arena 42!

use ascii::{AsciiChar as Char, AsciiStr, AsciiString, IntoAsciiString};

fn rotate(text: &AsciiStr, by: u8) -> AsciiString {
    let turn = |letter: Char, first: u8| {
        Char::from_ascii((letter.as_byte() - first + by) % 26 + first).unwrap()
    };
    text.chars()
        .map(|letter| match letter {
            _ if letter.is_ascii_lowercase() => turn(letter, b'a'),
            _ if letter.is_ascii_uppercase() => turn(letter, b'A'),
            _ => letter,
        })
        .collect()
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let text = line.trim().to_string().into_ascii_string().unwrap();
    let secret = rotate(&text, 13);
    println!("{secret} {}", rotate(&secret, 13));
    println!("{} {}", text.to_ascii_uppercase(), text.len());
    let digits: u32 = text
        .chars()
        .filter(|digit| digit.is_ascii_digit())
        .map(|digit| digit.as_byte() as u32)
        .sum();
    println!("{digits} {:?} {:?}", text.first(), text.last());
    for word in text.split(Char::Space) {
        println!("{:>8}|", word.as_str());
    }
    println!("{:?}", AsciiString::from_ascii("naïve").is_err());
    println!("{:?}", Char::LineFeed.as_printable_char());
}
