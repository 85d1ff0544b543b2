//! A board as a picture, and a game as a moving one: everything is drawn once, and shown and hidden by a
//! clock or by a page's script. A board is a game of one frame.

use super::palette::{Palette, PROPERTIES};
use super::pen::{Pen, MARGIN, PEG_OUTLINE};
use super::{size_of, SvgStyle};
use crate::Diagram;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::slice;
use twixt::geometry::{Hole, Link, Side};

/// Milliseconds from one frame to the next.
const PLY_MS: f64 = 800.0;
/// Milliseconds that the last frame stays longer than the others, before the game starts again.
const PAUSE_MS: f64 = 4000.0;
/// Milliseconds to fade in or out.
const FADE_MS: f64 = 200.0;

/// The board as an SVG document of fixed width and height.
///
/// The vertical side's pegs and links are solid, the horizontal one's hollow; the lines inside of
/// the border rows have their owners' colours. The last peg has a ring, a winning chain a glow.
/// Labels stand on pegs and in place of vacant holes. A heading makes the document higher.
#[must_use]
pub fn svg(diagram: &Diagram, style: SvgStyle<'_>) -> String {
    draw(slice::from_ref(diagram), style, None, Palette::usual(style.dark))
}

/// A game as an SVG document that plays it, a frame after the other, pauses, and starts again.
///
/// Frames are the diagrams of the game in turn, the first of them usually the empty board. Pegs,
/// links, labels, winning chain and the last peg's ring fade in and, where a later frame lacks them,
/// out, and a bar below the board shows how far the game is. The animation is SMIL: neither scripts
/// nor style sheets, and no names that could clash with those of a page. A viewer without animation
/// shows the last frame.
///
/// # Panics
///
/// If there is no frame, or their sizes differ.
#[must_use]
pub fn game_svg(frames: &[Diagram], style: SvgStyle<'_>) -> String {
    draw(frames, style, Some(Clock { frames: frames.len() }), Palette::usual(style.dark))
}

/// A game as an SVG document for a page whose script shows its frames.
///
/// Everything is drawn once, in groups. A group's `data-in` lists the frames that show it, `0-3 5-8`:
/// from each first number on, up to the second one, at which it is gone; without it, all show it. Without
/// a script the last frame is seen. Colours are the page's, as custom properties
/// ([`Palette::properties`]), so that it may be light or dark.
///
/// # Panics
///
/// If there is no frame, or their sizes differ.
#[must_use]
pub fn steps_svg(frames: &[Diagram], style: SvgStyle<'_>) -> String {
    draw(frames, style, None, &PROPERTIES)
}

/// When the frames come.
struct Clock {
    frames: usize,
}

impl Clock {
    fn total_ms(&self) -> f64 {
        self.frames as f64 * PLY_MS + PAUSE_MS
    }

    /// `frames` and some milliseconds as a share of the whole, as `keyTimes` need it.
    fn share(&self, frames: usize, ms: f64) -> f64 {
        let share = (frames as f64 * PLY_MS + ms) / self.total_ms();
        (share * 1e5).round() / 1e5
    }

    /// The attributes of an animation over the whole game.
    fn run(&self) -> String {
        format!(r#"dur="{}s" repeatCount="indefinite""#, self.total_ms() / 1000.0)
    }

    /// An element that shows its parent in the given frames alone.
    fn reveal(&self, shown: &[Range<usize>]) -> String {
        let starts = shown.first().is_some_and(|first| first.start == 0);
        let mut values = String::from(if starts { "1" } else { "0" });
        let mut times = String::from("0");
        let mut key = |frame: usize, [from, to]: [u8; 2]| {
            values += &format!(";{from};{to}");
            times += &format!(";{};{}", self.share(frame, 0.0), self.share(frame, FADE_MS));
        };
        for span in shown {
            if span.start > 0 {
                key(span.start, [0, 1]);
            }
            if span.end < self.frames {
                key(span.end, [1, 0]);
            }
        }
        let ends = u8::from(stays(shown, self.frames));
        let run = self.run();
        format!(
            r#"<animate attributeName="opacity" values="{values};{ends}" keyTimes="{times};1" {run}/>"#
        )
    }
}

/// Whether the last frame shows it.
fn stays(shown: &[Range<usize>], frames: usize) -> bool {
    shown.last().is_some_and(|last| last.end == frames)
}

/// Things of which each is in some frames, in the order in which they first appear, and the spans of
/// frames that each is in.
type Parts<T> = Vec<(T, Vec<Range<usize>>)>;

/// What the frames hold, each thing once.
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

/// What stands in a hole.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Piece {
    Peg(Hole, Side),
    Label(Hole, String, Option<Side>),
}

