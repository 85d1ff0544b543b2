//! The verdicts as a picture: what each first peg is worth, how sure that is, and the best reply.

use crate::line::mirrored;
use crate::verdict::Verdict;
use render::{plan_svg, Pen, SvgStyle};
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::Proof;

/// Pixels from hole to hole.
const SPACING: u16 = 54;
/// Lengths in spacings: below the board, for the key; a hole's cell; the letters of worth and reply, and
/// those of the key.
const KEY: f64 = 1.4;
const CELL: f64 = 0.9;
const LETTERS: [f64; 2] = [0.28, 0.22];
const KEY_LETTERS: f64 = 0.26;

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
    let title = format!(
        "First pegs on {size}: worth to the side that sets them, in percent, and the best reply"
    );
    let style = SvgStyle { spacing: SPACING, title: &title, ..SvgStyle::default() };
    let known = by_hole(verdicts, size);
    let open = |hole: &Hole| size.open_to(Side::Vertical, *hole);
    plan_svg(size, style, KEY, |pen| {
        pen.holes(size.holes().filter(|hole| !open(hole)));
        for hole in size.holes().filter(open) {
            let Some((_, verdict, reply)) = known.iter().find(|(at, ..)| *at == hole) else {
                pen.text(pen.centre(hole), "?", "");
                continue;
            };
            cell(pen, hole, verdict, *reply, stands);
            let shows = |first| Symmetry::MIRRORS.iter().any(|m| m.hole(first, size) == hole);
            if first.is_some_and(shows) {
                let ink = pen.palette().ink;
                let attributes = format!(" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.5\"");
                pen.circle(hole, 0.42, &attributes);
            }
        }
        key(pen, stands);
    })
}

/// A hole: its colour, its frame, its worth and the best reply.
fn cell(pen: &mut Pen<'_>, hole: Hole, verdict: &Verdict, reply: Option<Hole>, stands: f32) {
    let palette = pen.palette();
    let frame = if verdict.value > 0.5 { palette.ink } else { "none" };
    let mut look = format!("fill=\"{}\" stroke=\"{frame}\"", palette.scale(verdict.value));
    if !verdict.stands(stands) {
        // What is not sure is paler, so that it shows without a frame, too.
        look += " fill-opacity=\"0.55\" stroke-dasharray=\"5 4\"";
    }
    let ((x, y), side) = (pen.beside(hole, (-CELL / 2.0, -CELL / 2.0)), pen.px(CELL));
    pen.put(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"5\" {look} \
         stroke-width=\"2\"/>"
    ));
    let dark = verdict.value < 0.2 && verdict.stands(stands);
    let ink = if dark { palette.board } else { palette.ink };
    let [worth_letters, reply_letters] =
        LETTERS.map(|height| format!(" fill=\"{ink}\" font-size=\"{}\"", pen.px(height)));
    let worth = match verdict.proof {
        Proof::Won => String::from("W"),
        Proof::Lost => String::from("L"),
        _ => format!("{:.0}", 100.0 * verdict.value),
    };
    pen.text(pen.beside(hole, (0.0, -0.13)), &worth, &worth_letters);
    if let Some(reply) = reply {
        pen.text(pen.beside(hole, (0.0, 0.19)), &reply.to_string(), &reply_letters);
    }
}

/// The scale of colours and what the signs mean, under the board.
fn key(pen: &mut Pen<'_>, stands: f32) {
    let ((width, top), rim, palette) = (pen.extent(), pen.px(0.6), pen.palette());
    let (steps, step, high) = (21, pen.px(0.17), pen.px(0.3));
    let y = top + pen.px(0.15);
    for i in 0..steps {
        let fill = palette.scale(i as f32 / (steps - 1) as f32);
        let x = rim + f64::from(i) * step;
        pen.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{step}\" height=\"{high}\" fill=\"{fill}\"/>"
        ));
    }
    let letters = format!(" font-size=\"{}\"", pen.px(KEY_LETTERS));
    for (share, words) in [(0.0, "0"), (0.5, "50"), (1.0, "100 %")] {
        let x = rim + f64::from(steps) * step * share;
        pen.text((x, y + high + pen.px(0.25)), words, &letters);
    }
    let told = [
        "frame: better swapped; ring: the bot's own first peg".to_owned(),
        format!("pale: could change, is less than {stands:.0} plies from it"),
        "W, L: proven; small: the best reply".to_owned(),
    ];
    let to_the_left = format!("{letters} text-anchor=\"end\"");
    for (line, words) in told.iter().enumerate() {
        let y = top + pen.px(0.3 + 0.37 * line as f64);
        pen.text((width - rim, y), words, &to_the_left);
    }
}
