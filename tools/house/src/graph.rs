//! Rooms and the arrows between them.

use std::collections::BTreeSet;
use std::fmt::Write;

/// Rooms by number, and who imports whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// What the rooms are called.
    pub names: Vec<String>,
    /// From who imports to what it imports; never from a room to itself.
    pub arrows: BTreeSet<(usize, usize)>,
}

impl Graph {
    /// Rooms without arrows.
    #[must_use]
    pub fn new(names: Vec<String>) -> Graph {
        Graph { names, arrows: BTreeSet::new() }
    }

    /// The room of this name.
    #[must_use]
    pub fn room(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Adds an arrow between two rooms of the graph; one from a room to itself is none.
    pub fn add(&mut self, from: usize, to: usize) {
        if from != to {
            self.arrows.insert((from, to));
        }
    }

    /// The floor of every room: the ground, 0, for those that import nothing, and otherwise one above
    /// the highest that the room imports.
    ///
    /// # Errors
    ///
    /// The names of rooms that import each other in a circle, or come to one.
    pub fn floors(&self) -> Result<Vec<usize>, Vec<&str>> {
        let mut floors: Vec<Option<usize>> = vec![None; self.names.len()];
        loop {
            let open: Vec<usize> =
                (0..floors.len()).filter(|&room| floors[room].is_none()).collect();
            let known = open.iter().filter_map(|&room| {
                let below = self.below(room).map(|below| floors[below].map(|floor| floor + 1));
                Some((room, below.collect::<Option<Vec<_>>>()?.into_iter().max().unwrap_or(0)))
            });
            let known: Vec<_> = known.collect();
            if known.is_empty() {
                let names = open.iter().map(|&room| self.names[room].as_str());
                let names: Vec<&str> = names.collect();
                return if names.is_empty() {
                    Ok(floors.into_iter().flatten().collect())
                } else {
                    Err(names)
                };
            }
            known.into_iter().for_each(|(room, floor)| floors[room] = Some(floor));
        }
    }

    fn below(&self, room: usize) -> impl Iterator<Item = usize> + '_ {
        self.arrows.range((room, 0)..(room + 1, 0)).map(|&(_, below)| below)
    }

    /// The arrows without those that others imply: what is imported by something that is imported as
    /// well needs none of its own. For a graph without circles.
    #[must_use]
    pub fn reduced(&self) -> BTreeSet<(usize, usize)> {
        let implied = |&(from, to): &(usize, usize)| {
            self.below(from).any(|between| between != to && self.reaches(between, to))
        };
        self.arrows.iter().filter(|arrow| !implied(arrow)).copied().collect()
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        from == to || self.below(from).any(|below| self.reaches(below, to))
    }

    /// A drawing in Mermaid's language, from the top down, implied arrows left out.
    #[must_use]
    pub fn mermaid(&self) -> String {
        let mut text = String::from("```mermaid\nflowchart TD\n");
        for (number, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "    r{number}[{name}]");
        }
        for (from, to) in self.reduced() {
            let _ = writeln!(text, "    r{from} --> r{to}");
        }
        text + "```\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arrows: &[(usize, usize)]) -> Graph {
        let names = ["a", "b", "c", "d"].map(String::from).to_vec();
        Graph { names, arrows: arrows.iter().copied().collect() }
    }

    #[test]
    fn rooms_stand_above_all_that_they_import() {
        let house = graph(&[(3, 2), (3, 0), (2, 1), (1, 0)]);
        assert_eq!(house.floors(), Ok(vec![0, 1, 2, 3]));
        assert_eq!(house.reduced(), graph(&[(3, 2), (2, 1), (1, 0)]).arrows);
    }

    #[test]
    fn circles_are_told_with_what_comes_to_them() {
        assert_eq!(graph(&[(3, 2), (2, 1), (1, 2)]).floors(), Err(vec!["b", "c", "d"]));
    }
}
