//! A game as a moving picture: everything is drawn once, and shown and hidden by the clock.

use super::palette::PROPERTIES;
use super::pen::{Pen, MARGIN};
use super::{written, FramesError, SvgStyle, BOARD_LETTERS};
use crate::Diagram;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::hash::Hash;
use std::ops::Range;
use twixt::geometry::{Hole, Link, Side};

/// How [`game_svg`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStyle<'a> {
    /// How the board is drawn.
    pub board: SvgStyle<'a>,
    /// Milliseconds from one frame to the next; 0 is taken for 1.
    pub ply_ms: u32,
    /// Milliseconds that the last frame stays longer than the others, before all begins anew.
    pub pause_ms: u32,
}

impl Default for GameStyle<'_> {
    fn default() -> Self {
        let board = SvgStyle { title: "A game of Twixt", ..SvgStyle::default() };
        GameStyle { board, ply_ms: 800, pause_ms: 4000 }
    }
}

/// A game as an SVG document that plays it, a frame after the other, pauses, and begins anew.
///
/// Frames are the diagrams of the game in turn, the first of them usually the empty board. Pegs,
/// links, labels and winning chain fade in and, where a later frame lacks them, out; a ring goes
/// with the last peg, and a bar below the board tells how far the game is. The animation is SMIL:
/// neither scripts nor style sheets, and no names that could clash with those of a page. A viewer
/// that knows no animation shows the last frame.
///
/// # Errors
///
/// If there is no frame, or their sizes differ.
pub fn game_svg(frames: &[Diagram], style: GameStyle<'_>) -> Result<String, FramesError> {
    let size = FramesError::check(frames)?;
    let clock = Clock {
        frames: frames.len(),
        ply_ms: f64::from(style.ply_ms.max(1)),
        pause_ms: f64::from(style.pause_ms),
    };
    let film = Film { frames, clock: Some(clock), pen: Pen::new(size, style.board, MARGIN) };
    Ok(written(film.draw(style.board)))
}

/// A game as an SVG document for a page whose script shows its frames.
///
/// Everything is drawn once, in groups. A group's `data-in` tells the frames that show it, `0-3 5-8`:
/// from each first number on, up to the second one, at which it is gone. Without a script the last frame
/// is seen. Colours are the page's, as custom properties ([`Palette::properties`](super::Palette)), so
/// that it may be light or dark.
///
/// # Errors
///
/// If there is no frame, or their sizes differ.
pub fn steps_svg(frames: &[Diagram], style: SvgStyle<'_>) -> Result<String, FramesError> {
    let size = FramesError::check(frames)?;
    let mut pen = Pen::new(size, style, MARGIN);
    pen.palette = &PROPERTIES;
    Ok(written(Film { frames, clock: None, pen }.draw(style)))
}

/// When the frames come.
struct Clock {
    frames: usize,
    ply_ms: f64,
    pause_ms: f64,
}

impl Clock {
    fn total_ms(&self) -> f64 {
        self.frames as f64 * self.ply_ms + self.pause_ms
    }

    /// `frames` and some milliseconds as a share of the whole, as `keyTimes` need it.
    fn share(&self, frames: usize, ms: f64) -> f64 {
        let share = (frames as f64 * self.ply_ms + ms) / self.total_ms();
        (share * 1e5).round() / 1e5
    }

