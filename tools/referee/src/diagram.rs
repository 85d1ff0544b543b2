//! The referee's positions as diagrams, in text and SVG.

use anyhow::{Context, Result};
use referee::rules::{Game, Hole, Move, Seat};
use render::{Diagram, SvgStyle, TextStyle};
use twixt::geometry::{self, Side, Size};

pub(crate) fn text_diagram(game: &Game, style: TextStyle) -> Result<String> {
    Ok(render::text(&diagram(game)?, style))
}

/// Renders the position as SVG, with pegs numbered by ply.
pub(crate) fn svg(game: &Game, title: &str) -> Result<String> {
    let mut diagram = diagram(game)?;
    for (ply, &played) in game.moves().iter().enumerate() {
        let swapped = game.moves().get(ply + 1) == Some(&Move::Swap);
        match played {
            Move::Peg(peg) if swapped => diagram.labels.push((hole(peg.mirrored()), "1".into())),
            Move::Peg(peg) => diagram.labels.push((hole(peg), (ply + 1).to_string())),
            Move::Swap => (),
        }
    }
    Ok(render::svg(&diagram, SvgStyle { title, ..SvgStyle::default() }))
}

fn diagram(game: &Game) -> Result<Diagram> {
    let size = Size::new(game.size()).context("cannot render a board of this size")?;
    let mut diagram = Diagram::new(size);
    for seat in Seat::BOTH {
        let pegs = game.pegs(seat).into_iter();
        diagram.pegs.extend(pegs.map(|peg| (hole(peg), side(seat))));
        let links = game.links(seat).into_iter().filter_map(|link| {
            let (a, b) = link.ends();
            geometry::Link::between(hole(a), hole(b))
        });
        diagram.links.extend(links.map(|link| (link, side(seat))));
    }
    diagram.last = last_peg(game).map(hole);
    diagram.winning = game.winning_chain().into_iter().map(hole).collect();
    Ok(diagram)
}

fn last_peg(game: &Game) -> Option<Hole> {
    match *game.moves() {
        [.., Move::Peg(hole)] => Some(hole),
        [Move::Peg(opening), Move::Swap] => Some(opening.mirrored()),
        _ => None,
    }
}

fn hole(hole: Hole) -> geometry::Hole {
    geometry::Hole::new(hole.column, hole.row)
}

fn side(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::Vertical,
        Seat::Second => Side::Horizontal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str) -> Game {
        let mut game = Game::new(5).unwrap();
        for text in moves.split_whitespace() {
            game.play(Move::parse(text).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_last_peg_after_a_swap_is_the_reflected_one() {
        assert_eq!(last_peg(&played("D2 SWAP")), Hole::parse("B4"));
        assert_eq!(last_peg(&played("D2 SWAP C1")), Hole::parse("C1"));
        assert_eq!(last_peg(&played("")), None);
    }

    #[test]
    fn text_diagrams_hold_pegs_and_links() {
        let style = TextStyle { unicode: false, ..TextStyle::default() };
        let text = text_diagram(&played("B1 A2 C3"), style).unwrap();
        assert_eq!(text.matches('#').count(), 2, "{text}");
        assert_eq!(text.matches('O').count(), 1, "{text}");
        assert!(text.contains('\\'), "{text}");
    }
}
