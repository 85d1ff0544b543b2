//! The verdicts as a picture: what each first peg is worth, how sure that is, and the best reply.

use crate::line::mirrored;
use crate::verdict::Verdict;
use std::fmt::Write;
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::Proof;

/// Pixels from hole to hole.
const STEP: u32 = 54;
/// Pixels around the holes, for the coordinates.
const RIM: u32 = 34;
/// Pixels below the board, for the key.
const KEY: u32 = 84;

/// Holes whose verdict is shown, each with it and with its best reply as the mirror shows it.
fn by_hole(verdicts: &[Verdict], size: Size) -> Vec<(Hole, &Verdict, Option<Hole>)> {
    let mut all: Vec<(Hole, &Verdict, Option<Hole>)> = Vec::new();
    for verdict in verdicts {
        for mirror in Symmetry::MIRRORS {
            let hole = mirror.hole(verdict.peg, size);
            let reply = verdict.line.first().map(|&reply| mirrored(&[reply], mirror, size)[0]);
            if all.iter().all(|&(other, ..)| other != hole) {
                all.push((hole, verdict, reply));
            }
        }
    }
    all
}

/// The board as an SVG document: in each hole of the side that opens what a peg there is worth to
/// it, in percent, or W and L where that is proven, and below it the best reply. A frame says that
/// the peg is to be taken by a swap, a broken one that its verdict could soon change (it is nearer
/// than `stands` plies), a ring that the bot opens there. Colours run from blue (lost for the peg's
/// side) over white to orange, which people with any colour blindness tell apart.
#[must_use]
pub fn picture(verdicts: &[Verdict], size: Size, stands: f32, first: Option<Hole>) -> String {
    let edge = u32::from(size.get());
    let (width, height) = (2 * RIM + edge * STEP, 2 * RIM + edge * STEP + KEY);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"15\" text-anchor=\"middle\">\n<title>First pegs on {edge} x {edge}: worth to \
         the side that sets them, in percent, and the best reply</title>\n<rect width=\"{width}\" \
         height=\"{height}\" fill=\"#fdfcf9\"/>\n"
    );
    coordinates(&mut svg, edge);
    let known = by_hole(verdicts, size);
    for hole in crate::line::start(size).board().vacant(Side::Vertical) {
        let corner = |place: u8| RIM + u32::from(place) * STEP;
        let (x, y) = (corner(hole.column()), corner(hole.row()));
        let Some((_, verdict, reply)) = known.iter().find(|(at, ..)| *at == hole) else {
            let (x, y) = (x + STEP / 2, y + STEP / 2);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#24221e\">?</text>");
            continue;
        };
        cell(&mut svg, (x, y), verdict, *reply, stands);
        if first.is_some_and(|first| Symmetry::MIRRORS.iter().any(|m| m.hole(first, size) == hole))
        {
            let (x, y) = (x + STEP / 2, y + STEP / 2);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#24221e\" \
                 stroke-width=\"2.5\"/>",
                STEP / 2 - 4
            );
        }
    }
    key(&mut svg, RIM + edge * STEP + RIM, width, stands);
    svg + "</svg>\n"
}

/// A hole: its colour, its frame, its worth and the best reply.
fn cell(svg: &mut String, at: (u32, u32), verdict: &Verdict, reply: Option<Hole>, stands: f32) {
    let (x, y) = at;
    let inside = STEP - 4;
    let frame = if verdict.value > 0.5 { "#24221e" } else { "none" };
    let (mut dashes, mut fill) = ("", colour(verdict.value));
    if !verdict.stands(stands) {
        dashes = " stroke-dasharray=\"5 4\"";
        // What is not sure is paler, so that it shows without a frame, too.
        fill += "\" fill-opacity=\"0.55";
    }
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{inside}\" height=\"{inside}\" rx=\"5\" fill=\"{fill}\" \
         stroke=\"{frame}\" stroke-width=\"2\"{dashes}/>",
        x + 2,
        y + 2
    );
    let dark = verdict.value < 0.2 && verdict.stands(stands);
    let ink = if dark { "#ffffff" } else { "#24221e" };
    let worth = match verdict.proof {
        Proof::Won => String::from("W"),
        Proof::Lost => String::from("L"),
        _ => format!("{:.0}", 100.0 * verdict.value),
    };
    let x = x + STEP / 2;
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{worth}</text>", y + 25);
    if let Some(reply) = reply {
        let y = y + 41;
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\" font-size=\"12\">{reply}</text>"
        );
    }
}

/// Letters above and below, numbers left and right.
fn coordinates(svg: &mut String, edge: u32) {
    for place in 0..edge {
        let middle = RIM + place * STEP + STEP / 2;
        let letter = char::from(b'A' + place as u8);
        let far = RIM + edge * STEP;
        for y in [RIM - 10, far + 20] {
            let _ =
                writeln!(svg, "<text x=\"{middle}\" y=\"{y}\" fill=\"#24221e\">{letter}</text>");
        }
        for x in [RIM / 2, far + RIM / 2] {
            let number = place + 1;
            let y = middle + 5;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#24221e\">{number}</text>");
        }
    }
}

/// The scale of colours and what the signs mean.
fn key(svg: &mut String, top: u32, width: u32, stands: f32) {
    let (left, steps, step) = (RIM, 21, 9);
    for i in 0..steps {
        let fill = colour(i as f32 / (steps - 1) as f32);
        let x = left + i * step;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{top}\" width=\"{step}\" height=\"16\" fill=\"{fill}\"/>"
        );
    }
    for (share, text) in [(0, "0"), (50, "50"), (100, "100 %")] {
        let x = left + steps * step * share / 100;
        let y = top + 34;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#24221e\">{text}</text>");
    }
    let told = [
        "frame: better swapped; ring: the bot's own first peg".to_owned(),
        format!("pale: could change, is less than {stands:.0} plies from it"),
        "W, L: proven; small: the best reply".to_owned(),
    ];
    for (line, text) in told.into_iter().enumerate() {
        let (x, y) = (width - RIM, top + 13 + 21 * line as u32);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" font-size=\"14\" \
             fill=\"#24221e\">{text}</text>"
        );
    }
}

/// Blue at 0, nearly white at ½, orange at 1.
fn colour(share: f32) -> String {
    const ENDS: [[f32; 3]; 3] = [[0.0, 114.0, 178.0], [250.0, 248.0, 243.0], [230.0, 159.0, 0.0]];
    let (from, to, part) = if share < 0.5 {
        (ENDS[0], ENDS[1], 2.0 * share)
    } else {
        (ENDS[1], ENDS[2], 2.0 * share - 1.0)
    };
    let mixed = std::array::from_fn::<_, 3, _>(|i| (from[i] + (to[i] - from[i]) * part).round());
    format!("#{:02x}{:02x}{:02x}", mixed[0] as u8, mixed[1] as u8, mixed[2] as u8)
}
