//! Descriptions of games, endings and swaps.

use formats::{Ending, Game, Reason};
use render::plies;
use std::fmt::Display;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, SwapRule};

/// Joins the items with `separator`.
pub fn joined<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}

/// Returns the winner (`None` for a draw) and the ending, such as `by B1-C3-D5`, of a finished game.
pub fn on_board(position: &Position) -> Option<(Option<Side>, String)> {
    let Ending { winner, .. } = Ending::on_board(position)?;
    let how = match winner {
        Some(_) => format!("by {}", joined(position.winning_chain(), "-")),
        None if position.outcome().is_some() => "no empty hole is left".to_owned(),
        None => "neither side can connect its borders any more".to_owned(),
    };
    Some((winner, how))
}

/// Describes the effect of a swap in this position as a sentence; `None` if a swap is illegal.
pub fn swapped(before: &Position) -> Option<String> {
    if !before.may_swap() {
        return None;
    }
    let first = Side::ALL.into_iter().find_map(|side| before.board().pegs(side).next())?;
    let mover = before.to_move();
    match before.rules().swap {
        SwapRule::Mirror => Some(format!(
            "Swapped: {mover} takes the peg {first}, mirrored to {}; the borders stay.",
            first.transposed()
        )),
        SwapRule::Sides => {
            Some(format!("Swapped: the peg {first} stays, but its player is {mover} now."))
        }
        SwapRule::None => None,
    }
}

/// Describes the effect of the swap in a game's main line; `None` without a swap.
pub fn swap_of(game: &Game) -> Option<String> {
    let mut position = game.start();
    for node in game.main_line() {
        if node.ply == Ply::Swap {
            return swapped(&position);
        }
        position.play_ply(&node.ply).ok()?;
    }
    None
}

fn name(game: &Game, side: Side) -> String {
    let name = game.players[game.player_of(side)].as_deref();
    name.map_or_else(|| side.to_string(), |name| format!("{name} ({side})"))
}

/// Returns the names of the vertical and the horizontal player at the end of the game.
pub fn names(game: &Game) -> [String; 2] {
    Side::ALL.map(|side| name(game, side))
}

/// Describes the result of a game in a few words.
pub fn ended(game: &Game) -> String {
    let Some(Ending { winner, reason }) = game.ending else { return "not over".to_owned() };
    let winner = winner.map(|side| name(game, side));
    let is_on_board = matches!(reason, Reason::Chain | Reason::Blocked);
    let position = game.position().ok().filter(|_| is_on_board);
    match (winner, position.as_ref().and_then(on_board)) {
        (Some(name), Some((_, how))) => format!("{name} wins {how}"),
        (Some(name), None) => format!("{name} wins ({})", reason.name()),
        (None, Some((_, how))) => format!("drawn: {how}"),
        (None, None) => format!("drawn ({})", reason.name()),
    }
}

/// Describes players, size, rules, length and result of a game.
pub fn heading(game: &Game) -> String {
    format!(
        "{}, {} holes, {}, {}: {}",
        names(game).join(" - "),
        game.size,
        game.rules.linking,
        plies(game.main_line().count()),
        ended(game)
    )
}
