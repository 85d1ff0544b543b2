//! Compares every target of an example with the game.

use crate::play::common::{examples, exploring, games, one, settings};
use crate::play::planes::slow_planes;
use common::stop::Stop;
use std::collections::{BTreeMap, BTreeSet};
use training::examples::example::Example;
use training::examples::library::Library;
use training::examples::library::Reader;
use training::examples::library::Split;
use training::play::board::Board;
use training::play::game::{Choice, Ending, Game, HoleNumber, Ply, Start};
use training::play::run::run;
use training::play::settings::PlaySettings;
use training::play::shard::{self, Writer};
use twixt::geometry::{Hole, Link, Side, Size, Symmetry};
use twixt::network::BYTES_PER_HOLE;
use twixt::rules::{Linking, Move, Outcome, Position};

fn some_games(seed: u64, count: u32) -> Vec<Game> {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &settings(seed), 0..count, 2, &Stop::default()).unwrap();
    games(folder.path())
}

fn plain(settings: &PlaySettings, game: &Game) -> Vec<Example> {
    examples(settings, game, Symmetry::MIRRORS[0], 0.0)
}

/// Independent computation of a hole's index from the mover's point of view.
fn cell(number: HoleNumber, mover: Side) -> u16 {
    let (row, column) = (number.0 / 12, number.0 % 12);
    if mover == Side::Vertical {
        12 * row + column
    } else {
        12 * column + row
    }
}

#[test]
fn targets_match_the_game() {
    let size = Size::ARENA;
    let mut seen = [0; 5];
    let targets = 0.25;
    for game in some_games(41, 24) {
        let found = examples(&settings(41), &game, Symmetry::MIRRORS[0], targets);
        assert_eq!(found.len(), game.plies.len());
        let mut position = Position::new(size);
        for &hole in &game.opening {
            position.play(Move::Peg(hole.hole(size).unwrap())).unwrap();
        }
        for (example, ply) in found.iter().zip(&game.plies) {
            let mover = position.to_move();
            assert_eq!((example.edge, example.planes.len()), (12, 144 * BYTES_PER_HOLE));
            assert_eq!(example.planes, slow_planes(&position));
            let mut policy = [0.0_f32; 144];
            let won = ply.choice == Choice::Proven && ply.value == 65535;
            let overruled = ply.choice == Choice::Searched && ply.visits[0].0 != ply.hole;
            let single = vec![(ply.hole, 1)];
            let visits = if won || overruled { &single } else { &ply.visits };
            let total: u32 = visits.iter().map(|visit| visit.1).sum();
            if won || ply.choice == Choice::Searched {
                for &(hole, visits) in visits {
                    policy[usize::from(cell(hole, mover))] = visits as f32 / total as f32;
                }
            }
            let mut shares = [0.0_f32; 144];
            example.policy.iter().for_each(|&(hole, share)| shares[usize::from(hole)] += share);
            assert!(shares.iter().zip(policy).all(|(a, b)| (a - b).abs() < 1e-6));
            let value = f32::from(ply.value) / 65535.0;
            let points = game.ending.half_points(mover);
            let result = [points == 2, points == 1, points == 0].map(|is| f32::from(u8::from(is)));
            let mixed = [value, 0.0, 1.0 - value];
            for i in 0..3 {
                let expected = 0.75 * result[i] + 0.25 * mixed[i];
                assert!((example.wdl[i] - expected).abs() < 1e-5, "{:?}", example.wdl);
            }
            seen[ply.choice as usize] += 1;
            if ply.choice != Choice::Proven {
                position.play(Move::Peg(ply.hole.hole(size).unwrap())).unwrap();
            }
        }
    }
    assert!(seen[..3].iter().all(|&count| count >= 10), "{seen:?}");
}

