//! Fuzzes the notation and legality of turns.

use twixt::geometry::Size;
use twixt::rules::{Linking, Ply, Position, Rules, SwapRule};

/// The first byte selects size and rules; each word of the rest is tried as a turn.
///
/// Properties: a turn round-trips as text, an illegal turn leaves the position unchanged, and the outcome
/// depends on the board alone.
pub(crate) fn run(data: &[u8]) {
    let Some((&game, words)) = data.split_first() else { return };
    let Ok(words) = std::str::from_utf8(words) else { return };
    let mut position = start(game);
    for word in words.split_whitespace() {
        let ply: Ply = match word.parse() {
            Ok(ply) => ply,
            Err(error) => {
                assert!(error.column <= word.chars().count() + 1, "{error}");
                continue;
            }
        };
        assert_eq!(ply.to_string().parse(), Ok(ply.clone()), "{word}");
        let before = position.clone();
        match position.play_ply(&ply) {
            Ok(()) => {
                assert_ne!(position, before, "{word}");
                let read = Position::from_board(position.board().clone(), position.to_move());
                assert_eq!(read.outcome(), position.outcome(), "{word}");
                assert_eq!(read.pegs(), position.pegs(), "{word}");
            }
            Err(error) => {
                assert_eq!(position, before, "{error}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

fn start(game: u8) -> Position {
    let size = Size::new(5 + game % 20).expect("5 to 24");
    let linking = [Linking::Standard, Linking::Pp][usize::from(game / 20 % 2)];
    let swap = [SwapRule::Mirror, SwapRule::Sides, SwapRule::None][usize::from(game / 40 % 3)];
    Position::with_rules(size, Rules { linking, swap })
}
