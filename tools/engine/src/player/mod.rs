//! A player for every rule set and size: the search, and beside it what the search does not know.
//!
//! The search plays pegs with all the links that they can make. What else the rules hold, a swap of
//! sides and the links that a classic turn may take away, is looked at here, at the root alone: links
//! are taken away where that wins at once, or where it saves a game that is lost otherwise.

mod level;
mod removal;

pub use level::{Level, UnknownLevel};
pub use removal::{saving_turn, winning_turn};

use twixt::evaluate::{by_distance, Evaluator, EvaluatorKind, HintsOnly};
use twixt::geometry::Hole;
use twixt::network::WeightsError;
use twixt::opening::{Opening, Openings, Pages};
use twixt::rules::{Linking, Move, Ply, Position, Proof, SwapRule, Turn};
use twixt::search::{Candidate, Limits, Params, Report, Search};

/// A player with its search.
pub struct Player {
    search: Search,
    /// The position to play; the search's is the same, but without a swap if that is one of sides, or
    /// decided.
    position: Position,
    openings: Openings,
    /// What they know of the position.
    opening: Opening,
    /// Whether no turn of the player's takes links away.
    keeps_links: bool,
}

/// What a player would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The turn; `None` if the game is over.
    pub ply: Option<Ply>,
    /// Its expected result for the side that plays it (for a swap of sides, for who swaps): 1 a win,
    /// 0 a loss.
    pub value: f32,
    /// What is certain about the position, for the side to move.
    pub proof: Proof,
    /// The likeliest continuation, the turn itself first, links left out.
    pub line: Vec<Move>,
}

/// Moves of the search whose answers are looked at for wins by links taken away.
const LOOKED_AT: usize = 40;

/// Children that a node of a [sparing](Player::sparing) player gets at first.
const AT_FIRST: usize = 16;

impl Player {
    /// A player of `position` by an evaluator of this kind. Its tree has room for `capacity` nodes of
    /// 24 bytes, twice. On boards that are not square link distances take the network's place, which
    /// knows none.
    ///
    /// # Errors
    ///
    /// If the network's weights are damaged.
    pub fn new(
        position: Position,
        kind: EvaluatorKind,
        capacity: usize,
    ) -> Result<Player, WeightsError> {
        let size = position.size();
        let evaluator = match kind {
            EvaluatorKind::Network if !size.is_square() => by_distance(size),
            kind => kind.build(size)?,
        };
        Ok(Player::with_evaluator(position, evaluator, Params::default(), capacity))
    }

    /// A player of `position` by this evaluator, which must take boards of its size: a network wants
    /// them square. By the classic rules its proofs count as hints only. `params` steer the search;
    /// `capacity` is as in [`Player::new`].
    #[must_use]
    pub fn with_evaluator(
        position: Position,
        evaluator: Box<dyn Evaluator>,
        params: Params,
        capacity: usize,
    ) -> Player {
        let evaluator: Box<dyn Evaluator> = match position.rules().linking {
            Linking::Pp => evaluator,
            Linking::Standard => Box::new(HintsOnly::new(evaluator)),
        };
        // A damaged book is told by the bot; here its answers are missed.
        let openings = Openings::new(Pages::shipped().unwrap_or_default())
            .judging(evaluator.judges_first_pegs());
        let opening = openings.of(&position);
        let search = Search::new(searched(&position, opening), evaluator, params, capacity);
        Player { search, position, openings, opening, keeps_links: false }
    }

    /// The same player with more positions in the same memory, for long thought: see the children
    /// that a node gets at first.
    #[must_use]
    pub fn sparing(self) -> Player {
        Player { search: self.search.sparing(AT_FIRST), ..self }
    }

    /// The same player, but it never takes links away, as PP has it.
    #[must_use]
    pub fn keeping_links(self) -> Player {
        Player { keeps_links: true, ..self }
    }

    /// The same player with other openings than those that come with the bot.
    #[must_use]
    pub fn with_openings(self, openings: Openings) -> Player {
        let mut player = Player { openings, ..self };
        let position = player.position.clone();
        player.set(&position);
        player
    }

    /// The position to play.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Goes to another position of the same size and linking, keeping what the search found if one
    /// move leads there.
    pub fn set(&mut self, position: &Position) {
        self.opening = self.openings.of(position);
        let searched = searched(position, self.opening);
        let before = self.search.position();
        if searched != *before {
            let step = before.moves().find(|&mv| leads(before, mv, &searched));
            match step {
                Some(mv) => self.search.advance(&[mv]),
                None => self.search.reset(searched),
            }
        }
        self.position = position.clone();
    }

    /// Searches until a limit is reached, at least once. May be called again to search on.
    pub fn think(&mut self, limits: &Limits) -> Answer {
        if let Some(answer) = self.known() {
            return answer;
        }
        let report = self.search.think(limits);
        self.weigh(report)
    }

    /// Whether the answer is found without a search, so that thinking longer is of no use.
    #[must_use]
    pub fn knows(&self) -> bool {
        self.known().is_some()
    }

    /// As [`Player::think`], but the search also looks at positions whose answer is known without it,
    /// such as an empty board, for those who want to see what it thinks of the moves.
    pub fn ponder(&mut self, limits: &Limits) -> Answer {
        let report = self.search.think(limits);
        self.known().unwrap_or_else(|| self.weigh(report))
    }

