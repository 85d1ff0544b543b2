//! Overlays, which the page shows on the holes: link distances, the network's policy, and the opening book.

use crate::error::ApiError;
use crate::wire::{json_body, read_line};
use analysis::options::EngineChoice;
use analysis::report::side_text;
use engine::book::Book;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{json, Value};
use twixt::distance::reference::ReferenceDistances;
use twixt::distance::Distances;
use twixt::geometry::Side;
use twixt::network::{index_of, Output, Planes, Scratch};
use twixt::rules::{Linking, Move, Position, SwapRule};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OverlayRequest {
    game: Box<RawValue>,
    kind: String,
}

/// Handles `/api/overlay`: returns two link distances per hole and side, the policy's probability per hole, or the
/// book's moves.
///
/// # Errors
///
/// If the request is invalid, or the network does not support the board.
pub(crate) fn overlay(body: &[u8], choice: &EngineChoice) -> Result<Value, ApiError> {
    let request: OverlayRequest = json_body(body)?;
    let position = read_line(&request.game)?.position;
    match request.kind.as_str() {
        "distances" => Ok(distances(&position)),
        "network" => network_policy(&position, choice),
        "book" => Ok(book(&position)),
        kind => Err(ApiError::bad_request(format!(
            "cannot compute the overlay: expected the kind distances, network or book, found {kind:?}"
        ))),
    }
}

/// Returns, for each side, the number of pegs missing for a winning chain, and the link distances from each hole to
/// the side's two borders.
fn distances(position: &Position) -> Value {
    let (board, size) = (position.board(), position.size());
    let of = |side: Side| {
        let distances = ReferenceDistances::measure(board, side);
        let holes = size.holes().filter(|&hole| size.open_to(side, hole));
        let holes = holes.map(|hole| {
            json!([hole.to_string(), distances.distance(0, hole), distances.distance(1, hole)])
        });
        json!({ "total": distances.needed, "holes": holes.collect::<Vec<_>>() })
    };
    Side::ALL.into_iter().map(|side| (side_text(side), of(side))).collect()
}

/// Returns the network's evaluation without search: vertical's value, and the policy.
fn network_policy(position: &Position, choice: &EngineChoice) -> Result<Value, ApiError> {
    let (size, mover) = (position.size(), position.to_move());
    if !size.is_square() {
        return Err(ApiError::unprocessable(
            "cannot evaluate: the network supports square boards only; use the distances",
        ));
    }
    let network = choice.strongest(position).network().map_err(ApiError::internal)?;
    let (mut planes, mut distances) = (Box::<Planes>::default(), Box::<Distances<12>>::default());
    distances.measure(position.board());
    planes.fill(position, &distances);
    let mut output = Box::<Output>::default();
    network.evaluate(&planes, &mut Scratch::default(), &mut output);
    let holes: Vec<_> = position
        .moves()
        .filter_map(|mv| match mv {
            Move::Peg(hole) => Some((hole, output.logits[index_of(hole, size, mover)])),
            _ => None,
        })
        .collect();
    let max = holes.iter().fold(f32::NEG_INFINITY, |max, &(_, logit)| max.max(logit));
    let sum: f32 = holes.iter().map(|&(_, logit)| (logit - max).exp()).sum();
    let softmax = |logit: f32| f64::from((10_000.0 * (logit - max).exp() / sum).round()) / 10_000.0;
    let holes: Vec<_> =
        holes.into_iter().map(|(hole, logit)| json!([hole.to_string(), softmax(logit)])).collect();
    let [win, draw, _] = output.wdl;
    let own = f64::from(win + draw / 2.0);
    let value = if mover == Side::Vertical { own } else { 1.0 - own };
    Ok(json!({ "value": (value * 10_000.0).round() / 10_000.0, "holes": holes }))
}

/// Returns the book's move in a position, and the moves that the book contains: each with vertical's value, if the book
/// has one, and the book's answer. The value of a swap is that of the swapped peg, with the players on their sides; a
/// first peg and the reply to it have the value without a swap.
fn book(position: &Position) -> Value {
    let book = Book::built_in().ok().filter(|_| position.rules().linking == Linking::Pp);
    let Some(book) = book else { return json!({ "best": null, "moves": [] }) };
    let entry = book.find(position);
    let swaps = |value| value > 50 && position.rules().swap != SwapRule::None;
    let mut best = entry.peg.map(Move::Peg);
    // The moves, in percent for the side to move.
    let mut moves: Vec<(Move, Option<u8>, Option<Move>)> = Vec::new();
    if position.pegs() == 0 {
        let swap = |value| swaps(value).then_some(Move::Swap);
        moves.extend(
            entry.values.iter().map(|&(peg, value)| (Move::Peg(peg), Some(value), swap(value))),
        );
    } else {
        let value = entry.values.first().map(|&(_, value)| value);
        let mut swapped = position.clone();
        if value.is_some() && swapped.play(Move::Swap).is_ok() {
            moves.push((Move::Swap, value, book.find(&swapped).peg.map(Move::Peg)));
            best = if value.is_some_and(swaps) { Some(Move::Swap) } else { best };
        }
        moves.extend(entry.peg.map(|peg| (Move::Peg(peg), value.map(|value| 100 - value), None)));
    }
    for (hole, answer) in entry.answers {
        let (mv, answer) = (Move::Peg(hole), Move::Peg(answer));
        match moves.iter_mut().find(|known| known.0 == mv) {
            Some(known) => known.2 = known.2.or(Some(answer)),
            None => moves.push((mv, None, Some(answer))),
        }
    }
    let vertical = |own: u8| match position.to_move() {
        Side::Vertical => f64::from(own) / 100.0,
        Side::Horizontal => f64::from(100 - own) / 100.0,
    };
    let moves: Vec<_> = moves
        .into_iter()
        .map(|(mv, value, answer)| {
            json!([mv.to_string(), value.map(vertical), answer.map(|mv| mv.to_string())])
        })
        .collect();
    json!({ "best": best.map(|mv| mv.to_string()), "moves": moves })
}
