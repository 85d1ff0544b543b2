//! Random games round trip through every format that can hold them.

use crate::common::{game, random, Kind, ARENA, EVERYTHING, MOVES};
use formats::{read, recognise, write, Assume, Ending, Format, Game, Reason};
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

const GAMES: u64 = 1000;

/// Few games match these defaults, so a file that does not state its board or rules would fail the tests.
const WRONG: Assume = Assume {
    size: Size::MIN,
    rules: Rules { linking: Linking::Standard, swap: SwapRule::None },
    required: None,
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
fn lists_hold_all_but_variations_and_marks() {
    round_trips(Format::List, Kind { variations: false, marks: false, ..EVERYTHING });
}

#[test]
fn t1j_holds_the_moves_and_the_rules() {
    let kind = Kind { rectangles: true, rules: None, reasons: EVERYTHING.reasons, ..MOVES };
    let mut random = random(7);
    for number in 0..GAMES {
        let mut game = game(&mut random, kind);
        // A name in a T1j header cannot contain #.
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
fn little_golem_holds_games_under_its_rules() {
    round_trips(
        Format::LittleGolem,
        Kind { reasons: &[Reason::Resign, Reason::Agreement], ..MOVES },
    );
}

#[test]
fn the_arenas_input_holds_the_moves() {
    let mut random = random(8);
    let mut lost_names = 0;
    for number in 0..GAMES {
        let mut game = game(&mut random, ARENA);
        lost_names += usize::from(!Format::Arena.loses(&game).is_empty());
        game.players = [None, None];
        game.ending = Ending::on_board(&game.position().unwrap());
        assert_eq!(Format::Arena.loses(&game), Vec::<String>::new(), "{number}");
        let text = write(std::slice::from_ref(&game), Format::Arena).unwrap();
        assert_eq!(recognise(&text), Some(Format::Arena), "{number}:\n{text}");
        assert_eq!(read(&text, None, &WRONG).unwrap(), [game], "{number}:\n{text}");
    }
    assert!(lost_names > 0);
}

#[test]
fn read_at_most_rejects_more_games() {
    let lists =
        ["1.d6\n1.e6\n1.f6", "1.d6 1.e6 1.f6", "# twixt\n1.d6\n# twixt\n1.e6\n# twixt\n1.f6"];
    let trees = ["(;GM[21]SZ[12];W[d6])(;GM[21]SZ[12];W[e6])(;GM[21]SZ[12];W[f6])"];
    let records = r#"{"moves":["D6"]}{"moves":["E6"]}{"moves":["F6"]}"#;
    let array = format!("[{}]", records.replace("}{", "},{"));
    for text in lists.into_iter().chain(trees).chain([records, &array]) {
        let read = |max_games| formats::read_at_most(max_games, text, None, &Assume::default());
        assert_eq!(read(3).unwrap().len(), 3, "{text}");
        let error = read(2).unwrap_err().to_string();
        assert!(error.contains("expected at most 2 games"), "{text}: {error}");
    }
}

#[test]
fn several_games_in_one_text_round_trip() {
    let mut random = random(11);
    for format in [Format::Sgf, Format::List, Format::Json] {
        let is_tree = format != Format::List;
        let kind = Kind { variations: is_tree, marks: is_tree, ..EVERYTHING };
        for _ in 0..100 {
            let games: Vec<Game> = (0..3).map(|_| game(&mut random, kind)).collect();
            let text = write(&games, format).unwrap();
            assert_eq!(read(&text, Some(format), &WRONG).unwrap(), games, "{text}");
        }
    }
}

#[test]
fn conversions_between_sgf_and_json_preserve_games() {
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

#[test]
fn loses_lists_every_difference_and_plies_are_preserved() {
    let mut random = random(17);
    let (mut written, mut rejected) = (0, 0);
    for _ in 0..GAMES {
        let original = game(&mut random, EVERYTHING);
        for format in Format::ALL {
            let lost = format.loses(&original);
            match write(std::slice::from_ref(&original), format) {
                Err(error) => {
                    assert!(
                        matches!(format, Format::T1j | Format::LittleGolem | Format::Arena),
                        "{format}: {error}"
                    );
                    rejected += 1;
                }
                Ok(text) => {
                    let back = read(&text, Some(format), &WRONG).unwrap().remove(0);
                    assert_eq!(back == original, lost.is_empty(), "{format}: {lost:?}\n{text}");
                    let plies = |game: &Game| game.main_line().count();
                    assert_eq!(plies(&back), plies(&original), "{format}");
                    written += 1;
                }
            }
        }
    }
    assert!(written > 3 * GAMES && rejected > 100, "{written} written, {rejected} rejected");
}
