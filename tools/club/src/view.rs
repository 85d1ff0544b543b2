//! How boards are drawn at the terminal.

use clap::{Args, ValueEnum};
use render::{text, Diagram, TextSize, TextStyle};
use std::io::IsTerminal;
use supports_unicode::Stream;
use terminal_size::{terminal_size_of, Height, Width};

/// How large a board is drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewSize {
    /// The largest that the terminal holds; large where there is none
    Auto,
    /// Pegs only
    Small,
    /// As the gamerz server draws boards
    Medium,
    /// Square, with every link along its slope
    Large,
}

/// The flags for drawing in characters.
#[derive(Args, Clone, Debug)]
pub struct ViewFlags {
    /// How large the board is drawn
    #[arg(long, value_enum, value_name = "SIZE", default_value_t = ViewSize::Auto)]
    view: ViewSize,
    /// ASCII characters only; also the default at a terminal whose locale (LC_ALL, LC_CTYPE, LANG) is
    /// not UTF-8
    #[arg(long)]
    ascii: bool,
    /// Unicode characters whatever the locale
    #[arg(long, conflicts_with = "ascii")]
    unicode: bool,
    /// No colours; there are none either if the output is no terminal, NO_COLOR is set, or TERM is
    /// dumb
    #[arg(long, visible_alias = "no-color")]
    no_colour: bool,
}

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The size.
    pub size: ViewSize,
    style: TextStyle,
}

impl ViewFlags {
    /// The view that the flags ask for on this terminal.
    #[must_use]
    pub fn view(&self) -> View {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let colour = !self.no_colour
            && set("NO_COLOR").is_none()
            && set("TERM").is_none_or(|name| name != "dumb")
            && std::io::stdout().is_terminal();
        let unicode = self.unicode || !self.ascii && supports_unicode::on(Stream::Stdout);
        View { size: self.view, style: TextStyle { colour, unicode, ..TextStyle::default() } }
    }
}

impl View {
    /// The board in characters.
    #[must_use]
    pub fn draw(&self, diagram: &Diagram) -> String {
        let size = match self.size {
            ViewSize::Auto => fitting(diagram, terminal()),
            ViewSize::Small => TextSize::Small,
            ViewSize::Medium => TextSize::Medium,
            ViewSize::Large => TextSize::Large,
        };
        text(diagram, TextStyle { size, ..self.style })
    }
}

/// Columns and lines of the terminal that the output goes to, if it is one and knows.
fn terminal() -> Option<(usize, usize)> {
    let (Width(columns), Height(lines)) = terminal_size_of(std::io::stdout())?;
    (columns > 0 && lines > 0).then_some((columns.into(), lines.into()))
}

/// Columns of the terminal that the output goes to, if it is one.
#[must_use]
pub fn columns() -> Option<usize> {
    terminal().map(|(columns, _)| columns)
}

/// Lines that are left for what stands above and below a board.
const TALK: usize = 3;

/// The largest size that the terminal holds. Where none is low enough, the width alone decides
/// whether there is room for links: a board that one scrolls for is worth more than one without.
fn fitting(diagram: &Diagram, terminal: Option<(usize, usize)>) -> TextSize {
    let Some((columns, lines)) = terminal else { return TextSize::Large };
    let holds = |size, lines: usize| {
        let picture = text(diagram, TextStyle { size, colour: false, ..TextStyle::default() });
        let width = picture.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        width <= columns && picture.lines().count() + TALK <= lines
    };
    if holds(TextSize::Large, lines) {
        TextSize::Large
    } else if holds(TextSize::Medium, usize::MAX) {
        TextSize::Medium
    } else {
        TextSize::Small
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Size;

    #[test]
    fn the_drawing_follows_the_terminal() {
        let size = |edge, terminal| fitting(&Diagram::new(Size::new(edge).unwrap()), terminal);
        for (edge, terminal, expected) in [
            (24, None, TextSize::Large),
            (24, Some((120, 60)), TextSize::Large),
            (24, Some((104, 60)), TextSize::Medium),
            // The usual terminal: links are seen, and the board is scrolled.
            (24, Some((80, 24)), TextSize::Medium),
            (24, Some((77, 60)), TextSize::Small),
            (12, Some((80, 24)), TextSize::Medium),
            (12, Some((80, 40)), TextSize::Large),
            (12, Some((30, 40)), TextSize::Small),
            (8, Some((80, 24)), TextSize::Large),
        ] {
            assert_eq!(size(edge, terminal), expected, "{edge} {terminal:?}");
        }
    }
}
