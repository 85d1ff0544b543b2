use super::analyze::Request;
use super::state::State;
use crate::engine::deadline;
use crate::files;
use crate::history::History;
use analysis::words::joined;
use engine::player::Answer;
use formats::{Assume, Ending, Reason};
use std::path::Path;
use std::time::Duration;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Ply, Rules, SwapRule};
use twixt::search::Limits;
use twixt::time::until;

pub(super) enum Outcome {
    Done(String),
    Quit,
    Analyze(Request),
}

type Response = Result<String, String>;
type Handler = fn(&mut State, &[&str]) -> Response;

/// Commands with a single response, by name.
const COMMANDS: [(&str, Handler); 21] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Twixt".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, args| Ok(names().any(|name| args == [name]).to_string())),
    ("list_commands", |_, _| Ok(joined(names(), "\n"))),
    ("boardsize", board_size),
    ("clear_board", |state, _| state.restart(state.history.start().size(), state.rules)),
    ("twixt-rules", linking),
    ("twixt-swap", swap_rule),
    ("komi", |_, _| Ok(String::new())),
    ("play", play),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", |state, _| match state.history.take_back() {
        true => Ok(String::new()),
        false => Err("cannot undo: no move has been played".to_owned()),
    }),
    ("showboard", |state, _| Ok(board(state))),
    ("final_score", final_score),
    ("time_settings", |state, args| {
        let [main, period, stones] = numbers(args, "main time, period and moves per period")?;
        state.clock.set(main, period, stones);
        Ok(String::new())
    }),
    ("time_left", |state, args| {
        let (&first, rest) = args.split_first().ok_or("expected a colour, seconds and moves")?;
        let side = side(first)?;
        let [seconds, stones] = numbers(rest, "seconds and moves after the colour")?;
        state.clock.set_left(side, seconds, stones);
        Ok(String::new())
    }),
    ("loadsgf", load),
    ("savesgf", save),
    ("all_legal", |state, _| Ok(joined(state.history.position().moves().map(Ply::from), " "))),
];

fn names() -> impl Iterator<Item = &'static str> {
    let commands = COMMANDS.iter().map(|&(name, _)| name);
    commands.chain(["analyze", "genmove_analyze", "quit"])
}

pub(super) fn run(state: &mut State, line: &str) -> Result<Outcome, String> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or("");
    let args: Vec<&str> = words.collect();
    match name {
        "quit" => return Ok(Outcome::Quit),
        "analyze" => return request(state, false, &args).map(Outcome::Analyze),
        "genmove_analyze" => return request(state, true, &args).map(Outcome::Analyze),
        _ => (),
    }
    let (_, handler) = COMMANDS
        .iter()
        .find(|known| known.0 == name)
        .ok_or_else(|| format!("unknown command {name:?}; list_commands lists all commands"))?;
    handler(state, &args).map(Outcome::Done)
}

/// Parses `[colour] [interval] [key value …]`. Intervals are in hundredths of a second; of the keys,
/// `interval` and `maxmoves` have an effect, and `minmoves` is ignored.
fn request(state: &State, plays: bool, args: &[&str]) -> Result<Request, String> {
    let mut request = Request {
        interval: Duration::from_secs(1),
        max_moves: usize::MAX,
        genmove: plays.then(|| state.history.position().to_move()),
    };
    let mut args = args.iter();
    while let Some(&word) = args.next() {
        let centiseconds = |text: &str| match text.parse::<u32>() {
            Ok(number) => Ok(Duration::from_millis(10 * u64::from(number.max(1)))),
            Err(_) => Err(format!("expected hundredths of a second, found {text:?}")),
        };
        match word {
            "interval" => request.interval = centiseconds(args.next().unwrap_or(&""))?,
            "maxmoves" => {
                let number = args.next().and_then(|text| text.parse().ok());
                request.max_moves = number.ok_or("expected a number after maxmoves")?;
            }
            "minmoves" => {
                args.next();
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                request.interval = centiseconds(word)?;
            }
            _ => check_to_move(state, word)?,
        }
    }
    check_open(state)?;
    Ok(request)
}

