//! Reading a damaged text yields a legal game or an error with its position, and never panics.

#[path = "../../../../fuzz/bodies/formats.rs"]
mod body;

use crate::common::{game, random, Random, ARENA, EVERYTHING};
use formats::{read, write, Assume, Format, Game};
use rand::seq::IndexedRandom;
use rand::RngExt;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Ply, Rules, SwapRule};

const SIGNS: &[char] = &[
    '(', ')', '[', ']', ';', '{', '}', '"', ',', ':', '#', '\\', '|', '-', '+', '/', '\'', '=',
    'a', 'B', 'w', 'Z', '0', '1', '2', '9', ' ', '\n', '\r', 'é', '漢', '\u{feff}', '\0',
];

/// Changes, inserts or deletes characters at one to three positions, or truncates the text.
fn damaged(random: &mut Random, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..=3) {
        if chars.is_empty() {
            break;
        }
        let at = random.random_range(0..chars.len());
        match random.random_range(0..5) {
            0 => chars.truncate(at),
            1 => {
                chars.remove(at);
            }
            2 => chars.insert(at, *SIGNS.choose(random).unwrap()),
            3 => chars[at] = *SIGNS.choose(random).unwrap(),
            _ => {
                let end = random.random_range(at..=chars.len().min(at + 20));
                chars.drain(at..end);
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_texts_are_rejected_or_read_as_legal_games() {
    // The fuzzer `formats` reads many more.
    const TEXTS: usize = 500;
    let mut random = random(23);
    let assume = Assume { size: Size::MAX, rules: Rules::CLASSIC, required: None, swap: None };
    for format in Format::ALL {
        let mut rejected = 0;
        let mut tried = 0;
        // The arena's input cannot hold most other games.
        let kind = if format == Format::Arena { ARENA } else { EVERYTHING };
        while tried < TEXTS {
            let Ok(text) = write(&[game(&mut random, kind)], format) else { continue };
            tried += 1;
            let text = damaged(&mut random, &text);
            for given in [None, Some(format)] {
                match read(&text, given, &assume) {
                    Ok(games) => games.iter().for_each(|game| game.check().unwrap()),
                    Err(error) => {
                        rejected += usize::from(given.is_some());
                        let lines: Vec<&str> = text.split('\n').collect();
                        assert!((1..=lines.len()).contains(&error.line), "{error}\n{text}");
                        let columns = lines[error.line - 1].chars().count() + 1;
                        assert!((1..=columns).contains(&error.column), "{error}\n{text}");
                        assert!(!error.message.is_empty());
                    }
                }
            }
        }
        println!("{format}: {rejected} of {tried} rejected");
        assert!(rejected > TEXTS / 3, "{format}: {rejected} of {tried} rejected");
    }
}

/// Files of other programs have set-up pegs, headers without comments, and capital letters.
#[test]
fn damaged_texts_of_other_programs_are_rejected_or_read_as_legal_games() {
    let mut random = random(31);
    for text in [
        "(;GM[21]SZ[12]PL[B]AW[d6][f7]AB[e8]\n;AW[g9]AB[h4];B[g10];W[h8])",
        "# pegs: vertical d6 f7 horizontal e8\n# to move: horizontal\n1.g9 2.h8\n",
        "{\"setup\":{\"pegs\":\"vertical d6 horizontal e8\",\"to_move\":\"vertical\"},\"moves\":[\"F7\"]}",
        "# a\n# b\n1\nP1\nP2\n12\n12\nH\nC\nP2\nV\nY\nY\nD6\nE8\n",
        "(;FF[4]EV[twixt]SZ[24]RE[B]C[x];B[kg]N[y];W[KI]BL[3])",
    ] {
        assert!(read(text, None, &Assume::default()).is_ok(), "{text}");
        for _ in 0..1000 {
            let text = damaged(&mut random, text);
            if let Ok(games) = read(&text, None, &Assume::default()) {
                games.iter().for_each(|game| game.check().unwrap());
            }
        }
    }
}

#[test]
fn reading_a_text_as_another_format_does_not_panic() {
    let mut random = random(29);
    let assume = Assume::default();
    for _ in 0..200 {
        let game = game(&mut random, EVERYTHING);
        for format in Format::ALL {
            let Ok(text) = write(std::slice::from_ref(&game), format) else { continue };
            for other in Format::ALL {
                let _ = read(&text, Some(other), &assume);
            }
        }
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let assume = Assume::default();
    let deep = format!("{}{}", "(;".repeat(200_000), ")".repeat(200_000));
    assert!(read(&deep, Some(Format::Sgf), &assume).is_ok());
    assert!(read(&"(;GM[21]".repeat(200_000), None, &assume).is_ok());
    assert!(read(&"[".repeat(200_000), None, &assume).is_err());
    assert!(read(&"1.".repeat(200_000), None, &assume).is_err());
    let replay =
        format!("{}{{\"frames\":\"stdout\"}}{}", "{\"data\":".repeat(200_000), "}".repeat(200_000));
    assert!(read(&replay, None, &assume).is_err());
    let chain = format!("d6+{}", "e8/d6,".repeat(100_000));
    assert!(read(&chain, Some(Format::List), &assume).is_err());
}

#[test]
fn the_fuzzers_corpus_round_trips_or_is_rejected() {
    crate::corpus::feed("formats", body::run);
}

fn nested(plies: usize) -> Game {
    // Nobody can win without pegs in the border rows.
    let holes = (2..22).flat_map(|row| (2..22).map(move |column| Hole::new(column, row)));
    let holes: Vec<Hole> = holes.take(plies + 1).collect();
    let mut game = Game::new(Size::MAX, Rules { swap: SwapRule::None, ..Rules::ARENA });
    let mut at = None;
    for pair in holes.windows(2) {
        game.plies.add(at, Ply::Turn(pair[1].into()));
        at = Some(game.plies.add(at, Ply::Turn(pair[0].into())));
    }
    game
}

#[test]
fn variations_nested_as_deep_as_a_game_round_trip() {
    let game = nested(390);
    for format in [Format::Json, Format::Sgf] {
        let text = write(std::slice::from_ref(&game), format).unwrap();
        assert!(read(&text, None, &Assume::default()).unwrap()[0].plies == game.plies, "{format}");
    }
}

#[test]
fn json_variations_nested_deeper_than_600_are_rejected() {
    let deep = |levels| {
        let open = r#"{"at":0,"moves":[],"variations":["#.repeat(levels);
        format!(r#"{{"moves":[],"variations":[{open}{}]}}"#, "]}".repeat(levels))
    };
    assert!(read(&deep(600), None, &Assume::default()).is_ok());
    let error = read(&deep(601), None, &Assume::default()).unwrap_err();
    assert!(error.message.contains("at most 600 deep"), "{error}");
    assert_eq!((error.line, error.column), (1, 27 + 33 * 600));
    assert!(read(&deep(1_500), None, &Assume::default()).is_err());
}

/// Reading in quadratic time would take minutes.
#[test]
fn files_with_many_variations_are_read_in_linear_time() {
    const VARIATIONS: usize = 60_000;
    let mut game = Game::new(Size::MAX, Rules { swap: SwapRule::None, ..Rules::ARENA });
    let hole = |number: usize| Hole::new(2 + (number % 20) as u8, 2 + (number / 20 % 20) as u8);
    let mut line = vec![None];
    for number in 0..30 {
        let at = game.plies.add(line[number], Ply::Turn(hole(number).into()));
        line.push(Some(at));
    }
    for number in 0..VARIATIONS {
        let first = line[number * 30 / VARIATIONS];
        let next = game.plies.add(first, Ply::Turn(hole(100 + number % 200).into()));
        game.plies.add(Some(next), Ply::Turn(hole(310 + number % 80).into()));
    }
    for format in [Format::Json, Format::Sgf] {
        let text = write(std::slice::from_ref(&game), format).unwrap();
        let again = read(&text, None, &Assume::default()).unwrap();
        assert!(again[0].plies == game.plies, "{format}");
        assert_eq!(again[0].plies.len(), 30 + 2 * VARIATIONS);
        let lost = Format::List.loses(&again[0]);
        assert!(lost.contains(&format!("{VARIATIONS} variations")), "{lost:?}");
    }
}

/// Reading in quadratic time would take minutes.
#[test]
fn a_long_array_of_games_is_read_in_linear_time() {
    let list = format!("[{}]", vec![r#"{"moves":["D6"]}"#; 30_000].join(","));
    assert_eq!(read(&list, None, &Assume::default()).unwrap().len(), 30_000);
}
