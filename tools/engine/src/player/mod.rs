//! A player for every rule set and size. The search plays pegs with all possible links and, under classic rules,
//! [removals](twixt::rules::Removal); at the root the player adds swaps of sides, and turns with more changes of links if
//! these win or avoid an immediate loss.

mod removal;
mod varied;

pub use crate::grade::{Grade, UnknownGrade};
pub use removal::{saving_turn, winning_turn};

use crate::candidates::{candidates, line, Candidate};
use crate::parallel;
use crate::regions::Regions;
use crate::spec::Evaluators;
use crate::swap::Policy;
use twixt::engine::Engine;
use twixt::evaluate::by_distance;
use twixt::geometry::Hole;
use twixt::opening::PackedBook;
use twixt::rules::{Linking, Ply, Position, Proof, SwapRule, Turn};
use twixt::search::{Decision, Limits, Params, Search, Simulator};

/// An engine for every rule set.
pub struct Player {
    engine: Engine<Policy>,
    /// Simulators of the threads besides the caller's.
    helpers: Vec<Simulator>,
    /// The regions of proofs in the engine's tree.
    regions: Regions,
    /// The actual position; the engine's position has no swap if the player decides about the swap.
    position: Position,
    /// Whether the player never removes links.
    keeps_links: bool,
}

/// The answer of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The turn or swap; `None` after the end of the game.
    pub ply: Option<Ply>,
    /// The expected result for the player to move, from 0 (loss) to 1 (win).
    pub value: f32,
    /// The proof of the position for the side to move.
    pub proof: Proof,
    /// The principal variation, starting with the turn.
    pub line: Vec<Ply>,
    /// The number of evaluations in this call.
    pub evals: u64,
}

/// The maximum number of candidates that are checked for an immediate loss.
const MAX_CHECKED: usize = 40;

impl Player {
    /// Creates a player with the built-in book and a tree of at most `capacity` nodes of 48 bytes. Under
    /// classic rules the evaluator's proofs count as estimates. The threads of
    /// [`Evaluators::on_threads`] exist only during a search; with more than one, its result depends on their timing.
    pub fn new(position: Position, evaluators: &Evaluators, capacity: usize) -> Player {
        // A damaged book is treated as empty; the bot reports it.
        let book = PackedBook::built_in().unwrap_or_default();
        Player::with_book(position, evaluators, capacity, book)
    }

    /// Like [`Player::new`], with another book.
    pub fn with_book(
        position: Position,
        evaluators: &Evaluators,
        capacity: usize,
        book: PackedBook,
    ) -> Player {
        let (size, params) = (position.size(), Params::default());
        let mut built = evaluators.build_per_thread(size, position.rules().linking).into_iter();
        let own = built.next().unwrap_or_else(|| by_distance(size));
        let helpers = built.map(|evaluator| Simulator::new(evaluator, params.clone())).collect();
        let policy = Policy { judges: evaluators.judge_first_pegs(size), ..Policy::default() };
        let engine = Engine::new(position.clone(), own, params, capacity, book, policy);
        let (regions, keeps_links) = (Regions::new(size), evaluators.keeps_links());
        Player { engine, helpers, regions, position, keeps_links }
    }

    /// Returns the number of threads of a search.
    pub const fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Returns the position that was set last.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Sets another position of the same size and [`Linking`]; reuses the tree if possible.
    pub fn set_position(&mut self, position: &Position) {
        self.engine.set_position(position);
        self.position = position.clone();
        let tree = self.engine.search().tree();
        if tree.node(tree.root()).visits == 0 {
            self.regions.clear();
        }
    }

    /// Sets a position and discards the tree, so that the next search starts from scratch.
    pub fn restart(&mut self, position: &Position) {
        self.engine.restart(position);
        self.regions.clear();
        self.position = position.clone();
    }

    /// Sets a position, searches it and chooses a turn.
    pub fn choose(&mut self, position: &Position, limits: &Limits) -> Answer {
        self.set_position(position);
        self.think(limits)
    }

    /// Chooses a turn. Unless the answer is known without a search, searches until a limit is reached, at least
    /// one simulation. Further calls continue the search.
    pub fn think(&mut self, limits: &Limits) -> Answer {
        self.known().unwrap_or_else(|| self.search(limits))
    }

    /// Returns whether the answer is known without a search.
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// Returns whether more search cannot change this answer to the current position.
    pub fn is_final(&self, answer: &Answer) -> bool {
        answer.proof != Proof::Open || self.is_known()
    }

    /// Returns whether this answer to the current position is prepared: the opening book's, or the default first peg.
    pub fn is_book(&self, answer: &Answer) -> bool {
        let opening = self.engine.opening();
        match &answer.ply {
            Some(Ply::Turn(turn)) => opening.peg == Some(turn.peg),
            Some(Ply::Swap) => opening.swap == Some(true),
            None => false,
        }
    }

    /// Like [`Player::think`], but also searches positions with a known answer, for the values of their moves. The
    /// value of the empty board is that of the search.
    pub fn ponder(&mut self, limits: &Limits) -> Answer {
        let found = self.search(limits);
        match self.known() {
            Some(known) if self.position.pegs() == 0 => {
                Answer { value: found.value, evals: found.evals, ..known }
            }
            Some(known) => Answer { evals: found.evals, ..known },
            None => found,
        }
    }

