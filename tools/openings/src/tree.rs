//! The looks as a graph: what they say together of each position, and where to look next.
//!
//! A position's value is that of its best move. A move that was looked at by itself is worth what
//! the position after it is worth; one that was not, what the look at the position before thought of
//! it, and never more than its best. So every look adds one position, and the moves that it saw are
//! the next ones that could be looked at.
//!
//! Which of them comes next is drop-out expansion (Lincke, "Strategies for the automatic
//! construction of opening books", 2000): the one that good play could soonest come to, where a move
//! costs a ply and, if it is not the best, what it gives away. Neither side is taken for the one
//! that knows the book.

use crate::line::{canonical, first_pegs, mirrored, position, start, Key};
use crate::look::{Look, Seen};
use anyhow::{ensure, Result};
use fxhash::FxHashMap;
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::rules::{Move, Outcome, Position, Proof};

/// How many plies a move costs that gives away the whole game: the tree grows as soon by a move that
/// is 3 % worse than the best as by another ply.
const PLIES_A_GAME: f32 = 30.0;

/// How many plies a first peg's worth counts that is the whole game away from even, as no peg is: a
/// lost one is 12 plies away. Fewer than a move's, so that no first peg is left to a few looks.
const PLIES_A_VERDICT: f32 = 24.0;

/// Visits of a look's move that count as much as the doubt about it...
const DOUBT: f32 = 8.0;
/// ...and what a move without a visit is taken to give away.
const UNSEEN: f32 = 0.15;

/// The worth of moves that no look saw, when all that it saw are lost.
const LEFT_OVER: f32 = 0.02;

/// A value so near to 0 or 1 is clear, for games that are followed...
const CLEAR: f32 = 0.03;
/// ...and so many plies are enough: what is open then is often drawn, and says so late.
const FOLLOWED: usize = 20;

/// A position's place in the tree.
pub type NodeId = u32;

/// A position that was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The moves that lead there, in the mirror in which it is kept.
    pub line: Box<[Hole]>,
    /// Passes of the longest look.
    pub nodes: u64,
    /// What that look said, for the side to move.
    pub own: f32,
    /// What all looks say together, for the side to move, 0 to 1.
    pub value: f32,
    /// What is certain, for the side to move.
    pub proof: Proof,
    /// The way to the nearest move not looked at: plies, and what is given away, in plies.
    pub cost: f32,
    /// The best move's place among the edges.
    pub best: usize,
    /// That of the nearest move not looked at, or of the way there.
    next: usize,
    /// The moves.
    pub edges: Vec<Edge>,
    parents: Vec<NodeId>,
    /// Whether all legal moves are among the edges.
    complete: bool,
}

impl Node {
    fn new(line: &[Hole], nodes: u64, own: f32, proof: Proof, edges: Vec<Edge>) -> Node {
        Node {
            line: line.into(),
            nodes,
            own,
            value: proof.value().unwrap_or(own),
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
    /// What the look before it makes of it, for the side that plays it.
    pub guess: f32,
    /// What that look is certain of, for the side that plays it.
    pub proof: Proof,
    /// The position after it, if it was looked at.
    pub child: Option<NodeId>,
    key: Key,
    /// Whether somebody is looking at it now.
    busy: bool,
}

/// A move to look at next: the position before it, and its place among the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The position.
    pub node: NodeId,
    /// The place.
    pub edge: usize,
}

/// The empty board, whose moves are the first pegs of the upper left quarter. It has no value: nobody chooses there.
const EMPTY: NodeId = 0;

/// The tree: the positions behind each first peg, grown together where lines meet.
#[derive(Clone, Debug)]
pub struct Tree {
    size: Size,
    nodes: Vec<Node>,
    places: FxHashMap<Key, NodeId>,
    /// Positions with a move to one that was not looked at.
    waiting: FxHashMap<Key, Vec<NodeId>>,
}

impl Tree {
    /// A tree without a look.
    #[must_use]
    pub fn new(size: Size) -> Tree {
        let mut tree = Tree {
            size,
            nodes: Vec::new(),
            places: FxHashMap::default(),
            waiting: FxHashMap::default(),
        };
        let at = start(size);
        let pegs = first_pegs(size).into_iter();
        let edges: Vec<Edge> = pegs.map(|peg| tree.edge(&at, peg, 0.5, Proof::Open)).collect();
        tree.tie(EMPTY, &edges);
        tree.places.insert(canonical(&at).1, EMPTY);
        tree.nodes.push(Node { complete: true, ..Node::new(&[], 0, 0.5, Proof::Open, edges) });
        tree
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Positions that were looked at.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first pegs.
    #[must_use]
    pub fn roots(&self) -> &[Edge] {
        &self.node(EMPTY).edges
    }

    /// A position.
    ///
    /// # Panics
    ///
    /// If it is of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The position after these moves, if it was looked at.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<NodeId> {
        self.places.get(&canonical(position).1).copied()
    }

