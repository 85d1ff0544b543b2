//! The commands with a single response; a new one is an element of `COMMANDS`.

use super::analyze::{Format, Request};
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

/// The commands: name, maximum number of arguments, and what they do.
const COMMANDS: [(&str, usize, Handler); 23] = [
    ("protocol_version", 0, |_, _| Ok("2".to_owned())),
    ("name", 0, |_, _| Ok("Twixt".to_owned())),
    ("version", 0, |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", 1, |_, args| Ok(names().any(|name| args == [name]).to_string())),
    ("list_commands", 0, |_, _| Ok(joined(names(), "\n"))),
    ("boardsize", 2, board_size),
    ("clear_board", 0, |state, _| state.restart(state.history.start().size(), state.rules)),
    ("twixt-rules", 1, linking),
    ("twixt-swap", 1, swap_rule),
    ("kata-get-rules", 0, |state, _| {
        let Rules { linking, swap } = state.history.rules();
        Ok(format!("{{\"linking\":\"{linking}\",\"swap\":\"{swap}\"}}"))
    }),
    ("komi", 1, |_, _| Ok(String::new())),
    ("play", 2, play),
    ("genmove", 1, genmove),
    ("reg_genmove", 1, reg_genmove),
    ("undo", 0, |state, _| match state.take_back() {
        true => Ok(String::new()),
        false => Err("cannot undo: no move has been played".to_owned()),
    }),
    ("showboard", 0, |state, _| Ok(board(state))),
    ("final_score", 0, final_score),
    ("time_settings", 3, |state, args| {
        let [main, period, moves] = exactly(args, "main time, period and moves per period")?;
        state.clock.set(seconds(main)?, seconds(period)?, whole(moves)?);
        Ok(String::new())
    }),
    ("time_left", 3, |state, args| {
        let (&first, rest) = args.split_first().ok_or("expected a colour, seconds and moves")?;
        let side = side(first)?;
        let [left, moves] = exactly(rest, "seconds and moves after the colour")?;
        state.clock.set_left(side, seconds(left)?, whole(moves)?);
        Ok(String::new())
    }),
    // Any command ends an analysis and pondering.
    ("stop", 0, |_, _| Ok(String::new())),
    ("loadsgf", usize::MAX, load),
    ("savesgf", usize::MAX, save),
    ("all_legal", 0, |state, _| {
        let position = state.history.position();
        Ok(joined(position.moves().map(|mv| state.columns.write(&position.ply(mv))), " "))
    }),
];

/// The commands with several reports, and whether they play a move.
const ANALYSES: [(&str, Format, bool); 4] = [
    ("kata-analyze", Format::Kata, false),
    ("kata-genmove_analyze", Format::Kata, true),
    ("lz-analyze", Format::LeelaZero, false),
    ("lz-genmove_analyze", Format::LeelaZero, true),
];

fn names() -> impl Iterator<Item = &'static str> {
    let commands = COMMANDS.iter().map(|&(name, ..)| name);
    commands.chain(ANALYSES.iter().map(|&(name, ..)| name)).chain(["quit"])
}

pub(super) fn run(state: &mut State, line: &str) -> Result<Outcome, String> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or("");
    let args: Vec<&str> = words.collect();
    if name == "quit" {
        return Ok(Outcome::Quit);
    }
    if let Some(&(_, format, plays)) = ANALYSES.iter().find(|known| known.0 == name) {
        return request(state, format, plays, &args).map(Outcome::Analyze);
    }
    let (_, most, handler) = COMMANDS
        .iter()
        .find(|known| known.0 == name)
        .ok_or_else(|| format!("unknown command {name:?}; list_commands lists all commands"))?;
    match args.get(*most) {
        Some(extra) if *most == 0 => Err(format!("{name} takes no argument, found {extra:?}")),
        Some(extra) => Err(format!("{name} takes at most {most} arguments, found {extra:?}")),
        None => handler(state, &args).map(Outcome::Done),
    }
}

