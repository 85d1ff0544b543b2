//! The wire format: games as the page sends them, positions as it renders them.

use crate::error::ApiError;
use analysis::report::side_text;
use analysis::words::{on_board, swapped};
use formats::{ply_text, read_json, Assume, Game};
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use twixt::geometry::{Hole, Link, Side};
use twixt::rules::{Linking, Move, Ply, Position, SwapRule};

/// Parses the body of a request.
///
/// # Errors
///
/// If the body is not valid JSON of this type.
pub(crate) fn json_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body)
        .map_err(|error| ApiError::bad_request(format!("cannot read the request: {error}")))
}

/// A game up to the current position, without variations.
pub struct GameLine {
    /// The game, without variations, comments or a declared ending.
    pub game: Game,
    /// Its plies.
    pub plies: Vec<Ply>,
    /// The position after them.
    pub position: Position,
}

/// The keys of a record that [`read_line`] reads. The page may send a game up to any ply; the ending and the comments
/// of the whole game would then not match the moves.
const LINE_KEYS: [&str; 8] =
    ["size", "columns", "rows", "rules", "swap", "setup", "moves", "players"];

/// Parses a game without its variations, comments and declared ending.
///
/// # Errors
///
/// If it is not a record of a game, or a move breaks a rule.
pub fn read_line(record: &RawValue) -> Result<GameLine, ApiError> {
    let mut object: Map<String, Value> = serde_json::from_str(record.get()).map_err(|error| {
        ApiError::bad_request(format!(
            "cannot read the game: expected an object with \"moves\": {error}"
        ))
    })?;
    object.retain(|key, _| LINE_KEYS.contains(&key.as_str()));
    if let Some(Value::Array(moves)) = object.get("moves") {
        moves.iter().filter_map(Value::as_str).try_for_each(check_move)?;
    }
    let game = read_record(&Value::Object(object).to_string())?;
    let plies = game.main_line().map(|node| node.ply).collect();
    let position = game.position().map_err(ApiError::unprocessable)?;
    Ok(GameLine { game, plies, position })
}

/// Checks that a move can be parsed. The user may have typed it, so the message quotes the move without the record.
fn check_move(word: &str) -> Result<(), ApiError> {
    /// The maximum number of characters that a message quotes.
    const SHOWN: usize = 24;
    let Err(error) = word.parse::<Ply>() else { return Ok(()) };
    let mut shown: String = word.chars().take(SHOWN).collect();
    if shown.len() < word.len() {
        shown.push('…');
    }
    let cause = match error.column {
        1 => String::from("not a turn"),
        column => format!("expected {} at character {column}", error.expected),
    };
    Err(ApiError::unprocessable(format!(
        "cannot play {shown:?}: {cause}; type a hole such as D6, a turn such as D6-C4/E5, or swap"
    )))
}

/// Parses a game with its variations.
///
/// # Errors
///
/// If it is not a record of a game, or a move breaks a rule.
pub fn read_game(record: &RawValue) -> Result<Game, ApiError> {
    read_record(record.get())
}

fn read_record(text: &str) -> Result<Game, ApiError> {
    let games = read_json(text, &Assume::default());
    // Omit the place in the JSON text: the user did not write it.
    let games = games.map_err(|error| {
        ApiError::unprocessable(format!("cannot play the game: {}", error.message))
    })?;
    let count = games.len();
    let [game] = <[Game; 1]>::try_from(games)
        .map_err(|_| ApiError::unprocessable(format!("expected one game, found {count}")))?;
    Ok(game)
}

type Name = &'static str;

/// A position as the page renders it, with its legal moves.
#[derive(Serialize, Debug)]
pub struct PositionView {
    columns: u8,
    rows: u8,
    rules: String,
    swap_rule: String,
    ply: usize,
    /// `None` once the game is over.
    to_move: Option<Name>,
    may_swap: bool,
    pegs: Vec<(String, Name)>,
    links: Vec<(String, String, Name)>,
    /// The holes in which the side to move may place a peg.
    holes: Vec<String>,
    /// Links that the side to move may remove in its turn.
    removable: Vec<(String, String)>,
    /// The hole of the last peg.
    last: Vec<String>,
    /// The effect of the last ply, if it was a swap.
    swap: Option<String>,
    outcome: Option<BoardEnding>,
    chain: Vec<String>,
    players: SidePlayers,
    moves: Vec<String>,
}

