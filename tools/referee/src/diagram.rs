//! Diagrams of games.

use referee::game::Game;
use render::Diagram;
use twixt::rules::Ply;

/// Returns the diagram of a game's position.
pub(crate) fn diagram(game: &Game) -> Diagram {
    Diagram { last: game.last_peg(), ..Diagram::of(game.position()) }
}

/// Returns the diagram of a game's position, with pegs numbered by ply.
pub(crate) fn numbered_diagram(game: &Game) -> Diagram {
    let mut diagram = diagram(game);
    for (index, ply) in game.plies().iter().enumerate() {
        match ply {
            Ply::Turn(turn) => diagram.labels.push((turn.peg, (index + 1).to_string())),
            // The swap moves the first peg, which keeps its number.
            Ply::Swap => diagram.labels.iter_mut().for_each(|(peg, _)| *peg = peg.transposed()),
        }
    }
    diagram
}

#[cfg(test)]
mod tests {
    use super::*;
    use render::TextStyle;
    use twixt::geometry::{Hole, Size};

    fn played(moves: &str) -> Game {
        let mut game = Game::new(Size::MIN);
        for text in moves.split_whitespace() {
            game.play(referee::turn::answer(text).unwrap().0).unwrap();
        }
        game
    }

    #[test]
    fn the_last_peg_after_a_swap_is_the_reflected_one() {
        let last = |moves| diagram(&played(moves)).last;
        assert_eq!(last("D2 SWAP"), Some(Hole::new(1, 3)));
        assert_eq!(last("D2 SWAP C1"), Some(Hole::new(2, 0)));
        assert_eq!(last(""), None);
    }

    #[test]
    fn a_swapped_peg_keeps_its_number() {
        let labels = numbered_diagram(&played("D2 SWAP C1")).labels;
        let expected = [(Hole::new(1, 3), "1"), (Hole::new(2, 0), "3")];
        assert_eq!(labels, expected.map(|(hole, label)| (hole, label.to_owned())));
    }

    #[test]
    fn text_diagrams_hold_pegs_and_links() {
        let style = TextStyle { unicode: false, ..TextStyle::default() };
        let text = render::text(&diagram(&played("B1 A2 C3")), style);
        assert_eq!(text.matches('#').count(), 2, "{text}");
        assert_eq!(text.matches('O').count(), 1, "{text}");
        assert!(text.contains('\\'), "{text}");
    }
}
