//! The 12 × 12 sample game of the gamerz.net help and its variations, each move with the links that
//! the help prints.

use super::pair::{hole, Pair};
use twixt::geometry::{Side, Size};
use twixt::rules::Position;

/// Plays moves, each followed by the pegs that it links to: `E7(G6,C8)`.
fn play(pair: &mut Pair, moves: &str) {
    for annotated in moves.split_whitespace() {
        let (peg, ends) = annotated.split_once('(').unwrap_or((annotated, ")"));
        let ends = ends.strip_suffix(')').unwrap().split(',').filter(|end| !end.is_empty());
        let made: Vec<String> = ends.map(|end| format!("{peg}/{end}")).collect();
        pair.play(peg, made.join(" ").leak(), "");
    }
}

fn after(moves: &str) -> Pair {
    let mut pair = Pair::new(Size::ARENA);
    play(&mut pair, moves);
    assert_eq!(pair.position.outcome(), None);
    pair
}

const GAME: &str = "G6 G8 C8 G4 C4 B8 E7(G6,C8) D9(B8) G10 H6(G4,G8) F8(G10,G6) E4 D6(C4,C8) \
                    C3(E4) B2(C4)";

#[test]
fn sample_game_has_the_printed_links_and_chain() {
    let pair = after(GAME);
    assert!(pair.connected(Side::Vertical, ["B2", "G10"]));
    assert!(!pair.connected(Side::Horizontal, ["B8", "G4"]));
}

#[test]
fn sample_game_is_lost_when_black_resigns() {
    let position = after(GAME).position;
    // Only D1 links B2 to the top row, and only F12 or H12 links G10 to the bottom row.
    let saving: Vec<_> = position
        .moves()
        .filter(|&mv| {
            let mut answered = position.clone();
            answered.play(mv).unwrap();
            answered.outcome().is_some() || !wins_with_two_more(&answered)
        })
        .collect();
    assert_eq!(saving, []);
    assert!(!wins_with_two_more(&after("G6 G8").position));
}

/// Returns whether vertical, to move, wins with two of the pegs D1, F12 and H12 whatever the opponent
/// plays between them.
fn wins_with_two_more(position: &Position) -> bool {
    let after = |position: &Position, peg| {
        let mut after = position.clone();
        after.play(twixt::rules::Move::Peg(peg)).ok().map(|()| after)
    };
    let pegs = ["D1", "F12", "H12"].map(hole);
    let wins = |position: &Position| {
        pegs.into_iter().filter_map(|peg| after(position, peg)).any(|p| p.outcome().is_some())
    };
    pegs.into_iter().filter_map(|peg| after(position, peg)).any(|first| {
        first.outcome().is_none()
            && first.board().vacant(Side::Horizontal).all(|answer| {
                after(&first, answer).is_some_and(|p| p.outcome().is_none() && wins(&p))
            })
    })
}

#[test]
fn variation_with_g10_has_the_printed_links() {
    after("G6 G10 E9 G4 E5(G6) D9 C8(E9) E11(G10,D9) B10(C8) D3 D2");
}

#[test]
fn variations_with_e7_and_f4_have_the_printed_links() {
    // The help omits E7's link to G8, which nothing blocks.
    let pair = after("G6 G8 C8 E7(G8) D6(C8) D5(E7) C4(D6)");
    assert!(pair.connected(Side::Vertical, ["C4", "C8"]));
    assert!(!pair.connected(Side::Vertical, ["C8", "G6"]), "G6 is not part of the bridge");

    let pair = after("G6 G8 C8 F4 E5(G6) D5(F4) C6(E5)");
    assert!(pair.connected(Side::Vertical, ["C6", "G6"]));
}

#[test]
fn black_joins_both_setups_if_red_covers_one_threat_only() {
    for line in
        ["D6(C4,C8) D9(B8) G10 E7(G8,D9) H8(G6,G10) F6(G4,G8)", "E9(C8) D7(B8) E7(C8,G6) F6(G4,D7)"]
    {
        let mut pair = after("G6 G8 C8 G4 C4 B8");
        play(&mut pair, line);
        let chain = if line.starts_with("D6") { ["B8", "G8"] } else { ["B8", "D7"] };
        assert!(pair.connected(Side::Horizontal, chain), "{line}");
        assert!(pair.connected(Side::Horizontal, ["B8", "G4"]), "{line}");
    }
}

#[test]
fn swap_of_sides_keeps_the_peg_and_the_side_to_move() {
    use twixt::rules::{Move, Ply, Rules};
    let mut position = Position::with_rules(Size::ARENA, Rules::CLASSIC);
    position.play(Move::Peg(hole("G6"))).unwrap();
    position.play_ply(&Ply::Swap).unwrap();
    // The peg stays vertical, and its player continues as horizontal.
    assert_eq!(position.board().peg(hole("G6")), Some(Side::Vertical));
    assert_eq!((position.to_move(), position.may_swap()), (Side::Horizontal, false));
    position.play(Move::Peg(hole("G8"))).unwrap();
    assert_eq!(position.board().peg(hole("G8")), Some(Side::Horizontal));
    assert_eq!(position.to_move(), Side::Vertical);
}
