//! Searches for a move, and analyses with periodic reports.

use crate::error::ApiError;
use crate::task::{until, Clock, Kind, Resources, Step, Task, Work, MAX_TIME};
use crate::wire::{json_body, read_line, GameLine, PositionView};
use analysis::options::{Budget, EngineChoice, EngineOptions};
use analysis::report::SearchReport;
use engine::player::{Grade, Player, UnknownGrade};
use engine::EngineSpec;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use twixt::rules::{Ply, Position, Proof};
use twixt::search::Limits;
use twixt::time::TimeControl;

/// The default time of a search at full strength.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The minimum time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(120);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThinkRequest {
    game: Box<RawValue>,
    /// The number of the opponent's [`Grade`]; by default it has full strength.
    grade: Option<u8>,
    /// Selects among the turns of a grade.
    #[serde(default)]
    seed: u64,
    /// Node budget, in evaluations.
    nodes: Option<NonZeroU64>,
    seconds: Option<f64>,
    /// Whether to search for the values of all moves, even after the turn is known, and to report them as they change.
    #[serde(default)]
    analysis: bool,
    clock: Option<String>,
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
    choice: &EngineChoice,
    last: &LastPlayer,
) -> Result<Task, ApiError> {
    let request: ThinkRequest = json_body(body)?;
    let line = read_line(&request.game)?;
    let (budget, time) = (budget(&request)?, time(&request, &line)?);
    let is_timed = matches!(budget, Budget::Time(_));
    // A move takes seconds and an analysis minutes, so the tree for a move needs less memory.
    let Resources { clock, memory, threads } = resources;
    let (kind, memory) = match request.analysis {
        true => (Kind::Analysis, memory),
        false => (Kind::Move, memory.div_ceil(4)),
    };
    // A search at fixed nodes has one thread, so that it leads to the same turn on every machine; link distances use no
    // more.
    let has_network = EngineSpec::strongest(line.position.size()) != EngineSpec::Distance;
    let threads = if is_timed && has_network { threads } else { 1 };
    let engine = EngineOptions::new(choice.clone(), budget);
    let start = clock();
    let search = Searching {
        nodes: budget.evals(&line.position),
        line,
        engine: EngineOptions { memory, threads, ..engine },
        player: None,
        // At fixed nodes, every search starts with an empty tree, so that the turn depends on the position only.
        last: (kind == Kind::Move && is_timed).then(|| Arc::clone(last)),
        deadline: start + time,
        is_analysis: request.analysis,
        evals: 0,
        start,
        // An analysis sends its first report at once.
        next_report: start,
    };
    Ok(Task::new(kind, threads, clock, search))
}

/// Returns the limit that determines the strength of the turn.
fn budget(request: &ThinkRequest) -> Result<Budget, ApiError> {
    match (request.grade, request.nodes) {
        (None, None) => Ok(Budget::Time(MAX_TIME)),
        (None, Some(nodes)) => Ok(Budget::Nodes(nodes.get())),
        (Some(number), None) if !request.analysis => {
            let grade = Grade::new(number).ok_or_else(|| {
                ApiError::bad_request(format!("cannot search: {UnknownGrade}, found {number}"))
            })?;
            Ok(Budget::Grade(grade, request.seed))
        }
        _ => Err(ApiError::bad_request(
            "cannot search: expected only one of grade, nodes and analysis",
        )),
    }
}

/// Returns the maximum time of the search.
fn time(request: &ThinkRequest, line: &GameLine) -> Result<Duration, ApiError> {
    let max = match request.clock.as_deref() {
        None => MAX_TIME,
        Some("arena") if line.plies.len() < 2 => TimeControl::DEFAULT.first,
        Some("arena") => TimeControl::DEFAULT.turn,
        Some(clock) => {
            return Err(ApiError::bad_request(format!(
                "cannot search: expected \"arena\" for the clock, found {clock:?}"
            )))
        }
    };
    let is_bounded = request.grade.is_some() || request.nodes.is_some() || request.clock.is_some();
    match request.seconds {
        None if request.analysis || is_bounded => Ok(max),
        None => Ok(DEFAULT_TIME),
        Some(seconds) if (0.0..=MAX_TIME.as_secs_f64()).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds).min(max))
        }
        Some(seconds) => {
            let max = MAX_TIME.as_secs();
            Err(ApiError::bad_request(format!(
                "cannot search: expected 0 to {max} seconds, found {seconds}"
            )))
        }
    }
}

/// A line of the answer.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    report: SearchReport,
    /// The position after the move, so that the page need not request it.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<PositionView>,
}

/// A search of a position.
struct Searching {
    line: GameLine,
    engine: EngineOptions,
    /// Created in the first slice, since it allocates the tree.
    player: Option<Player>,
    /// Where the player is taken from, and where it is returned; `None` to create a new player and drop it afterwards.
    last: Option<LastPlayer>,
    /// Node budget, in evaluations.
    nodes: Option<u64>,
    deadline: Duration,
    is_analysis: bool,
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
                .player(&self.line.position)
                .map_err(|error| ApiError::internal(format!("{error:#}")))?,
        };
        Ok(self.player.insert(player))
    }

    /// Takes the last player if its board size and rules are those of this game.
    fn last_player(&self) -> Option<Player> {
        let kind = |position: &Position| (position.size(), position.rules());
        let last = self.last.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut player = last.filter(|last| kind(last.position()) == kind(&self.line.position))?;
        player.set_position(&self.line.position);
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
        let (nodes, deadline, is_analysis) = (self.nodes, self.deadline, self.is_analysis);
        let budget = self.engine.budget;
        let left = nodes.map(|nodes| nodes.saturating_sub(evals));
        let player = self.player()?;
        // The slices do not influence a search at fixed nodes.
        let limits = Limits { nodes: left, ..until(clock, end.min(deadline)) };
        let answer = match is_analysis {
            true => player.ponder(&limits),
            false => player.think(&limits),
        };
        let evals = evals + answer.evals;
        let now = clock();
        let is_done = answer.ply.is_none()
            || answer.proof != Proof::Open
            || nodes.is_some_and(|nodes| evals >= nodes)
            || now >= deadline
            || !is_analysis && player.is_known();
        let answer = match budget {
            Budget::Grade(grade, seed) if is_done => player.varied(answer, grade, seed),
            _ => answer,
        };
        let mut step = Step { is_done, ..Step::default() };
        // A report collects the lines of all moves, so it is created only if it is sent.
        if is_done || is_analysis && now >= next_report {
            let time = now.saturating_sub(start);
            let report = SearchReport::new(player, &answer, evals, time, is_done);
            let view = match answer.ply {
                Some(ply) if !is_analysis => Some(PositionView::of(&self.line.and_ply(ply)?)),
                _ => None,
            };
            step.push(&Report { report, view })?;
            self.next_report = now + REPORT_INTERVAL;
        }
        self.evals = evals;
        Ok(step)
    }
}

impl GameLine {
    /// Returns the line with one more ply.
    ///
    /// # Errors
    ///
    /// If the ply breaks a rule.
    fn and_ply(&self, ply: Ply) -> Result<GameLine, ApiError> {
        let plies: Vec<Ply> = self.plies.iter().cloned().chain([ply]).collect();
        let game = self.game.clone().and_plies(plies.iter().cloned());
        let game = game.map_err(ApiError::internal)?;
        let position = game.position().map_err(ApiError::internal)?;
        Ok(GameLine { game, plies, position })
    }
}
