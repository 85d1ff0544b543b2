//! The results of all first pegs as SVG and as text.

use crate::first_pegs::{orbits, FirstPegRecord};
use crate::prove::Value;
use render::{signs, Diagram, Heading, SvgStyle};
use twixt::geometry::{Hole, Side, Size};

const OPEN: char = '?';

fn sign(value: Option<Value>) -> char {
    match value {
        Some(Value::Won) => 'W',
        Some(Value::Drawn) => 'D',
        Some(Value::Lost) => 'L',
        None => OPEN,
    }
}

/// Returns the result of every first peg, including symmetric ones.
fn by_hole(size: Size, records: &[FirstPegRecord]) -> Vec<(Hole, Option<Value>)> {
    let all = orbits(size).into_iter().flat_map(|orbit| {
        let value = orbit.record(records).map(|record| record.result);
        orbit.holes.into_iter().map(move |hole| (hole, value))
    });
    all.collect()
}

/// Renders the board as SVG. Each first peg has the winner's colour and is labelled with the result for
/// the first player; the heading counts the results.
#[must_use]
pub fn svg(size: Size, records: &[FirstPegRecord]) -> String {
    let values = by_hole(size, records);
    let mut diagram = Diagram::new(size);
    for &(hole, value) in &values {
        match value {
            Some(Value::Won) => diagram.pegs.push((hole, Side::Vertical)),
            Some(Value::Lost) => diagram.pegs.push((hole, Side::Horizontal)),
            Some(Value::Drawn) | None => {}
        }
        diagram.labels.push((hole, sign(value).into()));
    }
    let count = |value| values.iter().filter(|(_, of)| *of == value).count();
    let counted = |value: Value| format!("{value} {}", count(Some(value)));
    let mut lines = vec![counted(Value::Drawn)];
    if count(None) > 0 {
        lines.push(format!("{OPEN} not proven {}", count(None)));
    }
    let [won, lost] = [Value::Won, Value::Lost].map(counted);
    let title = format!("Twixt PP, {size}: results of all first pegs for the first player");
    let heading = Heading { players: Some([&won, &lost]), lines: &lines };
    render::svg(&diagram, SvgStyle { title: &title, heading, ..SvgStyle::default() })
}

/// Renders the board as text: `W`, `D`, `L` for the results for the first player, `?` if unproven, `.`
/// for holes not open to the first player.
#[must_use]
pub fn text(size: Size, records: &[FirstPegRecord]) -> String {
    let values = by_hole(size, records);
    signs(size, |hole| {
        let known = values.iter().find(|(at, _)| *at == hole);
        known.map_or('.', |&(_, value)| sign(value))
    })
}
