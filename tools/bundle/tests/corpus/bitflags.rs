//! bitflags = "2"
//!
//! MINE|KING 5 CAPTURED 128

use bitflags::{bitflags, Flags};

bitflags! {
    /// Properties of a piece.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Piece: u8 {
        const MINE = 1;
        const KING = 1 << 1;
        const PINNED = 1 << 2;
        const CAPTURED = 1 << 3;
        const OUT = Self::PINNED.bits() | Self::CAPTURED.bits();
    }

    #[derive(Debug)]
    struct Wide: u64 {
        const FIRST = 1;
        const LAST = 1 << 63;
    }
}

impl Piece {
    fn value(self) -> i32 {
        let value = if self.contains(Piece::KING) { 100 } else { 1 };
        if self.intersects(Piece::OUT) {
            0
        } else {
            value
        }
    }
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for word in line.split_whitespace() {
        let piece = match word.parse() {
            Ok(bits) => Piece::from_bits(bits),
            Err(_) => bitflags::parser::from_str(&word.replace('|', " | ")).ok(),
        };
        println!("{word} {piece:?} {:?}", piece.map(Piece::value));
    }
    let mut piece = Piece::MINE | Piece::PINNED;
    piece.insert(Piece::KING);
    piece.toggle(Piece::MINE);
    piece.set(Piece::CAPTURED, piece.contains(Piece::KING));
    println!("{piece:?} {:?} {}", !piece, (piece - Piece::OUT).bits());
    println!("{:?}", piece.iter_names().map(|(name, _)| name).collect::<Vec<_>>());
    println!("{:?} {}", Piece::from_bits_truncate(0xf1), Piece::all().is_all());
    println!("{:?} {}", Wide::LAST.union(Wide::FIRST), Piece::FLAGS.len());
    println!("{}", [Piece::MINE, Piece::KING].into_iter().collect::<Piece>().bits());
}
