//! Differences between two similar files.

use std::collections::HashMap;

/// Minimum length of a copy, in bytes.
const BLOCK: usize = 24;

/// Encodes `file` as copies of parts of `from`, each followed by literal bytes. Returns for each copy its offset in
/// `from`, its length, and the number of literal bytes after it; the second value is all literal bytes.
pub(super) fn differences(from: &[u8], file: &[u8]) -> (Vec<[usize; 3]>, Vec<u8>) {
    let mut places: HashMap<&[u8], usize> = HashMap::new();
    for (place, block) in from.windows(BLOCK).enumerate() {
        places.entry(block).or_insert(place);
    }
    let (mut copies, mut rest) = (vec![[0, 0, 0]], Vec::new());
    let mut at = 0;
    while at < file.len() {
        // Most differences replace some bytes with the same number of other bytes, so first try to skip as many bytes
        // of `from` as there are literal bytes since the last copy.
        let [place, length, own] = copies[copies.len() - 1];
        let next = place + length + own;
        let block = file.get(at..at + BLOCK);
        let is_next = block.is_some() && from.get(next..next + BLOCK) == block;
        let found =
            if is_next { Some(next) } else { block.and_then(|block| places.get(block).copied()) };
        if let Some(place) = found {
            let same = from[place..].iter().zip(&file[at..]).take_while(|(a, b)| a == b).count();
            copies.push([place, same, 0]);
            at += same;
        } else {
            rest.push(file[at]);
            let last = copies.len() - 1;
            copies[last][2] += 1;
            at += 1;
        }
    }
    (copies, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_own_bytes_restore_the_file() {
        let from: Vec<u8> = (0..2000_u32).map(|n| (n * n / 7) as u8).collect();
        let mut file = from.clone();
        file[500] = 1;
        file.splice(900..920, [7; 50]);
        file.extend([1, 2, 3]);
        let (copies, rest) = differences(&from, &file);
        let (mut restored, mut used) = (Vec::<u8>::new(), 0);
        for [place, length, own] in copies {
            restored.extend(&from[place..place + length]);
            restored.extend(&rest[used..used + own]);
            used += own;
        }
        assert_eq!(restored, file);
        assert!(rest.len() < 100, "{}", rest.len());
    }
}
