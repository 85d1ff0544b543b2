//! Images of boards and animations of games. The document contains every element once; SMIL or a page's
//! script shows and hides it. A still image is an animation of one frame.

use super::palette::{Palette, PROPERTIES};
use super::pen::{Pen, PEG_OUTLINE};
use super::{size_of, SvgStyle};
use crate::Diagram;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::slice;
use twixt::geometry::{Hole, Link, Side};

/// Duration of a frame, in milliseconds.
const PLY_MS: f64 = 800.0;
/// Additional duration of the last frame, in milliseconds.
const PAUSE_MS: f64 = 4000.0;
/// Duration of a fade, in milliseconds.
const FADE_MS: f64 = 200.0;

/// Renders a board as an SVG document.
///
/// Vertical's pegs and links are solid, horizontal's are hollow. The last peg has a ring and the winning
/// chain a glow. Labels are on pegs or replace vacant holes. A heading adds to the height.
pub fn svg(diagram: &Diagram, style: SvgStyle<'_>) -> String {
    draw(slice::from_ref(diagram), style, false, Palette::usual(style.dark))
}

/// Renders a game as an animated SVG document, which repeats after a pause.
///
/// `frames` has a diagram per ply, usually from the empty board on. Elements fade in and out, and a bar below
/// the board shows the progress. The document is plain SMIL without scripts, style sheets or ids; a viewer
/// without animation shows the last frame.
///
/// # Panics
///
/// If there are no frames, or their sizes differ.
pub fn game_svg(frames: &[Diagram], style: SvgStyle<'_>) -> String {
    draw(frames, style, true, Palette::usual(style.dark))
}

/// Renders a game as an SVG document for a page whose script selects the frame.
///
/// A group's `data-in` lists the half-open ranges of frames that show it, such as `0-3 5-8`; a group without
/// this attribute is always visible. Without a script the last frame is shown. Colours are custom properties
/// ([`Palette::properties`]), so that the page can switch between light and dark.
///
/// # Panics
///
/// If there are no frames, or their sizes differ.
pub fn steps_svg(frames: &[Diagram], style: SvgStyle<'_>) -> String {
    draw(frames, style, false, &PROPERTIES)
}

fn stays(shown: &[Range<usize>], frames: usize) -> bool {
    shown.last().is_some_and(|last| last.end == frames)
}

/// Elements in order of first appearance, with the ranges of frames that contain them.
type Parts<T> = Vec<(T, Vec<Range<usize>>)>;

/// Returns the distinct elements of all frames; `held` lists the elements of one frame.
fn parts<T: Clone + Eq + Hash>(frames: &[Diagram], held: impl Fn(&Diagram) -> Vec<T>) -> Parts<T> {
    let mut parts: Parts<T> = Vec::new();
    let mut places = HashMap::new();
    for (frame, diagram) in frames.iter().enumerate() {
        for part in held(diagram) {
            let place = *places.entry(part.clone()).or_insert_with(|| {
                parts.push((part, Vec::new()));
                parts.len() - 1
            });
            let spans = &mut parts[place].1;
            match spans.last_mut() {
                Some(span) if span.end >= frame => span.end = frame + 1,
                _ => spans.push(frame..frame + 1),
            }
        }
    }
    parts
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Piece {
    Peg(Hole, Side),
    Label(Hole, String, Option<Side>),
}

/// Part of a winning chain.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Glow {
    Link(Link),
    Peg(Hole),
}

struct Animation<'a> {
    frames: &'a [Diagram],
    /// Whether the document changes the frame; otherwise a script does.
    is_timed: bool,
    pen: Pen<'a>,
}

