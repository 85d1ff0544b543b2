//! Proofs by regions: one refuted move refutes all moves outside its region.
//!
//! The search proves a loss when all moves are refuted one by one. But a win of the opponent after a move depends on a few
//! holes only, its *region*: if the move is refuted and another one lies outside the region, the opponent answers it as if
//! it were the first. The module `claim` of `tools/solve` states this as claims, with the proof, which holds in PP, since
//! own links never block one another; under classic rules nothing is done. Here the leaves of a proof are those of the
//! evaluator: a win with the next peg, or by a series of threats ([`attack`]).

use fxhash::FxHasher64;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use twixt::board::{links_crossing, Board};
use twixt::distance::{holes_of, Distances};
use twixt::geometry::{Direction, Hole, Link, Side, Size};
use twixt::rules::{Linking, Move, Position, Proof};
use twixt::threats::{attack, FreeMoves};
use twixt::tree::{NodeId, Tree};

/// A set of holes: a word per row, a bit per column.
type Region = [u32; 24];

/// The dependencies of a proven result.
#[derive(Clone, Copy)]
struct Claim {
    /// Only pegs of the losing side in these holes can invalidate the proof.
    region: Region,
    /// An upper bound on the number of pegs that the winner still places.
    rank: u32,
}

/// The maximum number of claims: 12 MiB. A position without a claim is proven as without regions.
const MAX_CLAIMS: usize = 100_000;
/// The maximum number of pegs that the evaluator tries in the search for a series of threats.
const ATTACK_BUDGET: u32 = 16;

/// The claims of proven positions, by position, since nodes move.
pub struct Regions {
    claims: HashMap<u64, Claim, BuildHasherDefault<FxHasher64>>,
    size: Size,
    /// Created on first use, so that programs that never use it do not contain its code.
    lines: Option<Box<dyn Lines>>,
}

impl Regions {
    /// Creates an empty table for boards of `size`.
    pub fn new(size: Size) -> Regions {
        Regions { claims: HashMap::default(), size, lines: None }
    }

    fn lines(&mut self) -> &mut dyn Lines {
        let size = self.size;
        let create = || -> Box<dyn Lines> {
            if Distances::<4>::supports(size) {
                Box::<Distances<4>>::default()
            } else {
                Box::<Distances<12>>::default()
            }
        };
        &mut **self.lines.get_or_insert_with(create)
    }

    pub(crate) fn clear(&mut self) {
        self.claims.clear();
    }

    /// Uses the proofs at the end of a simulation's path, the indices of its nodes among their siblings, to prove more of
    /// the path's nodes.
    pub(crate) fn update(&mut self, tree: &mut Tree, root: &Position, path: &[usize]) {
        // After the second ply no swap is legal.
        if root.pegs() < 2 || root.rules().linking != Linking::Pp {
            return;
        }
        // Most simulations prove nothing, so the path's nodes are not collected before.
        let last = path.iter().fold(tree.root(), |id, &index| tree.child(id, index));
        if tree.node(last).proof == Proof::Open {
            return;
        }
        let mut ids = vec![tree.root()];
        for &index in path {
            ids.push(tree.child(ids[ids.len() - 1], index));
        }
        let mut positions = vec![root.clone()];
        for &id in &ids[1..] {
            positions.push(after(&positions[positions.len() - 1], tree.node(id).mv));
        }
        let mut last = Proof::Open;
        for (&id, position) in ids.iter().zip(&positions).rev() {
            if tree.node(id).proof == Proof::Open {
                match last {
                    Proof::Lost => tree.node_mut(id).proof = Proof::Won,
                    Proof::Won => self.refute_outside(tree, id, position),
                    _ => (),
                }
            }
            last = tree.node(id).proof;
            let claim = match last {
                _ if self.claims.contains_key(&position.key()) => None,
                Proof::Open | Proof::Drawn => return,
                Proof::Won => self.won(tree, id, position),
                Proof::Lost => self.lost(tree, id, position),
            };
            if let Some(claim) = claim.filter(|_| self.claims.len() < MAX_CLAIMS) {
                self.claims.insert(position.key(), claim);
            }
        }
    }

