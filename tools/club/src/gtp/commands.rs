use super::analyze::{Dialect, Request};
use super::colour;
use super::state::State;
use crate::files;
use engine::player::Answer as Thought;
use formats::Assume;
use render::Diagram;
use std::path::Path;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{Linking, Ply, SwapRule};
use twixt::search::Limits;

/// What a command comes to.
pub(super) enum Outcome {
    Done(String),
    Failed(String),
    Quit,
    Analyze(Request),
}

type Answer = Result<String, String>;
type Handler = fn(&mut State, &[&str]) -> Answer;

/// What answers at once, by name.
const COMMANDS: [(&str, Handler); 21] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Twixt".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, args| Ok(names().any(|name| args == [name]).to_string())),
    ("list_commands", |_, _| Ok(names().collect::<Vec<_>>().join("\n"))),
    ("boardsize", board_size),
    ("clear_board", |state, _| {
        state.restart(state.line.start().size(), state.rules).map(|()| String::new())
    }),
    ("twixt-rules", linking),
    ("twixt-swap", swap_rule),
    ("komi", |_, _| Ok(String::new())),
    ("play", play),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", |state, _| match state.undo() {
        true => Ok(String::new()),
        false => Err("cannot undo: no move has been played".to_owned()),
    }),
    ("showboard", |state, _| Ok(board(state))),
    ("final_score", final_score),
    ("time_settings", |state, args| {
        let [main, period, stones] = numbers(args, "main time, period and moves of a period")?;
        state.clock.set(main, period, stones);
        Ok(String::new())
    }),
    ("time_left", |state, args| {
        let (&first, rest) = args.split_first().ok_or("expected a colour, seconds and moves")?;
        let side = colour::side(first)?;
        let [seconds, stones] = numbers(rest, "seconds and moves behind the colour")?;
        state.clock.set_left(side, seconds, stones);
        Ok(String::new())
    }),
    ("loadsgf", load),
    ("savesgf", save),
    ("all_legal", |state, _| {
        let moves = state.position().moves().map(|mv| Ply::from(mv).to_string());
        Ok(moves.collect::<Vec<_>>().join(" "))
    }),
];

/// What goes on for a while, by name: how it prints, and whether it plays.
const ANALYSES: [(&str, Dialect, bool); 6] = [
    ("analyze", Dialect::Kata, false),
    ("kata-analyze", Dialect::Kata, false),
    ("lz-analyze", Dialect::Leela, false),
    ("genmove_analyze", Dialect::Kata, true),
    ("kata-genmove_analyze", Dialect::Kata, true),
    ("lz-genmove_analyze", Dialect::Leela, true),
];

fn names() -> impl Iterator<Item = &'static str> {
    let commands = COMMANDS.iter().map(|&(name, _)| name);
    commands.chain(ANALYSES.iter().map(|&(name, ..)| name)).chain(["quit"])
}

/// Does what a line says.
pub(super) fn run(state: &mut State, line: &str) -> Outcome {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or("");
    let args: Vec<&str> = words.collect();
    if name == "quit" {
        return Outcome::Quit;
    }
    if let Some(&(_, dialect, plays)) = ANALYSES.iter().find(|known| known.0 == name) {
        return match request(state, dialect, plays, &args) {
            Ok(request) => Outcome::Analyze(request),
            Err(complaint) => Outcome::Failed(complaint),
        };
    }
    let answer = match COMMANDS.iter().find(|known| known.0 == name) {
        Some((_, handler)) => handler(state, &args),
        None => Err(format!("unknown command {name:?}; list_commands tells which there are")),
    };
    match answer {
        Ok(text) => Outcome::Done(text),
        Err(complaint) => Outcome::Failed(complaint),
    }
}

