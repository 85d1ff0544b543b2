//! Records: every byte at the place that the trainers read it from.

use crate::common::{exploring, games, one, settings};
use crate::planes::{slow_planes, unpacked};
use selfplay::expand::{expand, records, Symmetries};
use selfplay::game::{Choice, Ending, Game, HoleNumber, Ply, Start};
use selfplay::planes::Planes;
use selfplay::run::run;
use selfplay::Settings;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{Move, Outcome, Position};

fn some_games(seed: u64, count: u32) -> Vec<Game> {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &settings(seed), 0..count, 2, &AtomicBool::new(false)).unwrap();
    games(folder.path())
}

fn all_records(game: &Game, image: (bool, bool)) -> Vec<[u8; 1076]> {
    let mut all = Vec::new();
    records(&mut Planes::default(), game, image, |record| {
        all.push(*record);
        Ok(())
    })
    .unwrap();
    all
}

/// The cell of a hole as the mover sees it, written out once more.
fn cell(number: HoleNumber, mover: Side) -> usize {
    let (row, column) = (usize::from(number.0) / 12, usize::from(number.0) % 12);
    if mover == Side::Vertical {
        12 * row + column
    } else {
        12 * column + row
    }
}

#[test]
fn every_field_stands_at_its_offset() {
    let size = Size::ARENA;
    let mut seen = [0; 5];
    for game in some_games(41, 24) {
        let found = all_records(&game, (false, false));
        assert_eq!(found.len(), game.plies.len());
        let mut position = Position::new(size);
        for &hole in &game.opening {
            position.play(Move::Peg(hole.hole(size).unwrap())).unwrap();
        }
        for (record, ply) in found.iter().zip(&game.plies) {
            let mover = position.to_move();
            assert_eq!(unpacked(&record[..324], &record[324..900]), slow_planes(&position));
            let mut policy = [0_u8; 144];
            let won = ply.choice == Choice::Proven && ply.value == 65535;
            let overruled = ply.choice == Choice::Searched && ply.visits[0].0 != ply.hole;
            let single = vec![(ply.hole, 1)];
            let visits = if won || overruled { &single } else { &ply.visits };
            let total: u32 = visits.iter().map(|visit| visit.1).sum();
            for &(hole, visits) in visits {
                let share = 255.0 * f64::from(visits) / f64::from(total);
                policy[cell(hole, mover)] = (share + 1e-9).round() as u8;
            }
            assert_eq!(record[900..1044], policy);
            let used = won || ply.choice == Choice::Searched;
            assert_eq!(record[1044], u8::from(used));
            if used {
                let sum: i32 = record[900..1044].iter().map(|&share| i32::from(share)).sum();
                assert!((sum - 255).abs() <= 12, "{sum}");
            }
            assert_eq!(record[1045], game.ending.half_points(mover));
            let value = f64::from(ply.value) / 65535.0;
            assert!((f64::from(record[1046]) - 255.0 * value).abs() <= 0.51);
            assert_eq!(record[1047], 1);
            assert_eq!(u32::from_le_bytes(record[1048..1052].try_into().unwrap()), game.number);
            assert_eq!(record[1052..1054], [position.pegs() as u8, 0]);
            seen[ply.choice as usize] += 1;
            if ply.choice != Choice::Proven {
                position.play(Move::Peg(ply.hole.hole(size).unwrap())).unwrap();
            }
        }
    }
    assert!(seen[..3].iter().all(|&count| count >= 10), "{seen:?}");
}

/// The cells of a record's winning chain.
fn chain(record: &[u8; 1076]) -> BTreeSet<usize> {
    (0..144).filter(|cell| record[1056 + cell / 8] >> (cell % 8) & 1 == 1).collect()
}

/// The pegs of the winner's chain at the end of a game, as the vertical side sees them: every peg
/// takes the least name of those that it is linked to, until nothing changes.
fn slow_chain(game: &Game) -> BTreeSet<usize> {
    let mut position = Position::new(Size::ARENA);
    for number in game.moves().chain(game.finish.iter().copied()) {
        position.play(Move::Peg(number.hole(Size::ARENA).unwrap())).unwrap();
    }
    let Some(Outcome::Won(side)) = position.outcome() else { return BTreeSet::new() };
    if game.ending.half_points(side) != 2 {
        return BTreeSet::new();
    }
    let number = |hole: Hole| usize::from(HoleNumber::of(hole, Size::ARENA).0);
    let mut names: BTreeMap<usize, usize> =
        position.board().pegs(side).map(|hole| (number(hole), number(hole))).collect();
    let links: Vec<_> = position.board().links(side).map(Link::ends).collect();
    for _ in 0..names.len() {
        for &(a, b) in &links {
            let least = names[&number(a)].min(names[&number(b)]);
            names.insert(number(a), least);
            names.insert(number(b), least);
        }
    }
    let along = |hole: usize| if side == Side::Vertical { hole / 12 } else { hole % 12 };
    let reaches = |name: usize, border: usize| {
        names.iter().any(|(&hole, &other)| other == name && along(hole) == border)
    };
    let winner = *names.values().find(|&&name| reaches(name, 0) && reaches(name, 11)).unwrap();
    names.into_iter().filter(|&(_, name)| name == winner).map(|(hole, _)| hole).collect()
}

