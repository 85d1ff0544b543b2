//! Live view of a game on the terminal.

use anyhow::Result;
use common::exit::Stdout;
use common::terminal::has_colours;
use records::game::ply_text;
use records::seat::Seat;
use referee::game::Game;
use referee::play::{GameReport, Ply, ARENA_GAME};
use referee::verdict::millis;
use render::{printable, Diagram, TextStyle};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// View of a game: on a terminal the board, updated after every ply; otherwise one line per ply, and the
/// board at the end.
pub(crate) struct Screen {
    names: [String; 2],
    style: TextStyle,
    live: bool,
    out: Stdout,
}

impl Screen {
    /// Opens the view, and clears the screen if stdout is a terminal. `names` are in seat order.
    pub(crate) fn open(names: [String; 2], ascii: bool, mut out: Stdout) -> Result<Screen> {
        let live = io::stdout().is_terminal();
        let style = TextStyle { colour: has_colours(), unicode: !ascii, ..TextStyle::default() };
        if live {
            write!(out, "\x1b[2J")?;
        }
        Ok(Screen { names, style, live, out })
    }

    pub(crate) fn show(&self, game: &Game, plies: &[Ply]) -> Result<()> {
        let mut out = self.out;
        if self.live {
            let board = render::text(&diagram(game), self.style);
            let table = self.players(|seat| times(plies, seat));
            let last = plies.last().map(|ply| line(plies.len(), ply)).unwrap_or_default();
            // Overwriting the last frame in a single write avoids flicker.
            let frame = format!("{board}\n{table}{last}\n").replace('\n', "\x1b[K\n");
            write!(out, "\x1b[H{frame}\x1b[J")?;
        } else if let Some(ply) = plies.last() {
            writeln!(out, "{}", line(plies.len(), ply))?;
        }
        out.flush()?;
        Ok(())
    }

    /// Shows the result. `allotted` is the time that the arena would have allotted to the game.
    pub(crate) fn close(&self, report: &GameReport, allotted: Option<Duration>) -> Result<()> {
        let mut out = self.out;
        if !self.live {
            let table = self.players(|seat| report.times(seat));
            write!(out, "\n{}\n{table}", render::text(&diagram(&report.game), self.style))?;
        }
        if let Some(allotted) = allotted {
            writeln!(out, "{}", allotted_line(allotted))?;
        }
        writeln!(out, "\n{}", report.verdict)?;
        Ok(())
    }

    /// Formats a line per player: seat, name, direction, last and slowest answer.
    fn players(&self, times: impl Fn(Seat) -> Vec<Duration>) -> String {
        let mut text = String::new();
        let width = self.names.iter().map(|name| name.chars().count()).max();
        for (seat, name) in Seat::BOTH.into_iter().zip(&self.names) {
            let way = match seat {
                Seat::First => "top to bottom",
                Seat::Second => "left to right",
            };
            let _ = write!(text, "{seat:<6}  {name:<0$}  {way}", width.unwrap_or(0));
            let times = times(seat);
            if let (Some(&last), Some(&slowest)) = (times.last(), times.iter().max()) {
                let (last, slowest) = (millis(last), millis(slowest));
                let _ = write!(text, "   last {last:.1} ms, slowest {slowest:.1} ms");
            }
            text.push('\n');
        }
        text
    }
}

/// Returns the diagram of a game's position.
fn diagram(game: &Game) -> Diagram {
    Diagram { last: game.last_peg(), ..Diagram::of(game.position()) }
}

fn times(plies: &[Ply], seat: Seat) -> Vec<Duration> {
    let own = plies.iter().filter(|ply| ply.seat == seat);
    own.filter_map(|ply| ply.time).collect()
}

fn line(number: usize, ply: &Ply) -> String {
    let time = match ply.time {
        Some(time) => format!("{:.1} ms", millis(time)),
        None => String::from("opening"),
    };
    let text = printable(&ply.text);
    let line = format!(
        "{number:>3}. {:<6}  {:<4}  {time:>9}  {text}",
        ply.seat.to_string(),
        ply_text(&ply.played)
    );
    line.trim_end().to_owned()
}

fn allotted_line(allotted: Duration) -> String {
    let stopped =
        if allotted > ARENA_GAME { "; the arena would have stopped the game" } else { "" };
    let [allotted, cap] = [allotted, ARENA_GAME].map(|time| time.as_secs_f64());
    format!("time allotted to both players: {allotted:.1} s; the arena's cap: {cap:.1} s{stopped}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_beyond_the_arenas_cap_are_marked() {
        let line = "time allotted to both players: 30.0 s; the arena's cap: 30.0 s";
        assert_eq!(allotted_line(ARENA_GAME), line);
        let beyond = allotted_line(ARENA_GAME + Duration::from_millis(300));
        let line = "time allotted to both players: 30.3 s; the arena's cap: 30.0 s; the arena \
                    would have stopped the game";
        assert_eq!(beyond, line);
    }
}