    /// A move's value for the side that plays it, and what is certain for it.
    #[must_use]
    pub fn worth(&self, edge: &Edge) -> (f32, Proof) {
        match edge.child.map(|id| self.node(id)) {
            Some(child) => (1.0 - child.value, child.proof.reversed()),
            None => (edge.proof.value().unwrap_or(edge.guess), edge.proof),
        }
    }

    /// Adds a look, and tells all positions before it. One of a position that was looked at before
    /// takes the former's place if it was longer.
    ///
    /// # Errors
    ///
    /// If its line or one of its moves breaks the rules, or it says nothing.
    pub fn add(&mut self, look: &Look) -> Result<NodeId> {
        let mut at = start(self.size);
        for &hole in &look.line {
            at.play(Move::Peg(hole))?;
        }
        ensure!(at.outcome().is_none() && !look.line.is_empty(), "nothing to look at");
        ensure!(!look.moves.is_empty() || look.proof != Proof::Open, "it has no moves");
        for seen in &look.moves {
            at.check(Move::Peg(seen.hole))?;
        }
        let (mirror, key) = canonical(&at);
        let line = mirrored(&look.line, mirror, self.size);
        let edges = self.edges(&position(self.size, &line), mirror, look);
        let id = match self.places.get(&key) {
            Some(&id)
                if self.node(id).proof != Proof::Open || self.node(id).nodes >= look.nodes =>
            {
                return Ok(id);
            }
            Some(&id) => id,
            None => self.nodes.len() as NodeId,
        };
        self.tie(id, &edges);
        let node = Node::new(&line, look.nodes, look.value, look.proof, edges);
        if (id as usize) < self.nodes.len() {
            let old = &mut self.nodes[id as usize];
            let parents = std::mem::take(&mut old.parents);
            *old = Node { parents, ..node };
        } else {
            self.nodes.push(node);
            self.places.insert(key, id);
            self.welcome(key, id);
        }
        self.join(&look.line, id);
        self.refresh(id);
        Ok(id)
    }

    /// The moves that a look saw from `at`, which is its position as `mirror` turned it.
    fn edges(&self, at: &Position, mirror: Symmetry, look: &Look) -> Vec<Edge> {
        let edge = |seen: &Seen| {
            let weight = seen.visits as f32;
            let guess = weight * seen.value + DOUBT * (look.value - UNSEEN);
            let guess = (guess / (weight + DOUBT)).clamp(0.0, look.value.max(0.0));
            self.edge(at, mirror.hole(seen.hole, self.size), guess, seen.proof)
        };
        let mut edges: Vec<Edge> = look.moves.iter().map(edge).collect();
        if let Some(first) = edges.first_mut().filter(|edge| edge.proof == Proof::Open) {
            // What it is worth is what the look says of the position.
            first.guess = look.value;
        }
        edges
    }

