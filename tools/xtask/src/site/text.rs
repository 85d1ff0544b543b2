//! Encodes bytes as text in an HTML file, seven characters for six bytes. The characters are ASCII, so the file can
//! have any ASCII-compatible encoding.

/// The 116 characters of the encoding; seven of them can represent six bytes, since 116^7 > 256^6. They are the ASCII
/// characters except NUL, those that HTML parsers change or interpret, and those that editors and terminals treat
/// specially.
fn alphabet() -> impl Iterator<Item = u8> {
    let omitted = [8, 9, 10, 11, 12, 13, 26, 27, b'&', b'<', 127];
    (1..128).filter(move |letter| !omitted.contains(letter))
}

/// Encodes bytes, padded with zeros to a multiple of six.
pub(super) fn encode(bytes: &[u8]) -> String {
    let letters: Vec<u8> = alphabet().collect();
    let mut text = String::with_capacity(bytes.len() / 6 * 7 + 7);
    for part in bytes.chunks(6) {
        let number =
            (0..6).fold(0, |sum, at| sum << 8 | u64::from(part.get(at).copied().unwrap_or(0)));
        let base = letters.len() as u64;
        let digits = (0..7).map(|at| (number / base.pow(6 - at) % base) as usize);
        text.extend(digits.map(|digit| char::from(letters[digit])));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_characters_contain_six_bytes() {
        let letters: Vec<u8> = alphabet().collect();
        assert_eq!(letters.len(), 116);
        let bytes = [255, 254, 0, 1, 2, 3, 255, 255, 255, 255, 255, 255];
        let text = encode(&bytes);
        let mut decoded = Vec::<u8>::new();
        for part in text.as_bytes().chunks(7) {
            let digit = |letter| letters.iter().position(|known| known == letter).unwrap() as u64;
            let number = part.iter().fold(0, |sum, letter| sum * 116 + digit(letter));
            decoded.extend(&number.to_be_bytes()[2..]);
        }
        assert_eq!(decoded, bytes);
    }
}
