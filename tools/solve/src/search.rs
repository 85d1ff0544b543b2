//! Depth-first proof-number search (df-pn, Nagai 2002) for one question: does a side win?
//!
//! Positions never repeat, since pegs stay, so the search has no cycles; but many orders of moves
//! lead to one position, and the plain sum over a position's moves would count the work below it
//! once for each. So the hardest move counts in full, and every other one that is open a little.
//!
//! Whenever a move is refuted, the claim of the refutation refutes all moves outside of its region
//! ([`crate::claim`]).

use crate::board::Board;
use crate::claim::{self, Claim};
use crate::field::{random, Field, Key};
use crate::guide::Guide;
use crate::plane::{Mirror, Plane};
use crate::sweep::{need, pegs_needed, threats, CUT};
use crate::table::{Entry, Numbers, Table, DONE, NO_MOVE};
use std::ops::ControlFlow;
use twixt::geometry::Side;

/// What is asked of a position: whether `joiner` wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The side that wins or doesn't.
    pub joiner: Side,
    /// If set, the joiner has to win with so many pegs on the board in all.
    pub within: Option<u8>,
}

/// A search on boards of one size.
pub struct Search<P> {
    field: Field<P>,
    table: Table<P>,
    question: Question,
    /// Set apart the questions in the table, by side to move.
    salts: [Key; 2],
    nodes: u64,
    limit: u64,
    /// Whether moves outside of a refutation's region are left out; without, for comparison.
    pub pruning: bool,
    /// Called now and then with the positions visited so far.
    pub report: Option<Box<dyn FnMut(u64)>>,
    /// Changes first guesses, if there is one.
    pub guide: Option<Guide>,
}

/// Visited positions between two reports.
const REPORT_EVERY: u64 = 2048;

/// A move under consideration.
#[derive(Clone, Copy)]
struct Child<P> {
    index: u8,
    board: Board<P>,
    entry: Entry<P>,
}

/// More pegs than these, or none that help, count as so many in a first guess.
const FAR: u8 = 12;

/// What a move that is open but not the hardest adds to the work.
const OTHERS: u32 = 1;

impl<P: Plane> Search<P> {
    /// A search on boards of `edge` holes, with a table of at most `mib` MiB.
    #[must_use]
    pub fn new(edge: u8, mib: usize) -> Search<P> {
        Search {
            field: Field::new(edge),
            table: Table::new(mib),
            question: Question { joiner: Side::Vertical, within: None },
            salts: [[0; 2]; 2],
            nodes: 0,
            limit: u64::MAX,
            pruning: true,
            report: None,
            guide: None,
        }
    }

    /// The board that is searched.
    #[must_use]
    pub fn field(&self) -> &Field<P> {
        &self.field
    }

    /// Positions visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks a question of a position that nobody has won, of `mover` to move; stops undecided after
    /// visiting `limit` positions more.
    pub fn ask(
        &mut self,
        question: Question,
        board: &Board<P>,
        mover: Side,
        limit: u64,
    ) -> Entry<P> {
        self.begin(question, limit);
        let mut entry = self.known(board, mover).unwrap_or_else(|| {
            let needs = Side::ALL.map(|side| pegs_needed(&self.field, board, side));
            self.judge(board, mover, needs)
        });
        if !entry.numbers.settled() {
            let _ = self.visit(board, mover, Numbers::MOST, &mut entry);
        }
        entry
    }

    /// As [`Search::ask`], if `mover` may not peg the holes `except` with this move. What it finds
    /// about the position itself is not kept.
    pub fn ask_except(
        &mut self,
        question: Question,
        board: &Board<P>,
        mover: Side,
        except: P,
        limit: u64,
    ) -> Entry<P> {
        self.begin(question, limit);
        let mut node = self.expand(board, mover, except);
        let mut entry = node.entry(self, board, mover);
        let _ = self.work(&mut node, board, mover, Numbers::MOST, &mut entry);
        entry
    }