fn board_size(state: &mut State, args: &[&str]) -> Response {
    let unacceptable = || "unacceptable size: expected 5 to 24, or columns and rows".to_owned();
    let read: Option<Vec<u8>> = args.iter().map(|text| text.parse::<u8>().ok()).collect();
    let size = match read.as_deref() {
        Some(&[edge]) => Size::new(edge),
        Some(&[columns, rows]) => Size::rectangle(columns, rows),
        _ => None,
    };
    state.restart(size.ok_or_else(unacceptable)?, state.rules)
}

fn linking(state: &mut State, args: &[&str]) -> Response {
    match args {
        [] => Ok(state.rules.linking.to_string()),
        [name, ..] => {
            let linking: Linking = name.parse().map_err(|error| format!("{name:?}: {error}"))?;
            let usual = Rules::usual(linking);
            let swap = state.swap.unwrap_or(usual.swap);
            state.restart(state.history.start().size(), Rules { swap, ..usual })
        }
    }
}

fn swap_rule(state: &mut State, args: &[&str]) -> Response {
    match args {
        [] => Ok(state.history.rules().swap.to_string()),
        [name, ..] => {
            let swap: SwapRule = name.parse().map_err(|error| format!("{name:?}: {error}"))?;
            // A later `twixt-rules` keeps this swap rule.
            state.swap = Some(swap);
            state.restart(state.history.start().size(), Rules { swap, ..state.rules })
        }
    }
}

/// Fails if the game is over. A game that neither side can win continues until no hole is vacant.
fn check_open(state: &State) -> Result<(), String> {
    match state.history.declared().is_none() && state.history.position().outcome().is_none() {
        true => Ok(()),
        false => Err("the game is over".to_owned()),
    }
}

fn check_to_move(state: &State, text: &str) -> Result<(), String> {
    let to_move = state.history.position().to_move();
    match side(text)? == to_move {
        true => Ok(()),
        false => Err(format!("wrong colour: it is {}'s turn", colour(to_move))),
    }
}

fn side(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" | "red" | "r" | "vertical" | "v" => Ok(Side::Vertical),
        "black" | "b" | "horizontal" | "h" => Ok(Side::Horizontal),
        other => Err(format!(
            "expected a colour, white (connects top and bottom) or black, found {other:?}"
        )),
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::Vertical => "white",
        Side::Horizontal => "black",
    }
}

fn play(state: &mut State, args: &[&str]) -> Response {
    let &[mover, turn] = args else {
        return Err("expected a colour and a move such as D6, swap or resign".to_owned());
    };
    check_open(state)?;
    if turn.eq_ignore_ascii_case("resign") {
        state.history.resign(side(mover)?);
        return Ok(String::new());
    }
    check_to_move(state, mover)?;
    let ply: Ply = turn.parse().map_err(|error| format!("illegal move: {error}"))?;
    state.play(ply).map_err(|error| format!("illegal move: {error}"))?;
    Ok(String::new())
}

/// Searches for a move for the colour to move.
fn search_move(state: &mut State, args: &[&str]) -> Result<Answer, String> {
    check_open(state)?;
    if let Some(colour) = args.first() {
        check_to_move(state, colour)?;
    }
    let position = state.history.position();
    let budget = state.engine.budget;
    let limits = match deadline(budget, state.clock.allotted(position.to_move())) {
        Some(end) => until(end),
        None => Limits { nodes: budget.evals(position), stop: None },
    };
    Ok(state.player().think(&limits))
}

fn genmove(state: &mut State, args: &[&str]) -> Response {
    let answer = search_move(state, args)?;
    state.play_answer(&answer)
}

