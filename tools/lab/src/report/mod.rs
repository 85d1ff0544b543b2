//! Reports of a match: a progress line, and a report at its end.

mod live;

pub use live::line;

use records::plan::GameConditions;
use records::ratings::{rate, table};
use records::standings::Standings;
use records::stats::{summary, Sprt};
use records::tables::endings;
use std::fmt::Write as _;

/// Returns the report: the score of two players, or the ratings of more, then endings and answer times.
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
        let _ = writeln!(text, "{}", table(&rate(standings)));
    }
    let tallies = names.iter().enumerate();
    let tallies: Vec<_> = tallies.map(|(a, name)| (&**name, standings.tally(a))).collect();
    text += &endings(&tallies);
    match standings.half_pairs() {
        0 => {}
        1 => text.push_str("\n1 pair is incomplete and counts as a game only.\n"),
        more => {
            let _ = writeln!(text, "\n{more} pairs are incomplete and count as games only.");
        }
    }
    text
}
