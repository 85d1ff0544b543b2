//! What reports take from a plan.

use crate::contest;
use crate::stats::Sprt;
use crate::tournament::Match;
use serde::Deserialize;
use serde_json::Value;

/// What a report takes from the plan of a match or a contest.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Who plays.
    pub names: Vec<String>,
    /// What may end it early.
    pub sprt: Option<Sprt>,
    /// The terms in a few words.
    pub terms: String,
    /// Whether players may swap.
    pub swap: bool,
}

impl Planned {
    /// Nothing of a league's plan, which names no players.
    #[must_use]
    pub fn of(plan: &Value) -> Option<Planned> {
        if let Ok(Match { plan, sprt }) = Match::deserialize(plan) {
            let names = plan.players.into_iter().map(|player| player.name).collect();
            let (terms, swap) = (plan.conditions.to_string(), plan.conditions.swap);
            return Some(Planned { names, sprt, terms, swap });
        }
        let plan = contest::Plan::deserialize(plan).ok()?;
        let (sprt, terms) = (plan.sprt, plan.to_string());
        let names = plan.bots.map(|bot| bot.name).to_vec();
        Some(Planned { names, sprt, terms, swap: false })
    }
}
