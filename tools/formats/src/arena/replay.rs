//! Replays of the arena in JSON, as its page and other tools load them.
//!
//! | key | value |
//! | --- | --- |
//! | `frames` | objects; those with `stdout` are the answers in order, with the player's `agentId`; `stderr` is kept per player |
//! | `agents` | the players, with `index`, the value of `agentId`, and a name in `codingamer.pseudo` or `arenaboss.nickname` |
//! | `scores`, `ranks` | by `agentId`: the higher score and the lower rank win |
//! | `gameId` | a number |
//!
//! The object may be the value of `gameResult`, `success` or `data`, or an element of an array. Everything else is
//! ignored. The arena does not document this form; it is known from programs that read it.

use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::error::{quoted, Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::token::offset;
use serde::Deserialize;
use serde_json::{Map, Value};
use twixt::geometry::{Side, Size};
use twixt::rules::{Ply, Rules};

const WRAPPERS: [&str; 3] = ["gameResult", "success", "data"];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Replay {
    frames: Vec<Frame>,
    #[serde(default)]
    agents: Vec<Value>,
    #[serde(default)]
    scores: Vec<f64>,
    #[serde(default)]
    ranks: Vec<f64>,
    game_id: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    agent_id: Option<i64>,
    stdout: Option<String>,
    stderr: Option<String>,
    game_information: Option<String>,
    summary: Option<String>,
}

pub(super) fn read(text: &str, size: Size) -> Result<Vec<Game>, Fault> {
    let body = text.trim_start_matches(BYTE_ORDER_MARK);
    let value: Value = serde_json::from_str(body)
        .map_err(|error| crate::json::not_json(body, offset(text, body), &error))?;
    let values = match value {
        Value::Array(values) => values,
        value => vec![value],
    };
    let games = values.into_iter().map(|value| replay(value)?.game(size));
    let games = games.collect::<Result<Vec<Game>, String>>();
    let games = games.map_err(|message| Fault::new(0, message))?;
    match games.is_empty() {
        true => Err(Fault::new(0, "expected a replay, found an empty array")),
        false => Ok(games),
    }
}

/// Returns the object with `frames`.
fn replay(mut value: Value) -> Result<Replay, String> {
    while value.get("frames").is_none() {
        let inner = WRAPPERS.iter().find_map(|key| value.get_mut(*key).map(Value::take));
        value = inner.ok_or("expected a replay, an object with frames, found none")?;
    }
    serde_json::from_value(value).map_err(|error| format!("expected a replay: {error}"))
}

impl Replay {
    fn game(self, size: Size) -> Result<Game, String> {
        let mut answers: Vec<(Option<i64>, &str)> = Vec::new();
        for frame in &self.frames {
            let printed = frame.stdout.as_deref().map(str::trim).unwrap_or_default();
            if printed.is_empty() {
                continue;
            }
            if frame.agent_id.is_some()
                && answers.last().is_some_and(|last| last.0 == frame.agent_id)
            {
                return Err(
                    "expected the players to answer in turn, found two answers of one player"
                        .into(),
                );
            }
            answers.push((frame.agent_id, printed));
        }
        if answers.is_empty() {
            return Err(
                "expected frames with stdout, found none; a replay without it has no moves".into(),
            );
        }
        let mut builder = Builder::new(Game::new(size, Rules::ARENA));
        let (mut stated, mut notes) = (None, Vec::new());
        for (index, &(_, text)) in answers.iter().enumerate() {
            match play(&mut builder, text) {
                Ok(()) => {}
                Err(message) if index == 0 || index + 1 < answers.len() => return Err(message),
                // The arena ends a game with an illegal answer.
                Err(_) => {
                    let side = builder.mover(builder.last);
                    notes.push(format!(
                        "the last answer, {}, is not a legal move of {side}, which loses the game",
                        quoted(text)
                    ));
                    stated = Some(Ending::won(!side, Reason::Forfeit));
                }
            }
        }
        let seats = seats(&answers);
        if stated.is_none() && Ending::on_board(builder.position(builder.last)).is_none() {
            stated = self.winner(seats).map(|winner| Ending::won(winner, self.reason()));
        }
        let game = builder.finish(stated.map(|ending| (ending, 0)));
        let event = self.game_id.map(|number| format!("CodinGame {number}"));
        let game = game.map_err(|fault| fault.message)?;
        let players = seats.map(|seat| self.name(seat?));
        let mut extra = game.extra.clone();
        let errors = self.errors(seats);
        if !errors.is_empty() {
            extra.insert(String::from("errors"), Value::Object(errors));
        }
        if let Some(note) = notes.last() {
            extra.insert(String::from("reason"), Value::from(format!("{note}.")));
        }
        Ok(Game { players, event, notes, extra, ..game })
    }

    /// Returns the players' lines on stderr by seat, as a referee's record has them.
    fn errors(&self, seats: [Option<usize>; 2]) -> Map<String, Value> {
        let lines = |agent: usize| {
            let own = self.frames.iter().filter(move |frame| frame.agent_id == Some(agent as i64));
            let lines = own.filter_map(|frame| frame.stderr.as_deref()).flat_map(str::lines);
            lines.map(Value::from).collect::<Vec<_>>()
        };
        let by_seat = seats.iter().enumerate().filter_map(|(seat, agent)| {
            let lines = lines((*agent)?);
            (!lines.is_empty()).then(|| (seat.to_string(), Value::from(lines)))
        });
        by_seat.collect()
    }

    /// Returns the winner according to scores or ranks.
    fn winner(&self, seats: [Option<usize>; 2]) -> Option<Side> {
        let better = |numbers: &[f64], sign: f64| {
            let [first, second] = seats;
            let difference = sign * (numbers.get(first?)? - numbers.get(second?)?);
            let side = if difference > 0.0 { Side::Vertical } else { Side::Horizontal };
            (difference != 0.0).then_some(side)
        };
        better(&self.scores, 1.0).or_else(|| better(&self.ranks, -1.0))
    }

    fn reason(&self) -> Reason {
        let texts = self.frames.last().map(|last| [&last.game_information, &last.summary]);
        let mut texts = texts.into_iter().flatten().flatten().map(|text| text.to_lowercase());
        match texts.any(|text| text.contains("timeout") || text.contains("in due time")) {
            true => Reason::Time,
            false => Reason::Unknown,
        }
    }

    fn name(&self, seat: usize) -> Option<String> {
        let by_index =
            self.agents.iter().find(|agent| agent["index"].as_u64() == Some(seat as u64));
        let agent = by_index.or_else(|| self.agents.get(seat))?;
        let name = agent.pointer("/codingamer/pseudo").or(agent.pointer("/arenaboss/nickname"));
        name.and_then(Value::as_str).map(str::to_owned)
    }
}

/// Plays an answer; only its first word is the move.
fn play(builder: &mut Builder, text: &str) -> Result<(), String> {
    let ply = text.split_whitespace().next().and_then(|word| word.parse::<Ply>().ok());
    let is_peg = |ply: &Ply| !matches!(ply, Ply::Turn(turn) if *turn != turn.peg.into());
    let ply = ply.filter(is_peg);
    let ply = ply
        .ok_or_else(|| format!("expected an answer such as D6 or SWAP, found {}", quoted(text)))?;
    builder.last = builder.add(builder.last, ply, 0).map_err(|fault| fault.message)?;
    Ok(())
}

/// Returns the agent of each seat; the first answer is that of the first player.
fn seats(answers: &[(Option<i64>, &str)]) -> [Option<usize>; 2] {
    let seat = |index: usize| usize::try_from(answers.get(index)?.0?).ok();
    match [seat(0), seat(1)] {
        // The second player did not answer.
        [Some(first @ (0 | 1)), None] => [Some(first), Some(1 - first)],
        seats => seats,
    }
}
