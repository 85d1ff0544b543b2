//! getrandom = "0.3"

fn main() {
    let mut buffer = [0u8; 64];
    getrandom::fill(&mut buffer).expect("random bytes");
    // 64 random bytes repeat a value or contain zeros, but hardly ever are all equal.
    let first = buffer[0];
    println!("{}", buffer.iter().any(|&b| b != first));
    let (a, b) = (getrandom::u64().unwrap(), getrandom::u64().unwrap());
    println!("{}", a != b);
    let small = getrandom::u32().unwrap() % 6 + 1;
    println!("{}", (1..=6).contains(&small));
    let mut empty = [];
    println!("{:?}", getrandom::fill(&mut empty));
    println!("{}", getrandom::Error::UNSUPPORTED);
}
