//! Export of a game as a game file in any format, an SVG, or a standalone page.

mod html;

pub use html::html;

use crate::error::ApiError;
use club::convert::SvgOptions;
use club::files::left_out;
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

/// Exports a game as `sgf`, `json`, `lg` (LittleGolem), `t1j`, `list`, `arena`, `svg` or `html`. An SVG shows the position after
/// `ply` plies, by default the last position, in the dark theme if `dark`.
///
/// # Errors
///
/// If the format is unknown or can't represent the game.
pub fn export(game: &Game, to: &str, ply: Option<usize>, dark: bool) -> Result<Exported, ApiError> {
    let (ending, kind, text, notes) = match to {
        "svg" => {
            let options = SvgOptions { ply, dark, ..SvgOptions::default() };
            let text = options
                .render(game)
                .map_err(|error| ApiError::unprocessable(format!("{error:#}")))?;
            ("svg", "image/svg+xml", text, Vec::new())
        }
        "html" => ("html", "text/html; charset=utf-8", html(game)?, Vec::new()),
        _ => {
            let format = match to {
                "lg" => Format::LittleGolem,
                to => to.parse().map_err(|_| {
                    let formats = "sgf, json, lg, t1j, list, arena, svg or html";
                    ApiError::bad_request(format!(
                        "cannot export the game: expected a format ({formats}), found {to:?}"
                    ))
                })?,
            };
            let text =
                write(std::slice::from_ref(game), format).map_err(ApiError::unprocessable)?;
            let kind = match format {
                Format::Json => "application/json",
                Format::Sgf | Format::LittleGolem => "application/x-go-sgf",
                Format::T1j | Format::List | Format::Arena => "text/plain; charset=utf-8",
            };
            (format.extensions()[0], kind, text, left_out(format, game))
        }
    };
    Ok(Exported { name: format!("twixt.{ending}"), kind, text, notes })
}
