use super::*;

fn played(size: u8, moves: &str) -> Game {
    let mut game = Game::new(size).unwrap();
    for text in moves.split_whitespace() {
        game.play(Move::parse(text).unwrap()).unwrap();
    }
    game
}

fn refused(game: &Game, text: &str) -> Illegal {
    game.judge(Move::parse(text).unwrap()).unwrap_err()
}

fn text<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(", ")
}

#[test]
fn sizes_out_of_range_are_rejected() {
    assert!(Game::new(4).is_none() && Game::new(25).is_none());
    assert!(Game::new(5).is_some() && Game::new(24).is_some());
}

#[test]
fn illegal_holes_are_rejected_by_rule() {
    let game = played(12, "D6");
    assert_eq!(refused(&game, "M6"), Illegal::OffBoard);
    assert_eq!(refused(&game, "D13"), Illegal::OffBoard);
    assert_eq!(refused(&game, "A1"), Illegal::Corner);
    assert_eq!(refused(&game, "L12"), Illegal::Corner);
    assert_eq!(refused(&game, "D6"), Illegal::Occupied);
    assert_eq!(refused(&game, "D1"), Illegal::BorderRow);
    assert_eq!(refused(&game, "D12"), Illegal::BorderRow);
    assert_eq!(game.judge(Move::parse("A6").unwrap()), Ok(()));
    let opener = Game::new(12).unwrap();
    assert_eq!(refused(&opener, "A6"), Illegal::BorderRow);
    assert_eq!(refused(&opener, "L6"), Illegal::BorderRow);
    assert_eq!(opener.judge(Move::parse("D1").unwrap()), Ok(()));
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = played(12, "D6");
    assert_eq!(game.play(Move::parse("D6").unwrap()), Err(Illegal::Occupied));
    assert_eq!(game.to_move(), Seat::Second);
    assert_eq!(text(&game.pegs(Seat::First)), "D6");
}

#[test]
fn swap_reflects_the_peg_and_keeps_the_sides() {
    let game = played(12, "C5 SWAP");
    assert_eq!(text(&game.pegs(Seat::Second)), "E3");
    assert!(game.pegs(Seat::First).is_empty());
    assert_eq!(game.to_move(), Seat::First);
    assert_eq!(refused(&game, "A6"), Illegal::BorderRow);
    assert_eq!(game.judge(Move::parse("C1").unwrap()), Ok(()));
}

#[test]
fn a_swapped_border_peg_lands_in_the_new_owners_border() {
    assert_eq!(text(&played(12, "D1 SWAP").pegs(Seat::Second)), "A4");
}

#[test]
fn swap_is_the_second_players_first_answer_only() {
    assert_eq!(refused(&Game::new(12).unwrap(), "SWAP"), Illegal::SwapNotNow);
    assert_eq!(refused(&played(12, "C5 SWAP"), "SWAP"), Illegal::SwapNotNow);
    assert_eq!(refused(&played(12, "C5 F6 D9"), "SWAP"), Illegal::SwapNotNow);
}

#[test]
fn a_peg_links_to_every_own_peg_a_knights_move_away() {
    let game = played(12, "C3 J9 E3 J8 D5");
    assert_eq!(text(&game.links(Seat::First)), "C3 D5, E3 D5");
    assert!(game.links(Seat::Second).is_empty());
}

#[test]
fn an_opponents_link_blocks_a_link() {
    let game = played(12, "C3 D3 D5 C5");
    assert_eq!(text(&game.links(Seat::First)), "C3 D5");
    assert!(game.links(Seat::Second).is_empty());
}

#[test]
fn own_links_cross_and_do_not_join() {
    let mut game = played(5, "D1 A2 B2 A3 C4 A4 C2 E2 B4 E3 D5 E4");
    // B2–C4 is connected to the top border, C2–B4 to the bottom one, and they cross.
    assert_eq!(text(&game.links(Seat::First)), "D1 B2, B2 C4, C2 B4, B4 D5");
    assert_eq!(game.outcome(), None);
    game.play(Move::parse("C3").unwrap()).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Chain(Seat::First)));
}

