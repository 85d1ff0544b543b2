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
            let plies = game.main_line().count();
            let count = match ply.unwrap_or(plies).min(plies) {
                0 => game.marks.len(),
                ply => game.main_line().nth(ply - 1).map_or(0, |node| node.marks.len()),
            };
            ("svg", "image/svg+xml", text, missing_marks("svg", count))
        }
        "html" => {
            let count = game.main_line().map(|node| node.marks.len()).sum::<usize>();
            let notes = missing_marks("html", game.marks.len() + count);
            ("html", "text/html; charset=utf-8", html(game)?, notes)
        }
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

/// Returns a warning if the format omits marks on the board.
fn missing_marks(format: &str, count: usize) -> Vec<String> {
    let what = match count {
        0 => return Vec::new(),
        1 => String::from("1 mark on the board"),
        _ => format!("{count} marks on the board"),
    };
    vec![format!("omitted, not supported by {format}: {what}")]
}