/// Independent computation of the winning chain: every peg repeatedly takes the smallest label
/// among its linked pegs.
fn slow_chain(game: &Game) -> BTreeSet<u16> {
    let mut position = Position::new(Size::ARENA);
    for number in game.moves().chain(game.finish.iter().copied()) {
        position.play(Move::Peg(number.hole(Size::ARENA).unwrap())).unwrap();
    }
    let Some(Outcome::Won(side)) = position.outcome() else { return BTreeSet::new() };
    if game.ending.half_points(side) != 2 {
        return BTreeSet::new();
    }
    let number = |hole: Hole| HoleNumber::of(hole, Size::ARENA).0;
    let mut names: BTreeMap<u16, u16> =
        position.board().pegs(side).map(|hole| (number(hole), number(hole))).collect();
    let links: Vec<_> = position.board().links(side).map(Link::ends).collect();
    for _ in 0..names.len() {
        for &(a, b) in &links {
            let least = names[&number(a)].min(names[&number(b)]);
            names.insert(number(a), least);
            names.insert(number(b), least);
        }
    }
    let along = |hole: u16| if side == Side::Vertical { hole / 12 } else { hole % 12 };
    let reaches = |name: u16, border: u16| {
        names.iter().any(|(&hole, &other)| other == name && along(hole) == border)
    };
    let winner = *names.values().find(|&&name| reaches(name, 0) && reaches(name, 11)).unwrap();
    names.into_iter().filter(|&(_, name)| name == winner).map(|(hole, _)| hole).collect()
}

#[test]
fn the_chain_is_the_winners_and_the_reply_is_the_next_target() {
    let (mut chains, mut replies, mut without) = (0, 0, 0);
    for number in 0..20 {
        let game = one(&exploring(71), number);
        let slow = slow_chain(&game);
        chains += u32::from(!slow.is_empty());
        let found = plain(&exploring(71), &game);
        for (i, example) in found.iter().enumerate() {
            let (mover, ply) = (game.mover(i), &game.plies[i]);
            let cells: BTreeSet<u16> =
                slow.iter().map(|&hole| cell(HoleNumber(hole), mover)).collect();
            assert_eq!(example.chain.iter().copied().collect::<BTreeSet<_>>(), cells);
            let movers = !slow.is_empty() && game.ending.half_points(mover) == 2;
            assert_eq!(example.chain_is_movers, movers);
            let next = found.get(i + 1).filter(|next| !next.policy.is_empty());
            match next.filter(|_| ply.choice != Choice::Random) {
                Some(next) => {
                    // The reply, transposed to the opponent's point of view; other holes may have
                    // the same share.
                    let reply = example.reply.unwrap();
                    let theirs = reply % 12 * 12 + reply / 12;
                    let share = next.policy.iter().find(|entry| entry.0 == theirs).unwrap().1;
                    assert!(next.policy.iter().all(|entry| entry.1 <= share));
                }
                None => assert_eq!(example.reply, None),
            }
            replies += u32::from(example.reply.is_some());
            without += u32::from(example.reply.is_none());
            assert!(ply.full || example.policy.is_empty());
        }
    }
    assert!(chains >= 15 && replies >= 30 && without >= 30, "{chains} {replies} {without}");
}

/// A hand-made game: vertical's chain runs down two columns, with a branch and unconnected pegs
/// elsewhere.
fn hand_made() -> Game {
    let hole = |column: u16, row: u16| HoleNumber(12 * row + column);
    let ply = |hole, choice| {
        let visits = Vec::new();
        Ply { hole, choice, full: true, value: 40_000, visits, reserved: None }
    };
    let chain = [(5, 0), (6, 2), (5, 4), (6, 6), (5, 8), (6, 10), (7, 8)];
    let moves: Vec<HoleNumber> = (0..6)
        .flat_map(|i| [hole(chain[i].0, chain[i].1), hole(1, [1, 3, 5, 7, 9, 10][i])])
        .chain([hole(7, 8), hole(3, 1), hole(4, 11)])
        .collect();
    Game {
        number: 0x0102_0304,
        seed: 1,
        start: Start::Random,
        opening: moves[..2].to_vec(),
        plies: moves[2..].iter().map(|&hole| ply(hole, Choice::Searched)).collect(),
        ending: Ending::Vertical,
        resignation: None,
        finish: Vec::new(),
    }
}

