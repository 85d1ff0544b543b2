//! What goes over the wire: games and lines as the page sends them, positions as it draws them.

use crate::refusal::Refusal;
use club::words::{on_board, swapped};
use formats::{read, Assume, Format, Game};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use twixt::geometry::{Hole, Link, Side};
use twixt::rules::{Linking, Move, Ply, Position, SwapRule};

/// Returns a ply as records write it: `D6`, `SWAP`, `J12-I12/K11`.
#[must_use]
pub fn ply_text(ply: &Ply) -> String {
    match ply {
        Ply::Swap => Move::Swap.to_string(),
        ply => ply.to_string(),
    }
}

/// Returns a side's name.
#[must_use]
pub const fn side_text(side: Side) -> &'static str {
    match side {
        Side::Vertical => "vertical",
        Side::Horizontal => "horizontal",
    }
}

/// A game up to the position that is evaluated.
pub struct Line {
    /// The game, without variations, comments and an end that is told.
    pub game: Game,
    /// Its plies.
    pub plies: Vec<Ply>,
    /// The position after them.
    pub position: Position,
}

/// What of a record leads to a position; a line is often cut off a game whose end and comments would
/// not fit it.
const KEPT: [&str; 8] = ["size", "columns", "rows", "rules", "swap", "setup", "moves", "players"];

/// Reads a line: all of it that leads to its last position, and nothing else.
///
/// # Errors
///
/// If it is no record of a game, or a move breaks a rule.
pub fn line(record: &RawValue) -> Result<Line, Refusal> {
    let mut object: Map<String, Value> = serde_json::from_str(record.get())
        .map_err(|error| Refusal::bad(format!("a game is an object with \"moves\": {error}")))?;
    object.retain(|key, _| KEPT.contains(&key.as_str()));
    if let Some(Value::Array(moves)) = object.get("moves") {
        moves.iter().filter_map(Value::as_str).try_for_each(readable)?;
    }
    let game = one(&Value::Object(object).to_string())?;
    let plies = game.main_line().map(|node| node.ply).collect();
    let position = game.position().map_err(Refusal::unfit)?;
    Ok(Line { game, plies, position })
}

/// Checks that a move can be read. A user may have typed it, so the message quotes it alone.
fn readable(word: &str) -> Result<(), Refusal> {
    /// Characters of a move that a message quotes.
    const SHOWN: usize = 24;
    let Err(error) = word.parse::<Ply>() else { return Ok(()) };
    let mut shown: String = word.chars().take(SHOWN).collect();
    if shown.len() < word.len() {
        shown.push('…');
    }
    let cause = match error.column {
        1 => String::from("it is no turn"),
        column => format!("expected {} at character {column}", error.expected),
    };
    Err(Refusal::unfit(format!(
        "cannot play {shown:?}: {cause}; type a hole such as D6, a turn such as D6-C4/E5, or swap"
    )))
}

/// Reads a whole game with its variations.
///
/// # Errors
///
/// If it is no record of a game, or a move breaks a rule.
pub fn game(record: &RawValue) -> Result<Game, Refusal> {
    one(record.get())
}

fn one(text: &str) -> Result<Game, Refusal> {
    let games = read(text, Some(Format::Json), &Assume::default());
    // Where in the text is of no use to somebody who wrote none.
    let games = games
        .map_err(|error| Refusal::unfit(format!("cannot play the game: {}", error.message)))?;
    let count = games.len();
    let [game] = <[Game; 1]>::try_from(games)
        .map_err(|_| Refusal::unfit(format!("expected one game, found {count}")))?;
    Ok(game)
}

type Name = &'static str;

