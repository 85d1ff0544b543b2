//! Search results as a graph with minimax values, and the choice of the next position to search.
//!
//! Each search adds one node, with an edge per move that the search considered. An edge with a child has the
//! child's value. An edge without a child is a *frontier edge*; its value is the estimate of the parent's
//! search, at most the parent's own value.
//!
//! The next frontier edge is chosen by drop-out expansion (Lincke, "Strategies for the automatic construction
//! of opening books", 2000): the edge with the cheapest path from a first peg, where each move of either side
//! costs one ply plus its loss against the best move.

use crate::line::{canonical, position, reflected, start, Key};
use crate::search::{SearchResult, SearchedMove};
use anyhow::{ensure, Result};
use engine::book::quarter;
use fxhash::FxHashMap;
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::rules::{Move, Outcome, Position, Proof};

/// Cost of a move's loss, in plies per unit of value: one extra ply per 3 %.
const PLIES_PER_LOSS: f32 = 30.0;

/// Cost of the difference between a first peg's value and 0.5, in plies per unit of value. Less than
/// [`PLIES_PER_LOSS`], so that no first peg is neglected.
const PLIES_PER_IMBALANCE: f32 = 24.0;

/// Weight of the prior in the estimate of a frontier edge, in visits.
const PRIOR_VISITS: f32 = 8.0;
/// Prior estimate of the loss of a frontier edge, in units of value.
const PRIOR_LOSS: f32 = 0.15;

/// Estimate for moves that are absent from a search result.
const UNSEARCHED_VALUE: f32 = 0.02;

/// Games along the best moves and lines of the book end at a value this close to 0 or 1.
const DECIDED: f32 = 0.03;
/// Maximum length of a game along the best moves, in plies; longer games are often drawn.
const MAX_GAME_PLIES: usize = 20;

/// Index of a node.
pub type NodeId = u32;

/// A searched position.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Moves that lead to the position, in its canonical reflection.
    pub line: Box<[Hole]>,
    /// Evaluations of the longest search.
    pub nodes: u64,
    /// Value that the longest search returned, for the side to move, 0 to 1.
    pub search_value: f32,
    /// Minimax value, for the side to move, 0 to 1.
    pub value: f32,
    /// Proven result, for the side to move.
    pub proof: Proof,
    /// Cost of the cheapest path to a frontier edge, in plies: the path's length plus the costs of its losses.
    pub cost: f32,
    /// Index of the best edge.
    pub best: usize,
    next: usize,
    /// Moves of the position.
    pub edges: Vec<Edge>,
    parents: Vec<NodeId>,
    complete: bool,
}

impl Node {
    /// Returns whether the value is close to 0 or 1.
    pub(crate) fn is_decided(&self) -> bool {
        self.value.min(1.0 - self.value) < DECIDED
    }

    fn new(line: &[Hole], nodes: u64, search_value: f32, proof: Proof, edges: Vec<Edge>) -> Node {
        Node {
            line: line.into(),
            nodes,
            search_value,
            value: proof.value().unwrap_or(search_value),
            proof,
            cost: f32::INFINITY,
            best: 0,
            next: 0,
            edges,
            parents: Vec::new(),
            complete: false,
        }
    }
}

/// A move of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The move.
    pub hole: Hole,
    /// Estimate by the parent's search, for the side that moves, 0 to 1.
    pub estimate: f32,
    /// Proof by the parent's search, for the side that moves.
    pub proof: Proof,
    /// Position after the move, if it was searched.
    pub child: Option<NodeId>,
    key: Key,
    /// Whether a worker is searching the position after the move.
    busy: bool,
}

/// An edge to an unsearched position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontierEdge {
    /// Parent of the edge.
    pub node: NodeId,
    /// Index of the edge in the parent.
    pub edge: usize,
}

/// The empty board, with the first pegs of the upper left quarter as edges. Because of the swap, this node has
/// no minimax value.
const EMPTY: NodeId = 0;

/// Opening tree, with one node for all move orders and reflections of a position.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The board size.
    pub size: Size,
    nodes: Vec<Node>,
    ids: FxHashMap<Key, NodeId>,
    frontier: FxHashMap<Key, Vec<NodeId>>,
}

impl Tree {
    /// Creates a tree without search results.
    pub fn new(size: Size) -> Tree {
        let mut tree = Tree {
            size,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            frontier: FxHashMap::default(),
        };
        let at = start(size);
        let pegs = quarter(size);
        let edges: Vec<Edge> = pegs.map(|peg| tree.edge(&at, peg, 0.5, Proof::Open)).collect();
        tree.register_edges(EMPTY, &edges);
        tree.ids.insert(canonical(&at).1, EMPTY);
        tree.nodes.push(Node { complete: true, ..Node::new(&[], 0, 0.5, Proof::Open, edges) });
        tree
    }

    /// Returns the number of searched positions.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns whether the tree contains no searches.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the first pegs, in the order of [`quarter`].
    pub fn roots(&self) -> &[Edge] {
        &self.node(EMPTY).edges
    }

