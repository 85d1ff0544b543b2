//! Display options for text diagrams.

use clap::{Args, ValueEnum};
use common::terminal::has_colours;
use render::{text, Diagram, TextSize, TextStyle};
use std::io::IsTerminal;
use supports_unicode::Stream;
use terminal_size::{terminal_size, Height, Width};

/// Size of a text diagram.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewSize {
    /// The largest that fits the terminal; large without a terminal
    Auto,
    /// Pegs only
    Small,
    /// Pegs and links; in ASCII with the links of the gamerz server
    Medium,
    /// Square grid, with links drawn as sloping lines
    Large,
}

/// Flags for text diagrams.
#[derive(Args, Clone, Debug)]
pub struct ViewFlags {
    /// Size of the diagram
    #[arg(long, value_enum, value_name = "SIZE", default_value_t = ViewSize::Auto)]
    view: ViewSize,
    /// Use ASCII only; default at a terminal whose locale (LC_ALL, LC_CTYPE, LANG) is not UTF-8
    #[arg(long)]
    ascii: bool,
    /// Use Unicode regardless of the locale
    #[arg(long, conflicts_with = "ascii")]
    unicode: bool,
    /// Disable colours; default if the output is not a terminal, NO_COLOR is set, or TERM is dumb
    #[arg(long, visible_alias = "no-color")]
    no_colour: bool,
}

/// Display options of text diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Size of the diagrams.
    pub size: ViewSize,
    style: TextStyle,
}

impl ViewFlags {
    /// Returns the display options for this terminal.
    pub fn view(&self) -> View {
        let colour = !self.no_colour && has_colours();
        let unicode = self.unicode || !self.ascii && supports_unicode::on(Stream::Stdout);
        View { size: self.view, style: TextStyle { colour, unicode, ..TextStyle::default() } }
    }
}

impl View {
    /// Renders the board as text.
    pub fn render(&self, diagram: &Diagram) -> String {
        let size = match self.size {
            ViewSize::Auto => fitting_size(diagram, terminal()),
            ViewSize::Small => TextSize::Small,
            ViewSize::Medium => TextSize::Medium,
            ViewSize::Large => TextSize::Large,
        };
        text(diagram, TextStyle { size, ..self.style })
    }
}

/// Returns the columns and lines of the terminal on stdout, if it reports a size.
fn terminal() -> Option<(usize, usize)> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    // `terminal_size` checks stdout first.
    let (Width(columns), Height(lines)) = terminal_size()?;
    (columns > 0 && lines > 0).then_some((columns.into(), lines.into()))
}

/// Lines reserved for text above and below a board.
const RESERVED_LINES: usize = 3;

/// Returns the largest size that fits the terminal; medium only has to fit the width.
fn fitting_size(diagram: &Diagram, terminal: Option<(usize, usize)>) -> TextSize {
    let Some((columns, lines)) = terminal else { return TextSize::Large };
    let holds = |size, lines: usize| {
        let board = text(diagram, TextStyle { size, colour: false, ..TextStyle::default() });
        let width = board.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        width <= columns && board.lines().count() + RESERVED_LINES <= lines
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
    fn auto_size_depends_on_the_terminal() {
        let size = |edge, terminal| fitting_size(&Diagram::new(Size::new(edge).unwrap()), terminal);
        for (edge, terminal, expected) in [
            (24, None, TextSize::Large),
            (24, Some((120, 60)), TextSize::Large),
            (24, Some((104, 60)), TextSize::Medium),
            // 80 x 24 has too few lines for the board, but enough columns for the size with links.
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
