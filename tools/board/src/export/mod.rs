//! Games as files: of any format, as a picture, or as a page that replays by itself.

mod html;

pub use html::html;

use crate::refusal::Refusal;
use club::convert::Picture;
use club::files::left_out;
use formats::{write, Format, Game};
use serde::Serialize;

/// A file made of a game.
#[derive(Serialize)]
pub struct Exported {
    /// Its name.
    pub name: String,
    /// What it is, for a browser.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What it holds.
    pub text: String,
    /// What was left out, a sentence each.
    pub told: Vec<String>,
}

/// Makes a file of a game: `sgf`, `json`, `lg`, `t1j`, `list`, `svg` or `html`. A picture shows the
/// position after this ply, or the last one.
///
/// # Errors
///
/// If there is no such format, or it can't hold the game.
pub fn export(game: &Game, to: &str, ply: Option<usize>, dark: bool) -> Result<Exported, Refusal> {
    let (ending, kind, text, told) = match to {
        "svg" => {
            let picture = Picture { ply, dark, ..Picture::default() };
            let text = picture.of(game).map_err(|error| Refusal::unfit(format!("{error:#}")))?;
            ("svg", "image/svg+xml", text, Vec::new())
        }
        "html" => ("html", "text/html; charset=utf-8", html(game)?, Vec::new()),
        _ => {
            let format = match to {
                "lg" => Format::LittleGolem,
                to => to.parse().map_err(|_| {
                    let formats = "sgf, json, lg, t1j, list, svg or html";
                    Refusal::bad(format!("expected a format: {formats}, found {to:?}"))
                })?,
            };
            let text = write(std::slice::from_ref(game), format).map_err(Refusal::unfit)?;
            let kind = match format {
                Format::Json => "application/json",
                Format::Sgf | Format::LittleGolem => "application/x-go-sgf",
                Format::T1j | Format::List => "text/plain; charset=utf-8",
            };
            (format.extensions()[0], kind, text, left_out(format, game))
        }
    };
    Ok(Exported { name: format!("twixt.{ending}"), kind, text, told })
}
