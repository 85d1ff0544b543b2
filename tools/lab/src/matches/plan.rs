//! Checks of plans, and their comparison when a match is resumed.

use super::player::{self, check_names};
use anyhow::{ensure, Result};
use records::openings::Openings;
use records::plan::{MatchPlan, Player};

/// Maximum number of rounds, so that the number of games cannot overflow.
const MAX_ROUNDS: u64 = 1_000_000_000;

/// Validates a plan: conditions, names and commands, at least two players, and at least one round.
pub fn check(plan: &MatchPlan) -> Result<()> {
    ensure!(
        (1..=MAX_ROUNDS).contains(&plan.rounds),
        "--rounds must be between 1 and {MAX_ROUNDS}, not {}",
        plan.rounds
    );
    let MatchPlan { players, conditions, .. } = plan;
    ensure!(players.len() >= 2, "a match needs two bots: pass --bot twice or more often");
    ensure!(
        players.len() == 2 || plan.sprt.is_none(),
        "--sprt tests a match of two bots, not of {}",
        players.len()
    );
    check_names(players)?;
    conditions.check()?;
    let programs = || players.iter().filter(|player| player::engine(player).is_none());
    for player in programs() {
        player::check_command(player)?;
        ensure!(
            player.threads == 1,
            "cannot set the threads of the program `{}`: pass a flag of the program in --bot",
            player.name
        );
    }
    if let Some(program) = programs().find(|player| player::is_arena(player)) {
        ensure!(
            conditions.rules == "pp",
            "cannot play `{}` under `--rules {}`: the arena's protocol has PP only; pass engines, or programs that \
             speak GTP, as in gtp:CMD",
            program.name,
            conditions.rules
        );
        ensure!(
            conditions.swap || conditions.openings.shortest() >= 2,
            "--swap off needs openings of two plies or more, such as --openings random:2: a program \
             that reads a single peg may swap it, and the protocol cannot forbid it"
        );
    }
    ensure!(
        conditions.balance.is_none()
            || players.get(1).is_some_and(|second| player::engine(second).is_some()),
        "--balance evaluates openings with the second bot: pass an engine, such as network"
    );
    ensure!(
        programs().count() == players.len() || conditions.openings != Openings::None,
        "engines need openings, or they repeat their games: pass --openings random:PEGS"
    );
    Ok(())
}

/// Returns the names of members that differ, except the number of rounds: a match can be extended.
pub fn differences(plan: &MatchPlan, other: &MatchPlan) -> Vec<&'static str> {
    let bare = |player: &Player| Player { weights: None, ..player.clone() };
    let weights = |player: &Player| player.weights.clone();
    let mut differences = Vec::new();
    if plan.players.iter().map(bare).ne(other.players.iter().map(bare)) {
        differences.push("bots");
    }
    if plan.players.iter().map(weights).ne(other.players.iter().map(weights)) {
        differences.push("weights");
    }
    differences.extend(plan.conditions.differences(&other.conditions));
    if plan.sprt != other.sprt {
        differences.push("--sprt");
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::plan::GameConditions;

    fn plan(players: [&str; 2], openings: &str, swap: bool) -> MatchPlan {
        let mut conditions = GameConditions {
            size: 12,
            rules: String::from("pp"),
            swap,
            limits_ms: [1000, 300],
            game_ms: None,
            nodes: Some(7),
            openings: Openings::None,
            balance: None,
            seed: 1,
        };
        let start = conditions.start().unwrap();
        conditions.openings = Openings::parse(openings, &start, None).unwrap();
        let players = players.iter().map(|text| text.parse().unwrap()).collect();
        MatchPlan { players, rounds: 5, conditions, sprt: None }
    }

    fn programs(openings: &str, swap: bool) -> MatchPlan {
        plan(["a=./own", "b=random"], openings, swap)
    }

    fn engines() -> MatchPlan {
        let mut plan = plan(["a=network:x.tpn", "b=distance"], "random:2", false);
        plan.conditions.rules = String::from("standard");
        plan.conditions.balance = Some("0.4..0.6".parse().unwrap());
        plan.sprt = Some("elo0=0 elo1=30".parse().unwrap());
        plan
    }

    #[test]
    fn swap_off_needs_openings_of_two_plies() {
        assert!(check(&programs("first-pegs", true)).is_ok());
        assert!(check(&programs("random:2", false)).is_ok());
        for open in ["first-pegs", "random:1", "none"] {
            assert!(check(&programs(open, false)).is_err(), "{open}");
        }
    }

    #[test]
    fn plans_round_trip_and_differences_are_named() {
        let plan = programs("none", true);
        for plan in [&plan, &engines()] {
            let text = serde_json::to_string(plan).unwrap();
            assert_eq!(serde_json::from_str::<MatchPlan>(&text).unwrap(), *plan);
        }
        let mut other = MatchPlan { rounds: 9, ..plan.clone() };
        assert!(differences(&plan, &other).is_empty());
        other.players[1].threads = 2;
        other.conditions.seed = 2;
        assert_eq!(differences(&plan, &other), ["bots", "--seed"]);
        let mut other = engines();
        other.players[0].weights = Some(String::from("abc"));
        assert_eq!(differences(&engines(), &other), ["weights"]);
    }

    #[test]
    fn invalid_plans_are_rejected() {
        assert!(check(&engines()).is_ok());
        type Spoil = fn(&mut MatchPlan);
        let cases: [(&str, Spoil); 7] = [
            ("--rounds", |plan| plan.rounds = 0),
            ("two bots", |plan| plan.players.truncate(1)),
            ("not of 3", |plan| plan.players.push("c=distance".parse().unwrap())),
            ("5-24", |plan| plan.conditions.size = 25),
            ("need openings", |plan| {
                plan.conditions.openings = Openings::None;
                plan.conditions.balance = None;
            }),
            ("PP only", |plan| plan.players[0].command = String::from("./own")),
            ("second bot", |plan| {
                plan.conditions.rules = String::from("pp");
                plan.players[1].command = String::from("./own");
            }),
        ];
        for (word, spoil) in cases {
            let mut plan = engines();
            spoil(&mut plan);
            let error = format!("{:#}", check(&plan).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }
}