    /// Returns a node. Panics if the index is out of range.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Returns the node of a position, if it was searched.
    pub fn find(&self, position: &Position) -> Option<NodeId> {
        self.ids.get(&canonical(position).1).copied()
    }

    /// Returns value and proof of a move, for the side that moves.
    pub fn edge_value(&self, edge: &Edge) -> (f32, Proof) {
        match edge.child.map(|id| self.node(id)) {
            Some(child) => (1.0 - child.value, child.proof.reversed()),
            None => (edge.proof.value().unwrap_or(edge.estimate), edge.proof),
        }
    }

    /// Adds a search result and updates all ancestors. A position searched before keeps the result with more
    /// evaluations. Fails if a move is illegal, the game is over, or the result has neither moves nor a proof.
    pub fn add(&mut self, result: &SearchResult) -> Result<NodeId> {
        let mut at = start(self.size);
        for &hole in &result.line {
            at.play(Move::Peg(hole))?;
        }
        ensure!(
            at.outcome().is_none() && !result.line.is_empty(),
            "the line is empty or ends the game"
        );
        ensure!(
            !result.moves.is_empty() || result.proof != Proof::Open,
            "the result has neither moves nor a proof"
        );
        for mv in &result.moves {
            at.check(Move::Peg(mv.hole))?;
        }
        let (reflection, key) = canonical(&at);
        let line = reflected(&result.line, reflection, self.size);
        let edges = self.edges(&position(self.size, &line), reflection, result);
        let id = match self.ids.get(&key) {
            Some(&id)
                if self.node(id).proof != Proof::Open || self.node(id).nodes >= result.nodes =>
            {
                return Ok(id);
            }
            Some(&id) => id,
            None => self.nodes.len() as NodeId,
        };
        self.register_edges(id, &edges);
        let node = Node::new(&line, result.nodes, result.value, result.proof, edges);
        if (id as usize) < self.nodes.len() {
            let old = &mut self.nodes[id as usize];
            let parents = std::mem::take(&mut old.parents);
            *old = Node { parents, ..node };
        } else {
            self.nodes.push(node);
            self.ids.insert(key, id);
            self.resolve_frontier(key, id);
        }
        self.propagate(id);
        Ok(id)
    }

    /// Returns the edges of a search result; `at` is its position, reflected by `reflection`.
    fn edges(&self, at: &Position, reflection: Symmetry, result: &SearchResult) -> Vec<Edge> {
        let edge = |mv: &SearchedMove| {
            let weight = mv.visits as f32;
            let sum = weight * mv.value + PRIOR_VISITS * (result.value - PRIOR_LOSS);
            let estimate = (sum / (weight + PRIOR_VISITS)).clamp(0.0, result.value.max(0.0));
            self.edge(at, reflection.hole(mv.hole, self.size), estimate, mv.proof)
        };
        let mut edges: Vec<Edge> = result.moves.iter().map(edge).collect();
        if let Some(first) = edges.first_mut().filter(|edge| edge.proof == Proof::Open) {
            // A position has the value of its best move.
            first.estimate = result.value;
        }
        edges
    }

    fn edge(&self, at: &Position, hole: Hole, estimate: f32, proof: Proof) -> Edge {
        let mut after = at.clone();
        after.play_peg(hole);
        let proof = match after.outcome() {
            Some(Outcome::Won(_)) => Proof::Won,
            Some(Outcome::Drawn) => Proof::Drawn,
            None => proof,
        };
        let key = canonical(&after).1;
        let child = self.ids.get(&key).copied();
        Edge { hole, estimate, proof, child, key, busy: false }
    }

    fn resolve_frontier(&mut self, key: Key, id: NodeId) {
        for parent in self.frontier.remove(&key).unwrap_or_default() {
            let edges = &mut self.nodes[parent as usize].edges;
            for edge in edges.iter_mut().filter(|edge| edge.key == key) {
                edge.child = Some(id);
                edge.busy = false;
            }
            self.add_parent(id, parent);
        }
    }

    fn register_edges(&mut self, parent: NodeId, edges: &[Edge]) {
        for edge in edges {
            match edge.child {
                Some(child) => self.add_parent(child, parent),
                None => self.frontier.entry(edge.key).or_default().push(parent),
            }
        }
    }

    fn add_parent(&mut self, child: NodeId, parent: NodeId) {
        let parents = &mut self.nodes[child as usize].parents;
        if !parents.contains(&parent) {
            parents.push(parent);
        }
    }

    fn propagate(&mut self, id: NodeId) {
        let mut stale = vec![id];
        self.update(id);
        while let Some(id) = stale.pop() {
            for parent in self.nodes[id as usize].parents.clone() {
                if self.update(parent) {
                    stale.push(parent);
                }
            }
        }
    }

