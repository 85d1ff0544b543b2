//! Differential test of the engine's rules against the referee's at every ply of thousands of random games,
//! and the round trip from the referee's turns to the engine's positions.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use referee::rules::{self, Game, Seat};
use referee::turn;
use std::fmt::Write;
use twixt::arena::{rebuild, side_to_move, TurnReader};
use twixt::geometry::{Direction, Hole, Link, Side, Size};
use twixt::rules::{Move, Outcome, Position};

/// Number of games per board size: most on small boards, where games are short and draws common.
const fn games_on(size: u8) -> u64 {
    match size {
        5..=12 => 350,
        13..=18 => 50,
        _ => 20,
    }
}

/// Policy of a random game.
#[derive(Clone, Copy)]
enum Style {
    /// Uniformly random legal moves, the swap included.
    Uniform,
    /// Mostly plays a knight's move away from one of the mover's own pegs, which makes many links and crossings.
    Linking,
    /// As `Linking`, but the second player always swaps.
    Swapping,
}

const STYLES: [Style; 3] = [Style::Uniform, Style::Linking, Style::Swapping];

/// A game in both implementations.
struct Pair {
    engine: Position,
    referee: Game,
    name: String,
}

/// Counts that show what the games covered; the tests check them.
#[derive(Default, Debug)]
struct Tally {
    games: u32,
    plies: u32,
    links: usize,
    swaps: u32,
    won: [u32; 2],
    drawn: u32,
}

impl Pair {
    fn new(size: u8, seed: u64) -> Pair {
        let engine = Position::new(Size::new(size).expect("a size"));
        let referee = Game::new(size).expect("a size");
        Pair { engine, referee, name: format!("size {size}, seed {seed}:") }
    }

    fn play(&mut self, mv: Move) {
        write!(self.name, " {mv}").expect("writing to a string succeeds");
        let name = &self.name;
        self.engine.play(mv).unwrap_or_else(|e| panic!("{name}: the engine refuses: {e}"));
        let played = self.referee.play(to_referee(mv));
        played.unwrap_or_else(|e| panic!("{name}: the referee refuses: {e}"));
    }

    fn choose(&self, style: Style, rng: &mut Xoshiro256PlusPlus) -> Move {
        let all: Vec<Move> = self.engine.moves().collect();
        if matches!(style, Style::Swapping) && self.engine.may_swap() {
            return Move::Swap;
        }
        let side = self.engine.to_move();
        let pegs: Vec<Hole> = self.engine.board().pegs(side).collect();
        if !matches!(style, Style::Uniform) && rng.random_ratio(4, 5) {
            // The board may have no such move.
            for _ in 0..20 {
                let Some(peg) = pegs.choose(rng) else { break };
                let &direction = Direction::ALL.choose(rng).expect("eight");
                let hole = peg.step(direction, self.engine.size());
                let near = hole.map(Move::Peg).filter(|&mv| self.engine.check(mv).is_ok());
                if let Some(mv) = near {
                    return mv;
                }
            }
        }
        *all.choose(rng).unwrap_or_else(|| panic!("{}: no move in an unfinished game", self.name))
    }

    fn compare(&self) {
        let Pair { engine, referee, name } = self;
        assert_eq!(to_seat(engine.to_move()), referee.to_move(), "{name}: to move");
        assert_eq!(engine.outcome().map(to_end), referee.outcome(), "{name}: the outcome");
        for seat in Seat::BOTH {
            let side = to_side(seat);
            let board = engine.board();
            let pegs = sorted(board.pegs(side).map(to_hole));
            assert_eq!(pegs, referee.pegs(seat), "{name}: pegs of {side}");
            let links = sorted(board.links(side).map(to_link));
            assert_eq!(links, referee.links(seat), "{name}: links of {side}");
            let vacant = sorted(board.vacant(side).map(to_hole));
            assert_eq!(vacant, referee.open_holes(seat), "{name}: holes open to {side}");
        }
        // All holes and the corners of the largest board.
        let corner = |x, y| Hole::new(x * (Size::MAX.get() - 1), y * (Size::MAX.get() - 1));
        let corners = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
        let pegs = Size::MAX.holes().chain(corners).map(Move::Peg);
        let mut legal = Vec::new();
        for mv in pegs.chain([Move::Swap]) {
            let judged = referee.judge(to_referee(mv));
            let checked = engine.check(mv);
            assert_eq!(checked.is_ok(), judged.is_ok(), "{name}: {mv}: {checked:?}, {judged:?}");
            legal.extend(judged.is_ok().then_some(mv));
        }
        let moves: Vec<Move> = engine.moves().collect();
        assert_eq!(moves, legal, "{name}: the list of moves");
    }
}

const fn to_seat(side: Side) -> Seat {
    match side {
        Side::Vertical => Seat::First,
        Side::Horizontal => Seat::Second,
    }
}

const fn to_side(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::Vertical,
        Seat::Second => Side::Horizontal,
    }
}

const fn to_end(outcome: Outcome) -> rules::Outcome {
    match outcome {
        Outcome::Won(side) => rules::Outcome::Chain(to_seat(side)),
        Outcome::Drawn => rules::Outcome::Draw,
    }
}

const fn to_hole(hole: Hole) -> rules::Hole {
    rules::Hole::new(hole.column(), hole.row())
}

fn to_link(link: Link) -> rules::Link {
    let (a, b) = link.ends();
    rules::Link::between(to_hole(a), to_hole(b)).expect("a knight's move")
}

