//! varisat = "0.2"
//!
//! 5
//! 1 2
//! 2 3
//! 3 4
//! 4 5
//! 5 1
//! 1 3

use std::io::Read;
use varisat::{CnfFormula, ExtendFormula, Lit, Solver, Var};

/// Colours a graph: a variable per node and colour.
fn colour(nodes: usize, edges: &[(usize, usize)], colours: usize) -> Option<Vec<usize>> {
    let literal =
        |node: usize, colour: usize| Lit::positive(Var::from_index(node * colours + colour));
    let mut formula = CnfFormula::new();
    for node in 0..nodes {
        let any: Vec<Lit> = (0..colours).map(|c| literal(node, c)).collect();
        formula.add_clause(&any);
    }
    for &(a, b) in edges {
        for c in 0..colours {
            formula.add_clause(&[!literal(a, c), !literal(b, c)]);
        }
    }
    let mut solver = Solver::new();
    solver.add_formula(&formula);
    if !solver.solve().unwrap() {
        return None;
    }
    let model = solver.model().unwrap();
    Some(
        (0..nodes)
            .map(|n| (0..colours).find(|&c| model.contains(&literal(n, c))).unwrap())
            .collect(),
    )
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<usize> = text.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let edges: Vec<(usize, usize)> = numbers[1..].chunks(2).map(|e| (e[0] - 1, e[1] - 1)).collect();
    for colours in 1..=4 {
        let found = colour(numbers[0], &edges, colours);
        let is_proper = found.as_ref().map(|f| edges.iter().all(|&(a, b)| f[a] != f[b]));
        println!("{colours} {is_proper:?}");
    }
    let mut solver = Solver::new();
    let (x, y, z) = (solver.new_lit(), solver.new_lit(), solver.new_lit());
    solver.add_clause(&[x, y, z]);
    solver.add_clause(&[!x]);
    solver.assume(&[!y]);
    println!("{:?} {:?}", solver.solve().unwrap(), solver.model().map(|m| m.contains(&z)));
    solver.assume(&[!y, !z]);
    println!("{:?} {}", solver.solve().unwrap(), solver.failed_core().is_some());
    solver.add_dimacs_cnf(&b"p cnf 3 2\n-2 0\n-3 0\n"[..]).unwrap();
    solver.assume(&[]);
    println!("{:?}", solver.solve().unwrap());
}
