//! Text reports of a match: a progress line, and a report at its end.

mod live;
mod pegs;
mod tables;

pub use live::line;
pub use pegs::first_pegs;
pub(crate) use tables::aligned;
pub use tables::{endings, meetings, ranking};

use records::plan::GameConditions;
use records::standings::Standings;
use records::stats::{summary, Sprt};
use std::fmt::Write as _;

/// Returns the report: the score of two players, or a ranking and a table of pairings of more, then endings and
/// answer times.
#[must_use]
pub fn report(
    standings: &Standings,
    conditions: Option<&GameConditions>,
    sprt: Option<Sprt>,
) -> String {
    let mut text = String::new();
    let names = standings.names();
    let conditions = conditions.map(|conditions| format!(" ({conditions})")).unwrap_or_default();
    if names.len() == 2 {
        let score = summary(&standings.between(0, 1), sprt);
        let _ = writeln!(text, "Results of {} vs {}{conditions}:\n{score}\n", names[0], names[1]);
    } else {
        let _ = writeln!(text, "Results of {} bots{conditions}:", names.len());
        let _ = writeln!(text, "{}\n{}", ranking(standings), meetings(standings));
    }
    let _ = write!(text, "{}", endings(standings));
    match standings.half_pairs() {
        0 => {}
        1 => text.push_str("\n1 pair is incomplete and counts as a game only.\n"),
        more => {
            let _ = writeln!(text, "\n{more} pairs are incomplete and count as games only.");
        }
    }
    text
}
