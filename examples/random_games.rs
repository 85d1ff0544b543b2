//! Plays random games on a board under both rule sets, and prints all positions:
//! `cargo run --release --example random_games -- SIZE GAMES`, where GAMES is the number of games per rule set.
//!
//! A game starts with a line `game SIZE RULES`. Each position is a line of four parts, separated by `|`: the last move or
//! `FIRST`, the outcome or `open`, the legal moves, and the links. `tests/openspiel` compares the positions with another
//! program's, which has no swap of pegs in a border row and no crossings of own links; therefore these games have neither.

use std::error::Error;
use std::io::{self, stdout, BufWriter, Write};
use twixt::geometry::{Side, Size};
use twixt::random::Random;
use twixt::rules::{Linking, Move, Outcome, Position, Rules, SwapRule};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u8> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [edge, games] = arguments[..] else { return Err("expected SIZE GAMES".into()) };
    let size = Size::new(edge).ok_or("SIZE must be 5 to 24")?;
    let mut out = BufWriter::new(stdout().lock());
    let mut random = Random::new(edge.into());
    for linking in [Linking::Pp, Linking::Standard] {
        for _ in 0..games {
            writeln!(out, "game {edge} {linking}")?;
            play(size, linking, &mut random, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

fn play(size: Size, linking: Linking, random: &mut Random, out: &mut impl Write) -> io::Result<()> {
    let start = |linking| Position::with_rules(size, Rules { linking, swap: SwapRule::Mirror });
    let mut games = [start(linking), start(Linking::Standard)];
    write_position(None, &games[0], out)?;
    while let Some((mv, after)) = choose(&games, random) {
        games = after;
        write_position(Some(mv), &games[0], out)?;
    }
    Ok(())
}

/// Returns a random move and the positions after it; `None` if the game is over, or if none of many random moves has the
/// same links under both rule sets.
fn choose(games: &[Position; 2], random: &mut Random) -> Option<(Move, [Position; 2])> {
    let [position, _] = games;
    let swaps = position.may_swap() && random.below(2) == 0;
    let mut moves: Vec<Move> = position.moves().filter(|&mv| mv != Move::Swap).collect();
    let first = position.board().pegs(Side::Vertical).next();
    if first.is_some_and(|peg| swaps && position.size().open_to(Side::Horizontal, peg)) {
        moves = vec![Move::Swap];
    }
    (0..1000).find_map(|_| {
        let &mv = moves.get(random.below(moves.len().max(1) as u32) as usize)?;
        let mut after = games.clone();
        after.iter_mut().try_for_each(|position| position.play(mv)).ok()?;
        let links = |of: &Position| Side::ALL.map(|side| of.board().links(side).count());
        (links(&after[0]) == links(&after[1])).then_some((mv, after))
    })
}

fn write_position(last: Option<Move>, position: &Position, out: &mut impl Write) -> io::Result<()> {
    let last = last.map_or_else(|| String::from("FIRST"), |mv| mv.to_string());
    let outcome = match position.outcome() {
        None => String::from("open"),
        Some(Outcome::Won(side)) => side.to_string(),
        Some(Outcome::Drawn) => String::from("drawn"),
    };
    write!(out, "{last}|{outcome}|")?;
    for mv in position.moves() {
        write!(out, " {mv}")?;
    }
    write!(out, "|")?;
    for (a, b) in
        Side::ALL.into_iter().flat_map(|side| position.board().links(side)).map(|link| link.ends())
    {
        write!(out, " {a}/{b}")?;
    }
    writeln!(out)
}
