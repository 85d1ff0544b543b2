//! The colours of the SVG pictures.

use twixt::geometry::Side;

/// The colours of a style. The sides' are Okabe and Ito's orange and blue (its lighter one on
/// dark), which people with any colour blindness tell apart.
pub(super) struct Palette {
    pub(super) board: &'static str,
    /// Under several boards.
    pub(super) ground: &'static str,
    pub(super) rim: &'static str,
    pub(super) hole: &'static str,
    pub(super) ink: &'static str,
    pub(super) vertical: &'static str,
    pub(super) horizontal: &'static str,
    /// Texts on the vertical side's pegs.
    pub(super) on_vertical: &'static str,
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

impl Palette {
    pub(super) fn of(&self, side: Side) -> &'static str {
        match side {
            Side::Vertical => self.vertical,
            Side::Horizontal => self.horizontal,
        }
    }
}
