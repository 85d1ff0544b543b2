//! Export of a game as a standalone page that replays it.

use crate::words::{heading, names, swap_of};
use formats::Game;
use render::{escaped, steps_svg, Diagram, Palette, SvgStyle};
use std::fmt::Write;

const STYLE: &str = include_str!("replay.css");
const SCRIPT: &str = include_str!("replay.js");

/// Returns a page that replays the game's main line, whose positions are `frames`.
pub(super) fn html(game: &Game, frames: &[Diagram]) -> String {
    let title = escaped(&names(game).join(" - "));
    let style = SvgStyle { title: "The board", ..SvgStyle::default() };
    let board = steps_svg(frames, style);
    let last = frames.len() - 1;
    let (light, dark) = (Palette::usual(false).properties(), Palette::usual(true).properties());
    let about = escaped(&heading(game));
    let mut comment = escaped(&game.comment);
    if let Some(words) = swap_of(game) {
        let _ = write!(comment, "\n{}", escaped(&words));
    }
    let moves = moves(game);
    format!(
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
<button id="first" title="First position (Home)" aria-label="First position">&laquo;</button>
<button id="back" title="Previous move (left arrow)" aria-label="Previous move">&lsaquo;</button>
<button id="play" title="Play or stop (space)">play</button>
<button id="next" title="Next move (right arrow)" aria-label="Next move">&rsaquo;</button>
<button id="last" title="Last position (End)" aria-label="Last position">&raquo;</button>
<input id="ply" type="range" min="0" max="{last}" value="{last}" aria-label="Ply">
<output id="where" aria-live="polite"></output>
</div>
<p id="note" class="note" aria-live="polite"></p>
<ol class="moves">
{moves}</ol>
<p class="note">{comment}</p>
</main>
<script>
{SCRIPT}</script>
</body>
</html>
"#
    )
}

fn moves(game: &Game) -> String {
    let mut list = String::new();
    for (index, node) in game.main_line().enumerate() {
        let (number, ply) = (index + 1, escaped(&node.ply.to_string()));
        let note = escaped(node.comment);
        let mark = if note.is_empty() { "" } else { " *" };
        let _ = writeln!(
            list,
            r#"<li><button data-ply="{number}" data-note="{note}">{ply}{mark}</button></li>"#
        );
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Picture, PictureKind};
    use twixt::geometry::Size;
    use twixt::rules::Rules;

    #[test]
    fn texts_of_a_game_are_escaped() {
        let game = Game::new(Size::ARENA, Rules::ARENA);
        let mut game = game.and_plies(["D6", "F4"].map(|ply| ply.parse().unwrap())).unwrap();
        let evil = "</title><script>alert('1')</script>\"&";
        game.players = [Some(evil.to_owned()), None];
        game.comment = evil.to_owned();
        let page = Picture::new(PictureKind::Page).render(&game).unwrap();
        assert!(page.contains("&lt;script&gt;alert('1')&lt;/script&gt;&quot;&amp;"));
        assert_eq!(page.matches("<script>").count(), 1);
        assert_eq!(page.matches("data-ply=").count(), 2);
        // The page loads no external resources.
        assert!(!page.contains("src=") && !page.contains("url(") && !page.contains("<link"));
    }
}