const fn to_referee(mv: Move) -> rules::Move {
    match mv {
        Move::Peg(hole) => rules::Move::Peg(to_hole(hole)),
        Move::Swap => rules::Move::Swap,
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

/// Plays the game with this seed, and calls `watch` before the first ply and after each.
fn play(size: u8, seed: u64, watch: &mut dyn FnMut(&Pair), tally: &mut Tally) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed * 100 + u64::from(size));
    let style = STYLES[seed as usize % STYLES.len()];
    let mut pair = Pair::new(size, seed);
    watch(&pair);
    while pair.referee.outcome().is_none() {
        let mv = pair.choose(style, &mut rng);
        pair.play(mv);
        watch(&pair);
        tally.plies += 1;
        tally.swaps += u32::from(mv == Move::Swap);
    }
    tally.games += 1;
    tally.links += Seat::BOTH.map(|seat| pair.referee.links(seat).len()).iter().sum::<usize>();
    match pair.referee.outcome() {
        Some(rules::Outcome::Chain(seat)) => tally.won[seat.index()] += 1,
        _ => tally.drawn += 1,
    }
}

fn compare_games(sizes: impl Iterator<Item = u8>) -> Tally {
    let mut tally = Tally::default();
    for size in sizes {
        for seed in 0..games_on(size) {
            play(size, seed, &mut Pair::compare, &mut tally);
        }
    }
    println!("{tally:?}");
    tally
}

#[test]
fn engine_and_referee_agree_on_small_boards() {
    let tally = compare_games(5..=12);
    assert_eq!(tally.games, 2_800);
    assert!(tally.won.iter().all(|&won| won > 500) && tally.drawn > 50, "low coverage: {tally:?}");
    assert!(tally.swaps > 800 && tally.links > 50_000, "low coverage: {tally:?}");
}

#[test]
fn engine_and_referee_agree_on_large_boards() {
    let tally = compare_games(13..=24);
    assert_eq!(tally.games, 420);
    assert!(tally.won.iter().all(|&won| won > 120), "low coverage: {tally:?}");
    assert!(tally.swaps > 110 && tally.links > 50_000, "low coverage: {tally:?}");
}

/// All turns that one seat reads in a game, and the positions that they encode.
#[derive(Default)]
struct Stream {
    text: String,
    positions: Vec<Position>,
}

impl Stream {
    /// Reads the text as a bot does: the first turn determines the side.
    fn check(&self, seat: Seat, size: Size, name: &str) {
        let mut reader = TurnReader::new(self.text.as_bytes(), size);
        let mut known = None;
        for expected in &self.positions {
            let read = reader.next().unwrap_or_else(|e| panic!("{name}: {seat}: {e}"));
            let read = read.unwrap_or_else(|| panic!("{name}: {seat}: a turn is missing"));
            let side = side_to_move(&read, known, size);
            let side = side.unwrap_or_else(|e| panic!("{name}: {seat}: {e}"));
            assert_eq!(to_seat(side), seat, "{name}: the side, at line {}", read.line);
            known = Some(side);
            let position = rebuild(&read, side, size);
            let position = position.unwrap_or_else(|e| panic!("{name}: {seat}: {e}"));
            assert!(position == *expected, "{name}: {seat}: read wrongly at line {}", read.line);
        }
        assert!(reader.next().is_ok_and(|rest| rest.is_none()), "{name}: {seat}: more to read");
    }
}

#[test]
fn turns_of_the_referee_decode_to_positions_of_the_engine() {
    let mut tally = Tally::default();
    let (mut first_lines, mut swap_lines) = (0, 0);
    for size in 5..=24 {
        for seed in 1_000..1_000 + games_on(size) / 10 {
            let mut streams = [Stream::default(), Stream::default()];
            let mut name = String::new();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut watch = |pair: &Pair| {
                name.clone_from(&pair.name);
                if pair.referee.outcome().is_none() {
                    let stream = &mut streams[pair.referee.to_move().index()];
                    stream.text += &turn::input(&pair.referee, Some(&mut rng));
                    stream.positions.push(pair.engine.clone());
                }
            };
            play(size, seed, &mut watch, &mut tally);
            for (seat, stream) in Seat::BOTH.into_iter().zip(&streams) {
                stream.check(seat, Size::new(size).expect("a size"), &name);
                let lines = |word| stream.text.lines().filter(|&line| line == word).count();
                first_lines += lines("FIRST");
                swap_lines += lines("SWAP");
            }
        }
    }
    println!("{tally:?}");
    assert_eq!(first_lines, tally.games as usize, "FIRST is read once per game");
    assert_eq!(swap_lines, tally.swaps as usize, "SWAP is read once per swap");
    assert!(tally.games > 300 && tally.swaps > 100, "low coverage: {tally:?}");
}

/// Covers the bot's flag `--side`, for starts in the middle of a game.
#[test]
fn any_single_turn_decodes_given_the_side() {
    let mut tally = Tally::default();
    for size in [5, 8, 12, 17, 24] {
        for seed in 2_000..2_012 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut watch = |pair: &Pair| {
                if pair.referee.outcome().is_none() {
                    let text = turn::input(&pair.referee, Some(&mut rng));
                    let stream = Stream { text, positions: vec![pair.engine.clone()] };
                    let size = pair.engine.size();
                    let read = TurnReader::new(stream.text.as_bytes(), size).next();
                    let read = read.expect("a turn").expect("a turn");
                    let known = Some(pair.engine.to_move());
                    let side = side_to_move(&read, known, size).expect("no contradiction");
                    assert_eq!(Some(side), known, "{}", pair.name);
                    let position = rebuild(&read, side, size).expect("a position");
                    assert!(position == pair.engine, "{}:\n{}", pair.name, stream.text);
                }
            };
            play(size, seed, &mut watch, &mut tally);
        }
    }
    assert!(tally.plies > 2_000 && tally.swaps > 15, "low coverage: {tally:?}");
}