#[test]
fn either_player_wins_by_a_chain() {
    let first = played(5, "B1 A2 C3 A3 B5");
    assert_eq!(first.outcome(), Some(Outcome::Chain(Seat::First)));
    assert_eq!(refused(&first, "C4"), Illegal::GameOver);
    let second = played(5, "B1 A2 B4 C3 D5 E2");
    assert_eq!(second.outcome(), Some(Outcome::Chain(Seat::Second)));
}

#[test]
fn a_full_board_is_a_draw() {
    let game = fill_without_winner(Game::new(5).unwrap()).expect("5×5 can be drawn");
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    assert!(game.open_holes(game.to_move()).is_empty());
}

fn fill_without_winner(game: Game) -> Option<Game> {
    match game.outcome() {
        Some(Outcome::Draw) => return Some(game),
        Some(Outcome::Chain(_)) => return None,
        None => {}
    }
    game.open_holes(game.to_move()).into_iter().find_map(|hole| {
        let mut next = game.clone();
        next.play(Move::Peg(hole)).unwrap();
        fill_without_winner(next)
    })
}

#[test]
fn holes_are_parsed_and_printed() {
    assert_eq!(Hole::parse("D6"), Some(Hole::new(3, 5)));
    assert_eq!(Hole::parse("X24").unwrap().to_string(), "X24");
    assert_eq!(Hole::parse("C5").unwrap().mirrored().to_string(), "E3");
}

#[test]
fn other_text_is_not_a_hole() {
    for text in ["", "D", "d6", "D0", "D06", "D+6", "6D", "D6x", "DD6", "É6", "D256"] {
        assert_eq!(Hole::parse(text), None, "{text:?}");
    }
}

fn link(a: &str, b: &str) -> Link {
    Link::between(Hole::parse(a).unwrap(), Hole::parse(b).unwrap()).unwrap()
}

#[test]
fn only_knights_moves_are_links() {
    let hole = |text| Hole::parse(text).unwrap();
    assert_eq!(Link::between(hole("C3"), hole("D4")), None);
    assert_eq!(Link::between(hole("C3"), hole("C3")), None);
    assert_eq!(link("D5", "C3"), link("C3", "D5"));
}

#[test]
fn links_cross_at_inner_points_only() {
    let falling = link("C3", "D5");
    assert!(falling.crosses(link("D3", "C5")), "an X");
    assert!(falling.crosses(link("D4", "B3")), "a flat link over the upper half");
    assert!(!falling.crosses(falling), "the same link");
    assert!(!falling.crosses(link("D5", "E7")), "the next link of a straight chain");
    assert!(!falling.crosses(link("D5", "F4")), "a common end");
    assert!(!falling.crosses(link("E3", "D1")), "near but apart");
}

#[test]
fn nine_links_cross_a_link_in_the_middle() {
    let holes: Vec<Hole> = (0..144).map(|i| Hole::new(i % 12, i / 12)).collect();
    let mut links = Vec::new();
    for (i, &a) in holes.iter().enumerate() {
        links.extend(holes[..i].iter().filter_map(|&b| Link::between(a, b)));
    }
    for middle in [link("F6", "G8"), link("F6", "H7"), link("F6", "E8"), link("F6", "D7")] {
        let crossing = links.iter().filter(|other| middle.crosses(**other));
        assert_eq!(crossing.count(), 9, "{middle}");
    }
}

#[test]
fn the_winning_chain_has_no_side_branches() {
    let chain: Vec<String> = played(5, "B1 A2 D2 A3 B3 A4 C3 E2 B5")
        .winning_chain()
        .iter()
        .map(Hole::to_string)
        .collect();
    assert_eq!(chain, ["B1", "C3", "B5"]);
    assert!(played(5, "B1 A2 C3").winning_chain().is_empty());
}
