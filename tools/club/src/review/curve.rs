//! A review as a picture: the value after every ply, blunders and mistakes marked.

use super::report::{Mark, Report, Reviewed};
use anyhow::{anyhow, Result};
use plotters::coord::types::RangedCoordf64;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The picture's width and height in pixels.
const EXTENT: (u32, u32) = (960, 440);
/// Of it, what the heading takes.
const HEAD: u32 = 74;
/// The most letters of the result, which may name a long chain.
const LETTERS: usize = 100;
/// The least room between two labels, in plies.
const APART: f64 = 0.02;

/// The colours: those of the boards, which people with any colour blindness tell apart.
struct Palette {
    paper: RGBColor,
    ink: RGBColor,
    faint: RGBColor,
    /// The vertical side's, and the horizontal side's.
    sides: [RGBColor; 2],
}

const LIGHT: Palette = Palette {
    paper: RGBColor(0xfd, 0xfc, 0xf9),
    ink: RGBColor(0x24, 0x22, 0x1e),
    faint: RGBColor(0x8a, 0x84, 0x78),
    sides: [RGBColor(0xe6, 0x9f, 0x00), RGBColor(0x00, 0x72, 0xb2)],
};

const DARK: Palette = Palette {
    paper: RGBColor(0x16, 0x19, 0x1f),
    ink: RGBColor(0xec, 0xef, 0xf4),
    faint: RGBColor(0x8b, 0x93, 0xa0),
    sides: [RGBColor(0xe6, 0x9f, 0x00), RGBColor(0x56, 0xb4, 0xe9)],
};

/// The curve as an SVG document: the vertical side's chances, in percent, over the plies.
///
/// # Errors
///
/// None that depends on the review.
pub(super) fn svg(report: &Report, dark: bool) -> Result<String> {
    let mut out = String::new();
    // The library's errors borrow what they drew on.
    draw(report, if dark { &DARK } else { &LIGHT }, &mut out)
        .map_err(|error| anyhow!("can't draw the curve: {error}"))?;
    Ok(out)
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The chart's room, with plies and percent.
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn draw(report: &Report, palette: &Palette, out: &mut String) -> Drawn {
    let root = SVGBackend::with_string(out, EXTENT).into_drawing_area();
    root.fill(&palette.paper)?;
    let (head, rest) = root.split_vertically(HEAD);
    heading(report, palette, &head)?;
    let last = report.moves.len().max(1) as f64;
    let values: Vec<(f64, f64)> = std::iter::once(report.start)
        .chain(report.moves.iter().map(|turn| turn.after))
        .enumerate()
        .map(|(ply, value)| (ply as f64, 100.0 * value))
        .collect();
    let mut chart = ChartBuilder::on(&rest)
        .margin_right(24)
        .margin_bottom(6)
        .margin_top(8)
        .x_label_area_size(38)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..last, 0.0..100.0)?;
    for (base, side) in [(0.0, 0), (100.0, 1)] {
        let share = AreaSeries::new(values.iter().copied(), base, palette.sides[side].mix(0.2));
        chart.draw_series(share)?;
    }
    mesh(palette, &mut chart)?;
    phases(report, palette, &values, &mut chart)?;
    chart.draw_series(LineSeries::new(values.iter().copied(), palette.ink.stroke_width(2)))?;
    marks(report, palette, &mut chart)?;
    root.present()?;
    Ok(())
}

fn font<'a>(size: f64, colour: &RGBColor) -> TextStyle<'a> {
    ("system-ui, sans-serif", size).into_font().color(colour)
}

/// Who played, how it ended, and what the signs mean.
fn heading(report: &Report, palette: &Palette, head: &DrawingArea<SVGBackend<'_>, Shift>) -> Drawn {
    let [vertical, horizontal] = &report.sides;
    let [columns, rows] = report.size;
    let title = format!("{vertical} - {horizontal}");
    let result: String = report.result.chars().take(LETTERS).collect();
    let about = format!("{columns} x {rows} holes, {}: {result}", report.rules);
    head.draw(&Text::new(title, (20, 12), font(19.0, &palette.ink)))?;
    head.draw(&Text::new(about, (20, 36), font(14.0, &palette.ink)))?;
    let key = format!(
        "Chances of the vertical side (orange) in percent after each ply.  Filled: a blunder, {:.0} % or \
         more lost.  Hollow: a mistake, {:.0} %.",
        100.0 * report.blunder,
        50.0 * report.blunder
    );
    head.draw(&Text::new(key, (20, 57), font(12.0, &palette.faint)))?;
    Ok(())
}