    /// The attributes of an animation over the whole game.
    fn run(&self) -> String {
        format!(r#"dur="{}s" repeatCount="indefinite""#, self.total_ms() / 1000.0)
    }

    /// An element that shows its parent in the given frames alone; empty if these are all.
    fn reveal(&self, shown: &[Range<usize>]) -> String {
        let always = 0..self.frames;
        if shown == [always] {
            return String::new();
        }
        let fade = (self.ply_ms / 4.0).min(200.0);
        let starts = shown.first().is_some_and(|first| first.start == 0);
        let mut values = String::from(if starts { "1" } else { "0" });
        let mut times = String::from("0");
        let mut key = |frame: usize, [from, to]: [u8; 2]| {
            let (begin, end) = (self.share(frame, 0.0), self.share(frame, fade));
            let _ = write!(values, ";{from};{to}");
            let _ = write!(times, ";{begin};{end}");
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
fn parts<T: Clone + Eq + Hash>(frames: impl Iterator<Item = Vec<T>>) -> Parts<T> {
    let mut parts: Parts<T> = Vec::new();
    let mut places = HashMap::new();
    for (frame, held) in frames.enumerate() {
        for part in held {
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

struct Film<'a> {
    frames: &'a [Diagram],
    /// `None` if a script shows the frames.
    clock: Option<Clock>,
    pen: Pen,
}

impl Film<'_> {
    fn draw(mut self, style: SvgStyle<'_>) -> Result<String, fmt::Error> {
        self.pen.open_page(self.pen.extent(), style, BOARD_LETTERS)?;
        self.pen.board()?;
        self.pen.coordinates()?;
        self.draw_progress()?;
        self.draw_holes()?;
        self.draw_glow()?;
        self.draw_links()?;
        self.draw_pieces()?;
        self.draw_ring()?;
        self.pen.close_page(style)
    }

    /// Draws each part in a group with those that come and go with it, in the order of their first
    /// appearance.
    fn draw_parts<T>(
        &mut self,
        parts: Parts<T>,
        draw: impl Fn(&mut Pen, &T) -> fmt::Result,
    ) -> fmt::Result {
        let mut groups: Vec<(Vec<Range<usize>>, Vec<T>)> = Vec::new();
        let mut places = HashMap::new();
        for (part, shown) in parts {
            let place = *places.entry(shown.clone()).or_insert_with(|| {
                groups.push((shown, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(part);
        }
        for (shown, parts) in groups {
            self.open_part(&shown)?;
            for part in &parts {
                draw(&mut self.pen, part)?;
            }
            self.pen.close_group()?;
        }
        Ok(())
    }

    /// A group that is seen in some frames. Without animation it is seen if the last frame has it.
    fn open_part(&mut self, shown: &[Range<usize>]) -> fmt::Result {
        let hidden = if stays(shown, self.frames.len()) { "" } else { r#" opacity="0""# };
        if let Some(clock) = &self.clock {
            return writeln!(self.pen.out, "<g{hidden}>{}", clock.reveal(shown));
        }
        let spans = shown.iter().map(|span| format!("{}-{}", span.start, span.end));
        let spans = spans.collect::<Vec<_>>().join(" ");
        writeln!(self.pen.out, r#"<g{hidden} data-in="{spans}">"#)
    }

    /// Holes lie under the pegs that come; only labels in vacant holes take their places.
    fn draw_holes(&mut self) -> fmt::Result {
        let bare = |frame: &Diagram| -> Vec<Hole> {
            let labelled = |hole| frame.labels.iter().any(|(at, _)| *at == hole);
            let taken = |hole| labelled(hole) && frame.owner(hole).is_none();
            frame.size.holes().filter(|&hole| !taken(hole)).collect()
        };
        let holes = parts(self.frames.iter().map(bare));
        self.pen.open_holes()?;
        self.draw_parts(holes, |pen, &hole| pen.hole(hole))?;
        self.pen.close_group()
    }

    fn draw_glow(&mut self) -> fmt::Result {
        for side in Side::ALL {
            let glowing = parts(self.frames.iter().map(|frame| {
                if frame.winner() != Some(side) {
                    return Vec::new();
                }
                let links = frame.links_bottom_up().filter(|&(_, _, strong)| strong);
                let links = links.map(|(link, _, _)| Glow::Link(link));
                links.chain(frame.winning.iter().map(|&hole| Glow::Peg(hole))).collect()
            }));
            if glowing.is_empty() {
                continue;
            }
            self.pen.open_glow(side)?;
            self.draw_parts(glowing, |pen, part| match *part {
                Glow::Link(link) => pen.link_glow(link, side),
                Glow::Peg(hole) => pen.peg_glow(hole),
            })?;
            self.pen.close_group()?;
        }
        Ok(())
    }

    fn draw_links(&mut self) -> fmt::Result {
        let links = parts(self.frames.iter().map(|frame| frame.links.clone()));
        self.pen.open_links()?;
        self.draw_parts(links, |pen, &(link, side)| pen.link(link, side))?;
        self.pen.close_group()
    }

    /// Pegs and their labels: these seldom come at different times, and no peg covers another's.
    fn draw_pieces(&mut self) -> fmt::Result {
        let pieces = parts(self.frames.iter().map(|frame| {
            let pegs = frame.pegs.iter().map(|&(hole, side)| Piece::Peg(hole, side));
            let labels = frame.labels.iter().map(|(hole, text)| {
                let text = text.clone();
                Piece::Label(*hole, text, frame.owner(*hole))
            });
            pegs.chain(labels).collect()
        }));
        self.pen.open_pegs()?;
        self.draw_parts(pieces, |pen, piece| match piece {
            Piece::Peg(hole, side) => pen.peg(*hole, *side),
            Piece::Label(hole, text, owner) => pen.label(*hole, text, *owner),
        })?;
        self.pen.close_group()
    }

    /// One ring, which jumps from last peg to last peg and is hidden where there is none.
    fn draw_ring(&mut self) -> fmt::Result {
        let lasts: Vec<Option<Hole>> = self.frames.iter().map(|frame| frame.last).collect();
        let Some(clock) = &self.clock else {
            let rings = parts(lasts.into_iter().map(|last| last.into_iter().collect()));
            return self.draw_parts(rings, |pen, &hole| pen.ring(hole, ""));
        };
        let Some(resting) = lasts.iter().rev().copied().flatten().next() else {
            return Ok(());
        };
        let seen = parts(lasts.iter().map(|last| last.iter().map(|_| ()).collect()));
        let shown = seen.into_iter().next().map(|(_, shown)| shown).unwrap_or_default();
        let mut jumps = String::new();
        if lasts.iter().any(|&last| last != Some(resting)) {
            let mut times = String::new();
            let mut places = [String::new(), String::new()];
            // Where the ring is hidden, it waits at the place to come.
            let mut place = resting;
            let mut held = vec![resting; lasts.len()];
            for (hold, last) in held.iter_mut().zip(&lasts).rev() {
                place = last.unwrap_or(place);
                *hold = place;
            }
            for (frame, &hole) in held.iter().enumerate() {
                let gap = if frame == 0 { "" } else { ";" };
                let (x, y) = self.pen.centre(hole);
                let _ = write!(times, "{gap}{}", clock.share(frame, 0.0));
                let _ = write!(places[0], "{gap}{x}");
                let _ = write!(places[1], "{gap}{y}");
            }
            for (attribute, values) in ["cx", "cy"].iter().zip(places) {
                let run = clock.run();
                let _ = write!(
                    jumps,
                    r#"<animate attributeName="{attribute}" calcMode="discrete" values="{values}" keyTimes="{times}" {run}/>"#
                );
            }
        }
        self.open_part(&shown)?;
        self.pen.ring(resting, &jumps)?;
        self.pen.close_group()
    }

    /// A bar in the rim below the board that grows as the game goes on.
    fn draw_progress(&mut self) -> fmt::Result {
        let Some(clock) = self.clock.as_ref().filter(|_| self.frames.len() > 1) else {
            return Ok(());
        };
        let (column, row) = self.pen.last_lines();
        let (x, y, height) = (self.pen.at(0.0), self.pen.at(row + 1.06), self.pen.px(0.07));
        let (width, radius) = (self.pen.px(column), self.pen.px(0.035));
        let (rim, ink) = (self.pen.palette.rim, self.pen.palette.hole);
        let end = clock.share(self.frames.len() - 1, 0.0);
        let run = clock.run();
        let bar =
            format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}""#);
        writeln!(self.pen.out, r#"{bar} fill="{rim}"/>"#)?;
        writeln!(
            self.pen.out,
            r#"{bar} fill="{ink}" class="progress"><animate attributeName="width" values="0;{width};{width}" keyTimes="0;{end};1" {run}/></rect>"#
        )
    }
}