    /// What the search so far thinks of the moves, the best first ([`Search::candidates`]); if there
    /// may be a swap, of that too, even where the search never looked at it.
    #[must_use]
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut all = self.search.candidates();
        let known = all.iter().any(|candidate| candidate.mv == Move::Swap);
        if let Some(best) = all.first().filter(|_| self.position.may_swap() && !known) {
            // The search left the swap out. After it the opponent stands as the side to move does now.
            let tree = self.search.tree();
            let swap = Candidate {
                mv: Move::Swap,
                visits: 0,
                value: 1.0 - best.value,
                prior: 0.0,
                proof: tree.node(tree.root()).proof,
                line: vec![Move::Swap],
            };
            all.insert(usize::from(swap.value <= best.value), swap);
        }
        all
    }

    /// What needs no search: the end of a game, a first peg, a win at once by links taken away.
    fn known(&self) -> Option<Answer> {
        let position = &self.position;
        let certain = |ply: Ply, value, proof, line| Answer { ply: Some(ply), value, proof, line };
        if position.outcome().is_some() {
            return Some(Answer { ply: None, value: 0.5, proof: Proof::Open, line: Vec::new() });
        }
        if position.pegs() == 0 {
            let peg = match position.rules().swap {
                SwapRule::None => middle(position),
                _ => self.opening.peg?,
            };
            return Some(certain(Ply::Turn(peg.into()), 0.5, Proof::Open, vec![Move::Peg(peg)]));
        }
        let allowed = |turn: &Turn| !self.keeps_links || turn.unlink.is_empty();
        let turn = winning_turn(position).filter(allowed)?;
        let line = vec![Move::Peg(turn.peg)];
        Some(certain(Ply::Turn(turn), 1.0, Proof::Won, line))
    }

    /// Makes an answer of what the search found.
    fn weigh(&self, report: Report) -> Answer {
        let mut opening = self.opening;
        if self.position.may_swap() && self.position.rules().swap == SwapRule::Sides {
            // The search knew nothing of this swap; whoever is behind without it is ahead with it.
            opening.swap.get_or_insert(report.value < 0.5);
        }
        let report = opening.decide(report, &self.search);
        let Report { best, value, proof, line, .. } = report;
        let answer =
            Answer { ply: best.map(Ply::from), value, proof, line: line.into_iter().collect() };
        match best {
            Some(Move::Peg(hole)) if self.position.rules().linking == Linking::Standard => {
                self.guarded(hole, answer)
            }
            _ => answer,
        }
    }

    /// The answer, unless the opponent then wins at once with or without links taken away, and there
    /// is a turn after which it doesn't.
    fn guarded(&self, best: Hole, answer: Answer) -> Answer {
        if !loses(&self.position, &Turn::from(best)) {
            return answer;
        }
        let others = self.candidates().into_iter().take(LOOKED_AT);
        let holds = others.filter_map(|candidate| match candidate.mv {
            Move::Peg(hole) => Some((hole, candidate)),
            Move::Swap => None,
        });
        let mut safe = holds.filter(|&(hole, _)| !loses(&self.position, &Turn::from(hole)));
        if let Some((hole, candidate)) = safe.next() {
            let (value, line) = (candidate.value, candidate.line.into_iter().collect());
            return Answer { ply: Some(Ply::Turn(hole.into())), value, line, ..answer };
        }
        match saving_turn(&self.position).filter(|_| !self.keeps_links) {
            Some(turn) => {
                let line = vec![Move::Peg(turn.peg)];
                Answer { ply: Some(Ply::Turn(turn)), value: 0.5, line, ..answer }
            }
            None => answer,
        }
    }
}

/// Whether the opponent wins with its next turn after this one, which must be legal.
fn loses(position: &Position, turn: &Turn) -> bool {
    let mut after = position.clone();
    after.play_turn(turn).is_ok() && after.outcome().is_none() && winning_turn(&after).is_some()
}

/// The position as it is searched: a swap of sides leaves the same side on move, which the search
/// doesn't expect. Before the first peg it is searched as a mirrored swap, which comes to the same.
fn searched(position: &Position, opening: Opening) -> Position {
    match position.rules().swap {
        SwapRule::Mirror => opening.searched(position.clone()),
        SwapRule::Sides if position.pegs() == 0 => {
            Position::from_board(position.board().clone(), position.to_move())
        }
        _ => position.clone().without_swap(),
    }
}

/// Whether a move leads from one position to the other. Who may swap counts: a tree that holds a swap
/// is no use where nobody may, and would answer with it.
fn leads(from: &Position, mv: Move, to: &Position) -> bool {
    if let Move::Peg(hole) = mv {
        if to.pegs() != from.pegs() + 1 || !to.board().has_peg(from.to_move(), hole) {
            return false;
        }
    }
    let mut after = from.clone();
    after.play(mv).is_ok() && after == *to
}

/// A hole in the middle of the board: the best first peg where nobody may take it.
fn middle(position: &Position) -> Hole {
    let size = position.size();
    Hole::new(size.columns() / 2, size.rows() / 2)
}
