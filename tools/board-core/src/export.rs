//! Export of a game as a game file in any format, an SVG, or a standalone page.

use crate::error::ApiError;
use analysis::games::left_out;
use analysis::picture::{Picture, PictureKind};
use formats::{write, Format, Game};
use serde::Serialize;

/// An exported file.
#[derive(Serialize)]
pub struct Exported {
    /// The file name.
    pub name: String,
    /// The media type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The content.
    pub text: String,
    /// Warnings about content that the format cannot store.
    pub notes: Vec<String>,
}

/// Exports a game in a [`Format`], by its name, or as `svg` or `html`. An SVG shows the position after `ply` plies, by
/// default the last position, in the dark theme if `dark`.
///
/// # Errors
///
/// If the format is unknown or can't represent the game.
pub fn export(game: &Game, to: &str, ply: Option<usize>, dark: bool) -> Result<Exported, ApiError> {
    let picture = |kind| Picture { dark, ..Picture::new(kind) };
    let picture = match to {
        "svg" => Some((picture(PictureKind::Position(ply)), "image/svg+xml")),
        "html" => Some((picture(PictureKind::Page), "text/html; charset=utf-8")),
        _ => None,
    };
    if let Some((picture, kind)) = picture {
        let text = picture.render(game);
        let text = text.map_err(|error| ApiError::unprocessable(format!("{error:#}")))?;
        let notes = picture.left_out(game).into_iter().collect();
        return Ok(Exported { name: format!("twixt.{to}"), kind, text, notes });
    }
    let format = to.parse().map_err(|_| {
        let formats = "sgf, littlegolem, t1j, list, json, arena, svg or html";
        ApiError::bad_request(format!(
            "cannot export the game: expected a format ({formats}), found {to:?}"
        ))
    })?;
    let text = write(std::slice::from_ref(game), format).map_err(ApiError::unprocessable)?;
    let kind = match format {
        Format::Json => "application/json",
        Format::Sgf | Format::LittleGolem => "application/x-go-sgf",
        Format::T1j | Format::List | Format::Arena => "text/plain; charset=utf-8",
    };
    let name = format!("twixt.{}", format.extensions()[0]);
    Ok(Exported { name, kind, text, notes: left_out(format, game) })
}
