//! bstr = "1"
//!
//! seed 42
//! turn 1  move A4
//! turn 2  move  K11
//! end

use bstr::{io::BufReadExt, BStr, BString, ByteSlice, ByteVec, B};
use std::io::BufRead;

fn main() -> std::io::Result<()> {
    let mut log = BString::from("");
    let stdin = std::io::stdin();
    let mut lines = 0;
    stdin.lock().for_byte_line(|line| {
        lines += 1;
        let words: Vec<&BStr> = line.fields().map(|w| w.as_bstr()).collect();
        println!("{lines}: {words:?}");
        if let Some((_, place)) = line.split_once_str("move") {
            log.push_str(place.trim());
            log.push_char('→');
        }
        Ok(true)
    })?;
    println!("{log} {}", log.len());
    println!("{:?} {:?}", log.find("K"), log.rfind_byte(b'1'));
    println!("{}", log.replace("→", "; ").to_str_lossy());
    println!("{:?}", B("\u{e9}t\u{e9} \u{1F600}").char_indices().collect::<Vec<_>>());
    println!("{:?}", B(b"ok \xff\xfe end").to_str_lossy());
    println!("{:?}", B("a,b,,c").split_str(",").map(|p| p.len()).collect::<Vec<_>>());
    println!("{}", B("ὈΔΥΣΣΕΎΣ").to_lowercase().as_bstr());
    println!("{:?}", BString::from("x\ty\x00").escape_bytes().to_string());
    std::io::empty().lines().try_for_each(|line| line.map(drop))
}