/// The axes and their lines.
fn mesh(palette: &Palette, chart: &mut Chart<'_, '_>) -> Drawn {
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(palette.faint.mix(0.35))
        .axis_style(palette.faint)
        .x_labels(15)
        .y_labels(10)
        .x_label_formatter(&|ply| format!("{ply:.0}"))
        .y_label_formatter(&|value| format!("{value:.0}"))
        .x_desc("ply")
        .label_style(font(12.0, &palette.ink))
        .draw()?;
    Ok(())
}

/// The game's phases, with their borders and, where there is room, their names.
fn phases(
    report: &Report,
    palette: &Palette,
    values: &[(f64, f64)],
    chart: &mut Chart<'_, '_>,
) -> Drawn {
    let last = values.len().max(2) as f64 - 1.0;
    for phase in &report.phases {
        let at = phase.first as f64;
        if phase.first > 0 {
            let border = [(at - 0.5, 0.0), (at - 0.5, 100.0)];
            chart.draw_series(DashedLineSeries::new(border, 3, 4, palette.faint.into()))?;
        }
        let middle = ((at - 0.5).max(0.0) + (phase.last as f64 + 0.5).min(last)) / 2.0;
        // Where the curve is not.
        let inside = &values[phase.first..=phase.last];
        let mean = inside.iter().map(|&(_, value)| value).sum::<f64>() / inside.len() as f64;
        let (height, edge) = if mean < 50.0 { (99.0, VPos::Top) } else { (1.0, VPos::Bottom) };
        let style = font(12.0, &palette.faint).pos(Pos::new(HPos::Center, edge));
        // A narrow phase has no room for its name.
        if (phase.last - phase.first + 1) as f64 / last > 0.07 {
            chart.draw_series([Text::new(phase.name.words(), (middle, height), style)])?;
        }
    }
    Ok(())
}

/// Blunders and mistakes; the turns of blunders are named where no other name is near.
fn marks(report: &Report, palette: &Palette, chart: &mut Chart<'_, '_>) -> Drawn {
    let last = report.moves.len().max(1) as f64;
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for turn in &report.moves {
        let Some(mark) = turn.mark else { continue };
        let (at, colour) = point(turn, palette);
        let (radius, inside) = match mark {
            Mark::Blunder => (5, colour.filled()),
            Mark::Mistake => (4, palette.paper.filled()),
        };
        chart.draw_series([Circle::new(at, radius, inside)])?;
        chart.draw_series([Circle::new(at, radius, colour.stroke_width(2))])?;
        let near = |other: &(f64, f64)| {
            (other.0 - at.0).abs() < 3.0 * APART * last && (other.1 - at.1).abs() < 9.0
        };
        if mark != Mark::Blunder || taken.iter().any(near) {
            continue;
        }
        taken.push(at);
        // Above where the value rose, below where it fell; at the rims behind the point.
        let (anchor, shift) = match turn.after > turn.before {
            _ if at.1 > 96.0 => (Pos::new(HPos::Left, VPos::Top), (7, 5)),
            _ if at.1 < 4.0 => (Pos::new(HPos::Left, VPos::Bottom), (7, -5)),
            true => (Pos::new(HPos::Center, VPos::Bottom), (0, -8)),
            false => (Pos::new(HPos::Center, VPos::Top), (0, 8)),
        };
        let style = font(12.0, &palette.ink).pos(anchor);
        let words = format!("{}. {}{}", turn.ply, turn.turn, mark.sign());
        chart.draw_series([EmptyElement::at(at) + Text::new(words, shift, style)])?;
    }
    Ok(())
}

/// Where a turn stands, and its mover's colour.
fn point<'a>(turn: &Reviewed, palette: &'a Palette) -> ((f64, f64), &'a RGBColor) {
    let colour = &palette.sides[usize::from(turn.side != "vertical")];
    ((turn.ply as f64, 100.0 * turn.after), colour)
}
