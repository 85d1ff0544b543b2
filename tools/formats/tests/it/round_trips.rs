//! What is written in a format reads back as the same game, for random games of all that it holds.

use crate::common::{game, random, Kind, EVERYTHING};
use formats::{read, recognise, write, Assume, Format, Game, Reason};
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

const GAMES: u64 = 1000;

/// Nothing of the games is to be assumed, so this is what no game is.
const WRONG: Assume = Assume {
    size: Size::MIN,
    rules: Rules { linking: Linking::Standard, swap: SwapRule::None },
    asked: None,
    swap: None,
};

fn round_trips(format: Format, kind: Kind) {
    let mut random = random(format as u64);
    for number in 0..GAMES {
        let game = game(&mut random, kind);
        assert_eq!(format.loses(&game), Vec::<String>::new(), "{format} {number}");
        let text = write(std::slice::from_ref(&game), format)
            .unwrap_or_else(|error| panic!("{format} {number}: {error}\n{game:?}"));
        assert_eq!(recognise(&text), Some(format), "{number}:\n{text}");
        let back = read(&text, None, &WRONG)
            .unwrap_or_else(|error| panic!("{format} {number}: {error}\n{text}"));
        assert_eq!(back, [game], "{format} {number}:\n{text}");
    }
}

#[test]
fn sgf_holds_everything() {
    round_trips(Format::Sgf, EVERYTHING);
}

#[test]
fn json_holds_everything() {
    round_trips(Format::Json, EVERYTHING);
}

#[test]
fn lists_hold_all_but_variations() {
    round_trips(Format::List, Kind { variations: false, ..EVERYTHING });
}

#[test]
fn t1j_holds_the_moves_and_the_rules() {
    let kind = Kind { variations: false, links: false, comments: false, told: false, ..EVERYTHING };
    let mut random = random(7);
    for number in 0..GAMES {
        let mut game = game(&mut random, kind);
        // A # starts a comment in its head.
        for player in game.players.iter_mut().flatten() {
            *player = player.replace('#', "");
            *player = player.trim().to_owned();
        }
        game.players
            .iter_mut()
            .for_each(|name| *name = name.take().filter(|name| !name.is_empty()));
        let text = write(std::slice::from_ref(&game), Format::T1j).unwrap();
        assert_eq!(Format::T1j.loses(&game), Vec::<String>::new(), "{number}");
        assert_eq!(recognise(&text), Some(Format::T1j), "{number}:\n{text}");
        assert_eq!(read(&text, None, &WRONG).unwrap(), [game], "{number}:\n{text}");
    }
}

#[test]
fn little_golem_holds_games_by_its_rules() {
    round_trips(
        Format::LittleGolem,
        Kind {
            rectangles: false,
            rules: Some(Rules::ARENA),
            variations: false,
            comments: false,
            told: false,
            links: false,
            reasons: &[Reason::Resign, Reason::Agreement],
        },
    );
}

#[test]
fn no_more_games_are_read_than_there_is_room_for() {
    let lists =
        ["1.d6\n1.e6\n1.f6", "1.d6 1.e6 1.f6", "# twixt\n1.d6\n# twixt\n1.e6\n# twixt\n1.f6"];
    let trees = ["(;GM[21]SZ[12];W[d6])(;GM[21]SZ[12];W[e6])(;GM[21]SZ[12];W[f6])"];
    let records = r#"{"moves":["D6"]}{"moves":["E6"]}{"moves":["F6"]}"#;
    let array = format!("[{}]", records.replace("}{", "},{"));
    for text in lists.into_iter().chain(trees).chain([records, &array]) {
        let read = |most| formats::read_at_most(most, text, None, &Assume::default());
        assert_eq!(read(3).unwrap().len(), 3, "{text}");
        let error = read(2).unwrap_err().to_string();
        assert!(error.contains("expected 2 games at most"), "{text}: {error}");
    }
}

#[test]
fn several_games_stand_in_one_text() {
    let mut random = random(11);
    for format in [Format::Sgf, Format::List, Format::Json] {
        let kind = Kind { variations: format != Format::List, ..EVERYTHING };
        for _ in 0..100 {
            let games: Vec<Game> = (0..3).map(|_| game(&mut random, kind)).collect();
            let text = write(&games, format).unwrap();
            assert_eq!(read(&text, Some(format), &WRONG).unwrap(), games, "{text}");
        }
    }
}

/// From any format to any other that holds the game, and back.
#[test]
fn formats_agree() {
    let mut random = random(13);
    for _ in 0..200 {
        let first = game(&mut random, EVERYTHING);
        let mut now = first.clone();
        for format in [Format::Json, Format::Sgf, Format::Json, Format::Sgf] {
            let text = write(&[now], format).unwrap();
            now = read(&text, None, &WRONG).unwrap().remove(0);
        }
        assert_eq!(now, first);
    }
}

/// What a format leaves out is told, and what it writes is still the same play.
#[test]
fn what_is_lost_is_told() {
    let mut random = random(17);
    let (mut written, mut refused) = (0, 0);
    for _ in 0..GAMES {
        let whole = game(&mut random, EVERYTHING);
        for format in Format::ALL {
            let lost = format.loses(&whole);
            match write(std::slice::from_ref(&whole), format) {
                Err(error) => {
                    assert!(
                        matches!(format, Format::T1j | Format::LittleGolem),
                        "{format}: {error}"
                    );
                    refused += 1;
                }
                Ok(text) => {
                    let back = read(&text, Some(format), &WRONG).unwrap().remove(0);
                    assert_eq!(back == whole, lost.is_empty(), "{format}: {lost:?}\n{text}");
                    let plies = |game: &Game| game.main_line().count();
                    assert_eq!(plies(&back), plies(&whole), "{format}");
                    written += 1;
                }
            }
        }
    }
    assert!(written > 3 * GAMES && refused > 100, "{written} written, {refused} refused");
}
