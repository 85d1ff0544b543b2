//! The characters of a file: UTF-8, or those that the file states or seems to have.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// The number of bytes in which a file states its characters.
const HEAD: usize = 4096;

/// Converts the content of a file to text. The property `CA` of SGF names the characters; without it the text is UTF-8
/// or, if it is not valid, the most likely encoding. Returns a note if the text is not in UTF-8, or is damaged.
#[must_use]
pub fn decode(bytes: &[u8]) -> (String, Option<String>) {
    let stated = Encoding::for_bom(bytes).map(|(encoding, _)| encoding).or_else(|| stated(bytes));
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let encoding = match stated {
        Some(encoding) if encoding != UTF_8 => encoding,
        _ if is_utf8 => UTF_8,
        _ => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(bytes, true);
            detector.guess(None, Utf8Detection::Deny)
        }
    };
    let (text, _, is_damaged) = encoding.decode(bytes);
    let note = match encoding == UTF_8 {
        _ if is_damaged => {
            Some(format!("some characters are damaged; read as {}", encoding.name()))
        }
        true => None,
        false => Some(format!("read as {}", encoding.name())),
    };
    (text.into_owned(), note)
}

/// Returns the encoding that `CA` names, unless it is unknown.
fn stated(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(3).position(|window| window == b"CA[")? + 3;
    let length = head[at..].iter().position(|&byte| byte == b']')?;
    Encoding::for_label(&head[at..at + length])
}
