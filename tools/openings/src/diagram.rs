//! The verdicts as SVG: value, stability and best reply of each first peg.

use crate::line::reflected;
use crate::verdict::Verdict;
use render::{plan_svg, Pen, SvgStyle};
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::rules::Proof;

/// Distance between neighbouring holes in pixels, the unit of the lengths below.
const SPACING: u16 = 54;
const LEGEND_HEIGHT: f64 = 1.4;
const CELL: f64 = 0.9;
const FONT_SIZES: [f64; 2] = [0.28, 0.22];
const LEGEND_FONT_SIZE: f64 = 0.26;

fn by_hole(verdicts: &[Verdict], size: Size) -> Vec<(Hole, &Verdict, Option<Hole>)> {
    let mut all: Vec<(Hole, &Verdict, Option<Hole>)> = Vec::new();
    for verdict in verdicts {
        for reflection in Symmetry::MIRRORS {
            let hole = reflection.hole(verdict.peg, size);
            let reply = verdict.line.first().map(|&reply| reflected(&[reply], reflection, size)[0]);
            if all.iter().all(|&(other, ..)| other != hole) {
                all.push((hole, verdict, reply));
            }
        }
    }
    all
}

/// Renders the board as SVG. Each cell shows the value of a first peg for its own side, in percent (W or L if
/// proven), and the best reply. A solid frame marks pegs to swap; a dashed frame and a pale cell mark a
/// stability below `stable` plies; a ring marks the bot's own first peg. The colour scale (blue lost, white
/// balanced, orange won) suits colour-blind readers.
#[must_use]
pub fn diagram(verdicts: &[Verdict], size: Size, stable: f32, first: Option<Hole>) -> String {
    let title =
        format!("First pegs on {size}: value for the side of the peg, in percent, and best reply");
    let style = SvgStyle { spacing: SPACING, title: &title, ..SvgStyle::default() };
    let known = by_hole(verdicts, size);
    let open = |hole: &Hole| size.open_to(Side::Vertical, *hole);
    plan_svg(size, style, LEGEND_HEIGHT, |pen| {
        pen.holes(size.holes().filter(|hole| !open(hole)));
        for hole in size.holes().filter(open) {
            let Some((_, verdict, reply)) = known.iter().find(|(at, ..)| *at == hole) else {
                pen.text(pen.centre(hole), "?", "");
                continue;
            };
            cell(pen, hole, verdict, *reply, stable);
            let shows = |first| Symmetry::MIRRORS.iter().any(|m| m.hole(first, size) == hole);
            if first.is_some_and(shows) {
                let ink = pen.palette.ink;
                let attributes = format!(" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.5\"");
                pen.circle(hole, 0.42, &attributes);
            }
        }
        legend(pen, stable);
    })
}

fn cell(pen: &mut Pen<'_>, hole: Hole, verdict: &Verdict, reply: Option<Hole>, stable: f32) {
    let palette = pen.palette;
    let frame = if verdict.value > 0.5 { palette.ink } else { "none" };
    let mut attributes = format!("fill=\"{}\" stroke=\"{frame}\"", palette.scale(verdict.value));
    if !verdict.is_stable(stable) {
        // Dashes show only on a frame, so the fill is also made pale.
        attributes += " fill-opacity=\"0.55\" stroke-dasharray=\"5 4\"";
    }
    let ((x, y), side) = (pen.beside(hole, (-CELL / 2.0, -CELL / 2.0)), pen.px(CELL));
    pen.put(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"5\" {attributes} \
         stroke-width=\"2\"/>"
    ));
    let dark = verdict.value < 0.2 && verdict.is_stable(stable);
    let ink = if dark { palette.board } else { palette.ink };
    let [value_font, reply_font] =
        FONT_SIZES.map(|height| format!(" fill=\"{ink}\" font-size=\"{}\"", pen.px(height)));
    let value = match verdict.proof {
        Proof::Won => String::from("W"),
        Proof::Lost => String::from("L"),
        _ => format!("{:.0}", 100.0 * verdict.value),
    };
    pen.text(pen.beside(hole, (0.0, -0.13)), &value, &value_font);
    if let Some(reply) = reply {
        pen.text(pen.beside(hole, (0.0, 0.19)), &reply.to_string(), &reply_font);
    }
}

fn legend(pen: &mut Pen<'_>, stable: f32) {
    let ((width, top), rim, palette) = (pen.extent(), pen.px(0.6), pen.palette);
    let (steps, step, high) = (21, pen.px(0.17), pen.px(0.3));
    let y = top + pen.px(0.15);
    for i in 0..steps {
        let fill = palette.scale(i as f32 / (steps - 1) as f32);
        let x = rim + f64::from(i) * step;
        pen.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{step}\" height=\"{high}\" fill=\"{fill}\"/>"
        ));
    }
    let font = format!(" font-size=\"{}\"", pen.px(LEGEND_FONT_SIZE));
    for (fraction, text) in [(0.0, "0"), (0.5, "50"), (1.0, "100 %")] {
        let x = rim + f64::from(steps) * step * fraction;
        pen.text((x, y + high + pen.px(0.25)), text, &font);
    }
    let texts = [
        "frame: should be swapped; ring: the bot's first peg".to_owned(),
        format!("pale: stability below {stable:.0} plies"),
        "W, L: proven; small: best reply".to_owned(),
    ];
    let right_aligned = format!("{font} text-anchor=\"end\"");
    for (line, text) in texts.iter().enumerate() {
        let y = top + pen.px(0.3 + 0.37 * line as f64);
        pen.text((width - rim, y), text, &right_aligned);
    }
}