    /// Returns the claims of the positions after refuted moves, the smallest regions first.
    fn refutations(&self, tree: &Tree, id: NodeId, position: &Position) -> Vec<(Move, Claim)> {
        let refuted = tree.children(id).iter().filter(|child| child.proof == Proof::Won);
        let mut claims: Vec<(Move, Claim)> = Vec::new();
        for mv in refuted.map(|child| child.mv) {
            let Some(&claim) = self.claims.get(&after(position, mv).key()) else { continue };
            let order = |&(mv, claim): &(Move, Claim)| (count(&claim.region), mv);
            let at = claims.partition_point(|other| order(other) < order(&(mv, claim)));
            claims.insert(at, (mv, claim));
        }
        claims
    }

    /// Marks a node's moves that the refutations of others refute, and the node as lost if these are all.
    fn refute_outside(&self, tree: &mut Tree, id: NodeId, position: &Position) {
        let mut cover = Cover::new(position);
        for (mv, claim) in self.refutations(tree, id, position) {
            cover.refute(mv, &claim);
        }
        let mut is_lost = !tree.node(id).holds_back;
        for child in tree.children_mut(id) {
            if child.proof == Proof::Open && !cover.is_open(child.mv) {
                child.proof = Proof::Won;
            }
            is_lost &= child.proof == Proof::Won;
        }
        if is_lost || count(&cover.open) == 0 {
            tree.node_mut(id).proof = Proof::Lost;
        }
    }

    /// Returns the claim of a position that is won for the side to move.
    fn won(&mut self, tree: &Tree, id: NodeId, position: &Position) -> Option<Claim> {
        for child in tree.children(id).iter().filter(|child| child.proof == Proof::Lost) {
            let (Move::Peg(hole), after) = (child.mv, after(position, child.mv)) else { continue };
            if let Some(mut claim) = self.claims.get(&after.key()).copied() {
                add_peg(position.board(), position.to_move(), hole, &mut claim.region);
                claim.rank += 1;
                return Some(claim);
            }
        }
        self.win(position)
    }

    /// Returns the claim of a win that the evaluator proves.
    fn win(&mut self, position: &Position) -> Option<Claim> {
        let (board, side) = (position.board(), position.to_move());
        let wins = self.lines().wins(board, side).into_iter();
        let regions = wins.map(|hole| region_of(board, side, hole));
        match regions.min_by_key(count) {
            Some(region) => Some(Claim { region, rank: 1 }),
            None => self.lines().attack(board, side, FreeMoves::None),
        }
    }

    /// Returns the claim of a position that is lost for the side to move.
    fn lost(&mut self, tree: &Tree, id: NodeId, position: &Position) -> Option<Claim> {
        let mut cover = Cover::new(position);
        if position.outcome().is_some() {
            return Some(cover.used);
        }
        let (board, side, other) = (position.board(), position.to_move(), !position.to_move());
        let threats = self.lines().wins(board, other);
        for &hole in &threats {
            cover.restrict(&Claim { region: region_of(board, other, hole), rank: 1 });
        }
        if threats.is_empty() {
            if let Some(claim) = self.lines().attack(board, other, FreeMoves::One) {
                cover.restrict(&claim);
            }
        }
        for (mv, claim) in self.refutations(tree, id, position) {
            cover.refute(mv, &claim);
        }
        // The evaluator does not list all moves that it refutes.
        for mv in board.vacant(side).map(Move::Peg) {
            if cover.is_open(mv) {
                let claim = self.win(&after(position, mv))?;
                cover.refute(mv, &claim);
            }
        }
        Some(cover.used)
    }
}

/// The moves of a position that no claim refutes yet.
struct Cover {
    open: Region,
    /// The number of moves.
    moves: u32,
    /// The union of the claims that refute moves.
    used: Claim,
}

