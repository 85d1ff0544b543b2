//! Fuzzes the readers and writers of game files.

use formats::{read, recognise, write, Assume, Format, Game};

/// Reads a text in its detected format and as every format.
///
/// Properties: a game that is read is legal, and round-trips in every format that loses nothing; an error has
/// a valid line and column.
pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let recognised = recognise(text);
    let assume = Assume::default();
    let others = Format::ALL.map(Some).into_iter().filter(|&format| format != recognised);
    for format in others.chain([None]) {
        match read(text, format, &assume) {
            Ok(games) => games.iter().for_each(|game| {
                assert!(game.check().is_ok(), "{format:?}");
                for format in Format::ALL {
                    let Ok(text) = write(std::slice::from_ref(game), format) else { continue };
                    let back = read(&text, Some(format), &assume)
                        .unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
                    let [back] = &back[..] else { panic!("{format}: not one game\n{text}") };
                    if format.loses(game).is_empty() {
                        assert_eq!(comparable(back), comparable(game), "{format}\n{text}");
                    }
                }
            }),
            Err(error) => {
                let lines: Vec<&str> = text.split('\n').collect();
                assert!((1..=lines.len()).contains(&error.line), "{error}");
                let columns = lines[error.line - 1].chars().count() + 1;
                assert!((1..=columns).contains(&error.column), "{error}");
                assert!(!error.message.is_empty());
            }
        }
    }
}

/// Returns the game without format-specific properties and without the reader's notes.
fn comparable(game: &Game) -> Game {
    Game { extra: Default::default(), notes: Vec::new(), ..game.clone() }
}
