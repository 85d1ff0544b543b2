//! Game files of every format.

use formats::{read, recognise, write, Assume, Format, Game};

/// Reads a text by its content and as every format there is.
///
/// What reads keeps the rules and, written in a format that loses nothing of it, reads back as the
/// same game; what doesn't is refused with a place that the text has.
pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let recognised = recognise(text);
    let assume = Assume::default();
    let asked = Format::ALL.map(Some).into_iter().filter(|&format| format != recognised);
    for format in asked.chain([None]) {
        match read(text, format, &assume) {
            Ok(games) => games.iter().for_each(|game| {
                assert!(game.check().is_ok(), "{format:?}");
                for format in Format::ALL {
                    let Ok(text) = write(std::slice::from_ref(game), format) else { continue };
                    let back = read(&text, Some(format), &assume)
                        .unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
                    let [back] = &back[..] else { panic!("{format}: not one game\n{text}") };
                    if format.loses(game).is_empty() {
                        assert_eq!(told(back), told(game), "{format}\n{text}");
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

/// The game without what formats may name in other ways, and without the reader's notes on the text.
fn told(game: &Game) -> Game {
    Game { extra: Default::default(), notes: Vec::new(), ..game.clone() }
}
