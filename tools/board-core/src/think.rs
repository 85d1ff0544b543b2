//! Searches with periodic reports.

use crate::error::ApiError;
use crate::report::SearchReport;
use crate::task::{until, Clock, Kind, Resources, Step, Task, Work, MAX_TIME};
use crate::wire::{json_body, read_line, GameLine};
use club::engine::{EngineOptions, SearchFlags};
use engine::player::{Grade, Player, Strength};
use engine::EngineSpec;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use twixt::rules::{Position, Proof};
use twixt::search::Limits;

/// The default time of a search at full strength.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The arena's time limits for the first move and for later moves, minus a move overhead for the connection.
const ARENA_TIMES: [Duration; 2] = [Duration::from_millis(930), Duration::from_millis(260)];

/// The minimum time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(120);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThinkRequest {
    game: Box<RawValue>,
    level: Option<String>,
    /// Selects among the turns of a grade.
    #[serde(default)]
    seed: u64,
    seconds: Option<f64>,
    #[serde(default)]
    endless: bool,
    clock: Option<String>,
}

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug)]
struct SearchLimits {
    /// Node budget, in evaluations.
    nodes: Option<u64>,
    time: Duration,
    /// Whether to search even if the answer is known without a search, as analyses do.
    ponders: bool,
}

/// The engine's player that chose the last move at full strength. The next search reuses its tree.
pub(crate) type LastPlayer = Arc<Mutex<Option<Player>>>;

/// Handles `/api/think`: creates a search.
///
/// # Errors
///
/// If the request is invalid.
pub(crate) fn think(
    body: &[u8],
    resources: Resources,
    search: &SearchFlags,
    last: &LastPlayer,
) -> Result<Task, ApiError> {
    let request: ThinkRequest = json_body(body)?;
    let line = read_line(&request.game)?;
    let level = level(request.level.as_deref())?;
    let grade = match level {
        Some(Strength::Grade(grade)) if !request.endless => Some((grade, request.seed)),
        _ => None,
    };
    let limits = limits(&request, level, &line)?;
    // A move takes seconds and an analysis minutes, so the tree for a move needs less memory.
    let Resources { clock, memory, threads } = resources;
    let (kind, memory) = match request.endless {
        true => (Kind::Analysis, memory),
        false => (Kind::Move, memory.div_ceil(4)),
    };
    let engine = EngineOptions::at_fixed_nodes(search.clone(), 1)
        .at_full_strength()
        .at_level(level, request.seed);
    // A level or grade has one thread, so that it plays the same on every machine, and link distances use no more.
    let has_network = EngineSpec::strongest(line.position.size()) != EngineSpec::Distance;
    let threads = if level.is_none() && has_network { threads } else { 1 };
    let start = clock();
    let search = Searching {
        position: line.position,
        engine: EngineOptions { memory, threads: Some(threads), ..engine },
        player: None,
        // At a level or grade, every search starts with an empty tree, so that the move depends on the position only.
        last: (kind == Kind::Move && level.is_none()).then(|| Arc::clone(last)),
        limits,
        grade,
        evals: 0,
        start,
        // The first report is sent at once.
        next_report: start,
    };
    Ok(Task::new(kind, threads, clock, search))
}

/// Parses the name of a level or grade; `None` is full strength.
fn level(name: Option<&str>) -> Result<Option<Strength>, ApiError> {
    match name {
        None | Some("full") => Ok(None),
        Some(name) => name.parse().map(Some).map_err(|error| {
            ApiError::bad_request(format!("cannot search: {error}, or full, found {name:?}"))
        }),
    }
}

fn limits(
    request: &ThinkRequest,
    level: Option<Strength>,
    line: &GameLine,
) -> Result<SearchLimits, ApiError> {
    let max = match request.clock.as_deref() {
        None => MAX_TIME,
        Some("arena") => ARENA_TIMES[usize::from(line.plies.len() > 1)],
        Some(clock) => {
            return Err(ApiError::bad_request(format!(
                "cannot search: expected \"arena\" for the clock, found {clock:?}"
            )))
        }
    };
    let time = match request.seconds {
        None if request.endless || level.is_some() || request.clock.is_some() => max,
        None => DEFAULT_TIME,
        Some(seconds) if (0.0..=MAX_TIME.as_secs_f64()).contains(&seconds) => {
            Duration::from_secs_f64(seconds).min(max)
        }
        Some(seconds) => {
            let max = MAX_TIME.as_secs();
            return Err(ApiError::bad_request(format!(
                "cannot search: expected 0 to {max} seconds, found {seconds}"
            )));
        }
    };
    let nodes = level.filter(|_| !request.endless).map(|level| match level {
        Strength::Level(level) => level.evals(),
        Strength::Grade(grade) => grade.evals(&line.position),
    });
    Ok(SearchLimits { nodes, time, ponders: request.endless })
}

/// A search of a position.
struct Searching {
    position: Position,
    engine: EngineOptions,
    /// Created in the first slice, since it allocates the tree.
    player: Option<Player>,
    /// Where the player is taken from, and where it is returned; `None` to create a new player and drop it afterwards.
    last: Option<LastPlayer>,
    limits: SearchLimits,
    /// The grade that chooses the turn after the search, with its seed.
    grade: Option<(Grade, u64)>,
    /// Evaluations so far.
    evals: u64,
    start: Duration,
    next_report: Duration,
}

impl Searching {
    fn player(&mut self) -> Result<&mut Player, ApiError> {
        let player = match self.player.take().or_else(|| self.last_player()) {
            Some(player) => player,
            // The alternate form includes the causes of an error.
            None => self
                .engine
                .player(&self.position)
                .map_err(|error| ApiError::internal(format!("{error:#}")))?,
        };
        Ok(self.player.insert(player))
    }

    /// Takes the last player if its board size and rules are those of this game.
    fn last_player(&self) -> Option<Player> {
        let kind = |position: &Position| (position.size(), position.rules());
        let last = self.last.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut player = last.filter(|last| kind(last.position()) == kind(&self.position))?;
        player.set_position(&self.position);
        Some(player)
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        if let (Some(last), Some(player)) = (&self.last, self.player.take()) {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(player);
        }
    }
}

impl Work for Searching {
    fn advance(&mut self, clock: Clock, end: Duration) -> Result<Step, ApiError> {
        let (evals, start, next_report) = (self.evals, self.start, self.next_report);
        let grade = self.grade;
        let SearchLimits { nodes, time, ponders } = self.limits;
        let left = nodes.map(|nodes| nodes.saturating_sub(evals));
        let deadline = start + time;
        let player = self.player()?;
        // The slices do not influence a search at fixed nodes, so a level plays the same on every machine.
        let limits = Limits { nodes: left, ..until(clock, end.min(deadline)) };
        let answer = match ponders {
            true => player.ponder(&limits),
            false => player.think(&limits),
        };
        let evals = evals + answer.evals;
        let now = clock();
        let is_done = answer.ply.is_none()
            || answer.proof != Proof::Open
            || nodes.is_some_and(|nodes| evals >= nodes)
            || now >= deadline
            || !ponders && player.is_known();
        let answer = match grade {
            Some((grade, seed)) if is_done => player.varied(answer, grade, seed),
            _ => answer,
        };
        let mut step = Step { is_done, ..Step::default() };
        // A report collects the lines of all moves, so it is created only if it is sent.
        if is_done || now >= next_report {
            let time = now.saturating_sub(start);
            step.push(&SearchReport::new(player, &answer, evals, time, is_done))?;
            self.next_report = now + REPORT_INTERVAL;
        }
        self.evals = evals;
        Ok(step)
    }
}
