//! Depth-first proof-number search (df-pn, Nagai 2002) that decides whether a side wins.
//!
//! Pegs are never removed, so there are no cycles, but sums over moves would count shared subtrees once per path.
//! Therefore a position's `delta` ([`ProofNumbers`]) is the maximum `phi` after an open (not yet refuted) move, plus
//! a constant for every other open move.
//!
//! When a move is refuted, the claim of its refutation also refutes all moves outside the claim's
//! region ([`crate::claim`]).

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::claim::{self, Claim};
use crate::distance::{distance, pegs_needed, threats, UNREACHABLE};
use crate::field::{random, Field, Key};
use crate::guide::Guide;
use crate::table::{ProofNumbers, Table, TableEntry, INFINITE, NO_MOVE};
use std::ops::ControlFlow;
use twixt::geometry::{Side, Size, Symmetry};

/// The goal of a search: a win of `attacker`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Goal {
    /// The side whose win is proven or disproven.
    pub attacker: Side,
    /// Maximum number of the attacker's pegs on the board at the win, if limited.
    pub within: Option<u8>,
}

/// Proves positions on boards of one size; proofs share the transposition table.
pub struct Prover<P> {
    /// The static data of the board.
    pub field: Field<P>,
    table: Table<P>,
    goal: Goal,
    /// Keys that distinguish goals in the table, by side to move.
    salts: [Key; 2],
    /// The number of nodes visited so far.
    pub nodes: u64,
    limit: u64,
    /// Whether a report has ended the search.
    pub(crate) is_stopped: bool,
    /// Whether a refutation prunes the moves outside its region; disabled in tests for comparison.
    pub pruning: bool,
    /// Called periodically with the number of nodes visited since the last call; a break ends this and all later
    /// searches, like their limit.
    pub report: Option<Box<dyn FnMut(u64) -> ControlFlow<()> + Send>>,
    /// The move ordering, if any.
    pub guide: Option<Guide>,
}

/// The number of nodes between two reports.
const REPORT_EVERY: u64 = 2048;

#[derive(Clone, Copy)]
struct Child<P> {
    index: u8,
    board: Board<P>,
    entry: TableEntry<P>,
}

/// Maximum link distance in an initial estimate.
const MAX_DISTANCE: u8 = 12;

/// Added to `delta` for every open move except the one with the maximum `phi`.
const OPEN_MOVE_COST: u32 = 1;

impl<P: Bitboard> Prover<P> {
    /// Creates a prover for boards of `size` and a table of at most `mib` MiB.
    ///
    /// # Panics
    /// If the board is not square or does not fit the bitboard.
    pub fn new(size: Size, mib: usize) -> Prover<P> {
        Prover {
            field: Field::new(size),
            table: Table::new(mib),
            goal: Goal { attacker: Side::Vertical, within: None },
            salts: [[0; 2]; 2],
            nodes: 0,
            limit: u64::MAX,
            is_stopped: false,
            pruning: true,
            report: None,
            guide: None,
        }
    }

    /// Searches an unfinished position with `mover` to move for at most `limit` further nodes; the result is
    /// unsettled if they do not suffice.
    pub fn solve(
        &mut self,
        goal: Goal,
        board: &Board<P>,
        mover: Side,
        limit: u64,
    ) -> TableEntry<P> {
        self.set_goal(goal, limit);
        let mut entry = self.probe(board, mover).unwrap_or_else(|| {
            let needs = Side::ALL.map(|side| pegs_needed(&self.field, board, side));
            self.evaluate(board, mover, needs)
        });
        if !entry.numbers.settled() {
            let _ = self.visit(board, mover, ProofNumbers::UNBOUNDED, &mut entry);
        }
        entry
    }

    fn set_goal(&mut self, goal: Goal, limit: u64) {
        self.goal = goal;
        let within = u64::from(goal.within.unwrap_or(u8::MAX));
        self.salts = [0, 1].map(|mover| {
            random(1 << 40 | within << 8 | (goal.attacker.index() as u64) << 1 | mover)
        });
        self.limit = self.nodes.saturating_add(limit);
    }

    /// Returns whether the claim that refutes a move of `mover` also refutes the moves outside its region.
    /// `vacant` is the number of moves of `mover`.
    fn refutes_outside(&self, mover: Side, claim: Claim<P>, vacant: u32) -> bool {
        self.pruning && claim.holds_outside(mover != self.goal.attacker, vacant)
    }