#[test]
fn replies_and_chains_of_a_hand_made_game() {
    let mut game = hand_made();
    let pegs = [(5, 0), (6, 2), (5, 4), (6, 6), (5, 8), (6, 10), (7, 8), (4, 11)];
    let mut found = plain(&settings(1), &game);
    found.iter_mut().for_each(|example| example.chain.sort_unstable());
    let sorted = |cell: fn((u16, u16)) -> u16| {
        let cells: BTreeSet<u16> = pegs.into_iter().map(cell).collect();
        cells.into_iter().collect::<Vec<_>>()
    };
    // The first example is vertical's; the reply is the hole in column 1, row 3.
    assert_eq!(found[0].reply, Some(3 * 12 + 1));
    assert_eq!(found[0].chain, sorted(|(column, row)| 12 * row + column));
    assert!(found[0].chain_is_movers);
    // The second example is horizontal's, so the board is transposed.
    assert_eq!(found[1].reply, Some(5 * 12 + 4));
    assert_eq!(found[1].chain, sorted(|(column, row)| 12 * column + row));
    assert!(!found[1].chain_is_movers);
    // A ply with a fast search or a random move has no policy target, so the ply before it has no reply
    // target. A ply with a random move has no reply target either.
    game.plies[1].full = false;
    game.plies[3].choice = Choice::Random;
    let found = plain(&settings(1), &game);
    assert_eq!([0, 1, 2, 3].map(|i| found[i].reply), [None, Some(64), None, None]);
    assert_eq!([0, 1, 2, 3].map(|i| found[i].policy.len()), [1, 0, 1, 0]);
}

#[test]
fn a_move_preferred_to_the_most_visited_one_is_the_only_target() {
    let mut game = some_games(59, 1).remove(0);
    let searched = |ply: &Ply| ply.choice == Choice::Searched && ply.visits.len() > 1;
    let number = game.plies.iter().position(searched).unwrap();
    game.plies[number].visits.rotate_left(1);
    let hole = game.plies[number].hole;
    let example = &plain(&settings(59), &game)[number];
    assert_eq!(example.policy, [(cell(hole, game.mover(number)), 1.0)]);
}

#[test]
fn a_reflection_applies_to_inputs_and_targets() {
    // A left-right reflection is a top-bottom reflection from horizontal's point of view.
    let game = &some_games(47, 1)[0];
    let image = Symmetry::MIRRORS[1];
    let plain = plain(&settings(47), game);
    let image = examples(&settings(47), game, image, 0.0);
    for (i, (plain, image)) in plain.iter().zip(&image).enumerate() {
        let mover = game.mover(i);
        let mirrored = |cell: u16| match mover {
            Side::Vertical => cell / 12 * 12 + 11 - cell % 12,
            Side::Horizontal => (11 - cell / 12) * 12 + cell % 12,
        };
        // The planes of pegs keep their index; those of distances to the two reflected borders are
        // exchanged.
        let swapped = |plane: usize| match (plane, mover) {
            (18 | 19, Side::Horizontal) => 37 - plane,
            (20 | 21, Side::Vertical) => 41 - plane,
            _ => plane,
        };
        let at = |example: &Example, plane, cell| {
            example.planes[usize::from(cell) * BYTES_PER_HOLE + plane]
        };
        for (plane, cell) in [0, 1, 18, 19, 20, 21, 22, 23, 24]
            .into_iter()
            .flat_map(|plane| (0..144).map(move |cell| (plane, cell)))
        {
            let expected = at(plain, plane, cell);
            assert_eq!(at(image, swapped(plane), mirrored(cell)), expected);
        }
        let policy = plain.policy.iter().map(|&(cell, share)| (mirrored(cell), share));
        assert_eq!(image.policy, policy.collect::<Vec<_>>());
        assert_eq!(image.wdl, plain.wdl);
        assert_eq!(image.reply, plain.reply.map(mirrored));
        assert!(!plain.chain.is_empty());
        let set = |cells: Vec<u16>| cells.into_iter().collect::<BTreeSet<u16>>();
        assert_eq!(set(image.chain.clone()), plain.chain.iter().copied().map(mirrored).collect());
    }
}

