use twixt::geometry::Side;

/// The side that a colour's name means.
pub(super) fn side(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" | "red" | "r" | "vertical" | "v" => Ok(Side::Vertical),
        "black" | "b" | "horizontal" | "h" => Ok(Side::Horizontal),
        other => Err(format!(
            "expected a colour, white (joins top and bottom) or black, found {other:?}"
        )),
    }
}

/// The colour of a side.
pub(super) fn name(side: Side) -> &'static str {
    match side {
        Side::Vertical => "white",
        Side::Horizontal => "black",
    }
}

/// The colour as results have it.
pub(super) fn letter(side: Side) -> char {
    match side {
        Side::Vertical => 'W',
        Side::Horizontal => 'B',
    }
}