    /// Returns a position's table key and the symmetry under which it is stored.
    #[inline]
    fn key(&self, board: &Board<P>, mover: Side) -> (Key, Symmetry) {
        let (key, symmetry) = board.key();
        let salt = self.salts[mover.index()];
        ([key[0] ^ salt[0], key[1] ^ salt[1]], symmetry)
    }

    #[inline]
    fn probe(&self, board: &Board<P>, mover: Side) -> Option<TableEntry<P>> {
        let (key, symmetry) = self.key(board, mover);
        let entry = self.table.find(key)?;
        Some(self.transformed(entry, symmetry))
    }

    fn store(&mut self, board: &Board<P>, mover: Side, entry: &TableEntry<P>, work: u64) {
        let (key, symmetry) = self.key(board, mover);
        let entry = self.transformed(*entry, symmetry);
        self.table.store(key, &entry, work.clamp(1, u64::from(u32::MAX)) as u32);
    }

    fn transformed(&self, entry: TableEntry<P>, symmetry: Symmetry) -> TableEntry<P> {
        if symmetry == Symmetry::MIRRORS[0] || !entry.numbers.settled() {
            return entry;
        }
        let size = self.field.size;
        let best = match entry.best {
            NO_MOVE => NO_MOVE,
            best => P::bit(best).transformed(symmetry, size).first(),
        };
        // Bits outside the board must not be mapped onto it.
        let all = self.field.open[Side::Vertical] | self.field.open[Side::Horizontal];
        let region = (entry.claim.region & all).transformed(symmetry, size);
        TableEntry { numbers: entry.numbers, claim: Claim { region, ..entry.claim }, best }
    }

    /// Evaluates a position without generating moves. `needs` are the link distances of vertical and horizontal.
    fn evaluate(&self, board: &Board<P>, mover: Side, needs: [u8; 2]) -> TableEntry<P> {
        let attacker = self.goal.attacker;
        let settled = |attacker_is_right: bool, claim, best| {
            let right = attacker_is_right == (mover == attacker);
            let numbers = if right { ProofNumbers::PROVEN } else { ProofNumbers::DISPROVEN };
            TableEntry { numbers, claim, best: if right { best } else { NO_MOVE } }
        };
        let own = needs[attacker.index()];
        if own == UNREACHABLE {
            let any = board.vacant(&self.field, mover);
            let best = if any.is_empty() { NO_MOVE } else { any.first() };
            return settled(false, Claim::settled(), best);
        }
        let too_late = self.goal.within.is_some_and(|within| {
            board.pegs[attacker].count() + u32::from(own) > u32::from(within)
        });
        if too_late || mover != attacker && board.vacant(&self.field, mover).is_empty() {
            return settled(false, Claim::bound(), NO_MOVE);
        }
        if needs[mover.index()] == 1 {
            let threats = threats(&self.field, board, mover);
            let wins = threats.holes.holes();
            let wins = wins.map(|at| (at, claim::win(&self.field, board, mover, &threats, at)));
            if let Some((at, claim)) = wins.min_by_key(|(_, claim)| claim.region.count()) {
                return settled(mover == attacker, claim, at);
            }
        }
        let numbers = estimate(own, needs[attacker.other().index()], mover == attacker);
        TableEntry { numbers, claim: Claim::bound(), best: NO_MOVE }
    }

    /// Searches a position until it is settled or a proof number reaches its threshold; breaks at the node
    /// limit.
    fn visit(
        &mut self,
        board: &Board<P>,
        mover: Side,
        thresholds: ProofNumbers,
        entry: &mut TableEntry<P>,
    ) -> ControlFlow<()> {
        let nodes_before = self.nodes;
        self.nodes += 1;
        if let Some(report) =
            self.report.as_mut().filter(|_| self.nodes.is_multiple_of(REPORT_EVERY))
        {
            self.is_stopped |= report(REPORT_EVERY).is_break();
        }
        if self.is_stopped || self.nodes > self.limit {
            return ControlFlow::Break(());
        }
        let mut node = self.expand(board, mover);
        let flow = self.search_moves(&mut node, board, mover, thresholds, entry);
        if flow.is_continue() {
            self.store(board, mover, entry, self.nodes - nodes_before);
        }
        flow
    }

