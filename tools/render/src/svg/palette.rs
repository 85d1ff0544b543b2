//! Colours of SVG images.

use twixt::geometry::Side;

/// Colours of an image. The sides have Okabe and Ito's orange and blue, which colour-blind viewers can
/// distinguish.
#[derive(PartialEq, Eq, Debug)]
pub struct Palette {
    /// Background of the board.
    pub board: &'static str,
    /// Background around boards.
    pub ground: &'static str,
    /// Outline of the board.
    pub rim: &'static str,
    /// Holes and faint marks.
    pub hole: &'static str,
    /// Texts and marks.
    pub ink: &'static str,
    /// Vertical's pegs and links.
    pub vertical: &'static str,
    /// Horizontal's pegs and links.
    pub horizontal: &'static str,
    /// Text on vertical's pegs.
    pub on_vertical: &'static str,
}

pub(super) const LIGHT: Palette = Palette {
    board: "#fdfcf9",
    ground: "#f3f0e8",
    rim: "#d8d4ca",
    hole: "#a39d90",
    ink: "#24221e",
    vertical: "#e69f00",
    horizontal: "#0072b2",
    on_vertical: "#24221e",
};

pub(super) const DARK: Palette = Palette {
    board: "#16191f",
    ground: "#0e1014",
    rim: "#333943",
    hole: "#6b7380",
    ink: "#eceff4",
    vertical: "#e69f00",
    horizontal: "#56b4e9",
    on_vertical: "#16191f",
};

/// A palette that refers to custom properties of the page's style sheet.
pub(super) const PROPERTIES: Palette = Palette {
    board: "var(--board)",
    ground: "var(--ground)",
    rim: "var(--rim)",
    hole: "var(--hole)",
    ink: "var(--ink)",
    vertical: "var(--vertical)",
    horizontal: "var(--horizontal)",
    on_vertical: "var(--on-vertical)",
};

impl Palette {
    /// Returns the dark or the light colours.
    pub const fn usual(dark: bool) -> &'static Palette {
        if dark {
            &DARK
        } else {
            &LIGHT
        }
    }

    /// Returns the colours as custom properties of a style sheet: `--board: #fdfcf9; …`.
    pub fn properties(&self) -> String {
        [
            ("board", self.board),
            ("ground", self.ground),
            ("rim", self.rim),
            ("hole", self.hole),
            ("ink", self.ink),
            ("vertical", self.vertical),
            ("horizontal", self.horizontal),
            ("on-vertical", self.on_vertical),
        ]
        .map(|(name, colour)| format!("--{name}: {colour};"))
        .join(" ")
    }

    /// Returns the colour of a side.
    pub const fn of(&self, side: Side) -> &'static str {
        match side {
            Side::Vertical => self.vertical,
            Side::Horizontal => self.horizontal,
        }
    }
}
