//! Replays of the arena in JSON, as its page and other tools load them.
//!
//! | key | value |
//! | --- | --- |
//! | `frames` | objects; those with `stdout` are the answers in order, with the player's `agentId` |
//! | `agents` | the players, with `index`, the value of `agentId`, and a name in `codingamer.pseudo` or `arenaboss.nickname` |
//! | `scores`, `ranks` | by `agentId`: the higher score and the lower rank win |
//! | `gameId` | a number |
//!
//! The object may be the value of `gameResult`, `success` or `data`, or an element of an array. Everything else is
//! ignored. The arena does not document this form; it is known from programs that read it.

use super::answers::{play, Answer, Played};
use crate::ending::{Ending, Reason};
use crate::error::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::token::offset;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::Value;
use std::collections::BTreeMap;
use twixt::geometry::{Side, Size};

const WRAPPERS: [&str; 3] = ["gameResult", "success", "data"];

/// The maximum number of objects around the one with `frames`.
const MAX_WRAPPERS: usize = 4;

const A_REPLAY: &str = "a replay, an object with frames";

type Members<'a> = BTreeMap<String, &'a RawValue>;

#[derive(Deserialize)]
struct Frame {
    #[serde(rename = "agentId")]
    agent: Option<i64>,
    stdout: Option<String>,
    #[serde(rename = "gameInformation")]
    information: Option<String>,
    summary: Option<String>,
}

pub(super) fn read(text: &str, size: Size) -> Result<Vec<Game>, Fault> {
    let body = text.trim_start_matches(BYTE_ORDER_MARK);
    let value: &RawValue = serde_json::from_str(body)
        .map_err(|error| crate::json::not_json(body, offset(text, body), &error))?;
    let values = match value.get().starts_with('[') {
        true => serde_json::from_str::<Vec<&RawValue>>(value.get()).unwrap_or_default(),
        false => vec![value],
    };
    let games = values.into_iter().map(|value| game(text, value, size));
    let games = games.collect::<Result<Vec<Game>, Fault>>()?;
    match games.is_empty() {
        true => Err(Fault::expected(text.len(), A_REPLAY, "")),
        false => Ok(games),
    }
}

fn members(value: &RawValue) -> Option<Members<'_>> {
    serde_json::from_str(value.get()).ok()
}

/// Returns the object with `frames`.
fn unwrapped(value: &RawValue) -> Option<Members<'_>> {
    let mut object = members(value)?;
    for _ in 0..MAX_WRAPPERS {
        if object.contains_key("frames") {
            break;
        }
        object = WRAPPERS.iter().find_map(|key| members(object.get(*key)?))?;
    }
    Some(object).filter(|object| object.contains_key("frames"))
}

fn game(text: &str, value: &RawValue, size: Size) -> Result<Game, Fault> {
    let at = |value: &RawValue| offset(text, value.get());
    let Some(replay) = unwrapped(value) else {
        return Err(Fault::expected(at(value), A_REPLAY, value.get()));
    };
    let frames: Vec<&RawValue> = serde_json::from_str(replay["frames"].get()).map_err(|_| {
        Fault::expected(at(replay["frames"]), "an array of frames", replay["frames"].get())
    })?;
    let (mut answers, mut agents, mut last) = (Vec::new(), Vec::new(), None);
    for raw in frames {
        let expected = "a frame, an object with stdout and agentId";
        let frame: Frame = serde_json::from_str(raw.get())
            .map_err(|_| Fault::expected(at(raw), expected, raw.get()))?;
        let printed = frame.stdout.as_deref().map(str::trim).filter(|text| !text.is_empty());
        if let Some(printed) = printed {
            if frame.agent.is_some() && agents.last() == Some(&frame.agent) {
                let message =
                    "expected the players to answer in turn, found two answers of one player";
                return Err(Fault::new(at(raw), message));
            }
            agents.push(frame.agent);
            answers.push(Answer { at: at(raw), text: printed.to_owned().into() });
        }
        last = Some(frame);
    }
    if answers.is_empty() {
        let message = "expected frames with stdout, found none; a replay without it has no moves";
        return Err(Fault::new(at(replay["frames"]), message));
    }
    let Played { mut builder, forfeit, notes } = play(&answers, size)?;
    let stated = forfeit.or_else(|| {
        let over = Ending::on_board(builder.position(builder.last)).is_some();
        let winner = winner(&replay, &agents).filter(|_| !over)?;
        Some((Ending::won(winner, reason(last.as_ref())), at(value)))
    });
    let mut game = builder.finish(stated)?;
    game.players = names(&replay, &agents);
    let number = replay.get("gameId").and_then(|id| serde_json::from_str::<u64>(id.get()).ok());
    game.event = number.map(|number| format!("CodinGame {number}"));
    game.notes = notes;
    Ok(game)
}

/// Returns the agent of each seat; the first answer is that of the first player.
fn seats(agents: &[Option<i64>]) -> [Option<usize>; 2] {
    let seat = |index: usize| usize::try_from(agents.get(index).copied().flatten()?).ok();
    match [seat(0), seat(1)] {
        // The second player did not answer.
        [Some(first @ (0 | 1)), None] => [Some(first), Some(1 - first)],
        seats => seats,
    }
}

/// Returns the winner according to scores or ranks.
fn winner(replay: &Members, agents: &[Option<i64>]) -> Option<Side> {
    let numbers =
        |key: &str| -> Option<Vec<f64>> { serde_json::from_str(replay.get(key)?.get()).ok() };
    let [first, second] = seats(agents);
    let (first, second) = (first?, second?);
    let better = |numbers: Vec<f64>, sign: f64| {
        let difference = sign * (numbers.get(first)? - numbers.get(second)?);
        let side = if difference > 0.0 { Side::Vertical } else { Side::Horizontal };
        (difference != 0.0).then_some(side)
    };
    let by_scores = numbers("scores").and_then(|scores| better(scores, 1.0));
    by_scores.or_else(|| better(numbers("ranks")?, -1.0))
}

fn reason(last: Option<&Frame>) -> Reason {
    let texts = last.into_iter().flat_map(|frame| [&frame.information, &frame.summary]).flatten();
    let mut texts = texts.map(|text| text.to_lowercase());
    match texts.any(|text| text.contains("timeout") || text.contains("in due time")) {
        true => Reason::Time,
        false => Reason::Unknown,
    }
}

fn names(replay: &Members, agents: &[Option<i64>]) -> [Option<String>; 2] {
    let list =
        replay.get("agents").and_then(|list| serde_json::from_str::<Vec<Value>>(list.get()).ok());
    let list = list.unwrap_or_default();
    let name = |agent: &Value| {
        let name = agent.pointer("/codingamer/pseudo").or(agent.pointer("/arenaboss/nickname"));
        name.and_then(Value::as_str).map(str::to_owned)
    };
    seats(agents).map(|seat| {
        let seat = seat?;
        let by_index = list.iter().find(|agent| agent["index"].as_u64() == Some(seat as u64));
        name(by_index.or_else(|| list.get(seat))?)
    })
}