/// The ending of a game on the board.
#[derive(Serialize, Debug)]
pub struct BoardEnding {
    winner: Option<Name>,
    reason: Name,
    words: String,
}

/// The player who has each side at the moment: 0 for the first player, 1 for the second.
#[derive(Serialize, Debug)]
pub struct SidePlayers {
    vertical: usize,
    horizontal: usize,
}

impl PositionView {
    /// Returns the view of a line's last position.
    pub fn of(line: &GameLine) -> PositionView {
        let GameLine { game, plies, position } = line;
        let size = position.size();
        let outcome = BoardEnding::of(position);
        let continues = outcome.is_none();
        let board = position.board();
        let pegs = |side| board.pegs(side).map(move |peg| (peg.to_string(), side_text(side)));
        let ends = |link: Link| (link.ends().0.to_string(), link.ends().1.to_string());
        let links =
            |side| board.links(side).map(move |link| (ends(link).0, ends(link).1, side_text(side)));
        let hole = |mv| match mv {
            Move::Peg(hole) => Some(hole.to_string()),
            _ => None,
        };
        let side = position.to_move();
        let takes_away = continues && position.rules().linking == Linking::Standard;
        let (last, swap) = last_ply(line);
        PositionView {
            columns: size.columns(),
            rows: size.rows(),
            rules: game.rules.linking.to_string(),
            swap_rule: game.rules.swap.to_string(),
            ply: plies.len(),
            to_move: continues.then_some(side_text(side)),
            may_swap: continues && position.may_swap(),
            pegs: Side::ALL.into_iter().flat_map(pegs).collect(),
            links: Side::ALL.into_iter().flat_map(links).collect(),
            holes: position.moves().filter(|_| continues).filter_map(hole).collect(),
            removable: board.links(side).filter(|_| takes_away).map(ends).collect(),
            last,
            swap,
            outcome,
            chain: position.winning_chain().iter().map(Hole::to_string).collect(),
            players: SidePlayers {
                vertical: game.player_of(Side::Vertical),
                horizontal: game.player_of(Side::Horizontal),
            },
            moves: plies.iter().map(ply_text).collect(),
        }
    }
}

impl BoardEnding {
    /// Returns the ending in this position; `None` while the game continues.
    fn of(position: &Position) -> Option<BoardEnding> {
        let (winner, how) = on_board(position)?;
        Some(match winner {
            Some(side) => BoardEnding {
                winner: Some(side_text(side)),
                reason: "chain",
                words: format!("{side} wins: its chain connects its borders."),
            },
            None => {
                BoardEnding { winner: None, reason: "blocked", words: format!("Drawn: {how}.") }
            }
        })
    }
}

/// Returns the hole of the peg that the last ply placed or moved, if any, and the effect of a swap.
fn last_ply(line: &GameLine) -> (Vec<String>, Option<String>) {
    match line.plies.last() {
        None => (Vec::new(), None),
        Some(Ply::Turn(turn)) => (vec![turn.peg.to_string()], None),
        Some(Ply::Swap) => {
            let mut before = line.game.start();
            for ply in &line.plies[..line.plies.len() - 1] {
                let _ = before.play_ply(ply);
            }
            // The mirror swap moves the peg; the swap of sides does not.
            let moved = line.game.rules.swap == SwapRule::Mirror;
            let peg =
                Side::ALL.into_iter().find_map(|side| line.position.board().pegs(side).next());
            let last = peg.filter(|_| moved).map(|peg| peg.to_string());
            (last.into_iter().collect(), swapped(&before))
        }
    }
}