#[test]
fn a_library_groups_games_by_board_and_holds_out_one_in_fifty() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop::default();
    let mut all = Vec::new();
    // Nested folders, two of them with the same board.
    for (name, board, seed) in
        [("a", "12xpp", 1), ("b/c", "8xstandard", 2), ("b/d", "8xpp", 3), ("e", "12xpp", 4)]
    {
        let board: Board = board.parse().unwrap();
        let settings = PlaySettings { board, nodes: 8, random_plies: (2, 3), ..settings(seed) };
        let folder = folder.path().join(name);
        run(&folder, &settings, 0..60, 2, &stop).unwrap();
        all.extend(games(&folder).into_iter().map(|game| (board, game)));
    }
    let library = Library::open(&[folder.path().to_owned()]).unwrap();
    let boards: Vec<_> = library.groups.iter().map(|s| s.board.to_string()).collect();
    assert_eq!(boards, ["8 pp", "8 standard", "12 pp"]);
    let mut held_out = 0;
    for group in &library.groups {
        for split in [Split::Training, Split::HeldOut] {
            let ours = all
                .iter()
                .filter(|(board, game)| *board == group.board && Split::of(game.seed) == split);
            let (count, positions) =
                ours.fold((0, 0), |(n, all), (_, game)| (n + 1, all + game.plies.len()));
            assert_eq!(group.positions(split), positions);
            held_out += if split == Split::HeldOut { count } else { 0 };
        }
    }
    assert!((1..=12).contains(&held_out), "{held_out} of 240");
    let share = (0..100_000).filter(|&seed| Split::of(seed) == Split::HeldOut).count();
    assert!((1900..2100).contains(&share), "{share}");
    // Positions can be read in any order; reading past the end fails.
    let mut reader = Reader::new(&library, 0.0);
    let mut example = Example::default();
    for (number, group) in library.groups.iter().enumerate() {
        for split in [Split::Training, Split::HeldOut] {
            for index in (0..group.positions(split)).rev() {
                reader
                    .read(number, split, index, Symmetry::MIRRORS[index % 4], &mut example)
                    .unwrap();
                assert_eq!(example.edge, group.board.edge());
                let blocks = example.planes[25] == 64;
                assert_eq!(blocks, group.board.linking == Linking::Standard);
            }
            let behind = reader.read(
                number,
                split,
                group.positions(split),
                Symmetry::MIRRORS[0],
                &mut example,
            );
            assert!(behind.is_err());
        }
    }
    assert!(reader.read(3, Split::Training, 0, Symmetry::MIRRORS[0], &mut example).is_err());
}

#[test]
fn illegal_games_are_rejected() {
    let error_of = |change: fn(&mut Game)| {
        let mut game = hand_made();
        change(&mut game);
        let folder = tempfile::tempdir().unwrap();
        let path = shard::path(folder.path(), 1, 0);
        let (mut writer, _) = Writer::open(&path, &settings(1)).unwrap();
        writer.append(&game).unwrap();
        let error = Library::open(&[folder.path().to_owned()]).err().unwrap();
        format!("{error:#}")
    };
    let error = error_of(|game| game.plies[0].hole = game.opening[0]);
    assert!(error.contains("game 16909060: F1 is illegal"), "{error}");
    assert!(error.contains("shard-1-0.games"), "{error}");
    assert!(error_of(|game| game.plies[3].hole = HoleNumber(144)).contains("off the board"));
    assert!(
        error_of(|game| game.plies[3].visits.push((HoleNumber(0), 3))).contains("off the board")
    );
    assert!(error_of(|game| game.finish.push(HoleNumber(50))).contains("is illegal"));
    let empty = tempfile::tempdir().unwrap();
    let error = Library::open(&[empty.path().to_owned()]).err().unwrap().to_string();
    assert!(error.contains("contains no shards"), "{error}");
}