fn draw(
    frames: &[Diagram],
    style: SvgStyle<'_>,
    is_timed: bool,
    palette: &'static Palette,
) -> String {
    let mut pen = Pen::new(size_of(frames), style);
    pen.palette = palette;
    let mut animation = Animation { frames, is_timed, pen };
    animation.pen.open_document();
    animation.pen.board();
    animation.pen.coordinates();
    animation.draw_progress();
    // Omit holes that a peg covers in every frame; a label at a vacant hole replaces the hole.
    let covered = |hole| frames.iter().all(|frame| frame.owner(hole).is_some());
    let holes = parts(frames, |frame| {
        let labelled = |hole| frame.labels.iter().any(|(at, _)| *at == hole);
        let taken = |hole| labelled(hole) && frame.owner(hole).is_none();
        frame.size.holes().filter(|&hole| !taken(hole) && !covered(hole)).collect()
    });
    let colour = format!(r#"fill="{}""#, palette.hole);
    animation.draw_layer("holes", &colour, holes, |pen, &hole| pen.hole(hole));
    for side in Side::ALL {
        animation.draw_glow(side);
    }
    let links = parts(frames, |frame| frame.links_bottom_up().collect());
    animation.draw_layer("links", "", links, |pen, &(link, side, _)| pen.link(link, side));
    animation.draw_pieces();
    let rings = parts(frames, |frame| frame.last.into_iter().collect());
    animation.draw_layer("ring", "", rings, |pen, &hole| pen.ring(hole));
    animation.pen.close_document()
}

impl Animation<'_> {
    fn total_ms(&self) -> f64 {
        self.frames.len() as f64 * PLY_MS + PAUSE_MS
    }

    /// Returns the time `ms` milliseconds after the start of a frame, as a fraction of the total duration
    /// (`keyTimes`).
    fn fraction(&self, frames: usize, ms: f64) -> f64 {
        let share = (frames as f64 * PLY_MS + ms) / self.total_ms();
        (share * 1e5).round() / 1e5
    }

    fn timing(&self) -> String {
        format!(r#"dur="{}s" repeatCount="indefinite""#, self.total_ms() / 1000.0)
    }

    /// Returns an animation that shows its parent element in the given frames only.
    fn opacity(&self, shown: &[Range<usize>]) -> String {
        let starts = shown.first().is_some_and(|first| first.start == 0);
        let mut values = String::from(if starts { "1" } else { "0" });
        let mut times = String::from("0");
        let mut key = |frame: usize, [from, to]: [u8; 2]| {
            values += &format!(";{from};{to}");
            times += &format!(";{};{}", self.fraction(frame, 0.0), self.fraction(frame, FADE_MS));
        };
        for span in shown {
            if span.start > 0 {
                key(span.start, [0, 1]);
            }
            if span.end < self.frames.len() {
                key(span.end, [1, 0]);
            }
        }
        let ends = u8::from(stays(shown, self.frames.len()));
        let attributes = self.timing();
        format!(
            r#"<animate attributeName="opacity" values="{values};{ends}" keyTimes="{times};1" {attributes}/>"#
        )
    }

    /// Adds elements, grouped by their frame ranges, in order of first appearance. Elements that are in all
    /// frames need no group.
    fn draw_layer<T>(
        &mut self,
        class: &str,
        attributes: &str,
        parts: Parts<T>,
        draw: impl Fn(&mut Pen<'_>, &T),
    ) {
        if parts.is_empty() {
            return;
        }
        let mut groups: Vec<(Vec<Range<usize>>, Vec<T>)> = Vec::new();
        let mut places = HashMap::new();
        for (part, shown) in parts {
            let place = *places.entry(shown.clone()).or_insert_with(|| {
                groups.push((shown, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(part);
        }
        self.pen.open_group(class, attributes);
        for (shown, parts) in groups {
            let all_frames = 0..self.frames.len();
            let is_always = shown == [all_frames];
            if !is_always {
                self.open_part(&shown);
            }
            parts.iter().for_each(|part| draw(&mut self.pen, part));
            if !is_always {
                self.pen.close_group();
            }
        }
        self.pen.close_group();
    }

    fn open_part(&mut self, shown: &[Range<usize>]) {
        let hidden = if stays(shown, self.frames.len()) { "" } else { r#" opacity="0""# };
        if self.is_timed {
            let opacity = self.opacity(shown);
            return self.pen.put(format_args!("<g{hidden}>{opacity}"));
        }
        let spans = shown.iter().map(|span| format!("{}-{}", span.start, span.end));
        let spans = spans.collect::<Vec<_>>().join(" ");
        self.pen.put(format_args!(r#"<g{hidden} data-in="{spans}">"#));
    }

    /// Adds the glow of a winning chain below links and pegs. The opacity applies to the group as a whole,
    /// so overlaps are invisible.
    fn draw_glow(&mut self, side: Side) {
        let glowing = parts(self.frames, |frame| {
            if frame.winner() != Some(side) {
                return Vec::new();
            }
            let links = frame.links_bottom_up().filter(|&(_, _, strong)| strong);
            let links = links.map(|(link, _, _)| Glow::Link(link));
            links.chain(frame.winning.iter().map(|&hole| Glow::Peg(hole))).collect()
        });
        let colour = self.pen.palette.of(side);
        let attributes = format!(r#"opacity="0.35" fill="{colour}" stroke-linecap="round""#);
        self.draw_layer("glow", &attributes, glowing, |pen, part| match *part {
            Glow::Link(link) => pen.line(link, 0.0, 0.5, colour),
            Glow::Peg(hole) => pen.circle(hole, 0.46, ""),
        });
    }

    /// Adds pegs and labels. They can share a layer because no peg covers another peg's label.
    fn draw_pieces(&mut self) {
        let pieces = parts(self.frames, |frame| {
            let pegs = frame.pegs.iter().map(|&(hole, side)| Piece::Peg(hole, side));
            let labels = frame.labels.iter().map(|(hole, text)| {
                let text = text.clone();
                Piece::Label(*hole, text, frame.owner(*hole))
            });
            pegs.chain(labels).collect()
        });
        let (outline, font) = (self.pen.px(PEG_OUTLINE), self.pen.font(0.3));
        let attributes = format!(r#"stroke-width="{outline}" {font}"#);
        self.draw_layer("pegs", &attributes, pieces, |pen, piece| match piece {
            Piece::Peg(hole, side) => pen.peg(*hole, *side),
            Piece::Label(hole, text, owner) => pen.label(*hole, text, *owner),
        });
    }

    fn draw_progress(&mut self) {
        if !self.is_timed || self.frames.len() < 2 {
            return;
        }
        let (column, row) = self.pen.last_lines();
        let (x, y, height) = (self.pen.at(0.0), self.pen.at(row + 1.06), self.pen.px(0.07));
        let (width, radius) = (self.pen.px(column), self.pen.px(0.035));
        let Palette { rim, hole: ink, .. } = self.pen.palette;
        let (end, attributes) = (self.fraction(self.frames.len() - 1, 0.0), self.timing());
        let bar =
            format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}""#);
        self.pen.put(format_args!(r#"{bar} fill="{rim}"/>"#));
        self.pen.put(format_args!(
            r#"{bar} fill="{ink}" class="progress"><animate attributeName="width" values="0;{width};{width}" keyTimes="0;{end};1" {attributes}/></rect>"#
        ));
    }
}
