//! What formats leave out of a game.

use crate::ending::{Ending, Reason};
use crate::error::WriteError;
use crate::game::Game;
use crate::kind::Format;
use crate::little_golem::DRAW_OFFERED;
use crate::tree::Tree;
use crate::{json, list, sgf, t1j};
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, Rules, SwapRule};

/// What of a game a format leaves out.
pub(crate) fn loses(format: Format, game: &Game) -> Vec<String> {
    let mut lost = Vec::new();
    match format {
        Format::Json => {
            lose_extra(&mut lost, format, game);
            return lost;
        }
        Format::Sgf => {}
        Format::List => {
            lose_variations(&mut lost, game);
            let names = game.names().into_iter().flatten();
            let changed = names.filter(|text| list::for_a_line(text) != **text);
            count(&mut lost, changed.count(), "name's line feeds", "names' line feeds");
        }
        Format::T1j => {
            lose_variations(&mut lost, game);
            lose_links(&mut lost, game);
            let is_flag = game.comment == t1j::OVER && game.ending.is_none();
            lose_comments(&mut lost, game, |_| false, is_flag);
            let kept = |name: &&String| t1j::name_for_a_line(name) != **name;
            let changed = game.players.iter().flatten().filter(kept).count();
            count(
                &mut lost,
                changed,
                "name that has a # or a line feed",
                "names that have a # or a line feed",
            );
        }
        Format::LittleGolem => {
            if game.rules != Rules::ARENA {
                lost.push(format!(
                    "the rules {} with swap {} (LittleGolem's are pp with swap mirror)",
                    game.rules.linking, game.rules.swap
                ));
            }
            lose_variations(&mut lost, game);
            lose_links(&mut lost, game);
            lose_comments(&mut lost, game, |comment| comment == DRAW_OFFERED, false);
        }
    }
    if matches!(format, Format::T1j | Format::LittleGolem) {
        let names = ["event", "date", "place"].into_iter().zip(game.names().into_iter().skip(2));
        let kept = |name| format == Format::LittleGolem && name == "event";
        let gone = names.filter(|(name, value)| value.is_some() && !kept(*name));
        lost.extend(gone.map(|(name, _)| format!("the {name}")));
    }
    lose_ending(&mut lost, format, game);
    lose_extra(&mut lost, format, game);
    lost
}

fn count(lost: &mut Vec<String>, count: usize, one: &str, many: &str) {
    match count {
        0 => {}
        1 => lost.push(format!("1 {one}")),
        _ => lost.push(format!("{count} {many}")),
    }
}

fn lose_variations(lost: &mut Vec<String>, game: &Game) {
    // All that follow something but one a place.
    let inner = game.plies.nodes().filter(|node| node.next().next().is_some()).count();
    let variations = (game.plies.len() - inner).saturating_sub(1);
    count(lost, variations, "variation", "variations");
}

fn lose_links(lost: &mut Vec<String>, game: &Game) {
    let changed = game.main_line().filter(|node| node.ply != plain(&node.ply)).count();
    count(lost, changed, "turn's link changes", "turns' link changes");
}

/// Comments on moves but for those that are kept, and the one on the game if that isn't.
fn lose_comments(
    lost: &mut Vec<String>,
    game: &Game,
    is_kept: impl Fn(&str) -> bool,
    keeps_first: bool,
) {
    let of_moves = game.main_line().map(|node| node.comment).filter(|text| !is_kept(text));
    let first = (!keeps_first).then_some(&*game.comment);
    let comments = of_moves.chain(first).filter(|text| !text.is_empty());
    count(lost, comments.count(), "comment", "comments");
}