    fn begin(&mut self, question: Question, limit: u64) {
        self.question = question;
        let within = u64::from(question.within.unwrap_or(u8::MAX));
        self.salts = [0, 1].map(|mover| {
            random(1 << 40 | within << 8 | (question.joiner.index() as u64) << 1 | mover)
        });
        self.limit = self.nodes.saturating_add(limit);
    }

    /// Whether the claim that refutes a move of `mover`, who had `vacant` holes, refutes those outside of
    /// its region too.
    fn refutes_outside(&self, mover: Side, claim: Claim<P>, vacant: u32) -> bool {
        self.pruning && claim.holds_outside(mover != self.question.joiner, vacant)
    }

    /// A position's key, and the mirror under which it is kept.
    #[inline]
    fn key(&self, board: &Board<P>, mover: Side) -> (Key, Mirror) {
        let (key, mirror) = board.key();
        let salt = self.salts[mover.index()];
        ([key[0] ^ salt[0], key[1] ^ salt[1]], mirror)
    }

    #[inline]
    fn known(&self, board: &Board<P>, mover: Side) -> Option<Entry<P>> {
        let (key, mirror) = self.key(board, mover);
        let entry = self.table.find(key)?;
        Some(self.mirrored(entry, mirror))
    }

    fn keep(&mut self, board: &Board<P>, mover: Side, entry: &Entry<P>, work: u64) {
        let (key, mirror) = self.key(board, mover);
        let entry = self.mirrored(*entry, mirror);
        self.table.keep(key, &entry, work.clamp(1, u64::from(u32::MAX)) as u32);
    }

    fn mirrored(&self, entry: Entry<P>, mirror: Mirror) -> Entry<P> {
        if mirror == Mirror::Same || !entry.numbers.settled() {
            return entry;
        }
        let edge = self.field.edge();
        let best = match entry.best {
            NO_MOVE => NO_MOVE,
            best => P::bit(best).mirrored(mirror, edge).first(),
        };
        // What lies outside of the board does not mean anything, but must not be moved onto it.
        let all = self.field.open(Side::Vertical) | self.field.open(Side::Horizontal);
        let region = (entry.claim.region & all).mirrored(mirror, edge);
        Entry { numbers: entry.numbers, claim: Claim { region, ..entry.claim }, best }
    }

    /// What can be said of a position without looking at its moves. `needs` are the pegs that
    /// vertical and horizontal need.
    fn judge(&self, board: &Board<P>, mover: Side, needs: [u8; 2]) -> Entry<P> {
        let joiner = self.question.joiner;
        let settled = |joiner_is_right: bool, claim, best| {
            let right = joiner_is_right == (mover == joiner);
            let numbers = if right { Numbers::RIGHT } else { Numbers::WRONG };
            Entry { numbers, claim, best: if right { best } else { NO_MOVE } }
        };
        let own = needs[joiner.index()];
        if own == CUT {
            let any = board.vacant(&self.field, mover);
            let best = if any.is_empty() { NO_MOVE } else { any.first() };
            return settled(false, Claim::settled(), best);
        }
        let too_late = self
            .question
            .within
            .is_some_and(|within| board.pegs(joiner).count() + u32::from(own) > u32::from(within));
        if too_late || mover != joiner && board.vacant(&self.field, mover).is_empty() {
            return settled(false, Claim::bound(), NO_MOVE);
        }
        if needs[mover.index()] == 1 {
            let threats = threats(&self.field, board, mover);
            let wins = threats.holes.holes();
            let wins = wins.map(|at| (at, claim::win(&self.field, board, mover, &threats, at)));
            if let Some((at, claim)) = wins.min_by_key(|(_, claim)| claim.region.count()) {
                return settled(mover == joiner, claim, at);
            }
        }
        let numbers = guess(own, needs[joiner.other().index()], mover == joiner);
        Entry { numbers, claim: Claim::bound(), best: NO_MOVE }
    }