    /// Sees to it that the position before the last of these pegs knows the move that leads to `id`,
    /// even if no look at it saw it.
    fn join(&mut self, line: &[Hole], id: NodeId) {
        let [before @ .., _] = line else { return };
        let Some(&parent) = self.places.get(&canonical(&position(self.size, before)).1) else {
            return;
        };
        if self.node(parent).edges.iter().any(|edge| edge.child == Some(id)) {
            return;
        }
        let at = position(self.size, &self.node(parent).line);
        let to = canonical(&position(self.size, line)).1;
        let leads = |hole: &Hole| {
            let mut after = at.clone();
            after.play_peg(*hole);
            canonical(&after).1 == to
        };
        let hole = at.board().vacant(at.to_move()).find(leads);
        if let Some(hole) = hole {
            let edge = self.edge(&at, hole, LEFT_OVER, Proof::Open);
            self.nodes[parent as usize].edges.push(edge);
            self.adopt(id, parent);
        }
    }

    /// A move of a position that is kept as it stands.
    fn edge(&self, at: &Position, hole: Hole, guess: f32, proof: Proof) -> Edge {
        let mut after = at.clone();
        after.play_peg(hole);
        let proof = match after.outcome() {
            Some(Outcome::Won(_)) => Proof::Won,
            Some(Outcome::Drawn) => Proof::Drawn,
            None => proof,
        };
        let key = canonical(&after).1;
        // Who wins in one is sure of it: such a position is looked at no more.
        let child = self.places.get(&key).copied();
        Edge { hole, guess, proof, child, key, busy: false }
    }

    /// Ties a new position to all that wait for it.
    fn welcome(&mut self, key: Key, id: NodeId) {
        for parent in self.waiting.remove(&key).unwrap_or_default() {
            let edges = &mut self.nodes[parent as usize].edges;
            for edge in edges.iter_mut().filter(|edge| edge.key == key) {
                edge.child = Some(id);
                edge.busy = false;
            }
            self.adopt(id, parent);
        }
    }

    /// Makes a position a parent of the positions after these moves; it waits for those without a look.
    fn tie(&mut self, parent: NodeId, edges: &[Edge]) {
        for edge in edges {
            match edge.child {
                Some(child) => self.adopt(child, parent),
                None => self.waiting.entry(edge.key).or_default().push(parent),
            }
        }
    }

    fn adopt(&mut self, child: NodeId, parent: NodeId) {
        let parents = &mut self.nodes[child as usize].parents;
        if !parents.contains(&parent) {
            parents.push(parent);
        }
    }

    /// Values a position anew, and all before it that this changes.
    fn refresh(&mut self, id: NodeId) {
        let mut stale = vec![id];
        self.settle(id);
        while let Some(id) = stale.pop() {
            for parent in self.nodes[id as usize].parents.clone() {
                if self.settle(parent) {
                    stale.push(parent);
                }
            }
        }
    }

