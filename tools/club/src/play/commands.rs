//! The commands of a game at the terminal, such as `hint` and `undo`, and their help.

use super::console::print_lines;
use super::editor::Words;
use super::words::{illegal, percent, unreadable};
use super::{Console, Session};
use crate::files;
use crate::view::ViewSize;
use analysis::options::Budget;
use analysis::words::joined;
use anyhow::Result;
use clap::ValueEnum;
use engine::player::{Answer, Grade};
use engine::Candidate;
use std::path::Path;
use twixt::rules::{Linking, Ply};

const HELP: &str = "  D6               place a peg; all possible links to own pegs are added
  swap             take the first peg instead of placing one (second player only)
  hint             show the best move at full strength
  eval             show the value of the position, and the best turns
  undo, u          take back your last turn and all later ones
  redo             replay the turns of the last undo
  board            redraw the board; board auto, small, medium or large sets its size
  moves            list the moves
  grade N          set the engine's strength: 1 (a beginner) to LAST, or full
  save FILE        save the game; the name must end with ENDINGS
                   save! FILE overwrites an existing file without asking
  load FILE [N]    continue game N of a file, by default the first
  new              start a new game with the same rules and size
  resign           resign
  help, h          show this help
  quit, q          quit
  Up and Down recall earlier lines, Tab completes, Ctrl-C stops the engine or quits";

const HELP_LINKS: &str = "  D6-C4/E5+D6/B5   a turn with links: remove C4-E5, add only D6-B5
  D6-C4/E5         remove C4-E5, then add all possible links of D6; D6+ adds no links";

const GRADES: [&str; Grade::COUNT as usize + 1] =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "full"];

/// Words for completion.
pub(super) const WORDS: Words = Words {
    commands: &[
        "board", "eval", "grade", "help", "hint", "load", "moves", "new", "quit", "redo", "resign",
        "save", "swap", "undo",
    ],
    values: &[("board", &["auto", "small", "medium", "large"]), ("grade", &GRADES)],
    files: &["load", "save", "save!"],
};

/// Executes a line; returns false to quit.
pub(super) fn run(session: &mut Session, line: &str, console: &mut Console) -> Result<bool> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let reply = match word.to_ascii_lowercase().as_str() {
        "" => String::new(),
        "quit" | "q" | "exit" => return session.confirm_quit(console),
        "help" | "h" | "?" => help(session),
        "hint" => hint(session, console)?,
        "eval" => eval(session, console)?,
        "undo" | "u" => match session.game.undo() {
            0 => "Nothing to undo.".to_owned(),
            _ => session.redraw(),
        },
        "redo" => match session.game.redo() {
            0 => "Nothing to redo.".to_owned(),
            _ => session.redraw(),
        },
        "board" => board(session, rest),
        "moves" => moves(session),
        "grade" => grade(session, rest)?,
        "new" => {
            match session.confirm_discard(console)? {
                Some(true) => session.restart()?,
                Some(false) => {}
                None => return Ok(false),
            }
            String::new()
        }
        "load" if rest.is_empty() => "Load needs a file name, such as `load game.sgf`.".to_owned(),
        "load" => match session.confirm_discard(console)? {
            Some(true) => load(session, rest),
            Some(false) => String::new(),
            None => return Ok(false),
        },
        "save" | "save!" if rest.is_empty() => {
            "Save needs a file name, such as `save game.sgf`.".to_owned()
        }
        "save" => session.save(rest, false, console)?,
        "save!" => session.save(rest, true, console)?,
        _ if session.game.ending().is_some() => {
            "The game is over: undo, new, save FILE or quit.".to_owned()
        }
        "resign" => {
            session.game.history.resign(session.game.history.position().to_move());
            String::new()
        }
        _ => play(session, line)?,
    };
    print_lines(&reply)?;
    Ok(true)
}

fn help(session: &Session) -> String {
    let help = HELP.replace("ENDINGS", &files::name_endings());
    let help = help.replace("LAST", &Grade::COUNT.to_string());
    match session.game.history.position().rules().linking {
        Linking::Standard => format!("{help}\n{HELP_LINKS}"),
        Linking::Pp => help,
    }
}