#[test]
fn the_chain_is_the_winners_and_the_reply_the_next_target() {
    let (mut chains, mut replies, mut without) = (0, 0, 0);
    for number in 0..20 {
        let game = one(&exploring(71), number);
        let slow = slow_chain(&game);
        chains += u32::from(!slow.is_empty());
        let records = all_records(&game, (false, false));
        for (i, record) in records.iter().enumerate() {
            let mover = game.mover(i);
            let cells: BTreeSet<usize> =
                slow.iter().map(|&hole| cell(HoleNumber(hole as u16), mover)).collect();
            assert_eq!(chain(record), cells);
            assert_eq!(record[1074..], [0, 0]);
            let mut reply = 0;
            if let Some(next) = records.get(i + 1).filter(|next| next[1044] == 1) {
                if game.plies[i].choice != Choice::Random {
                    // Turned from the opponent's view to the mover's; the first of the greatest
                    // share may have an equal.
                    let most = *next[900..1044].iter().max().unwrap();
                    reply = u16::from_le_bytes([record[1054], record[1055]]);
                    let theirs = usize::from(reply) - 1;
                    assert_eq!(next[900 + theirs % 12 * 12 + theirs / 12], most);
                }
            }
            assert_eq!(record[1054..1056], reply.to_le_bytes());
            replies += u32::from(reply > 0);
            without += u32::from(reply == 0);
            let ply = &game.plies[i];
            assert!(ply.full || record[1044] == 0);
        }
    }
    assert!(chains >= 15 && replies >= 30 && without >= 30, "{chains} {replies} {without}");
}

#[test]
fn the_bytes_behind_the_ply_are_these() {
    // A game by hand: vertical's chain runs down two columns with a branch, far from the rest.
    let hole = |column: u16, row: u16| HoleNumber(12 * row + column);
    let ply = |hole, choice| Ply { hole, choice, full: true, value: 40_000, visits: Vec::new() };
    let chain = [(5, 0), (6, 2), (5, 4), (6, 6), (5, 8), (6, 10), (7, 8)];
    let moves: Vec<HoleNumber> = (0..6)
        .flat_map(|i| [hole(chain[i].0, chain[i].1), hole(1, [1, 3, 5, 7, 9, 10][i])])
        .chain([hole(7, 8), hole(3, 1), hole(4, 11)])
        .collect();
    let mut game = Game {
        number: 0x0102_0304,
        seed: 1,
        start: Start::Random,
        opening: moves[..2].to_vec(),
        plies: moves[2..].iter().map(|&hole| ply(hole, Choice::Searched)).collect(),
        ending: Ending::Vertical,
        resignation: None,
        finish: Vec::new(),
    };
    let mut bits = [0_u8; 18];
    let mut turned = [0_u8; 18];
    for &(column, row) in chain.iter().chain(&[(4, 11)]) {
        let (cell, seen) = (12 * row + column, 12 * column + row);
        bits[usize::from(cell / 8)] |= 1 << (cell % 8);
        turned[usize::from(seen / 8)] |= 1 << (seen % 8);
    }
    let records = all_records(&game, (false, false));
    // Ply 2 is vertical's, and the reply to it is the hole in column 1, row 3.
    let mut expected = vec![4, 3, 2, 1, 2, 0, 38, 0];
    expected.extend(bits);
    expected.extend([0, 0]);
    assert_eq!(records[0][1048..], expected);
    // Ply 3 is horizontal's; the reply, column 5, row 4, is turned: 1 + 5 · 12 + 4.
    let mut expected = vec![4, 3, 2, 1, 3, 0, 65, 0];
    expected.extend(turned);
    expected.extend([0, 0]);
    assert_eq!(records[1][1048..], expected);
    // A fast search has no policy target and is no reply; a random move has no reply.
    game.plies[1].full = false;
    game.plies[3].choice = Choice::Random;
    let records = all_records(&game, (false, false));
    let replies = [0, 1, 2, 3].map(|i| u16::from_le_bytes([records[i][1054], records[i][1055]]));
    assert_eq!(replies, [0, 65, 0, 0]);
    assert_eq!([0, 1, 2, 3].map(|i| records[i][1044]), [1, 0, 1, 0]);
}

