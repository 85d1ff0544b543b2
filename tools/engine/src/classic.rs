//! The evaluator for classic rules, and the moves that remove links.

use twixt::evaluate::{by_distance, Detail, Evaluator, MoveList, Value};
use twixt::geometry::{Direction, Hole, Link, Size};
use twixt::rules::{Linking, Move, Position, Proof, Removal};

/// Adapts an evaluator for PP rules to classic rules: lists moves that remove own links, and converts proofs to estimates.
///
/// Proofs by link distances assume that own links never block one another and are not removed, so under classic rules a
/// proven result may be wrong.
struct Classic {
    evaluator: Box<dyn Evaluator>,
    /// Compares a removal with the peg alone; `None` if links are never removed.
    removals: Option<Box<dyn Evaluator>>,
}

/// The value that replaces a proven win; a proven loss gets its complement.
const NEARLY_WON: f32 = 0.98;
/// The prior of a move that the evaluator considers a proven loss.
const UNLISTED_PRIOR: f32 = 1e-3;
/// The maximum number of removals at a node.
const MAX_REMOVALS: usize = 8;
/// The prior that the peg of a removal must have by itself, unless the peg alone is considered a proven loss: comparing all
/// removals would take as long as the network.
const MIN_PRIOR: f32 = 0.004;
/// The amount by which a removal must improve the value by link distances.
const MIN_GAIN: f32 = 0.001;
/// The share of a removal's gain that is added to the prior of its peg.
const PRIOR_PER_GAIN: f32 = 0.2;

/// Adapts an evaluator for PP rules to these rules. Under classic rules, its moves include removals on boards of the size
/// `removing`, or none.
pub fn for_rules(
    evaluator: Box<dyn Evaluator>,
    linking: Linking,
    removing: Option<Size>,
) -> Box<dyn Evaluator> {
    match linking {
        Linking::Pp => evaluator,
        Linking::Standard => Box::new(Classic { evaluator, removals: removing.map(by_distance) }),
    }
}

impl Classic {
    /// Adds the removals that gain most to the evaluator's list.
    fn add_removals(&mut self, position: &Position, list: &mut MoveList) {
        let Some(distance) = &mut self.removals else { return };
        // The value for the side to move in `position`, after its move.
        let mut value = |mv: Move| {
            let mut after = position.clone();
            let played = after.play(mv);
            debug_assert!(played.is_ok());
            match after.outcome() {
                Some(_) => 1.0,
                None => {
                    1.0 - distance.evaluate(&after, Detail::Value, &mut MoveList::new()).expected
                }
            }
        };
        let mut pegs: Vec<(Hole, f32)> = Vec::new();
        let mut found: Vec<(Move, f32, f32)> = Vec::new();
        for removal in removals(position) {
            let (mv, hole) = (Move::Removing(removal), removal.hole());
            let listed = list.iter().find(|(listed, _)| *listed == Move::Peg(hole));
            if listed.is_some_and(|(_, prior)| *prior < MIN_PRIOR) {
                continue;
            }
            let prior = listed.map_or(UNLISTED_PRIOR, |(_, prior)| *prior);
            let without = match pegs.iter().find(|(other, _)| *other == hole) {
                Some(&(_, value)) => value,
                None => {
                    pegs.push((hole, value(Move::Peg(hole))));
                    pegs[pegs.len() - 1].1
                }
            };
            let with = value(mv);
            if with > without + MIN_GAIN {
                let prior = prior + PRIOR_PER_GAIN * (with - without);
                found.push((mv, prior, with));
            }
        }
        found.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        list.extend(found.into_iter().take(MAX_REMOVALS).map(|(mv, prior, _)| (mv, prior)));
    }
}

impl Evaluator for Classic {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        let value = self.evaluator.evaluate(position, detail, list);
        if detail != Detail::Value || !list.is_empty() {
            if value.proof != Proof::Won {
                self.add_removals(position, list);
            }
            // The listed holes: by row, a bit per column.
            let mut listed = [0_u32; 24];
            for (mv, _) in list.iter() {
                if let Move::Peg(hole) = mv {
                    listed[usize::from(hole.row())] |= 1 << hole.column();
                }
            }
            // The evaluator lists no proven losses.
            let vacant = position.board().vacant(position.to_move());
            let lost =
                vacant.filter(|hole| listed[usize::from(hole.row())] >> hole.column() & 1 == 0);
            list.extend(lost.map(|hole| (Move::Peg(hole), UNLISTED_PRIOR)));
        }
        Value::estimate(match value.proof {
            Proof::Open => value.expected,
            Proof::Won => NEARLY_WON,
            Proof::Lost => 1.0 - NEARLY_WON,
            Proof::Drawn => 0.5,
        })
    }
}

/// Returns the moves that remove a link in this position, one for each link of a new peg that only own links block.
pub fn removals(position: &Position) -> impl Iterator<Item = Removal> + '_ {
    let (board, side, size) = (position.board(), position.to_move(), position.size());
    let ways = |peg| Direction::ALL.into_iter().map(move |way| (peg, way));
    // From the other end of the link, since there are fewer pegs than holes.
    let ends = board.pegs(side).flat_map(ways).filter_map(move |(peg, way)| {
        let link = Link::from(peg, way, size)?;
        let is_barred = board.own_links_block() && board.is_barred(side, link);
        is_barred.then(|| Removal::new(link.other_end(peg), way.reverse()))
    });
    let may_place = |hole| position.check(Move::Peg(hole)).is_ok();
    ends.filter(move |removal| {
        may_place(removal.hole()) && !removal.turn(position).unlink.is_empty()
    })
}