    /// Returns the moves of the search, best first ([`candidates`]), and a legal swap even if it was not
    /// searched.
    pub fn candidates(&self) -> Vec<Candidate> {
        let search = self.engine.search();
        let mut all = candidates(search);
        let known = all.iter().any(|candidate| candidate.ply == Ply::Swap);
        if let Some(best) = all.first().filter(|_| self.position.may_swap() && !known) {
            // The swap was not searched. After it the opponent is to move in this position or its reflection.
            let tree = search.tree();
            let swap = Candidate {
                ply: Ply::Swap,
                visits: 0,
                value: 1.0 - best.value,
                prior: 0.0,
                proof: tree.node(tree.root()).proof,
                line: vec![Ply::Swap],
            };
            all.insert(usize::from(swap.value <= best.value), swap);
        }
        all
    }

    /// Returns the candidates to report, starting with the move of `answer`: visited or proven moves, and a
    /// swap, whose value is known without a visit.
    pub fn reported(&self, answer: &Answer) -> Vec<Candidate> {
        let best = answer.ply.as_ref();
        let mut all = self.candidates();
        all.retain(|candidate| {
            candidate.visits > 0
                || candidate.proof != Proof::Open
                || candidate.ply == Ply::Swap
                || Some(&candidate.ply) == best
        });
        let Some(ply) = best else { return all };
        match all.iter().position(|candidate| candidate.ply == *ply) {
            Some(index) => all[..=index].rotate_right(1),
            // The answer is known without a search.
            None => {
                let (value, proof, line) =
                    (answer.value, answer.proof.reversed(), answer.line.clone());
                let ply = ply.clone();
                all.insert(0, Candidate { ply, visits: 0, value, prior: 1.0, proof, line });
            }
        }
        if answer.proof != Proof::Open || all[0].visits == 0 && all[0].proof == Proof::Open {
            all[0].value = answer.value;
        }
        all
    }

    /// Returns the answer if it needs no search: no ply if the game is over, a first peg on the empty board, or
    /// a win by removing links.
    fn known(&self) -> Option<Answer> {
        let position = &self.position;
        let open = Answer { ply: None, value: 0.5, proof: Proof::Open, line: Vec::new(), evals: 0 };
        if position.outcome().is_some() {
            return Some(open);
        }
        if position.pegs() == 0 {
            let peg = match position.rules().swap {
                SwapRule::None => middle(position),
                _ => self.engine.opening().peg?,
            };
            return Some(Answer { ply: Some(peg.into()), line: vec![peg.into()], ..open });
        }
        let allowed = |turn: &Turn| !self.keeps_links || turn.unlink.is_empty();
        let turn = winning_turn(position).filter(allowed)?;
        let ply = Ply::Turn(turn);
        let line = vec![ply.clone()];
        Some(Answer { ply: Some(ply), value: 1.0, proof: Proof::Won, line, ..open })
    }

    fn search(&mut self, limits: &Limits) -> Answer {
        let (helpers, regions) = (&mut self.helpers, &mut self.regions);
        let think = |search: &mut Search| parallel::think(search, helpers, regions, limits);
        let decision = self.engine.think_by(think);
        let decision = self.swapped_if_behind(decision);
        let line = self.line(&decision);
        let Decision { best, value, proof, evals, .. } = decision;
        let ply = best.map(|mv| self.position.ply(mv));
        self.guarded(Answer { ply, value, proof, line, evals })
    }

    /// Swaps sides if the opening policy has not decided and the side to move is behind. The search does not
    /// consider swaps of sides.
    fn swapped_if_behind(&self, decision: Decision) -> Decision {
        let sides = self.position.may_swap() && self.position.rules().swap == SwapRule::Sides;
        if !sides || self.engine.opening().swap.is_some() {
            return decision;
        }
        let swap = Some(decision.value < 0.5);
        let opening = twixt::opening::Opening { swap, peg: None };
        opening.decide(decision, self.engine.search())
    }

    /// Returns the principal variation, or only the chosen move if it was not visited.
    fn line(&self, decision: &Decision) -> Vec<Ply> {
        let Some(best) = decision.best else { return Vec::new() };
        let search = self.engine.search();
        let children = search.tree().children(search.tree().root());
        let child = children.iter().position(|child| child.mv == best && child.visits > 0);
        child.map_or_else(|| vec![self.position.ply(best)], |index| line(search, index))
    }

    /// Returns the answer unless it is a turn under classic rules after which the opponent could win immediately;
    /// otherwise a turn that prevents this, if there is one.
    fn guarded(&self, answer: Answer) -> Answer {
        let position = &self.position;
        let safe = |ply: &Ply| matches!(ply, Ply::Turn(turn) if !loses(position, turn));
        if position.rules().linking == Linking::Pp
            || answer.ply.as_ref().is_none_or(|ply| *ply == Ply::Swap || safe(ply))
        {
            return answer;
        }
        let mut others = self.candidates().into_iter().take(MAX_CHECKED);
        if let Some(candidate) = others.find(|candidate| safe(&candidate.ply)) {
            let Candidate { ply, value, line, .. } = candidate;
            return Answer { ply: Some(ply), value, line, ..answer };
        }
        match saving_turn(position).filter(|_| !self.keeps_links) {
            Some(turn) => {
                let ply = Ply::Turn(turn);
                let line = vec![ply.clone()];
                Answer { ply: Some(ply), value: 0.5, line, ..answer }
            }
            None => answer,
        }
    }
}

/// Returns whether the opponent can win immediately after this legal turn.
fn loses(position: &Position, turn: &Turn) -> bool {
    let mut after = position.clone();
    after.play_turn(turn).is_ok() && after.outcome().is_none() && winning_turn(&after).is_some()
}

/// Returns the central hole, in which the player places the first peg in games without a swap.
fn middle(position: &Position) -> Hole {
    let size = position.size();
    Hole::new(size.columns() / 2, size.rows() / 2)
}
