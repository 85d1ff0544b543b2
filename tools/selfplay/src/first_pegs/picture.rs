use super::FirstPegs;
use std::fmt::Write;
use twixt::geometry::{Hole, Side};

/// Pixels from hole to hole.
const STEP: u32 = 46;
/// Pixels around the holes, for the coordinates.
const RIM: u32 = 34;
/// Pixels below the board, for the key.
const KEY: u32 = 58;

/// A map of the board as SVG: what each first peg is worth to whoever sets it, in percent; those in
/// a frame are to be taken by a swap, the peg to open with has a ring. Colours run from orange (won
/// for the peg's side) over white to blue, which people with any colour blindness tell apart.
#[must_use]
pub fn picture(pegs: &FirstPegs) -> String {
    let edge = u32::from(pegs.size().get());
    let (width, height) = (2 * RIM + edge * STEP, 2 * RIM + edge * STEP + KEY);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"15\" \
         text-anchor=\"middle\">\n<title>First pegs: points of the side that sets them, in percent, \
         {} games</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fdfcf9\"/>\n",
        pegs.games()
    );
    coordinates(&mut svg, edge);
    let best = pegs.best();
    for row in 0..edge {
        for column in 0..edge {
            let hole = Hole::new(column as u8, row as u8);
            if !pegs.size().open_to(Side::Vertical, hole) {
                continue;
            }
            let share = pegs.results(hole).share();
            let (x, y) = (RIM + column * STEP, RIM + row * STEP);
            let frame = if share > 0.5 { "#24221e" } else { "none" };
            let inside = STEP - 4;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{inside}\" height=\"{inside}\" rx=\"5\" \
                 fill=\"{}\" stroke=\"{frame}\" stroke-width=\"2\"/>",
                x + 2,
                y + 2,
                colour(share)
            );
            let (x, y) = (x + STEP / 2, y + STEP / 2);
            let ink = if share < 0.2 { "#ffffff" } else { "#24221e" };
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{:.0}</text>",
                y + 5,
                100.0 * share
            );
            if best == Some(hole) {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#24221e\" \
                     stroke-width=\"2.5\"/>",
                    STEP / 2 - 6
                );
            }
        }
    }
    key(&mut svg, RIM + edge * STEP + RIM, width);
    svg + "</svg>\n"
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

/// The scale of colours and what frame and ring mean.
fn key(svg: &mut String, top: u32, width: u32) {
    let (left, steps, step) = (RIM, 21, 9);
    for i in 0..steps {
        let fill = colour(f64::from(i) / f64::from(steps - 1));
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
    let x = width - RIM;
    for (line, text) in ["frame: better swapped", "ring: to open with"].into_iter().enumerate() {
        let y = top + 13 + 21 * line as u32;
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"#24221e\">{text}</text>"
        );
    }
}

/// Blue at 0, nearly white at ½, orange at 1.
fn colour(share: f64) -> String {
    const ENDS: [[f64; 3]; 3] = [[0.0, 114.0, 178.0], [250.0, 248.0, 243.0], [230.0, 159.0, 0.0]];
    let (from, to, part) = if share < 0.5 {
        (ENDS[0], ENDS[1], 2.0 * share)
    } else {
        (ENDS[1], ENDS[2], 2.0 * share - 1.0)
    };
    let mixed = std::array::from_fn::<_, 3, _>(|i| (from[i] + (to[i] - from[i]) * part).round());
    format!("#{:02x}{:02x}{:02x}", mixed[0] as u8, mixed[1] as u8, mixed[2] as u8)
}