fn reg_genmove(state: &mut State, args: &[&str]) -> Response {
    let Answer { ply, value, .. } = search_move(state, args)?;
    if state.resigns(value) {
        return Ok("resign".to_owned());
    }
    ply.map(|ply| ply.to_string()).ok_or_else(|| "the game is over".to_owned())
}

fn final_score(state: &mut State, _: &[&str]) -> Response {
    let Ending { winner, reason } = state.history.ending().ok_or("the game is not over")?;
    let letter = match winner {
        Some(Side::Vertical) => 'W',
        Some(Side::Horizontal) => 'B',
        None => return Ok("0".to_owned()),
    };
    Ok(format!("{letter}+{}", if reason == Reason::Resign { "R" } else { "" }))
}

fn board(state: &State) -> String {
    let turn = match state.history.ending() {
        Some(_) => "the game is over".to_owned(),
        None => format!("{} to move", colour(state.history.position().to_move())),
    };
    format!("\n{}{turn}", state.view.render(&state.history.diagram()))
}

fn load(state: &mut State, args: &[&str]) -> Response {
    let (name, limit) = match *args {
        [name] => (name, usize::MAX),
        [name, before] => {
            let before: usize = before.parse().map_err(|_| "expected a move number")?;
            (name, before.saturating_sub(1))
        }
        _ => {
            return Err(
                "expected a file and optionally the number of the first move to omit".to_owned()
            )
        }
    };
    let start = state.history.start();
    let assume = Assume { size: start.size(), rules: start.rules(), required: None, swap: None };
    let path = Path::new(name);
    let (game, _) =
        files::read_nth(path, &assume, 1).map_err(|error| format!("cannot load: {error:#}"))?;
    files::print_notes(path, std::slice::from_ref(&game));
    state.set_history(History::start_of(&game))?;
    for node in game.main_line().take(limit) {
        state.history.play(node.ply).map_err(|error| format!("cannot load: {error}"))?;
    }
    Ok(colour(state.history.position().to_move()).to_owned())
}

fn save(state: &mut State, args: &[&str]) -> Response {
    let &[name] = args else { return Err("expected a file name".to_owned()) };
    let written = files::write_one(Path::new(name), &state.history.game());
    Ok(written.map_err(|error| format!("{error:#}"))?.join("\n"))
}

fn numbers<const K: usize>(args: &[&str], what: &str) -> Result<[u32; K], String> {
    let read: Option<Vec<u32>> = args
        .iter()
        .map(|text| text.parse::<f64>().ok().map(|number| number.max(0.0) as u32))
        .collect();
    read.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| format!("expected {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_names_are_unique() {
        let mut all: Vec<&str> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn reports_have_the_fields_of_kata_analyze() {
        let mut state = crate::gtp::state::tests::state("--nodes 200");
        for line in ["play white G6", "play black G8"] {
            assert!(matches!(run(&mut state, line), Ok(Outcome::Done(_))));
        }
        state.player().think(&twixt::search::Limits::nodes(300));
        let Ok(Outcome::Analyze(request)) = run(&mut state, "analyze white 50 maxmoves 3") else {
            panic!("analyze starts no analysis")
        };
        let answer = state.player().ponder(&twixt::search::Limits::nodes(1));
        let line =
            crate::gtp::analyze::report(&state.player().reported(&answer), &answer, &request);
        let infos: Vec<&str> = line.split("info move ").skip(1).collect();
        assert_eq!(infos.len(), 3, "{line}");
        for (order, info) in infos.iter().enumerate() {
            let words: Vec<&str> = info.split_whitespace().collect();
            assert_eq!(
                [words[1], words[3], words[5], words[7]],
                ["visits", "winrate", "prior", "order"]
            );
            assert_eq!(words[8], order.to_string());
            assert_eq!([words[9], words[10]], ["pv", words[0]]);
            assert!((0.0..=1.0).contains(&words[4].parse::<f32>().unwrap()));
        }
    }
}
