//! Reviews as text.

use analysis::review::{Mark, PlayerSummary, ReviewReport, Reviewed};
use std::fmt::Write;

/// Maximum number of moves in a printed best line.
const LINE_MOVES: usize = 5;

/// Formats the review as a table with a line per turn.
pub(super) fn text(report: &ReviewReport) -> String {
    let mut out = String::new();
    let [columns, rows] = report.size;
    let [vertical, horizontal] = &report.sides;
    let _ = writeln!(
        out,
        "{vertical} - {horizontal}, {columns} x {rows} holes, {}: {}",
        report.rules, report.result
    );
    if let Some(words) = &report.swapped {
        let _ = writeln!(out, "{words}");
    }
    let _ = writeln!(
        out,
        "Values are vertical's winning chances in percent, before and after the turn; the loss is the \
         mover's.\n{} evaluations per position. ? marks a mistake ({:.0} % or more lost), ?? a blunder ({:.0} %).\n",
        report.positions,
        100.0 * Mark::Mistake.threshold(report.blunder),
        100.0 * report.blunder
    );
    let width = report.moves.iter().map(|turn| turn.turn.len()).max().unwrap_or(0).max(4);
    let _ = writeln!(out, "ply  side        {:width$}     before  after   loss  best line", "turn");
    let mut proven = None;
    for phase in &report.phases {
        let _ = writeln!(out, "-- {}", phase.name.words());
        for turn in report.moves.iter().filter(|turn| phase.contains(turn)) {
            let _ = write!(out, "{}", line(turn, width));
            if let Some(side) = turn.proven.as_ref().filter(|_| turn.proven != proven) {
                let _ = write!(out, "  (proven win for {side})");
            }
            out.push('\n');
            proven.clone_from(&turn.proven);
        }
    }
    out.push('\n');
    for PlayerSummary { name, moves, loss, mistakes, blunders } in &report.players {
        let _ = writeln!(
            out,
            "{name}: {}, average loss {:.1} %, {}, {}",
            counted(*moves, "turn"),
            100.0 * loss,
            counted(*mistakes, "mistake"),
            counted(*blunders, "blunder")
        );
    }
    out
}

fn line(turn: &Reviewed, width: usize) -> String {
    let Reviewed { ply, side, turn: played, before, after, loss, mark, best, line, .. } = turn;
    let sign = mark.map_or("", Mark::sign);
    let loss = if *loss >= 0.005 { format!("{:.0}", 100.0 * loss) } else { String::new() };
    let best = match best == played {
        true => "the same".to_owned(),
        // Only the first turn is printed with its link changes.
        false => std::iter::once(best.clone())
            .chain(line.iter().skip(1).take(LINE_MOVES - 1).map(|hole| hole.to_ascii_uppercase()))
            .collect::<Vec<_>>()
            .join(" "),
    };
    format!(
        "{ply:3}  {side:10}  {played:width$} {sign:2}  {:6.0} {:6.0} {loss:>6}  {best}",
        100.0 * before,
        100.0 * after
    )
}

pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
