//! Statistics of games as JSON.

use records::plan::GameConditions;
use records::ratings::rate;
use records::standings::Standings;
use records::stats::{EloEstimate, Sprt, SprtState};
use serde::Serialize;
use serde_json::{json, Value};

#[derive(Serialize)]
struct Test {
    #[serde(flatten)]
    sprt: Sprt,
    #[serde(flatten)]
    state: SprtState,
}

/// Returns what [`report`](super::report()) prints, as JSON. Infinite numbers are `null`.
///
/// Answer times are in milliseconds. More than two bots have ratings; of two, `score` is that of the first against the
/// second, with the numbers of `pairs` in which the first scored 0, ½, 1, 1½ and 2 points.
#[must_use]
pub fn statistics(
    standings: &Standings,
    conditions: Option<&GameConditions>,
    sprt: Option<Sprt>,
) -> Value {
    let names = standings.names();
    let ratings = if names.len() > 2 { rate(standings) } else { Vec::new() };
    let bot = |(place, name): (usize, &String)| {
        let tally = standings.tally(place);
        let [median, percentile99, slowest] = tally.percentiles([50, 99, 100]);
        let rating = ratings.iter().find(|rating| rating.name == *name);
        json!({
            "name": name,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "lost_by": tally.losses_by_name(),
            "answers": tally.times_ms.len(),
            "median_ms": median,
            "percentile99_ms": percentile99,
            "slowest_ms": slowest,
            "rating": rating.map(|rating| rating.elo),
            "rating_error": rating.map(|rating| rating.error),
        })
    };
    let score = (names.len() == 2).then(|| {
        let counts = standings.between(0, 1);
        let EloEstimate { elo, nelo, los } = EloEstimate::of(&counts);
        json!({
            "points": counts.wdl.points(),
            "pairs": counts.pairs,
            "elo": elo,
            "nelo": nelo,
            "los": los,
            "sprt": sprt.map(|sprt| Test { sprt, state: sprt.state(&counts) }),
        })
    });
    json!({
        "conditions": conditions,
        "games": standings.games(),
        "incomplete_pairs": standings.half_pairs(),
        "bots": names.iter().enumerate().map(bot).collect::<Vec<_>>(),
        "score": score,
    })
}
