//! What lies over the holes: link distances, or the network's own opinion.

use super::body::{json, Asked};
use crate::refusal::Refusal;
use crate::wire::{line, side_text};
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{json, Value};
use tokio::task::spawn_blocking;
use twixt::distance::reference::ReferenceDistances;
use twixt::distance::Distances;
use twixt::geometry::Side;
use twixt::network::{index_of, Output, Planes, Scratch};
use twixt::rules::{Move, Position};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToShow {
    game: Box<RawValue>,
    kind: String,
}

/// Answers with a number or two for each hole.
pub(super) async fn answer(Asked(asked): Asked<ToShow>) -> Result<Response, Refusal> {
    let position = line(&asked.game)?.position;
    let look: fn(&Position) -> Result<Value, Refusal> = match asked.kind.as_str() {
        "distances" => |position| Ok(distances(position)),
        "network" => opinion,
        kind => {
            let words = format!("expected the kind distances or network, found {kind:?}");
            return Err(Refusal::bad(words));
        }
    };
    json(&spawn_blocking(move || look(&position)).await.map_err(Refusal::fault)??)
}

/// For each side the pegs that it needs at all, and to come to each hole from its two borders.
fn distances(position: &Position) -> Value {
    let (board, size) = (position.board(), position.size());
    let of = |side: Side| {
        let plain = ReferenceDistances::measure(board, side);
        let holes = size.holes().filter(|&hole| size.open_to(side, hole));
        let holes = holes.map(|hole| {
            json!([hole.to_string(), plain.distance(0, hole), plain.distance(1, hole)])
        });
        json!({ "total": plain.needed, "holes": holes.collect::<Vec<_>>() })
    };
    Side::ALL.into_iter().map(|side| (side_text(side), of(side))).collect()
}

/// What the network says at a glance: the value, and how likely each peg looks.
fn opinion(position: &Position) -> Result<Value, Refusal> {
    let (size, mover) = (position.size(), position.to_move());
    if !size.is_square() {
        return Err(Refusal::unfit("the network knows square boards alone: look at the distances"));
    }
    let network = club::engine::network().map_err(Refusal::fault)?;
    let mut planes = Box::<Planes>::default();
    if Distances::<4>::supports(size) {
        let mut distances = Box::<Distances<4>>::default();
        distances.measure(position.board());
        planes.fill(position, &distances);
    } else {
        let mut distances = Box::<Distances<12>>::default();
        distances.measure(position.board());
        planes.fill(position, &distances);
    }
    let mut output = Box::<Output>::default();
    network.evaluate(&planes, &mut Scratch::default(), &mut output);
    let holes: Vec<_> = position
        .moves()
        .filter_map(|mv| match mv {
            Move::Peg(hole) => Some((hole, output.logits[index_of(hole, size, mover)])),
            Move::Swap => None,
        })
        .collect();
    let most = holes.iter().fold(f32::NEG_INFINITY, |most, &(_, logit)| most.max(logit));
    let sum: f32 = holes.iter().map(|&(_, logit)| (logit - most).exp()).sum();
    let share = |logit: f32| f64::from((10_000.0 * (logit - most).exp() / sum).round()) / 10_000.0;
    let holes: Vec<_> =
        holes.into_iter().map(|(hole, logit)| json!([hole.to_string(), share(logit)])).collect();
    let [win, draw, _] = output.wdl;
    let own = f64::from(win + draw / 2.0);
    let value = if mover == Side::Vertical { own } else { 1.0 - own };
    Ok(json!({ "value": (value * 10_000.0).round() / 10_000.0, "holes": holes }))
}
