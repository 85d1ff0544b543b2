//! petgraph = "0.8"
//!
//! 6 8
//! 0 1 7
//! 0 2 9
//! 0 5 14
//! 1 2 10
//! 1 3 15
//! 2 3 11
//! 2 5 2
//! 3 4 6

use petgraph::algo::{
    astar, connected_components, dijkstra, is_cyclic_directed, min_spanning_tree,
};
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::data::FromElements;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;
use petgraph::visit::{Bfs, EdgeRef};
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<u32> = text.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let edges: Vec<(u32, u32, u32)> = numbers[2..].chunks(3).map(|e| (e[0], e[1], e[2])).collect();
    let graph = UnGraph::<(), u32>::from_edges(&edges);
    let start = NodeIndex::new(0);
    let mut costs: Vec<_> = dijkstra(&graph, start, None, |e| *e.weight()).into_iter().collect();
    costs.sort();
    println!("{costs:?}");
    let goal = NodeIndex::new(4);
    println!("{:?}", astar(&graph, start, |n| n == goal, |e| *e.weight(), |_| 0));
    let tree = UnGraph::<(), u32>::from_elements(min_spanning_tree(&graph));
    println!("{} {}", tree.edge_weights().sum::<u32>(), connected_components(&tree));

    let mut directed = DiGraph::<u32, ()>::new();
    let nodes: Vec<NodeIndex> = (0..6).map(|i| directed.add_node(i * i)).collect();
    for &(a, b, _) in &edges {
        directed.add_edge(nodes[a as usize], nodes[b as usize], ());
    }
    println!(
        "{:?}",
        toposort(&directed, None).unwrap().iter().map(|&n| directed[n]).collect::<Vec<_>>()
    );
    directed.add_edge(nodes[3], nodes[1], ());
    println!("{} {:?}", is_cyclic_directed(&directed), tarjan_scc(&directed));
    let mut walk = Bfs::new(&directed, nodes[0]);
    while let Some(node) = walk.next(&directed) {
        print!(
            "{} ({}) ",
            node.index(),
            directed.edges(node).map(|e| e.target().index()).sum::<usize>()
        );
    }
    println!();
    let mut groups = UnionFind::<usize>::new(5);
    println!("{} {} {:?}", groups.union(0, 3), groups.union(3, 0), groups.into_labeling());
}