fn play(session: &mut Session, line: &str) -> Result<String> {
    let position = session.game.history.position();
    let size = position.size();
    let ply: Ply = match line.parse() {
        Ok(ply) => ply,
        Err(error) => {
            let why = unreadable(&error, size);
            return Ok(format!("Neither a turn nor a command: {why}. Type help for a list."));
        }
    };
    match position.clone().play_ply(&ply) {
        Ok(()) => session.play(ply),
        Err(error) => Ok(format!("Illegal turn: {}.", illegal(error, size))),
    }
}

const OVER: &str = "The game is over.";

/// Searches at full strength; returns the move and the candidates. Ctrl-C ends the search early.
fn advice(session: &mut Session, console: &Console) -> Result<(Answer, Vec<Candidate>)> {
    let (game, engine) = (&mut session.game, session.flags.options(session.flags.full_strength()));
    let (advice, _) = console.interrupts.during(|stop| game.advice(&engine, stop));
    advice
}

fn hint(session: &mut Session, console: &Console) -> Result<String> {
    if session.game.ending().is_some() {
        return Ok(OVER.to_owned());
    }
    let side = session.game.history.position().to_move();
    let (answer, _) = advice(session, console)?;
    let Some(ply) = answer.ply else { return Ok(String::new()) };
    let (value, line) = (percent(answer.value, side), joined(answer.line.iter().take(6), " "));
    Ok(format!("{ply} ({value}); expected line: {line}"))
}

/// Maximum number of turns that `eval` prints.
const TURNS: usize = 5;

fn eval(session: &mut Session, console: &Console) -> Result<String> {
    if session.game.ending().is_some() {
        return Ok(OVER.to_owned());
    }
    let side = session.game.history.position().to_move();
    let (answer, candidates) = advice(session, console)?;
    let (own, other) = (percent(answer.value, side), percent(1.0 - answer.value, !side));
    let visited = candidates.iter().filter(|candidate| candidate.visits > 0).take(TURNS);
    let words = visited.map(|found| format!("{} {:.0} %", found.ply, 100.0 * found.value));
    let best = match (joined(words, ", "), answer.ply) {
        (turns, Some(ply)) if turns.is_empty() => format!("Best: {ply}"),
        (turns, _) => format!("Best for {side}: {turns}"),
    };
    Ok(format!("{own}, {other}.\n{best}"))
}

fn moves(session: &Session) -> String {
    let plies = (1..).zip(session.game.history.plies());
    match joined(plies.map(|(number, ply)| format!("{number}.{ply}")), " ") {
        list if list.is_empty() => "No moves yet.".to_owned(),
        list => list,
    }
}

fn grade(session: &mut Session, name: &str) -> Result<String> {
    let is_change = !name.is_empty();
    if name == "full" {
        session.budget = session.flags.full_strength();
    } else if is_change {
        match name.parse() {
            Ok(grade) => session.budget = Budget::Grade(grade, session.seed),
            Err(error) => return Ok(format!("{name:?} is not a grade: {error}, or full.")),
        }
    }
    let strength = match session.budget {
        Budget::Time(_) => "at full strength".to_owned(),
        Budget::Nodes(nodes) => format!("with {nodes} evaluations per turn"),
        Budget::Grade(grade, _) => {
            format!("at grade {grade} of {} ({})", Grade::COUNT, grade.words())
        }
    };
    if !is_change {
        return Ok(format!("The engine plays {strength}."));
    }
    session.game.set_opponent(&session.opponent())?;
    Ok(format!("From now on the engine plays {strength}."))
}

/// Executes `load FILE [N]`; file names may contain spaces. On an error the current game continues.
fn load(session: &mut Session, rest: &str) -> String {
    let numbered = rest.rsplit_once(' ').and_then(|(name, number)| {
        let number = number.parse().ok()?;
        (!Path::new(rest).exists()).then_some((name.trim(), Some(number)))
    });
    let (name, number) = numbered.unwrap_or((rest, None));
    let loaded = session.load(Path::new(name), number);
    loaded.unwrap_or_else(|error| format!("Not loaded: {error:#}."))
}

fn board(session: &mut Session, size: &str) -> String {
    if !size.is_empty() {
        let Ok(size) = ViewSize::from_str(size, false) else {
            return format!("Unknown size {size:?}: expected auto, small, medium or large.");
        };
        session.view.size = size;
    }
    session.redraw()
}