    fn search_moves(
        &mut self,
        node: &mut Node<P>,
        board: &Board<P>,
        mover: Side,
        thresholds: ProofNumbers,
        entry: &mut TableEntry<P>,
    ) -> ControlFlow<()> {
        loop {
            *entry = node.entry(self, board, mover);
            let ProofNumbers { phi, delta } = entry.numbers;
            if entry.numbers.settled() || phi >= thresholds.phi || delta >= thresholds.delta {
                return ControlFlow::Continue(());
            }
            let (place, limits) = node.choose(thresholds);
            let mut child = node.children[place];
            let flow = self.visit(&child.board, mover.other(), limits, &mut child.entry);
            node.children[place].entry = child.entry;
            flow?;
            if child.entry.numbers.phi == 0 {
                node.refuted(self, mover, place);
            }
        }
    }

    /// Generates and evaluates the moves of a position.
    fn expand(&mut self, board: &Board<P>, mover: Side) -> Node<P> {
        let vacant = board.vacant(&self.field, mover);
        let mut node = Node {
            children: Vec::new(),
            candidates: vacant,
            open: vacant,
            vacant: vacant.count(),
            base: None,
        };
        let other = mover.other();
        let [own, theirs] = [mover, other].map(|side| distance(&self.field, board, side));
        if theirs.pegs == 1 {
            self.answer_threats(board, mover, &mut node);
        }
        node.candidates = node.open;
        let place = |index| {
            let mut after = *board;
            let links = after.place(&self.field, mover, index);
            (index, after, links)
        };
        // Moves that are not in the table.
        let mut guessed = P::default();
        let moves: Vec<(u8, Board<P>, bool)> = node.open.holes().map(place).collect();
        let keys = moves.iter().map(|(_, after, _)| self.key(after, other).0);
        std::hint::black_box(self.table.prefetch(keys));
        for (index, after, links) in moves {
            // An earlier refutation may have pruned the move.
            if !node.open.has(index) {
                continue;
            }
            let stored = self.probe(&after, other);
            if stored.is_none() {
                guessed |= P::bit(index);
            }
            let entry = stored.unwrap_or_else(|| {
                let mut needs = [0; 2];
                // A peg on a shortest chain reduces the mover's distance by one. Other pegs do not change the
                // distance, since a side's links do not bar one another.
                needs[mover.index()] = own.pegs - u8::from(own.holes.has(index));
                // Only new links or the occupied hole can change the opponent's distance.
                let same = !links && !theirs.holes.has(index);
                needs[other.index()] =
                    if same { theirs.pegs } else { pegs_needed(&self.field, &after, other) };
                self.evaluate(&after, other, needs)
            });
            node.children.push(Child { index, board: after, entry });
            if entry.numbers.delta == 0 {
                return node;
            }
            if entry.numbers.phi == 0 {
                node.refuted(self, mover, node.children.len() - 1);
            }
        }
        let guesses = node.children.iter_mut().filter(|child| guessed.has(child.index));
        let mut guesses = guesses.filter(|child| !child.entry.numbers.settled()).peekable();
        let guide = self.guide.as_mut().filter(|_| Guide::applies([&own, &theirs]));
        if let Some(guide) = guide.filter(|_| guesses.peek().is_some()) {
            let guesses = guesses.map(|child| (child.index, &mut child.entry.numbers));
            guide.adjust(&self.field, board, mover, guesses);
        }
        node
    }

    /// Restricts the moves to those that may stop all threats of the opponent.
    fn answer_threats(&self, board: &Board<P>, mover: Side, node: &mut Node<P>) {
        let theirs = threats(&self.field, board, mover.other());
        for index in theirs.holes.holes() {
            let claim = claim::win(&self.field, board, mover.other(), &theirs, index);
            if node.base.is_some() && (node.open.without(claim.region)).is_empty() {
                continue;
            }
            node.base = Some(node.base.map_or(claim, |base| base.and(claim)));
            node.open = node.open & claim.region;
        }
    }
}

struct Node<P> {
    children: Vec<Child<P>>,
    /// The moves that no threat of the opponent refutes.
    candidates: P,
    /// The candidates not yet refuted.
    open: P,
    /// Number of the mover's vacant holes.
    vacant: u32,
    /// The combined claim of the opponent's threats.
    base: Option<Claim<P>>,
}

impl<P: Bitboard> Node<P> {
    fn open_children(&self) -> impl Iterator<Item = (usize, &Child<P>)> {
        let open = self.open;
        self.children.iter().enumerate().filter(move |(_, child)| open.has(child.index))
    }

