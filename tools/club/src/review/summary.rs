//! Losses by player, board and phase over the games of a file.

use super::table::counted;
use analysis::review::{Mark, PhaseName, ReviewReport};
use std::fmt::Write;

/// The turns of a player on one kind of board.
struct Row {
    player: String,
    board: String,
    /// By phase ([`PhaseName`]): the number of turns and the sum of their losses.
    phases: [(usize, f64); 3],
    mistakes: usize,
    blunders: usize,
}

/// Adds up the reviews of several games.
#[derive(Default)]
pub(super) struct Summary {
    games: usize,
    /// In the order of their first turn.
    rows: Vec<Row>,
}

impl Summary {
    /// Returns the number of games.
    pub(super) const fn games(&self) -> usize {
        self.games
    }

    /// Adds the turns of a game that the players chose.
    pub(super) fn add(&mut self, report: &ReviewReport) {
        self.games += 1;
        let [columns, rows] = report.size;
        let board = format!("{columns} x {rows}, {}", report.rules);
        for turn in report.moves.iter().skip(report.opening) {
            let phase = report.phases.iter().find(|phase| phase.contains(turn));
            let Some(phase) = phase else { continue };
            let row = self.row(&report.players[turn.player].name, &board);
            let (turns, loss) = &mut row.phases[phase.name as usize];
            *turns += 1;
            *loss += turn.loss;
            match turn.mark {
                Some(Mark::Mistake) => row.mistakes += 1,
                Some(Mark::Blunder) => row.blunders += 1,
                None => (),
            }
        }
    }

    fn row(&mut self, player: &str, board: &str) -> &mut Row {
        let found = self.rows.iter().position(|row| row.player == player && row.board == board);
        let index = found.unwrap_or_else(|| {
            let (player, board) = (player.to_owned(), board.to_owned());
            self.rows.push(Row { player, board, phases: [(0, 0.0); 3], mistakes: 0, blunders: 0 });
            self.rows.len() - 1
        });
        &mut self.rows[index]
    }

    /// Formats the sums as a table with a line per player and board.
    pub(super) fn text(&self) -> String {
        let width = |cell: fn(&Row) -> &str, title: usize| {
            self.rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0).max(title)
        };
        let (name, board) = (width(|row| &row.player, 6), width(|row| &row.board, 5));
        let mut out = format!(
            "{}: average loss per turn in percentage points (number of turns)\n\n{:name$}  {:board$}",
            counted(self.games, "game"), "player", "board"
        );
        let phases = [PhaseName::Opening, PhaseName::Middle, PhaseName::Decided];
        for title in phases.map(PhaseName::words).into_iter().chain(["all turns"]) {
            let _ = write!(out, "  {title:>13}");
        }
        out += "  mistakes  blunders\n";
        for row in &self.rows {
            let _ = write!(out, "{:name$}  {:board$}", row.player, row.board);
            let all =
                row.phases.iter().fold((0, 0.0), |sum, phase| (sum.0 + phase.0, sum.1 + phase.1));
            for (turns, loss) in row.phases.into_iter().chain([all]) {
                let cell = match turns {
                    0 => "-".to_owned(),
                    _ => format!("{:.2} ({turns})", 100.0 * loss / turns as f64),
                };
                let _ = write!(out, "  {cell:>13}");
            }
            let _ = writeln!(out, "  {:>8}  {:>8}", row.mistakes, row.blunders);
        }
        out
    }
}
