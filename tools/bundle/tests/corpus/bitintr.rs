//! bitintr = "0.3"
//!
//! 240 181 1023

use bitintr::{
    Andn, Bextr, Blcs, Blsi, Blsmsk, Blsr, Bzhi, Lzcnt, Pdep, Pext, Popcnt, Rbit, Tzcnt,
};

fn squares(mut board: u64) -> Vec<u64> {
    let mut all = Vec::new();
    while board != 0 {
        all.push(board.tzcnt());
        board = board.blsr();
    }
    all
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for n in line.split_whitespace().map(|w| w.parse::<u32>().unwrap()) {
        println!("{n} {} {} {}", n.popcnt(), n.lzcnt(), n.tzcnt());
        println!("{:b} {:b} {:b}", n.blsi(), n.blsmsk(), n.blcs());
        println!("{:b} {:b}", n.bzhi(5), n.bextr(2u32, 4u32));
        println!("{:b} {:b}", n.pdep(0xaaaa), n.pext(0x0ff0));
        println!("{:b} {:x}", n.andn(0xffff), n.rbit());
    }
    println!("{:?}", squares(0x8100_0000_0020_0401));
}