    /// Values a position by its moves; whether that changed anything.
    fn settle(&mut self, id: NodeId) -> bool {
        let node = self.node(id);
        if id == EMPTY || node.proof != Proof::Open {
            return false;
        }
        let mut worth = self.worths(id);
        if !node.complete
            && worth.iter().all(|&(_, proof)| matches!(proof, Proof::Lost | Proof::Drawn))
        {
            self.widen(id);
            worth = self.worths(id);
        }
        let node = self.node(id);
        let rank = |&(value, proof): &(f32, Proof)| match proof {
            Proof::Won => 2.0,
            Proof::Lost => -1.0,
            _ => value,
        };
        // Of equals the first, which the look thought better.
        let best =
            (0..worth.len()).rev().max_by(|&a, &b| rank(&worth[a]).total_cmp(&rank(&worth[b])));
        let best = best.unwrap_or(0);
        let (value, mut proof) = worth[best];
        if proof == Proof::Drawn && worth.iter().any(|&(_, proof)| proof == Proof::Open) {
            proof = Proof::Open;
        }
        let way = |(i, edge): (usize, &Edge)| {
            let (worth, proof) = worth[i];
            let beyond = match edge.child {
                Some(child) => self.node(child).cost,
                None if edge.busy => f32::INFINITY,
                None => 0.0,
            };
            let open = proof == Proof::Open;
            (if open { 1.0 + beyond + PLIES_A_GAME * (value - worth) } else { f32::INFINITY }, i)
        };
        let ways = node.edges.iter().enumerate().map(way);
        let near = ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f32::INFINITY, 0));
        let (cost, next) = if proof == Proof::Open { near } else { (f32::INFINITY, 0) };
        let now = (value, proof, cost, best, next);
        let changed = now != (node.value, node.proof, node.cost, node.best, node.next);
        let node = &mut self.nodes[id as usize];
        (node.value, node.proof, node.cost, node.best, node.next) = now;
        changed
    }

    /// What the moves of a position are worth, each as [`Tree::worth`] has it.
    fn worths(&self, id: NodeId) -> Vec<(f32, Proof)> {
        self.node(id).edges.iter().map(|edge| self.worth(edge)).collect()
    }

    /// Adds all moves that the look at a position left out.
    fn widen(&mut self, id: NodeId) {
        let at = position(self.size, &self.node(id).line);
        let known = |hole: &Hole| self.node(id).edges.iter().any(|edge| edge.hole == *hole);
        let others = at.board().vacant(at.to_move()).filter(|hole| !known(hole));
        let edge = |hole| self.edge(&at, hole, LEFT_OVER, Proof::Open);
        let edges: Vec<Edge> = others.map(edge).collect();
        self.tie(id, &edges);
        let node = &mut self.nodes[id as usize];
        node.edges.extend(edges);
        node.complete = true;
    }

    /// The spot to look at next: where the verdict of a first peg could soonest change. First pegs
    /// are taken in turn as moves are: those near even cost least. `None` if all is proven or busy.
    #[must_use]
    pub fn nearest(&self) -> Option<Spot> {
        let roots = self.roots();
        if let Some(edge) = roots.iter().position(|root| root.child.is_none() && !root.busy) {
            return Some(Spot { node: EMPTY, edge });
        }
        let costs = (0..roots.len()).map(|root| (self.cost(root), root));
        let (cost, root) = costs.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut node = roots[root].child.filter(|_| cost.is_finite())?;
        loop {
            let edge = self.node(node).next;
            match self.node(node).edges[edge].child {
                Some(child) => node = child,
                None => return Some(Spot { node, edge }),
            }
        }
    }

    /// How far a first peg's verdict is from changing, in plies: the way to the nearest move not
    /// looked at, and what the verdict is away from even.
    #[must_use]
    pub fn cost(&self, root: usize) -> f32 {
        let Some(id) = self.roots()[root].child else { return f32::INFINITY };
        let node = self.node(id);
        node.cost + PLIES_A_VERDICT * (node.value - 0.5).abs()
    }

    /// The first of the best moves from a position on that was not looked at; `None` where the
    /// result is clear, somebody looks at it now, or the line is longer than games are followed.
    #[must_use]
    pub fn follow(&self, mut id: NodeId) -> Option<Spot> {
        loop {
            let node = self.node(id);
            let clear = node.proof != Proof::Open || node.value.min(1.0 - node.value) < CLEAR;
            let edge = node.edges.get(node.best).filter(|edge| !edge.busy && !clear)?;
            let is_short = node.line.len() < FOLLOWED;
            match edge.child {
                Some(child) => id = child,
                None => return is_short.then_some(Spot { node: id, edge: node.best }),
            }
        }
    }

    /// Marks a spot as being looked at, until its look is added, and tells the way there.
    pub fn occupy(&mut self, spot: Spot) -> Vec<Hole> {
        let node = self.node(spot.node);
        let Edge { hole, key, .. } = node.edges[spot.edge];
        let line = node.line.iter().copied().chain([hole]).collect();
        // Others may wait for the same position.
        for parent in self.waiting.get(&key).cloned().unwrap_or_default() {
            let edges = &mut self.nodes[parent as usize].edges;
            edges.iter_mut().filter(|edge| edge.key == key).for_each(|edge| edge.busy = true);
            self.refresh(parent);
        }
        line
    }
}
