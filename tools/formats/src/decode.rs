//! The characters of a file: UTF-8, or those that the file states or seems to have.

#[cfg(feature = "encodings")]
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
#[cfg(feature = "encodings")]
use encoding_rs::{Encoding, UTF_8};
use infer::MatcherType;
#[cfg(feature = "encodings")]
use std::collections::BTreeSet;
use thiserror::Error;

/// The number of bytes in which a file states its characters.
#[cfg(feature = "encodings")]
const HEAD: usize = 4096;

/// A file without a text, such as a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is a file of the type {0}, not a game; expected {EXPECTED}")]
pub struct NotText(&'static str);

/// What [`decode`] and [`crate::read`] expect.
pub(crate) const EXPECTED: &str =
    "a Twixt game (SGF, LittleGolem's tsgf, T1j, a list of moves, JSON, or a log of the arena)";

/// Converts the content of a file to text. The property `CA` of SGF names the characters; without it the text is UTF-8
/// or, if it is not valid, the most likely encoding, which for few Latin letters is windows-1252; without the feature
/// `encodings` it is Latin-1. Returns a note if the text is damaged, not in UTF-8, or not in the characters that the file
/// states.
///
/// # Errors
///
/// If the file has the signature of a picture, an archive or another file without a text.
pub fn decode(bytes: &[u8]) -> Result<(String, Option<String>), NotText> {
    let kind = infer::get(bytes).filter(|kind| kind.matcher_type() != MatcherType::Text);
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    match kind.filter(|_| !is_text) {
        Some(kind) => Err(NotText(kind.mime_type())),
        None => Ok(decoded(bytes)),
    }
}

#[cfg(feature = "encodings")]
fn decoded(bytes: &[u8]) -> (String, Option<String>) {
    let bom = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let stated = bom.or_else(|| stated(bytes)).filter(|encoding| *encoding != UTF_8);
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let encoding = match stated {
        // Other characters are hardly ever valid UTF-8 by accident: the file states the wrong ones, or quotes `CA`.
        _ if is_utf8 && !bytes.is_ascii() => UTF_8,
        Some(encoding) => encoding,
        None if is_utf8 => UTF_8,
        None => guessed(bytes),
    };
    let (text, _, is_damaged) = encoding.decode(bytes);
    let name = encoding.name();
    let is_notable = !bytes.is_ascii() && (encoding != UTF_8 || stated.is_some());
    let note = match is_damaged {
        true => Some(format!("some characters are damaged; read as {name}")),
        false => is_notable.then(|| format!("read as {name}")),
    };
    (text.into_owned(), note)
}

/// Returns the most likely encoding of bytes that are not UTF-8.
#[cfg(feature = "encodings")]
fn guessed(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = |domain: Option<&[u8]>| detector.guess(domain, Utf8Detection::Deny);
    let unrestricted = guess(None);
    // In windows-1252 these bytes are signs, which rarely occur within words.
    let is_sign = |byte: &u8| (0xa1..=0xbf).contains(byte);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0xc0;
    // A Czech pair of letters, which is one of Danish and Spanish letters in windows-1252.
    let is_czech = |pair: &[u8]| matches!(pair, [0xf8, 0xe1 | 0xed]);
    let is_clear = bytes
        .windows(2)
        .any(|pair| is_czech(pair) || pair.iter().any(is_sign) && pair.iter().any(is_letter));
    let foreign = bytes.iter().filter(|byte| !byte.is_ascii());
    let (count, distinct) = (foreign.clone().count(), foreign.collect::<BTreeSet<_>>().len());
    // From one or two accents the detector guesses Baltic or Central European letters for French names, however often a
    // name is repeated.
    let is_likely = match unrestricted.name() {
        "windows-1250" | "ISO-8859-2" | "windows-1254" => is_clear || count >= 3,
        "windows-1257" | "ISO-8859-13" | "ISO-8859-4" => count >= 6 && distinct >= 4,
        _ => false,
    };
    if is_likely {
        unrestricted
    } else {
        // With an American domain the detector distinguishes other scripts only.
        guess(Some(b"us"))
    }
}

#[cfg(not(feature = "encodings"))]
fn decoded(bytes: &[u8]) -> (String, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(_) => {
            let text = bytes.iter().copied().map(char::from).collect();
            (text, Some(String::from("read as Latin-1: not valid UTF-8")))
        }
    }
}

/// Returns the encoding that `CA` names, unless it is unknown.
#[cfg(feature = "encodings")]
fn stated(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(3).position(|window| window == b"CA[")? + 3;
    let length = head[at..].iter().position(|&byte| byte == b']')?;
    Encoding::for_label(&head[at..at + length])
}