    /// Works on a position until it is settled or one of its numbers reaches `most`; breaks at the
    /// limit.
    fn visit(
        &mut self,
        board: &Board<P>,
        mover: Side,
        most: Numbers,
        entry: &mut Entry<P>,
    ) -> ControlFlow<()> {
        let begun = self.nodes;
        self.nodes += 1;
        if let Some(report) =
            self.report.as_mut().filter(|_| self.nodes.is_multiple_of(REPORT_EVERY))
        {
            report(self.nodes);
        }
        if self.nodes > self.limit {
            return ControlFlow::Break(());
        }
        let mut node = self.expand(board, mover, P::default());
        let flow = self.work(&mut node, board, mover, most, entry);
        if flow.is_continue() {
            self.keep(board, mover, entry, self.nodes - begun);
        }
        flow
    }

    /// Works on the moves of a position, as [`Search::visit`] says.
    fn work(
        &mut self,
        node: &mut Node<P>,
        board: &Board<P>,
        mover: Side,
        most: Numbers,
        entry: &mut Entry<P>,
    ) -> ControlFlow<()> {
        loop {
            *entry = node.entry(self, board, mover);
            let Numbers { phi, delta } = entry.numbers;
            if entry.numbers.settled() || phi >= most.phi || delta >= most.delta {
                return ControlFlow::Continue(());
            }
            let (place, limits) = node.choose(most);
            let mut child = node.children[place];
            let flow = self.visit(&child.board, mover.other(), limits, &mut child.entry);
            node.children[place].entry = child.entry;
            flow?;
            if child.entry.numbers.phi == 0 {
                node.refuted(self, mover, place);
            }
        }
    }