#[test]
fn a_move_preferred_to_the_most_visited_one_is_the_target() {
    let mut game = some_games(59, 1).remove(0);
    let searched = |ply: &Ply| ply.choice == Choice::Searched && ply.visits.len() > 1;
    let number = game.plies.iter().position(searched).unwrap();
    game.plies[number].visits.rotate_left(1);
    let hole = game.plies[number].hole;
    let mover = Side::ALL[(game.opening.len() + number) % 2];
    let record = all_records(&game, (false, false))[number];
    let mut expected = [0; 144];
    expected[cell(hole, mover)] = 255;
    assert_eq!((&record[900..1044], record[1044]), (&expected[..], 1));
}

#[test]
fn the_file_holds_all_records_one_behind_another() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &settings(43), 0..5, 1, &AtomicBool::new(false)).unwrap();
    let out = folder.path().join("all.rec");
    let done = expand(&[folder.path().to_owned()], &out, Symmetries::None).unwrap();
    let expected: Vec<_> =
        games(folder.path()).iter().flat_map(|game| all_records(game, (false, false))).collect();
    assert_eq!(std::fs::read(&out).unwrap(), expected.concat());
    assert_eq!((done.games, done.records), (5, expected.len() as u64));
    let used = expected.iter().filter(|record| record[1044] == 1).count();
    assert_eq!(done.policies, used as u64);
    let four = expand(&[folder.path().to_owned()], &out, Symmetries::Mirrors).unwrap();
    assert_eq!(four.records, 4 * done.records);
    assert_eq!(std::fs::metadata(&out).unwrap().len(), 1076 * four.records);
}

#[test]
fn a_mirror_image_mirrors_the_planes() {
    // Left to right for the vertical side is top to bottom for the horizontal one as it sees it.
    let game = &some_games(47, 1)[0];
    let (plain, image) = (all_records(game, (false, false)), all_records(game, (true, false)));
    let first = Side::ALL[game.opening.len() % 2];
    for (i, (plain, image)) in plain.iter().zip(&image).enumerate() {
        let mover = if i % 2 == 0 { first } else { !first };
        let mirrored = |cell: usize| match mover {
            Side::Vertical => cell / 12 * 12 + 11 - cell % 12,
            Side::Horizontal => (11 - cell / 12) * 12 + cell % 12,
        };
        let planes = |record: &[u8; 1076]| unpacked(&record[..324], &record[324..900]);
        let (before, after) = (planes(plain), planes(image));
        // Pegs stay in their planes; of the distances those of the mirrored borders change places.
        let swapped = |plane: usize| match (plane, mover) {
            (18 | 19, Side::Horizontal) => 37 - plane,
            (20 | 21, Side::Vertical) => 41 - plane,
            _ => plane,
        };
        for plane in [0, 1, 18, 19, 20, 21] {
            for cell in 0..144 {
                assert_eq!(after[swapped(plane)][mirrored(cell)], before[plane][cell]);
            }
        }
        for cell in 0..144 {
            assert_eq!(image[900 + mirrored(cell)], plain[900 + cell]);
        }
        assert_eq!(plain[1044..1054], image[1044..1054]);
        let reply = |record: &[u8]| usize::from(u16::from_le_bytes([record[1054], record[1055]]));
        assert_eq!(reply(image), reply(plain).checked_sub(1).map_or(0, |cell| 1 + mirrored(cell)));
        let pegs = chain(plain);
        assert!(!pegs.is_empty());
        assert_eq!(chain(image), pegs.into_iter().map(mirrored).collect());
    }
}

#[test]
fn other_sizes_and_broken_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let small = Settings { edge: 10, random_plies: (2, 3), ..settings(3) };
    run(folder.path(), &small, 0..1, 1, &AtomicBool::new(false)).unwrap();
    let out = folder.path().join("small.rec");
    let error = expand(&[folder.path().to_owned()], &out, Symmetries::None).unwrap_err();
    assert!(error.to_string().contains("10 x 10"), "{error}");
    assert!(!out.exists());
    let mut game = some_games(53, 1).remove(0);
    game.plies[0].hole = game.opening[0];
    let result = records(&mut Planes::default(), &game, (false, false), |_| Ok(()));
    assert!(format!("{:#}", result.unwrap_err()).contains("against the rules"));
}
