//! What the formats for local runners print of a game.

use crate::options::Format;
use anyhow::Result;
use referee::play::Report;
use referee::record::scores;
use referee::rules::Seat;
use referee::verdict::{millis, Ending};
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::io::Write;

/// What is known of a game or of a player, by name. The values are strings, as cgarena wants them; psyleague
/// turns strings into numbers itself.
type Values = BTreeMap<String, String>;

/// Prints the end of a game in `format`.
pub(crate) fn print(format: Format, report: &Report, out: &mut impl Write) -> Result<()> {
    match format {
        Format::Text => writeln!(out, "{}", report.verdict)?,
        Format::Brutaltester => {
            let [first, second] = scores(report);
            writeln!(out, "{first}\n{second}")?;
        }
        Format::Psyleague => writeln!(out, "{}", psyleague(report))?,
        Format::Cgarena => writeln!(out, "{}", cgarena(report))?,
    }
    Ok(())
}

/// What psyleague reads: lower ranks are better, equal ones a draw.
fn psyleague(report: &Report) -> Value {
    let mut test_data = game_values(report);
    test_data.extend(reason(report).map(|reason| ("reason".to_owned(), reason)));
    // Psyleague averages what it holds of a player over all games, and its leaderboard breaks at the first
    // word.
    let player_data = Seat::BOTH.map(|seat| {
        let mut values = player_values(report, seat);
        values.retain(|_, value| value.parse().is_ok_and(f64::is_finite));
        values
    });
    json!({
        "ranks": ranks(report),
        "errors": errors(report),
        "test_data": test_data,
        "player_data": player_data,
    })
}

/// What cgarena reads; ranks as above. An attribute without a player is about the game, and one without a
/// turn about all turns.
fn cgarena(report: &Report) -> Value {
    let attribute = |player: Option<Seat>, name: &str, value: &str| {
        let player = player.map(Seat::index);
        json!({ "name": name, "player": player, "turn": null, "value": value })
    };
    let of = |player: Option<Seat>, values: Values| {
        values.iter().map(|(name, value)| attribute(player, name, value)).collect::<Vec<_>>()
    };
    let mut attributes = of(None, game_values(report));
    for seat in Seat::BOTH {
        attributes.extend(of(Some(seat), player_values(report, seat)));
    }
    let at_fault = report.verdict.at_fault();
    attributes.extend(reason(report).map(|reason| attribute(at_fault, "reason", &reason)));
    json!({ "ranks": ranks(report), "errors": errors(report), "attributes": attributes })
}

/// 0 for the winner, and for both if nobody won, 1 for the loser.
fn ranks(report: &Report) -> [u8; 2] {
    Seat::BOTH.map(|seat| u8::from(report.verdict.winner == Some(seat.other())))
}

/// 1 for a player that lost by a fault of its own.
fn errors(report: &Report) -> [u8; 2] {
    Seat::BOTH.map(|seat| u8::from(report.verdict.at_fault() == Some(seat)))
}

/// Why a game did not end on the board.
fn reason(report: &Report) -> Option<String> {
    let verdict = &report.verdict;
    let off_board = verdict.at_fault().is_some() || verdict.ending == Ending::Stopped;
    off_board.then(|| verdict.reason.clone())
}

fn game_values(report: &Report) -> Values {
    Values::from([
        ("plies".to_owned(), report.plies.len().to_string()),
        ("ending".to_owned(), report.verdict.ending.name().to_owned()),
    ])
}

/// A player's slowest answer and its own `[PDATA]` values.
fn player_values(report: &Report, seat: Seat) -> Values {
    let slowest = report.times(seat).into_iter().max().unwrap_or_default();
    let mut values = report.stderr[seat.index()].data.clone();
    values.insert("slowest_ms".to_owned(), format!("{:.1}", millis(slowest)));
    values
}
