//! First pegs whose results come with the program: what `results/` holds.

use crate::openings::Record;
use crate::plane::Mirror;
use crate::prove::Value;
use twixt::geometry::Hole;

/// The results files, by size from 4 on.
const FILES: [&str; 6] = [
    include_str!("../results/4.jsonl"),
    include_str!("../results/5.jsonl"),
    include_str!("../results/6.jsonl"),
    include_str!("../results/7.jsonl"),
    include_str!("../results/8.jsonl"),
    include_str!("../results/9.jsonl"),
];

/// The first pegs of a board of `edge` holes that were proven, each orbit once.
#[must_use]
pub fn records(edge: u8) -> Vec<Record> {
    let text = edge.checked_sub(4).and_then(|place| FILES.get(usize::from(place)));
    let lines = text.into_iter().flat_map(|text| text.lines());
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The result of a first peg for the side that set it, if nobody swaps and it is known.
#[must_use]
pub fn first_peg(edge: u8, peg: Hole) -> Option<Value> {
    let images = Mirror::ALL.map(|mirror| {
        let (column, row) = mirror.place(peg.column(), peg.row(), edge);
        Hole::new(column, row).to_string()
    });
    let records = records(edge);
    records.iter().find(|record| images.contains(&record.first)).map(|record| record.result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::orbits;

    #[test]
    fn every_line_of_the_files_is_a_first_peg_of_its_board() {
        for edge in 4..=9 {
            let known = records(edge);
            let text = FILES[usize::from(edge) - 4];
            assert_eq!(known.len(), text.lines().count(), "size {edge}");
            assert_eq!(known.len(), orbits(edge).len(), "size {edge}");
            assert!(known.iter().all(|record| record.size == edge));
        }
        assert!(records(3).is_empty() && records(10).is_empty());
    }

    #[test]
    fn mirrors_have_the_same_result() {
        let peg = |text: &str| first_peg(6, text.parse().unwrap());
        for won in ["C3", "D3", "C4", "D4", "B2", "E5"] {
            assert_eq!(peg(won), Some(Value::Won), "{won}");
        }
        assert_eq!(peg("B1"), Some(Value::Lost));
        assert_eq!(peg("E6"), Some(Value::Lost));
    }
}