    /// Recomputes a node from its edges; returns whether the node changed.
    fn update(&mut self, id: NodeId) -> bool {
        let node = self.node(id);
        if id == EMPTY || node.proof != Proof::Open {
            return false;
        }
        let mut values = self.edge_values(id);
        if !node.complete
            && values.iter().all(|&(_, proof)| matches!(proof, Proof::Lost | Proof::Drawn))
        {
            self.add_unsearched_moves(id);
            values = self.edge_values(id);
        }
        let node = self.node(id);
        let rank = |&(value, proof): &(f32, Proof)| match proof {
            Proof::Won => 2.0,
            Proof::Lost => -1.0,
            _ => value,
        };
        // Ties go to the first edge, which the search ranked higher.
        let best =
            (0..values.len()).rev().max_by(|&a, &b| rank(&values[a]).total_cmp(&rank(&values[b])));
        let best = best.unwrap_or(0);
        let (value, mut proof) = values[best];
        if proof == Proof::Drawn && values.iter().any(|&(_, proof)| proof == Proof::Open) {
            proof = Proof::Open;
        }
        let path_cost = |(i, edge): (usize, &Edge)| {
            let (edge_value, proof) = values[i];
            let beyond = match edge.child {
                Some(child) => self.node(child).cost,
                None if edge.busy => f32::INFINITY,
                None => 0.0,
            };
            let loss = PLIES_PER_LOSS * (value - edge_value);
            (if proof == Proof::Open { 1.0 + beyond + loss } else { f32::INFINITY }, i)
        };
        let costs = node.edges.iter().enumerate().map(path_cost);
        let cheapest = costs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f32::INFINITY, 0));
        let (cost, next) = if proof == Proof::Open { cheapest } else { (f32::INFINITY, 0) };
        let now = (value, proof, cost, best, next);
        let changed = now != (node.value, node.proof, node.cost, node.best, node.next);
        let node = &mut self.nodes[id as usize];
        (node.value, node.proof, node.cost, node.best, node.next) = now;
        changed
    }

    fn edge_values(&self, id: NodeId) -> Vec<(f32, Proof)> {
        self.node(id).edges.iter().map(|edge| self.edge_value(edge)).collect()
    }

    fn add_unsearched_moves(&mut self, id: NodeId) {
        let at = position(self.size, &self.node(id).line);
        let known = |hole: &Hole| self.node(id).edges.iter().any(|edge| edge.hole == *hole);
        let others = at.board().vacant(at.to_move()).filter(|hole| !known(hole));
        let edge = |hole| self.edge(&at, hole, UNSEARCHED_VALUE, Proof::Open);
        let edges: Vec<Edge> = others.map(edge).collect();
        self.register_edges(id, &edges);
        let node = &mut self.nodes[id as usize];
        node.edges.extend(edges);
        node.complete = true;
    }

    /// Returns an unsearched first peg, else the cheapest frontier edge; `None` if all are proven or being
    /// searched.
    pub fn next_frontier_edge(&self) -> Option<FrontierEdge> {
        let roots = self.roots();
        if let Some(edge) = roots.iter().position(|root| root.child.is_none() && !root.busy) {
            return Some(FrontierEdge { node: EMPTY, edge });
        }
        let costs = (0..roots.len()).map(|root| (self.cost(root), root));
        let (cost, root) = costs.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut node = roots[root].child.filter(|_| cost.is_finite())?;
        loop {
            let edge = self.node(node).next;
            match self.node(node).edges[edge].child {
                Some(child) => node = child,
                None => return Some(FrontierEdge { node, edge }),
            }
        }
    }

    /// Returns the stability of a first peg's verdict, in plies: the cost of the cheapest path to a frontier
    /// edge plus the cost of the value's distance from 0.5; infinite for proven and unsearched pegs.
    pub fn cost(&self, root: usize) -> f32 {
        let Some(id) = self.roots()[root].child else { return f32::INFINITY };
        let node = self.node(id);
        node.cost + PLIES_PER_IMBALANCE * (node.value - 0.5).abs()
    }

    /// Returns the frontier edge at the end of the best line from a node; `None` if the game is decided, the
    /// line has its maximum length, or a worker searches the edge.
    pub fn best_line_end(&self, mut id: NodeId) -> Option<FrontierEdge> {
        loop {
            let node = self.node(id);
            let decided = node.proof != Proof::Open || node.is_decided();
            let edge = node.edges.get(node.best).filter(|edge| !edge.busy && !decided)?;
            let is_short = node.line.len() < MAX_GAME_PLIES;
            match edge.child {
                Some(child) => id = child,
                None => return is_short.then_some(FrontierEdge { node: id, edge: node.best }),
            }
        }
    }

    /// Marks a frontier edge as being searched until its result is added; returns the line of its position.
    pub fn reserve(&mut self, edge: FrontierEdge) -> Vec<Hole> {
        let node = self.node(edge.node);
        let Edge { hole, key, .. } = node.edges[edge.edge];
        let line = node.line.iter().copied().chain([hole]).collect();
        // Other parents may have an edge to the same position.
        for parent in self.frontier.get(&key).cloned().unwrap_or_default() {
            let edges = &mut self.nodes[parent as usize].edges;
            edges.iter_mut().filter(|edge| edge.key == key).for_each(|edge| edge.busy = true);
            self.propagate(parent);
        }
        line
    }
}