    /// The moves of a position but those to `except`, each judged.
    fn expand(&mut self, board: &Board<P>, mover: Side, except: P) -> Node<P> {
        let vacant = board.vacant(&self.field, mover);
        let mut node = Node {
            children: Vec::new(),
            candidates: vacant,
            open: vacant.without(except),
            vacant: vacant.count(),
            base: None,
        };
        let other = mover.other();
        let (own, theirs) = (need(&self.field, board, mover), need(&self.field, board, other));
        if theirs.pegs == 1 {
            self.answer_threats(board, mover, &mut node);
        }
        node.candidates = node.open;
        let place = |index| {
            let mut after = *board;
            let links = after.place(&self.field, mover, index);
            (index, after, links)
        };
        // Moves of which there is but a first guess.
        let mut guessed = P::default();
        let moves: Vec<(u8, Board<P>, bool)> = node.open.holes().map(place).collect();
        let keys = moves.iter().map(|(_, after, _)| self.key(after, other).0);
        std::hint::black_box(self.table.touch(keys));
        for (index, after, links) in moves {
            // A refutation may have settled it by now.
            if !node.open.has(index) {
                continue;
            }
            let known = self.known(&after, other);
            if known.is_none() {
                guessed |= P::bit(index);
            }
            let entry = known.unwrap_or_else(|| {
                let mut needs = [0; 2];
                // A peg on a best chain saves the chain a peg; on any other it makes it at most as
                // good. Own links bar nothing.
                needs[mover.index()] = own.pegs - u8::from(own.holes.has(index));
                // The opponent's chains change only by links, or by the hole that is gone.
                let same = !links && !theirs.holes.has(index);
                needs[other.index()] =
                    if same { theirs.pegs } else { pegs_needed(&self.field, &after, other) };
                self.judge(&after, other, needs)
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
        let guide = self.guide.as_mut().filter(|_| Guide::is_worth_asking([&own, &theirs]));
        if let Some(guide) = guide.filter(|_| guesses.peek().is_some()) {
            let guesses = guesses.map(|child| (child.index, &mut child.entry.numbers));
            guide.change(&self.field, board, mover, guesses);
        }
        node
    }

    /// If the opponent threatens to win, leaves only the moves that may stop it.
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

/// A position that is being worked on.
struct Node<P> {
    children: Vec<Child<P>>,
    /// The moves that no threat of the opponent refutes at once.
    candidates: P,
    /// Those of them that are not refuted.
    open: P,
    /// How many holes the mover had to choose from.
    vacant: u32,
    /// The claim of the threats.
    base: Option<Claim<P>>,
}

impl<P: Plane> Node<P> {
    /// The children whose moves are open.
    fn open_children(&self) -> impl Iterator<Item = (usize, &Child<P>)> {
        let open = self.open;
        self.children.iter().enumerate().filter(move |(_, child)| open.has(child.index))
    }

    /// Takes out the move of a child that was refuted, and all those that its claim refutes.
    fn refuted(&mut self, search: &Search<P>, mover: Side, place: usize) {
        let Child { index, entry, .. } = self.children[place];
        self.open = self.open.without(P::bit(index));
        if search.refutes_outside(mover, entry.claim, self.vacant) {
            self.open = self.open & entry.claim.region;
        }
    }

    /// What the children say of the position.
    fn entry(&self, search: &Search<P>, board: &Board<P>, mover: Side) -> Entry<P> {
        let mut numbers = Numbers { phi: DONE, delta: 0 };
        let mut others = 0;
        for (_, child) in self.open_children() {
            let of = child.entry.numbers;
            if of.delta == 0 {
                let claim = child.entry.claim.before(&search.field, board, mover, child.index);
                return Entry { numbers: Numbers::RIGHT, claim, best: child.index };
            }
            numbers.phi = numbers.phi.min(of.delta);
            numbers.delta = numbers.delta.max(of.phi);
            others += OTHERS;
        }
        if self.open.is_empty() {
            let claim = self.refutation(search, mover);
            return Entry { numbers: Numbers::WRONG, claim, best: NO_MOVE };
        }
        numbers.delta = (numbers.delta + others - OTHERS).min(DONE - 1);
        Entry { numbers, claim: Claim::bound(), best: NO_MOVE }
    }

    /// The claim of a position of which all moves are refuted: of as few of the children's claims
    /// as refute all moves, the smaller ones first.
    fn refutation(&self, search: &Search<P>, mover: Side) -> Claim<P> {
        let refuted = self.children.iter().filter(|child| child.entry.numbers.phi == 0);
        let mut claims: Vec<(u8, Claim<P>)> =
            refuted.map(|child| (child.index, child.entry.claim)).collect();
        claims.sort_by_key(|(_, claim)| claim.region.count());
        let mut left = self.candidates;
        let mut all = self.base;
        for (index, claim) in claims {
            let mut still = left.without(P::bit(index));
            if search.refutes_outside(mover, claim, self.vacant) {
                still = still & claim.region;
            }
            if still != left {
                left = still;
                all = Some(all.map_or(claim, |all| all.and(claim)));
            }
        }
        all.unwrap_or_else(Claim::bound)
    }

    /// The child to work on, and how far.
    fn choose(&self, most: Numbers) -> (usize, Numbers) {
        let (mut best, mut second) = (None::<(usize, Numbers)>, DONE);
        for (place, child) in self.open_children() {
            let numbers = child.entry.numbers;
            match best {
                Some((_, least)) if (least.delta, least.phi) <= (numbers.delta, numbers.phi) => {
                    second = second.min(numbers.delta);
                }
                _ => {
                    second = best.map_or(DONE, |(_, least)| least.delta.min(second));
                    best = Some((place, numbers));
                }
            }
        }
        let (place, numbers) = best.expect("a position that is not settled has an open move");
        // A little more than the second needs: fewer returns to look elsewhere.
        let delta = most.phi.min(second.saturating_add(second / 16 + 1));
        let rest = OTHERS * (self.open.count() - 1);
        let phi = most.delta.saturating_sub(rest).max(numbers.phi + 1);
        (place, Numbers { phi: phi.min(DONE), delta: delta.min(DONE) })
    }
}

/// First numbers of a position: the more pegs a side needs, the more work to prove it right. Cubes
/// did best on the first pegs of 7 × 7, whose proofs took twice the positions with squares.
fn guess(own: u8, theirs: u8, joiner_moves: bool) -> Numbers {
    let work = |pegs: u8, moves: bool| {
        let half_pegs = 2 * u32::from(pegs.min(FAR)) - u32::from(moves);
        1 + half_pegs.pow(3) / 4
    };
    let (proof, disproof) = (work(own, joiner_moves), work(theirs, !joiner_moves));
    if joiner_moves {
        Numbers { phi: proof, delta: disproof }
    } else {
        Numbers { phi: disproof, delta: proof }
    }
}
