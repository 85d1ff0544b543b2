//! A page that replays a game by itself, without a server and without a network.

use crate::refusal::Refusal;
use club::files::frames;
use club::words::{heading, names, swap_of};
use formats::Game;
use render::{steps_svg, Palette, SvgStyle};
use std::fmt::Write;

const STYLE: &str = include_str!("replay.css");
const SCRIPT: &str = include_str!("replay.js");

/// The page that replays a game's main line.
///
/// # Errors
///
/// If the game breaks a rule.
pub fn html(game: &Game) -> Result<String, Refusal> {
    let frames = frames(game, true).map_err(|error| Refusal::unfit(format!("{error:#}")))?;
    let title = escaped(&names(game).join(" - "));
    let style = SvgStyle { title: "The board", ..SvgStyle::default() };
    let board = steps_svg(&frames, style);
    let last = frames.len() - 1;
    let (light, dark) = (Palette::usual(false).properties(), Palette::usual(true).properties());
    let about = escaped(&heading(game));
    let mut comment = escaped(&game.comment);
    if let Some(words) = swap_of(game) {
        let _ = write!(comment, "\n{}", escaped(&words));
    }
    let moves = moves(game);
    Ok(format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
{STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="about">{about}</p>
<div class="board">
{board}</div>
<div class="bar">
<button id="first" title="To the start (Home)" aria-label="To the start">&laquo;</button>
<button id="back" title="Back (left)" aria-label="Back">&lsaquo;</button>
<button id="play" title="Play (space)">play</button>
<button id="next" title="On (right)" aria-label="On">&rsaquo;</button>
<button id="last" title="To the end (End)" aria-label="To the end">&raquo;</button>
<input id="ply" type="range" min="0" max="{last}" value="{last}" aria-label="Ply">
<output id="where" aria-live="polite"></output>
</div>
<p id="said" class="said" aria-live="polite"></p>
<ol class="moves">
{moves}</ol>
<p class="said">{comment}</p>
</main>
<script>
{SCRIPT}</script>
</body>
</html>
"#
    ))
}

/// The main line as a list of buttons.
fn moves(game: &Game) -> String {
    let mut list = String::new();
    for (index, node) in game.main_line().enumerate() {
        let (number, ply) = (index + 1, escaped(&node.ply.to_string()));
        let said = escaped(node.comment);
        let mark = if said.is_empty() { "" } else { " *" };
        // A String takes all that is written to it.
        let _ = writeln!(
            list,
            r#"<li><button data-ply="{number}" data-said="{said}">{ply}{mark}</button></li>"#
        );
    }
    list
}

/// Text as it may stand anywhere in a page.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() && c != '\n' => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Size;
    use twixt::rules::Rules;

    #[test]
    fn nothing_of_a_game_is_taken_for_a_page() {
        let game = Game::new(Size::ARENA, Rules::ARENA);
        let mut game = game.and_plies(["D6", "F4"].map(|ply| ply.parse().unwrap())).unwrap();
        let evil = "</title><script>alert('1')</script>\"&";
        game.players = [Some(evil.to_owned()), None];
        game.comment = evil.to_owned();
        let page = html(&game).unwrap();
        assert!(!page.contains("alert('1')") && page.contains("alert(&#39;1&#39;)"));
        assert_eq!(page.matches("<script>").count(), 1);
        assert_eq!(page.matches("data-ply=").count(), 2);
        // Nothing is asked for from anywhere.
        assert!(!page.contains("src=") && !page.contains("url(") && !page.contains("<link"));
    }
}