/// Options of KataGo for outputs that this engine does not have; they have no effect.
const WITHOUT_EFFECT: [&str; 7] = [
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
];

/// Parses `[colour] [interval] [key value …]`. Intervals are in hundredths of a second.
fn request(state: &State, format: Format, plays: bool, args: &[&str]) -> Result<Request, String> {
    check_open(state, plays)?;
    let (mut interval, mut max_moves) = (Duration::from_secs(1), usize::MAX);
    let (mut max_visits, mut root_info) = (None, false);
    let mut mover = state.history.position().to_move();
    let mut args = args.iter().copied();
    while let Some(word) = args.next() {
        let mut number = |what: &str| {
            let text = args.next().unwrap_or("nothing");
            let read = text.parse::<u64>().ok();
            read.ok_or_else(|| format!("expected {what} after {word}, found {text:?}"))
        };
        let centiseconds = |count: u64| Duration::from_millis(count.clamp(1, 1 << 32) * 10);
        match word {
            "interval" => interval = centiseconds(number("hundredths of a second")?),
            "maxmoves" => max_moves = number("a number of moves")? as usize,
            "maxvisits" => max_visits = Some(number("a number of evaluations")?.max(1)),
            "minmoves" => drop(number("a number of moves")?),
            "avoid" | "allow" => {
                return Err(format!("{word} is not supported: the search considers all moves"))
            }
            _ if word == "rootInfo" || WITHOUT_EFFECT.contains(&word) => {
                let value = match args.next() {
                    Some("true") => true,
                    Some("false") => false,
                    other => {
                        let other = other.unwrap_or("nothing");
                        return Err(format!(
                            "expected true or false after {word}, found {other:?}"
                        ));
                    }
                };
                root_info |= value && word == "rootInfo";
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let count = word.parse();
                let count = count.map_err(|_| format!("unexpected interval {word:?}"))?;
                interval = centiseconds(count);
            }
            _ => {
                mover = side(word).map_err(|_| {
                    format!(
                        "unknown option {word:?}; known are a colour, interval, minmoves, maxmoves, maxvisits, \
                         rootInfo and {}",
                        WITHOUT_EFFECT.join(", ")
                    )
                })?;
            }
        }
    }
    Ok(Request { interval, max_moves, max_visits, root_info, format, mover, plays })
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

/// Fails if the game is over. A game that neither side can win continues until no hole is vacant. With `plays` false,
/// a position whose game has ended otherwise, such as by resignation, is open.
fn check_open(state: &State, plays: bool) -> Result<(), String> {
    match (state.history.position().outcome(), state.history.declared()) {
        (Some(_), _) => Err("the game is over".to_owned()),
        (_, Some(ending)) if plays => {
            Err(format!("the game is over ({ending}); undo takes the ending back"))
        }
        _ => Ok(()),
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
    check_open(state, true)?;
    if turn.eq_ignore_ascii_case("resign") {
        state.history.resign(side(mover)?);
        return Ok(String::new());
    }
    let side = side(mover)?;
    let ply: Result<Ply, _> = state.columns.read(turn).parse();
    let ply = ply.map_err(|error| format!("illegal move: {error}"))?;
    let has_turned = state.turn_to(side)?;
    if let Err(error) = state.play(ply) {
        if has_turned {
            state.turn_back();
        }
        return Err(format!("illegal move: {error}"));
    }
    Ok(String::new())
}

/// Searches for a move of the given colour, by default the one to move, to be played if `plays`; also returns whether the
/// turn has changed.
fn search_move(state: &mut State, plays: bool, args: &[&str]) -> Result<(Answer, bool), String> {
    check_open(state, plays)?;
    let has_turned = match args.first() {
        Some(colour) => state.turn_to(side(colour)?)?,
        None => false,
    };
    let position = state.history.position();
    let budget = state.engine.budget;
    let limits = match deadline(budget, state.clock.allotted(position.to_move())) {
        Some(end) => until(end),
        None => Limits { nodes: budget.evals(position), stop: None },
    };
    Ok((state.player().think(&limits), has_turned))
}

fn genmove(state: &mut State, args: &[&str]) -> Response {
    let (answer, _) = search_move(state, true, args)?;
    state.play_answer(&answer)
}

fn reg_genmove(state: &mut State, args: &[&str]) -> Response {
    let (Answer { ply, value, .. }, has_turned) = search_move(state, false, args)?;
    if has_turned {
        state.turn_back();
    }
    if state.resigns(value) {
        return Ok("resign".to_owned());
    }
    ply.map(|ply| state.columns.write(&ply)).ok_or_else(|| "the game is over".to_owned())
}

fn final_score(state: &mut State, _: &[&str]) -> Response {
    let Ending { winner, reason } = state.history.ending().ok_or("the game is not over")?;
    let letter = match winner {
        Some(Side::Vertical) => 'W',
        Some(Side::Horizontal) => 'B',
        None => return Ok("0".to_owned()),
    };
    // Clients expect a number; a chain has no size.
    Ok(format!("{letter}+{}", if reason == Reason::Resign { "R" } else { "1" }))
}

fn board(state: &State) -> String {
    let turn = match state.history.ending() {
        Some(_) => "the game is over".to_owned(),
        None => format!("{} to move", colour(state.history.position().to_move())),
    };
    format!("\n{}{turn}", state.view.render(&state.history.diagram()))
}

fn load(state: &mut State, args: &[&str]) -> Response {
    let all = args.join(" ");
    let (name, limit) = match *args {
        [] => return Err("expected a file, and optionally the first move to omit".to_owned()),
        [ref parts @ .., before] if !parts.is_empty() && !Path::new(&all).exists() => {
            match before.parse::<usize>() {
                Ok(before) => (parts.join(" "), before.saturating_sub(1)),
                Err(_) => (all, usize::MAX),
            }
        }
        _ => (all, usize::MAX),
    };
    let start = state.history.start();
    let assume = Assume { size: start.size(), rules: start.rules(), required: None, swap: None };
    let path = Path::new(&name);
    let (game, count) =
        files::read_nth(path, &assume, 1).map_err(|error| format!("cannot load: {error:#}"))?;
    files::print_notes(path, std::slice::from_ref(&game));
    if count > 1 {
        common::note!("club: {name}: loaded the first of {count} games");
    }
    let history = History::of(game, limit).map_err(|error| format!("cannot load: {error}"))?;
    state.set_history(history)?;
    Ok(colour(state.history.position().to_move()).to_owned())
}

fn save(state: &mut State, args: &[&str]) -> Response {
    if args.is_empty() {
        return Err("expected a file name".to_owned());
    }
    let (game, omitted) = state.history.game();
    let written = files::write_one(Path::new(&args.join(" ")), &game);
    let warnings = written.map_err(|error| format!("{error:#}"))?;
    Ok(joined(omitted.into_iter().chain(warnings), "\n"))
}

fn exactly<'a, const K: usize>(args: &[&'a str], what: &str) -> Result<[&'a str; K], String> {
    args.try_into().map_err(|_| format!("expected {what}"))
}

/// Clients send fractions, too.
fn seconds(text: &str) -> Result<Duration, String> {
    let read = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    read.ok_or_else(|| format!("expected seconds of at least 0, found {text:?}"))
}

fn whole(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number of moves, found {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::columns::Columns;

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
        let Ok(Outcome::Analyze(request)) = run(&mut state, "kata-analyze white 50 maxmoves 3")
        else {
            panic!("analyze starts no analysis")
        };
        let answer = state.player().ponder(&twixt::search::Limits::nodes(1));
        let line = crate::gtp::analyze::report(
            &state.player().reported(&answer),
            &answer,
            &request,
            Columns::All,
        );
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
