//! How boards are drawn at the terminal.

use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use twixt::drawing::{text, Diagram, TextSize, TextStyle};

/// Names of text sizes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SizeName {
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
    #[arg(long, value_enum, value_name = "SIZE", default_value_t = SizeName::Large)]
    view: SizeName,
    /// ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// No colours; there are none either if the output is no terminal, or NO_COLOR is set
    #[arg(long)]
    no_colour: bool,
}

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The size.
    pub size: TextSize,
    style: TextStyle,
}

impl ViewFlags {
    /// The view that the flags ask for on this terminal.
    #[must_use]
    pub fn view(&self) -> View {
        let colour = !self.no_colour
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::io::stdout().is_terminal();
        let size = match self.view {
            SizeName::Small => TextSize::Small,
            SizeName::Medium => TextSize::Medium,
            SizeName::Large => TextSize::Large,
        };
        View {
            size,
            style: TextStyle { colour, unicode: !self.ascii, size, ..TextStyle::default() },
        }
    }
}

impl View {
    /// The board in characters.
    #[must_use]
    pub fn draw(&self, diagram: &Diagram) -> String {
        text(diagram, TextStyle { size: self.size, ..self.style })
    }
}