    /// Removes a refuted move, and all moves that its claim refutes.
    fn refuted(&mut self, prover: &Prover<P>, mover: Side, place: usize) {
        let Child { index, entry, .. } = self.children[place];
        self.open = self.open.without(P::bit(index));
        if prover.refutes_outside(mover, entry.claim, self.vacant) {
            self.open = self.open & entry.claim.region;
        }
    }

    fn entry(&self, prover: &Prover<P>, board: &Board<P>, mover: Side) -> TableEntry<P> {
        let mut numbers = ProofNumbers { phi: INFINITE, delta: 0 };
        let mut others = 0;
        for (_, child) in self.open_children() {
            let of = child.entry.numbers;
            if of.delta == 0 {
                let claim = child.entry.claim.before(&prover.field, board, mover, child.index);
                return TableEntry { numbers: ProofNumbers::PROVEN, claim, best: child.index };
            }
            numbers.phi = numbers.phi.min(of.delta);
            numbers.delta = numbers.delta.max(of.phi);
            others += OPEN_MOVE_COST;
        }
        if self.open.is_empty() {
            let claim = self.refutation(prover, mover);
            return TableEntry { numbers: ProofNumbers::DISPROVEN, claim, best: NO_MOVE };
        }
        numbers.delta = (numbers.delta + others - OPEN_MOVE_COST).min(INFINITE - 1);
        TableEntry { numbers, claim: Claim::bound(), best: NO_MOVE }
    }

    /// Returns the claim of a position whose moves are all refuted, from a greedy cover of the moves by the
    /// children's claims, smaller regions first.
    fn refutation(&self, prover: &Prover<P>, mover: Side) -> Claim<P> {
        let refuted = self.children.iter().filter(|child| child.entry.numbers.phi == 0);
        let mut claims: Vec<(u8, Claim<P>)> =
            refuted.map(|child| (child.index, child.entry.claim)).collect();
        claims.sort_by_key(|(_, claim)| claim.region.count());
        let mut left = self.candidates;
        let mut all = self.base;
        for (index, claim) in claims {
            let mut still = left.without(P::bit(index));
            if prover.refutes_outside(mover, claim, self.vacant) {
                still = still & claim.region;
            }
            if still != left {
                left = still;
                all = Some(all.map_or(claim, |all| all.and(claim)));
            }
        }
        all.unwrap_or_else(Claim::bound)
    }

    /// Returns the most-proving child and its thresholds.
    fn choose(&self, thresholds: ProofNumbers) -> (usize, ProofNumbers) {
        let (mut best, mut second) = (None::<(usize, ProofNumbers)>, INFINITE);
        for (place, child) in self.open_children() {
            let numbers = child.entry.numbers;
            match best {
                Some((_, least)) if (least.delta, least.phi) <= (numbers.delta, numbers.phi) => {
                    second = second.min(numbers.delta);
                }
                _ => {
                    second = best.map_or(INFINITE, |(_, least)| least.delta.min(second));
                    best = Some((place, numbers));
                }
            }
        }
        let (place, numbers) = best.expect("an unsettled position has an open move");
        // A margin above the second-best child avoids frequent switches.
        let delta = thresholds.phi.min(second.saturating_add(second / 16 + 1));
        let rest = OPEN_MOVE_COST * (self.open.count() - 1);
        let phi = thresholds.delta.saturating_sub(rest).max(numbers.phi + 1);
        (place, ProofNumbers { phi: phi.min(INFINITE), delta: delta.min(INFINITE) })
    }
}

/// Returns the initial proof numbers of a position, which are cubic in the link distances. With squares
/// instead of cubes, proving the first pegs of 7 × 7 took twice as many nodes.
fn estimate(own: u8, theirs: u8, attacker_moves: bool) -> ProofNumbers {
    let work = |pegs: u8, moves: bool| {
        let half_pegs = 2 * u32::from(pegs.min(MAX_DISTANCE)) - u32::from(moves);
        1 + half_pegs.pow(3) / 4
    };
    let (proof, disproof) = (work(own, attacker_moves), work(theirs, !attacker_moves));
    if attacker_moves {
        ProofNumbers { phi: proof, delta: disproof }
    } else {
        ProofNumbers { phi: disproof, delta: proof }
    }
}