/// What glows.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Glow {
    Link(Link),
    Peg(Hole),
}

/// The height of a heading's letters over a single board, in spacings.
pub(super) const LETTERS: f64 = 0.42;

/// Frames that are drawn over one another.
struct Film<'a> {
    frames: &'a [Diagram],
    /// `None` if a script shows the frames.
    clock: Option<Clock>,
    pen: Pen<'a>,
}

fn draw(
    frames: &[Diagram],
    style: SvgStyle<'_>,
    clock: Option<Clock>,
    palette: &'static Palette,
) -> String {
    let mut pen = Pen::new(size_of(frames), style, MARGIN);
    pen.palette = palette;
    let mut film = Film { frames, clock, pen };
    film.pen.open_page(film.pen.extent(), LETTERS, false);
    film.pen.board();
    film.pen.coordinates();
    film.draw_progress();
    // Holes lie under the pegs that come; only labels in vacant holes take their places.
    let covered = |hole| frames.iter().all(|frame| frame.owner(hole).is_some());
    let holes = parts(frames, |frame| {
        let labelled = |hole| frame.labels.iter().any(|(at, _)| *at == hole);
        let taken = |hole| labelled(hole) && frame.owner(hole).is_none();
        frame.size.holes().filter(|&hole| !taken(hole) && !covered(hole)).collect()
    });
    let colour = format!(r#"fill="{}""#, palette.hole);
    film.draw_layer("holes", &colour, holes, |pen, &hole| pen.hole(hole));
    for side in Side::ALL {
        film.draw_glow(side);
    }
    let links = parts(frames, |frame| frame.links_bottom_up().collect());
    film.draw_layer("links", "", links, |pen, &(link, side, _)| pen.link(link, side));
    film.draw_pieces();
    let rings = parts(frames, |frame| frame.last.into_iter().collect());
    film.draw_layer("ring", "", rings, |pen, &hole| pen.ring(hole, 0.37, 0.06));
    film.pen.close_page()
}

impl Film<'_> {
    /// Draws each part in a group with those that come and go with it, in the order of their first
    /// appearance. Without animation a group is seen if the last frame has it. Parts of all frames need
    /// no group.
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
        if let Some(clock) = &self.clock {
            return self.pen.put(format_args!("<g{hidden}>{}", clock.reveal(shown)));
        }
        let spans = shown.iter().map(|span| format!("{}-{}", span.start, span.end));
        let spans = spans.collect::<Vec<_>>().join(" ");
        self.pen.put(format_args!(r#"<g{hidden} data-in="{spans}">"#));
    }

    /// A winning chain's glow, which lies under all links and pegs. It is made transparent as a whole, so
    /// that overlaps within it do not show.
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

    /// Pegs and their labels: these seldom come at different times, and no peg covers another's.
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

    /// A bar in the rim below the board that grows as the game goes on.
    fn draw_progress(&mut self) {
        let Some(clock) = self.clock.as_ref().filter(|clock| clock.frames > 1) else { return };
        let (column, row) = self.pen.last_lines();
        let (x, y, height) = (self.pen.at(0.0), self.pen.at(row + 1.06), self.pen.px(0.07));
        let (width, radius) = (self.pen.px(column), self.pen.px(0.035));
        let Palette { rim, hole: ink, .. } = self.pen.palette;
        let (end, run) = (clock.share(clock.frames - 1, 0.0), clock.run());
        let bar =
            format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}""#);
        self.pen.put(format_args!(r#"{bar} fill="{rim}"/>"#));
        self.pen.put(format_args!(
            r#"{bar} fill="{ink}" class="progress"><animate attributeName="width" values="0;{width};{width}" keyTimes="0;{end};1" {run}/></rect>"#
        ));
    }
}