fn lose_ending(lost: &mut Vec<String>, format: Format, game: &Game) {
    let Some(ending) = game.ending else { return };
    let Ok(end) = game.position() else { return };
    let read_back = |told: Ending| Ending::settle(Some(told), &end) == Ok(Some(ending));
    let kept = match (format, ending.winner, ending.reason) {
        (Format::Sgf, None, _) => read_back(Ending::drawn(Reason::Unknown)),
        (Format::LittleGolem, Some(_), Reason::Resign) => true,
        (Format::LittleGolem, None, Reason::Agreement) => true,
        (Format::LittleGolem, _, _) => Ending::on_board(&end) == Some(ending),
        _ => true,
    };
    if !kept {
        lost.push(format!("how it ended, {ending}"));
    }
}

fn lose_extra(lost: &mut Vec<String>, format: Format, game: &Game) {
    let properties: Vec<&str> = sgf::properties(game).map(|(name, _)| name).collect();
    let kept = |name: &str| {
        let rules = name == "RU" && sgf::keeps_rule_set(game);
        match format {
            Format::Json => !json::is_told(name),
            Format::Sgf => rules || properties.contains(&name),
            _ => false,
        }
    };
    let gone: Vec<&str> =
        game.extra.keys().map(String::as_str).filter(|name| !kept(name)).collect();
    if !gone.is_empty() {
        lost.push(format!("the entries {}", gone.join(", ")));
    }
}

/// The ply without its changes of links.
fn plain(ply: &Ply) -> Ply {
    match ply {
        Ply::Turn(turn) => Ply::Turn(turn.peg.into()),
        Ply::Swap => Ply::Swap,
    }
}

/// The main line by LittleGolem's rules.
pub(crate) fn for_little_golem(game: &Game) -> Result<Game, WriteError> {
    let format = Format::LittleGolem;
    if !game.size.is_square() {
        return Err(WriteError::NotSquare { format, size: game.size });
    }
    let mirrored = game.has_changed_sides();
    let plies = game.main_line().enumerate().map(|(index, node)| {
        let ply = plain(&node.ply);
        // An exchange of sides is a mirrored swap in a mirror: all that comes after it is mirrored.
        let ply = if mirrored && index > 1 { crate::game::transposed(&ply) } else { ply };
        (ply, node.comment.to_owned())
    });
    let ending = if mirrored { game.ending.map(Ending::transposed) } else { game.ending };
    let less = Game { ending, rules: Rules::ARENA, ..game.clone() };
    reduced(format, game, less, Tree::line(plies))
}

/// The main line without changes of links.
pub(crate) fn for_t1j(game: &Game) -> Result<Game, WriteError> {
    let line = game.main_line().map(|node| (plain(&node.ply), String::new()));
    reduced(Format::T1j, game, game.clone(), Tree::line(line))
}

/// `less` with this line; the error if that is another game than `game`.
fn reduced(format: Format, game: &Game, mut less: Game, line: Tree) -> Result<Game, WriteError> {
    let another = |why: String| WriteError::AnotherGame { format, why };
    if game.setup.is_some() {
        return Err(another(String::from("it begins with pegs that were set up")));
    }
    less.plies = line;
    let simplified = match format {
        Format::LittleGolem => "by LittleGolem's rules and without changes of links",
        _ => "without changes of links",
    };
    let end = less.position().map_err(|error| another(format!("{simplified}, {error}")))?;
    let before = game.position()?;
    let outcome =
        |position: &Position| Ending::on_board(position).map(|ending| ending.winner.is_some());
    let swapped = less.main_line().any(|node| node.ply == Ply::Swap);
    debug_assert!(less.rules.swap != SwapRule::None || !swapped);
    if outcome(&end) != outcome(&before) {
        let won = |side: &Side| format!("{side} wins");
        let told = |position: &Position| match Ending::on_board(position) {
            Some(Ending { winner: Some(side), .. }) => won(&side),
            Some(_) => String::from("it is drawn"),
            None => String::from("it is not over"),
        };
        let why =
            format!("{simplified}, in the end {}, but {} in this game", told(&end), told(&before));
        return Err(another(why));
    }
    Ok(less)
}
