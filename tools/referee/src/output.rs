//! Output of a game in the formats of local runners.

use crate::options::Format;
use anyhow::Result;
use records::game::Ending;
use records::seat::Seat;
use referee::play::GameReport;
use referee::record::scores;
use referee::verdict::millis;
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::io::Write;

/// Values by name. They are strings because cgarena requires strings; psyleague parses them.
type Values = BTreeMap<String, String>;

pub(crate) fn print(format: Format, report: &GameReport, out: &mut impl Write) -> Result<()> {
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

/// Returns psyleague's object. Lower ranks are better, and equal ranks mean a draw.
fn psyleague(report: &GameReport) -> Value {
    let mut test_data = game_values(report);
    test_data.extend(reason(report).map(|reason| ("reason".to_owned(), reason)));
    // Psyleague averages a player's values over all games, and fails on a value that is not a number.
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

/// Returns cgarena's object, with ranks as for psyleague. An attribute without a player belongs to the game,
/// one without a turn to all turns.
fn cgarena(report: &GameReport) -> Value {
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

/// Returns the players' ranks: 1 for the loser, otherwise 0.
fn ranks(report: &GameReport) -> [u8; 2] {
    Seat::BOTH.map(|seat| u8::from(report.verdict.winner == Some(seat.other())))
}

fn errors(report: &GameReport) -> [u8; 2] {
    Seat::BOTH.map(|seat| u8::from(report.verdict.at_fault() == Some(seat)))
}

/// Returns the reason if a fault or the cap on game time ended the game.
fn reason(report: &GameReport) -> Option<String> {
    let verdict = &report.verdict;
    let off_board = verdict.at_fault().is_some() || verdict.ending == Ending::Stopped;
    off_board.then(|| verdict.reason.clone())
}

fn game_values(report: &GameReport) -> Values {
    Values::from([
        ("plies".to_owned(), report.plies.len().to_string()),
        ("ending".to_owned(), report.verdict.ending.to_string()),
    ])
}

/// Returns a player's slowest answer in milliseconds and the `[PDATA]` values from the bot's stderr.
fn player_values(report: &GameReport, seat: Seat) -> Values {
    let slowest = report.times(seat).into_iter().max().unwrap_or_default();
    let mut values = report.stderr[seat.index()].data.clone();
    values.insert("slowest_ms".to_owned(), format!("{:.1}", millis(slowest)));
    values
}
