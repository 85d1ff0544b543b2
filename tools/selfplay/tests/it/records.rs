//! Records: every byte at the place that the trainers read it from.

use crate::common::{games, settings};
use crate::planes::{slow_planes, unpacked};
use selfplay::expand::{expand, records, Symmetries};
use selfplay::game::{Choice, Game, HoleNumber, Ply};
use selfplay::planes::Planes;
use selfplay::run::run;
use selfplay::Settings;
use std::sync::atomic::AtomicBool;
use twixt::geometry::{Side, Size};
use twixt::rules::{Move, Position};

fn some_games(seed: u64, count: u32) -> Vec<Game> {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &settings(seed), count, 2, &AtomicBool::new(false)).unwrap();
    games(folder.path())
}

fn all_records(game: &Game, image: (bool, bool)) -> Vec<[u8; 1056]> {
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
    let mut seen = [0; 3];
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
            assert_eq!(record[1052..1056], [position.pegs() as u8, 0, 0, 0]);
            seen[ply.choice as usize] += 1;
            if ply.choice != Choice::Proven {
                position.play(Move::Peg(ply.hole.hole(size).unwrap())).unwrap();
            }
        }
    }
    assert!(seen.iter().all(|&count| count >= 10), "{seen:?}");
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
    run(folder.path(), &settings(43), 5, 1, &AtomicBool::new(false)).unwrap();
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
    assert_eq!(std::fs::metadata(&out).unwrap().len(), 1056 * four.records);
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
        let planes = |record: &[u8; 1056]| unpacked(&record[..324], &record[324..900]);
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
        assert_eq!(plain[1044..], image[1044..]);
    }
}

#[test]
fn other_sizes_and_broken_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let small = Settings { edge: 10, random_plies: (2, 3), ..settings(3) };
    run(folder.path(), &small, 1, 1, &AtomicBool::new(false)).unwrap();
    let out = folder.path().join("small.rec");
    let error = expand(&[folder.path().to_owned()], &out, Symmetries::None).unwrap_err();
    assert!(error.to_string().contains("10 x 10"), "{error}");
    assert!(!out.exists());
    let mut game = some_games(53, 1).remove(0);
    game.plies[0].hole = game.opening[0];
    let result = records(&mut Planes::default(), &game, (false, false), |_| Ok(()));
    assert!(format!("{:#}", result.unwrap_err()).contains("against the rules"));
}
