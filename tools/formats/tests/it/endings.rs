//! Every format preserves endings that the board shows.

use formats::{read, write, Assume, Ending, Format, Game, Reason};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::SeedableRng;
use twixt::geometry::Size;
use twixt::rules::{is_drawn, Move, Position, Rules, SwapRule};

/// Returns a random game on 5 × 5 without a swap that is drawn before all holes are filled.
fn blocked_game() -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let rules = Rules { swap: SwapRule::None, ..Rules::ARENA };
    let size = Size::MIN;
    loop {
        let (mut position, mut plies) = (Position::with_rules(size, rules), Vec::new());
        while position.outcome().is_none() && !is_drawn(&position) {
            let moves: Vec<Move> = position.moves().collect();
            let chosen = *moves.choose(&mut random).unwrap();
            plies.push(position.ply(chosen));
            position.play(chosen).unwrap();
        }
        if position.outcome().is_none() {
            return Game::new(size, rules).and_plies(plies).unwrap();
        }
    }
}

#[test]
fn a_blocked_game_is_drawn_in_every_format() {
    let game = blocked_game();
    assert_eq!(game.ending, Some(Ending::drawn(Reason::Blocked)));
    // The arena's board is larger.
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Arena) {
        let text = write(std::slice::from_ref(&game), format).unwrap();
        let sign = match format {
            Format::Sgf => "RE[Draw]",
            Format::T1j => "Y # game already over?",
            Format::Json => "\"ending\":\"draw\"",
            Format::List | Format::LittleGolem | Format::Arena => "",
        };
        assert!(text.contains(sign), "{text}");
        let back = read(&text, Some(format), &Assume::default()).unwrap().remove(0);
        assert_eq!(back.ending, game.ending, "{format}");
        assert!(!format.loses(&game).iter().any(|lost| lost.starts_with("the ending")), "{format}");
    }
}

#[test]
fn a_blocked_game_can_still_be_resigned() {
    let game = blocked_game();
    let list = write(&[game], Format::List).unwrap();
    let resigned = read(&format!("{list} resign"), None, &Assume::default()).unwrap().remove(0);
    assert!(matches!(resigned.ending, Some(Ending { winner: Some(_), reason: Reason::Resign })));
}
