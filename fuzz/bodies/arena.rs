//! Fuzzes the arena's protocol.

use twixt::arena::{play, Options, SessionError, TurnReader};
use twixt::engine::{Arena, Engine};
use twixt::evaluate::by_distance;
use twixt::geometry::Size;
use twixt::opening::PackedBook;
use twixt::rules::Position;
use twixt::search::Params;

/// The first byte selects the board size; the rest is the bot's input.
///
/// Properties: every valid turn is answered with one line; an error is one line of printable ASCII.
pub(crate) fn run(data: &[u8]) {
    let Some((&size, input)) = data.split_first() else { return };
    let options = Options {
        size: Size::new(5 + size % 20).expect("5 to 24"),
        nodes: Some(2),
        ..Options::default()
    };
    let (start, evaluator) = (Position::new(options.size), by_distance(options.size));
    let book = PackedBook::built_in().expect("a sound book");
    let engine = Engine::new(start, evaluator, Params::default(), 2000, book, Arena);
    let mut output = Vec::new();
    let done = play(input, &mut output, &options, engine);
    let answers = String::from_utf8(output).expect("text");
    assert!(answers.is_empty() || answers.ends_with('\n'), "{answers:?}");
    assert!(answers.lines().all(|line| !line.trim().is_empty()), "{answers:?}");
    let mut turns = TurnReader::new(input, options.size);
    let count = std::iter::from_fn(|| turns.next().ok().flatten()).count();
    assert!(answers.lines().count() <= count, "{answers:?} to {count} turns");
    match done {
        Ok(()) => assert_eq!(answers.lines().count(), count, "{answers:?}"),
        Err(SessionError::Input(error)) => {
            let lines = input.split(|&byte| byte == b'\n').count();
            assert!((1..=lines + 1).contains(&error.line), "{error}");
            let text = error.to_string();
            assert!(text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()), "{text:?}");
        }
        Err(SessionError::Output(error)) => panic!("cannot write to a Vec: {error}"),
    }
}