/// `[colour] [interval] [key value …]`: the interval in hundredths of a second, and of the pairs
/// `interval`, `maxmoves` and `minmoves` mean something.
fn request(state: &State, dialect: Dialect, plays: bool, args: &[&str]) -> Result<Request, String> {
    let mut request = Request {
        dialect,
        interval: Duration::from_secs(1),
        most: usize::MAX,
        genmove: plays.then(|| state.position().to_move()),
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
                request.most = number.ok_or("expected a number behind maxmoves")?;
            }
            "minmoves" => {
                args.next();
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                request.interval = centiseconds(word)?;
            }
            _ => on_move(state, word)?,
        }
    }
    is_on(state)?;
    Ok(request)
}

/// `boardsize N` or `boardsize COLUMNS ROWS`.
fn board_size(state: &mut State, args: &[&str]) -> Answer {
    let unacceptable = || "unacceptable size: expected 5 to 24, or columns and rows".to_owned();
    let read: Option<Vec<u8>> = args.iter().map(|text| text.parse().ok()).collect();
    let size = match read.as_deref() {
        Some(&[edge]) => Size::new(edge),
        Some(&[columns, rows]) => Size::rectangle(columns, rows),
        _ => None,
    };
    state.restart(size.ok_or_else(unacceptable)?, state.rules).map(|()| String::new())
}

fn linking(state: &mut State, args: &[&str]) -> Answer {
    match args {
        [] => Ok(state.rules.linking.to_string()),
        [name, ..] => {
            let linking: Linking = name.parse().map_err(|error| format!("{name:?}: {error}"))?;
            let (size, rules) = (state.line.start().size(), state.rules_of(linking));
            state.restart(size, rules).map(|()| String::new())
        }
    }
}

fn swap_rule(state: &mut State, args: &[&str]) -> Answer {
    match args {
        [] => Ok(state.swap_rule().to_string()),
        [name, ..] => {
            let swap: SwapRule = name.parse().map_err(|error| format!("{name:?}: {error}"))?;
            state.restart_with_swap(swap).map(|()| String::new())
        }
    }
}

/// Whether the game goes on. One that nobody can win any more does, until no hole is left.
fn is_on(state: &State) -> Result<(), String> {
    match state.resigned.is_none() && state.position().outcome().is_none() {
        true => Ok(()),
        false => Err("the game is over".to_owned()),
    }
}

/// Whether the colour is on move.
fn on_move(state: &State, text: &str) -> Result<(), String> {
    let (side, to_move) = (colour::side(text)?, state.position().to_move());
    if side == to_move {
        Ok(())
    } else {
        Err(format!("it is {}'s turn", colour::name(to_move)))
    }
}

fn play(state: &mut State, args: &[&str]) -> Answer {
    let &[colour, turn] = args else {
        return Err("expected a colour and a move such as D6, swap or resign".to_owned());
    };
    is_on(state)?;
    if turn.eq_ignore_ascii_case("resign") {
        state.resigned = Some(colour::side(colour)?);
        return Ok(String::new());
    }
    on_move(state, colour)?;
    let ply: Ply = turn.parse().map_err(|error| format!("illegal move: {error}"))?;
    state.play(ply).map_err(|error| format!("illegal move: {error}"))?;
    Ok(String::new())
}

/// What the engine thinks that a colour is to play.
fn chosen(state: &mut State, args: &[&str]) -> Result<Thought, String> {
    is_on(state)?;
    if let Some(colour) = args.first() {
        on_move(state, colour)?;
    }
    let limits = state.engine.limits(state.clock.allotted(state.position().to_move()));
    Ok(state.player().think(&limits))
}

fn genmove(state: &mut State, args: &[&str]) -> Answer {
    let thought = chosen(state, args)?;
    state.carry_out(&thought)
}

fn reg_genmove(state: &mut State, args: &[&str]) -> Answer {
    let Thought { ply, value, .. } = chosen(state, args)?;
    if state.gives_up(value) {
        return Ok("resign".to_owned());
    }
    ply.map(|ply| ply.to_string()).ok_or_else(|| "the game is over".to_owned())
}

/// Positions that an estimate of an open game looks at, if the engine's flags say no less.
const LOOKS: u64 = 200;

