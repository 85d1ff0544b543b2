//! Import graphs of packages or modules.

use std::collections::BTreeSet;
use std::fmt::Write;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) names: Vec<String>,
    /// Pairs of an importing and an imported node, as indices into `names`. No arrow is a self-loop.
    pub(crate) arrows: BTreeSet<(usize, usize)>,
}

impl Graph {
    pub(crate) fn new(names: Vec<String>) -> Graph {
        Graph { names, arrows: BTreeSet::new() }
    }

    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Adds an arrow, unless it is a self-loop.
    pub(crate) fn add(&mut self, from: usize, to: usize) {
        if from != to {
            self.arrows.insert((from, to));
        }
    }

    /// Returns the nodes that are on a cycle or reach one; empty if the graph is acyclic.
    pub(crate) fn cyclic(&self) -> Vec<&str> {
        let mut open: BTreeSet<usize> = (0..self.names.len()).collect();
        loop {
            let rest: BTreeSet<usize> = open
                .iter()
                .copied()
                .filter(|&node| self.below(node).any(|below| open.contains(&below)))
                .collect();
            if rest == open {
                return rest.into_iter().map(|node| self.names[node].as_str()).collect();
            }
            open = rest;
        }
    }

    fn below(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.arrows.range((node, 0)..(node + 1, 0)).map(|&(_, below)| below)
    }

    /// Returns the transitive reduction of an acyclic graph.
    pub(crate) fn reduced(&self) -> BTreeSet<(usize, usize)> {
        let implied = |&(from, to): &(usize, usize)| {
            self.below(from).any(|between| between != to && self.reaches(between, to))
        };
        self.arrows.iter().filter(|arrow| !implied(arrow)).copied().collect()
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        from == to || self.below(from).any(|below| self.reaches(below, to))
    }

    /// Returns the transitive reduction as a Mermaid flowchart.
    pub(crate) fn mermaid(&self) -> String {
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
    fn reduction_drops_implied_arrows() {
        let acyclic = graph(&[(3, 2), (3, 0), (2, 1), (1, 0)]);
        assert_eq!(acyclic.cyclic(), Vec::<&str>::new());
        assert_eq!(acyclic.reduced(), graph(&[(3, 2), (2, 1), (1, 0)]).arrows);
    }

    #[test]
    fn cyclic_returns_cycles_and_the_nodes_that_reach_them() {
        assert_eq!(graph(&[(3, 2), (2, 1), (1, 2), (1, 0)]).cyclic(), ["b", "c", "d"]);
    }
}
