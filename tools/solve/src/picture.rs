//! The results of all first pegs as a picture, for a page and for a terminal.

use crate::openings::{orbits, Record};
use crate::prove::Value;
use std::fmt::Write;
use twixt::geometry::Hole;

/// Pixels from hole to hole.
const SPACING: i32 = 40;
const MARGIN: i32 = 50;

/// A result's colour, the ink on it, and its sign. The colours are Okabe and Ito's, which people
/// with any colour blindness tell apart; the signs do without colour.
fn look(value: Value) -> (&'static str, &'static str, char) {
    match value {
        Value::Won => ("#0072b2", "#ffffff", 'W'),
        Value::Drawn => ("#f0e442", "#24221e", 'D'),
        Value::Lost => ("#d55e00", "#ffffff", 'L'),
    }
}

/// Every first peg's result by hole, mirrors included.
fn by_hole(edge: u8, records: &[Record]) -> Vec<(Hole, Option<Value>)> {
    let orbits = orbits(edge);
    let value = |first: Hole| {
        let first = first.to_string();
        records.iter().find(|record| record.first == first).map(|record| record.result)
    };
    let all = orbits.iter().flat_map(|orbit| {
        let value = value(orbit.first);
        orbit.holes.iter().map(move |&hole| (hole, value))
    });
    all.collect()
}

/// The board as an SVG document: each first peg a disc in the colour of its result for the first
/// player, those not proven yet a ring, the second player's own holes a dot.
#[must_use]
pub fn svg(edge: u8, records: &[Record]) -> String {
    let values = by_hole(edge, records);
    let span = SPACING * (i32::from(edge) - 1);
    let (width, height) = (span + 2 * MARGIN, span + 2 * MARGIN + 40);
    let mut out = String::new();
    let title =
        format!("Twixt PP, {edge} x {edge}: results of all first pegs for the first player");
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" text-anchor="middle">"#
    ));
    line(format!("<title>{title}</title>"));
    line(format!(
        r##"<rect x="0.5" y="0.5" width="{}" height="{}" rx="12" fill="#fdfcf9" stroke="#d8d4ca"/>"##,
        width - 1,
        height - 1
    ));
    // The first player's border rows lie outside of these lines.
    let (from, to) = (MARGIN + SPACING / 2 + 5, MARGIN + span - SPACING / 2 - 5);
    let (near, far) = (MARGIN + SPACING / 2, MARGIN + span - SPACING / 2);
    line(format!(
        r##"<path d="M{from} {near}H{to}M{from} {far}H{to}" stroke="#24221e" stroke-width="2"/>"##
    ));
    line(format!(
        r##"<path d="M{near} {from}V{to}M{far} {from}V{to}" stroke="#a39d90" stroke-width="2" stroke-dasharray="2 4"/>"##
    ));
    line(r##"<g font-size="13" fill="#24221e">"##.to_owned());
    for i in 0..edge {
        let at = MARGIN + SPACING * i32::from(i);
        let letter = char::from(b'A' + i);
        line(format!(r#"<text x="{at}" y="24">{letter}</text>"#));
        line(format!(r#"<text x="20" y="{}">{}</text>"#, at + 5, i + 1));
    }
    line("</g>".to_owned());
    for (column, row) in places(edge) {
        let (x, y) = (MARGIN + SPACING * i32::from(column), MARGIN + SPACING * i32::from(row));
        let hole = Hole::new(column, row);
        line(match values.iter().find(|(at, _)| *at == hole) {
            Some((_, Some(value))) => {
                let (fill, ink, sign) = look(*value);
                format!(
                    r#"<circle cx="{x}" cy="{y}" r="15" fill="{fill}"/><text x="{x}" y="{}" font-size="15" fill="{ink}">{sign}</text>"#,
                    y + 5
                )
            }
            Some((_, None)) => {
                format!(r##"<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="#a39d90"/>"##)
            }
            None => format!(r##"<circle cx="{x}" cy="{y}" r="3" fill="#a39d90"/>"##),
        });
    }
    let unknown = values.iter().any(|(_, value)| value.is_none());
    let mut x = MARGIN;
    let under = span + 2 * MARGIN + 12;
    for value in [Value::Won, Value::Drawn, Value::Lost] {
        let count = values.iter().filter(|(_, of)| *of == Some(value)).count();
        let (fill, ..) = look(value);
        line(format!(
            r##"<circle cx="{x}" cy="{under}" r="6" fill="{fill}"/><text x="{}" y="{}" font-size="12" fill="#24221e" text-anchor="start">{value} {count}</text>"##,
            x + 9,
            under + 4
        ));
        x += if unknown || edge < 6 { 58 } else { 75 };
    }
    out + "</svg>\n"
}

/// The board as lines of text: `W`, `D`, `L` for the first player, `?` for what isn't proven, `.`
/// for the second player's own holes.
#[must_use]
pub fn text(edge: u8, records: &[Record]) -> String {
    let values = by_hole(edge, records);
    let mut out = String::from("   ");
    out.extend((0..edge).flat_map(|i| [' ', char::from(b'A' + i)]));
    out.push('\n');
    for row in 0..edge {
        let _ = write!(out, "{:3}", row + 1);
        for column in 0..edge {
            let hole = Hole::new(column, row);
            let sign = match values.iter().find(|(at, _)| *at == hole) {
                Some((_, Some(value))) => look(*value).2,
                Some((_, None)) => '?',
                None if places(edge).any(|place| place == (column, row)) => '.',
                None => ' ',
            };
            let _ = write!(out, " {sign}");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// (column, row) of the board's holes.
fn places(edge: u8) -> impl Iterator<Item = (u8, u8)> {
    let end = move |v: u8| v == 0 || v == edge - 1;
    (0..edge)
        .flat_map(move |row| (0..edge).map(move |column| (column, row)))
        .filter(move |&(column, row)| !(end(column) && end(row)))
}