/// All that the page shows of a position, and what may be played there.
#[derive(Serialize, Debug)]
pub struct View {
    columns: u8,
    rows: u8,
    rules: String,
    swap_rule: String,
    ply: usize,
    /// Nobody moves once the game is over.
    to_move: Option<Name>,
    may_swap: bool,
    pegs: Vec<(String, Name)>,
    links: Vec<(String, String, Name)>,
    /// Where the side to move may set its peg.
    holes: Vec<String>,
    /// Own links that the turn may take away.
    removable: Vec<(String, String)>,
    /// Where the last ply set a peg.
    last: Vec<String>,
    /// What the last ply did, if it was a swap.
    swap: Option<String>,
    outcome: Option<Ended>,
    chain: Vec<String>,
    players: Seats,
    moves: Vec<String>,
}

/// How a game ended on the board.
#[derive(Serialize, Debug)]
pub struct Ended {
    winner: Option<Name>,
    reason: Name,
    words: String,
}

/// Who has which side now: 0 for who opened, 1 for who answered.
#[derive(Serialize, Debug)]
pub struct Seats {
    vertical: usize,
    horizontal: usize,
}

impl View {
    /// The last position of a line.
    #[must_use]
    pub fn of(line: &Line) -> View {
        let Line { game, plies, position } = line;
        let size = position.size();
        let outcome = Ended::of(position);
        let goes_on = outcome.is_none();
        let board = position.board();
        let pegs = |side| board.pegs(side).map(move |peg| (peg.to_string(), side_text(side)));
        let ends = |link: Link| (link.ends().0.to_string(), link.ends().1.to_string());
        let links =
            |side| board.links(side).map(move |link| (ends(link).0, ends(link).1, side_text(side)));
        let hole = |mv| match mv {
            Move::Peg(hole) => Some(hole.to_string()),
            Move::Swap => None,
        };
        let side = position.to_move();
        let takes_away = goes_on && position.rules().linking == Linking::Standard;
        let (last, swap) = last(line);
        View {
            columns: size.columns(),
            rows: size.rows(),
            rules: game.rules.linking.to_string(),
            swap_rule: game.rules.swap.to_string(),
            ply: plies.len(),
            to_move: goes_on.then_some(side_text(side)),
            may_swap: goes_on && position.may_swap(),
            pegs: Side::ALL.into_iter().flat_map(pegs).collect(),
            links: Side::ALL.into_iter().flat_map(links).collect(),
            holes: position.moves().filter(|_| goes_on).filter_map(hole).collect(),
            removable: board.links(side).filter(|_| takes_away).map(ends).collect(),
            last,
            swap,
            outcome,
            chain: position.winning_chain().iter().map(Hole::to_string).collect(),
            players: Seats {
                vertical: game.player_of(Side::Vertical),
                horizontal: game.player_of(Side::Horizontal),
            },
            moves: plies.iter().map(ply_text).collect(),
        }
    }
}

impl Ended {
    /// How the game ended in this position; `None` while it goes on.
    fn of(position: &Position) -> Option<Ended> {
        let (winner, how) = on_board(position)?;
        Some(match winner {
            Some(side) => Ended {
                winner: Some(side_text(side)),
                reason: "chain",
                words: format!("{side} wins: its chain joins its borders."),
            },
            None => Ended { winner: None, reason: "blocked", words: format!("Drawn: {how}.") },
        })
    }
}

/// The holes of the last ply, and what it did if it was a swap.
fn last(line: &Line) -> (Vec<String>, Option<String>) {
    match line.plies.last() {
        None => (Vec::new(), None),
        Some(Ply::Turn(turn)) => (vec![turn.peg.to_string()], None),
        Some(Ply::Swap) => {
            let mut before = line.game.start();
            for ply in &line.plies[..line.plies.len() - 1] {
                // They were played before.
                let _ = before.play_ply(ply);
            }
            // By the mirror rule the peg stands elsewhere now; by the other it stays.
            let moved = line.game.rules.swap == SwapRule::Mirror;
            let peg =
                Side::ALL.into_iter().find_map(|side| line.position.board().pegs(side).next());
            let last = peg.filter(|_| moved).map(|peg| peg.to_string());
            (last.into_iter().collect(), swapped(&before))
        }
    }
}
