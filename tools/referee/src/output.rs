//! What the formats for local runners print of a game.

use crate::options::Format;
use anyhow::Result;
use referee::play::Report;
use referee::record::scores;
use referee::rules::Seat;
use referee::verdict::{millis, Ending};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Prints the game in `format`; nothing for [`Format::Text`].
pub(crate) fn print(format: Format, report: &Report, out: &mut impl Write) -> Result<()> {
    match format {
        Format::Text => {}
        Format::Brutaltester => {
            let [first, second] = scores(report);
            writeln!(out, "{first}\n{second}")?;
        }
        Format::Psyleague => writeln!(out, "{}", serde_json::to_string(&Psyleague::new(report))?)?,
        Format::Cgarena => writeln!(out, "{}", serde_json::to_string(&Cgarena::new(report))?)?,
    }
    Ok(())
}

/// 0 for the winner, and for both if nobody won, 1 for the loser.
fn ranks(report: &Report) -> [u8; 2] {
    let winner = report.verdict.winner();
    Seat::BOTH.map(|seat| u8::from(winner == Some(seat.other())))
}

/// 1 for a player that lost by a fault of its own.
fn errors(report: &Report) -> [u8; 2] {
    Seat::BOTH.map(|seat| u8::from(report.verdict.at_fault() == Some(seat)))
}

type Values = BTreeMap<String, String>;

/// Why a game did not end on the board, with the player at fault, if one is.
fn reason(report: &Report) -> Option<(Option<Seat>, String)> {
    let at_fault = report.verdict.at_fault();
    let off_board = at_fault.is_some() || report.verdict.ending() == Ending::Stopped;
    off_board.then(|| (at_fault, report.verdict.to_string()))
}

/// What is known of the game as a whole, by name. The values are strings, as cgarena wants them;
/// psyleague turns strings into numbers itself.
fn game_values(report: &Report) -> Values {
    Values::from([
        (String::from("plies"), report.plies.len().to_string()),
        (String::from("ending"), report.verdict.ending().name().to_owned()),
    ])
}

/// What is known of a player, by name: its slowest answer and its own `[PDATA]` values.
fn player_values(report: &Report, seat: Seat) -> Values {
    let slowest = report.times(seat).into_iter().max().unwrap_or_default();
    let mut values = report.stderr[seat.index()].data.clone();
    values.insert(String::from("slowest_ms"), format!("{:.1}", millis(slowest)));
    values
}

/// What psyleague reads: lower ranks are better, equal ones a draw.
#[derive(Serialize)]
struct Psyleague {
    ranks: [u8; 2],
    errors: [u8; 2],
    test_data: Values,
    player_data: [Values; 2],
}

impl Psyleague {
    fn new(report: &Report) -> Psyleague {
        let mut test_data = game_values(report);
        test_data.extend(reason(report).map(|(_, reason)| (String::from("reason"), reason)));
        Psyleague {
            ranks: ranks(report),
            errors: errors(report),
            test_data,
            player_data: Seat::BOTH.map(|seat| numbers(player_values(report, seat))),
        }
    }
}

/// The numbers among the values: psyleague averages what it knows of a player over all games, and
/// its leaderboard breaks at the first word.
fn numbers(mut values: Values) -> Values {
    values.retain(|_, value| value.parse().is_ok_and(f64::is_finite));
    values
}

/// What cgarena reads; ranks as above.
#[derive(Serialize)]
struct Cgarena {
    ranks: [u8; 2],
    errors: [u8; 2],
    attributes: Vec<Attribute>,
}

#[derive(Serialize)]
struct Attribute {
    name: String,
    /// `None` if it is about the game.
    player: Option<usize>,
    /// `None` if it is about all turns.
    turn: Option<u16>,
    value: String,
}

impl Cgarena {
    fn new(report: &Report) -> Cgarena {
        let attribute = |player: Option<Seat>, (name, value): (String, String)| Attribute {
            name,
            player: player.map(Seat::index),
            turn: None,
            value,
        };
        let of_game = game_values(report).into_iter();
        let mut attributes: Vec<Attribute> = of_game.map(|pair| attribute(None, pair)).collect();
        for seat in Seat::BOTH {
            let of_player = player_values(report, seat).into_iter();
            attributes.extend(of_player.map(|pair| attribute(Some(seat), pair)));
        }
        let reason = reason(report);
        let reason = reason.map(|(loser, text)| attribute(loser, ("reason".into(), text)));
        attributes.extend(reason);
        Cgarena { ranks: ranks(report), errors: errors(report), attributes }
    }
}