/// What an open game comes to: `0` if it is even, or whom it favours and by how much, from 0 to 1.
fn estimate(state: &mut State) -> String {
    let looks = state.engine.nodes.unwrap_or(LOOKS).min(LOOKS);
    let Thought { ply, value, .. } = state.player().ponder(&Limits::nodes(looks));
    let ahead = 2.0 * value - 1.0;
    // Who swaps sides, and by that gains what is expected, has the other colour then.
    let leaves = ply == Some(Ply::Swap) && state.swap_rule() == SwapRule::Sides;
    let to_move = state.position().to_move();
    let side = if (ahead > 0.0) != leaves { to_move } else { !to_move };
    match format!("{:.2}", ahead.abs()).as_str() {
        "0.00" => "0".to_owned(),
        ahead => format!("{}+{ahead}", colour::letter(side)),
    }
}

fn final_score(state: &mut State, _: &[&str]) -> Answer {
    match state.result() {
        Some(Some(side)) if state.resigned.is_some() => Ok(format!("{}+R", colour::letter(side))),
        Some(Some(side)) => Ok(format!("{}+", colour::letter(side))),
        Some(None) => Ok("0".to_owned()),
        None => Ok(estimate(state)),
    }
}

/// The board as `club show` draws it, and whose turn it is.
fn board(state: &State) -> String {
    let position = state.position();
    let mut diagram = Diagram::of(position);
    if let Some(Ply::Turn(turn)) = state.line.plies().last() {
        diagram.last = Some(turn.peg);
    }
    let turn = match state.result() {
        Some(_) => "the game is over".to_owned(),
        None => format!("{} to move", colour::name(position.to_move())),
    };
    format!("\n{}{turn}", state.view().draw(&diagram))
}

fn load(state: &mut State, args: &[&str]) -> Answer {
    let (name, most) = match *args {
        [name] => (name, usize::MAX),
        [name, before] => {
            let before: usize = before.parse().map_err(|_| "expected a move's number")?;
            (name, before.saturating_sub(1))
        }
        _ => {
            return Err("expected a file, and the number of the first move to leave out".to_owned())
        }
    };
    let start = state.line.start();
    let assume = Assume { size: start.size(), rules: start.rules(), asked: None, swap: None };
    let game = files::read_one(Path::new(name), &assume)
        .map_err(|error| format!("cannot load: {error:#}"))?;
    state.begin(game.start(), game.setup.clone())?;
    for ply in files::plies(&game).into_iter().take(most) {
        state.line.play(ply).map_err(|error| format!("cannot load: {error}"))?;
    }
    Ok(colour::name(state.position().to_move()).to_owned())
}

fn save(state: &mut State, args: &[&str]) -> Answer {
    let &[name] = args else { return Err("expected a file's name".to_owned()) };
    let game =
        files::game(state.line.start(), state.setup.as_ref(), state.line.plies(), state.resigned);
    let warnings =
        files::write_one(Path::new(name), &game).map_err(|error| format!("{error:#}"))?;
    Ok(warnings.join("\n"))
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
    fn names_are_told_once_each() {
        let mut all: Vec<&str> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        let analyses = ANALYSES.iter().map(|known| known.0);
        assert!(analyses.eq(names().skip(COMMANDS.len()).take(ANALYSES.len())));
    }

    #[test]
    fn reports_read_as_those_of_other_engines() {
        let mut state = crate::gtp::state::tests::state("--nodes 200");
        for turn in ["G6", "G8"] {
            let colour = colour::name(state.position().to_move());
            assert!(matches!(run(&mut state, &format!("play {colour} {turn}")), Outcome::Done(_)));
        }
        state.player().think(&twixt::search::Limits::nodes(300));
        let Outcome::Analyze(request) = run(&mut state, "lz-analyze white 50 maxmoves 3") else {
            panic!("an analysis")
        };
        let answer = state.player().ponder(&twixt::search::Limits::nodes(1));
        let line = crate::gtp::analyze::report(&state.player().candidates(), &answer, &request);
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
            assert!(words[4].parse::<u32>().unwrap() <= 10_000);
        }
    }
}