impl Cover {
    fn new(position: &Position) -> Cover {
        let mut open = Region::default();
        position.board().vacant(position.to_move()).for_each(|hole| add(&mut open, hole));
        let used = Claim { region: Region::default(), rank: 0 };
        Cover { open, moves: count(&open), used }
    }

    fn is_open(&self, mv: Move) -> bool {
        matches!(mv, Move::Peg(hole) if self.open[usize::from(hole.row())] >> hole.column() & 1 != 0)
    }

    /// Adds the claim after a refuted move.
    fn refute(&mut self, mv: Move, claim: &Claim) {
        let was_open = self.is_open(mv);
        if let Move::Peg(hole) = mv {
            self.open[usize::from(hole.row())] &= !(1 << hole.column());
        }
        // Otherwise a full board could end the game too early.
        if self.moves > 2 * claim.rank.saturating_sub(1) {
            self.restrict(claim);
        }
        if was_open {
            self.add(claim);
        }
    }

    /// Removes the moves outside a claim's region.
    fn restrict(&mut self, claim: &Claim) {
        let open = std::array::from_fn(|row| self.open[row] & claim.region[row]);
        if open != self.open {
            self.open = open;
            self.add(claim);
        }
    }

    fn add(&mut self, claim: &Claim) {
        join(&mut self.used.region, &claim.region);
        self.used.rank = self.used.rank.max(claim.rank);
    }
}

/// The wins that an evaluator proves, on boards of any size.
trait Lines: Send {
    /// Returns the holes in which a peg wins at once.
    fn wins(&mut self, board: &Board, side: Side) -> Vec<Hole>;

    /// Returns the claim of a win by a series of threats.
    fn attack(&mut self, board: &Board, side: Side, free_moves: FreeMoves) -> Option<Claim>;
}

impl<const N: usize> Lines for Distances<N> {
    fn wins(&mut self, board: &Board, side: Side) -> Vec<Hole> {
        self.measure_side(board, side);
        let own = self.of(side);
        if own.needed == Some(1) {
            holes_of(own.slack[0]).collect()
        } else {
            Vec::new()
        }
    }

    fn attack(&mut self, board: &Board, side: Side, free_moves: FreeMoves) -> Option<Claim> {
        let found = attack(board, side, free_moves, ATTACK_BUDGET, self)?;
        let mut region = Region::default();
        holes_of(found.carrier).for_each(|hole| add(&mut region, hole));
        // The last peg is not one of those tried.
        Some(Claim { region, rank: ATTACK_BUDGET + 1 })
    }
}

/// Returns the position after a legal move.
fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    let played = after.play(mv);
    debug_assert!(played.is_ok());
    after
}

fn add(region: &mut Region, hole: Hole) {
    region[usize::from(hole.row())] |= 1 << hole.column();
}

fn join(region: &mut Region, more: &Region) {
    region.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
}

fn count(region: &Region) -> u32 {
    region.iter().map(|row| row.count_ones()).sum()
}

fn region_of(board: &Board, side: Side, hole: Hole) -> Region {
    let mut region = Region::default();
    add_peg(board, side, hole, &mut region);
    region
}

/// Adds the holes where a peg of the opponent can affect a peg of `side` in the vacant `hole`: the hole itself, and the ends
/// of links that the opponent could make across the peg's links.
fn add_peg(board: &Board, side: Side, hole: Hole, region: &mut Region) {
    let (size, other) = (board.size(), !side);
    add(region, hole);
    for end in Direction::ALL.into_iter().filter_map(|way| hole.step(way, size)) {
        let link = Link::between(hole, end).filter(|_| board.has_peg(side, end));
        let Some(link) = link.filter(|&link| !board.is_barred(side, link)) else { continue };
        for crossing in links_crossing(link, size).filter(|&link| !board.is_barred(other, link)) {
            let ends = <[Hole; 2]>::from(crossing.ends());
            if ends.iter().all(|&end| !board.has_peg(side, end) && size.open_to(other, end)) {
                ends.into_iter().for_each(|end| add(region, end));
            }
        }
    }
}
