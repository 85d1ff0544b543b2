//! Openings: plies that are played before the bots take over, as text and as files.

use crate::rules::Move;
use anyhow::{ensure, Context, Result};
use std::path::Path;

/// The fifty first pegs that come with the referee, one a line: spread over the 12 × 12 board,
/// among them some that ought to be swapped and some that ought not.
pub const FIRST_PEGS: &str = include_str!("../openings/first-pegs.txt");

/// The openings that come with the referee, by name.
const NAMED: [(&str, &str); 7] = [
    ("first-pegs", FIRST_PEGS),
    ("every-first-peg", include_str!("../openings/every-first-peg.txt")),
    ("even", include_str!("../openings/even.txt")),
    ("even-12-standard", include_str!("../openings/even-12-standard.txt")),
    ("even-16-standard", include_str!("../openings/even-16-standard.txt")),
    ("even-18-standard", include_str!("../openings/even-18-standard.txt")),
    ("even-24-standard", include_str!("../openings/even-24-standard.txt")),
];

/// Reads plies in a row, such as `f6,swap,c4`.
///
/// # Errors
///
/// If a word is neither a hole nor `swap`.
pub fn parse(text: &str) -> Result<Vec<Move>> {
    let ply = |word: &str| {
        let read = Move::parse(&word.trim().to_uppercase());
        read.with_context(|| format!("cannot read `{word}`: write holes and swap, as f6,swap,c4"))
    };
    text.split(',').map(ply).collect()
}

/// Reads openings, one a line; empty lines are passed over. `source` names the text in errors.
///
/// # Errors
///
/// If a line cannot be read, or there is none.
pub fn parse_lines(text: &str, source: &str) -> Result<Vec<Vec<Move>>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let openings: Result<Vec<_>> = lines
        .map(|(number, line)| parse(line).with_context(|| format!("{source} line {}", number + 1)))
        .collect();
    let openings = openings?;
    ensure!(!openings.is_empty(), "{source} holds no opening");
    Ok(openings)
}

/// Reads a file of openings as [`parse_lines`] does.
///
/// # Errors
///
/// Likewise, or if the file cannot be read.
pub fn read_file(file: &Path) -> Result<Vec<Vec<Move>>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the openings of {}", file.display()))?;
    parse_lines(&text, &file.display().to_string())
}

/// Reads openings that come with the referee, by their name, or a file of them as [`read_file`] does.
///
/// Those for a board of 12 × 12 in PP are `first-pegs`, [`FIRST_PEGS`]; `every-first-peg`, one after
/// the other; `even`, 400 of several plies that leave the chances about even. `even-SIZE-standard` are
/// as many for other boards, where links of either side block.
///
/// # Errors
///
/// As [`read_file`]. A file by one of the names is read if it is written with its folder, `./even`.
pub fn read(name: &Path) -> Result<Vec<Vec<Move>>> {
    if let Some((name, text)) = NAMED.iter().find(|(known, _)| name == Path::new(known)) {
        return parse_lines(text, name);
    }
    ensure!(
        name.exists(),
        "there are no openings `{}`, neither a file nor any that come with the referee: {}",
        name.display(),
        NAMED.map(|(name, _)| name).join(", ")
    );
    read_file(name)
}

/// The opposite of [`parse`].
#[must_use]
pub fn text(opening: &[Move]) -> String {
    let words: Vec<String> = opening.iter().map(|ply| ply.to_string().to_lowercase()).collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Settings;

    #[test]
    fn the_first_pegs_are_fifty_openings_of_one_ply() {
        let openings = parse_lines(FIRST_PEGS, "first pegs").unwrap();
        assert_eq!(openings.len(), 50);
        assert!(openings.iter().all(|opening| opening.len() == 1));
        assert_eq!(text(&openings[0]), "b2");
    }

    #[test]
    fn names_stand_for_the_files_that_come_along() {
        for (name, count, first) in [
            ("first-pegs", 50, "b2"),
            ("every-first-peg", 120, "b1"),
            ("even", 400, "b5,b3,k7,f3,j5"),
        ] {
            let openings = read(Path::new(name)).unwrap();
            assert_eq!((openings.len(), text(&openings[0]).as_str()), (count, first));
            for opening in openings {
                Settings { opening, ..Settings::default() }.start().unwrap();
            }
        }
        for size in [12, 16, 18, 24] {
            let openings = read(Path::new(&format!("even-{size}-standard"))).unwrap();
            assert_eq!(openings.len(), 400);
            assert!(openings.iter().all(|opening| (3..=8).contains(&opening.len())));
        }
        let error = format!("{:#}", read(Path::new("odd")).unwrap_err());
        assert!(
            error.contains("first-pegs, every-first-peg, even") && error.contains("odd"),
            "{error}"
        );
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        let error = format!("{:#}", parse_lines("b2\n\nf6,pass\n", "x.txt").unwrap_err());
        assert!(error.contains("x.txt line 3") && error.contains("`pass`"), "{error}");
        assert!(parse_lines("\n", "x.txt").is_err());
    }
}
