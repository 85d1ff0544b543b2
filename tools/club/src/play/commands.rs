use super::editor::Words;
use super::talk::say;
use super::words::{illegal, percent, unreadable};
use super::{Session, Talk};
use crate::files;
use crate::view::ViewSize;
use crate::words::joined;
use anyhow::Result;
use clap::ValueEnum;
use engine::player::{Answer, Level};
use engine::Candidate;
use std::path::Path;
use twixt::rules::{Linking, Ply};

const HELP: &str = "  D6               set a peg; it links to all own pegs that it can
  swap             take the first peg, as the second player's answer to it
  hint             what the engine at its best would play here
  eval             what the position is worth, and the best turns
  undo             take back your last turn and what came after it; u
  redo             play it again
  board            draw the board again; board auto, small, medium or large changes how
  moves            the game so far
  level N          how strong the engine plays, 1 to 8; level full for its best
  save FILE        keep the game; the name ends with ENDINGS
                   save! FILE overwrites what is there without a question
  load FILE [N]    go on with the game, or the Nth, of a file
  new              begin anew by the same rules
  resign           give up
  help             this; h
  quit             leave; q
  Up and Down recall earlier lines, Tab completes, Ctrl-C stops the engine or leaves";

const HELP_LINKS: &str =
    "  D6-C4/E5+D6/B5   a turn with links: take C4-E5 away, make D6-B5 and no others
  D6-C4/E5         take C4-E5 away, then link D6 to all that it can; D6+ makes no links";

/// What the Tab key completes.
pub(super) const WORDS: Words = Words {
    commands: &[
        "board", "eval", "help", "hint", "level", "load", "moves", "new", "quit", "redo", "resign",
        "save", "swap", "undo",
    ],
    values: &[
        ("board", &["auto", "small", "medium", "large"]),
        ("level", &["1", "2", "3", "4", "5", "6", "7", "8", "full"]),
    ],
    files: &["load", "save", "save!"],
};

/// Carries out what a person has typed; false to leave.
pub(super) fn run(session: &mut Session, line: &str, talk: &mut Talk) -> Result<bool> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let said = match word.to_ascii_lowercase().as_str() {
        "" => String::new(),
        "quit" | "q" | "exit" => return Ok(!session.may_leave(talk)?),
        "help" | "h" | "?" => help(session),
        "hint" => hint(session, talk)?,
        "eval" => eval(session, talk)?,
        "undo" | "u" => match session.table.undo() {
            0 => "There is nothing to take back.".to_owned(),
            _ => session.redraw(),
        },
        "redo" => match session.table.redo() {
            0 => "There is nothing to play again.".to_owned(),
            _ => session.redraw(),
        },
        "board" => board(session, rest),
        "moves" => moves(session),
        "level" => level(session, rest)?,
        "new" => {
            if session.may_leave(talk)? {
                session.begin()?;
            }
            String::new()
        }
        "load" if rest.is_empty() => "Load which file? load game.sgf, say.".to_owned(),
        "load" => match session.may_leave(talk)? {
            true => load(session, rest),
            false => String::new(),
        },
        "save" | "save!" if rest.is_empty() => "Save to which file? save game.sgf, say.".to_owned(),
        "save" => session.save(rest, false, talk)?,
        "save!" => session.save(rest, true, talk)?,
        _ if session.table.ending().is_some() => {
            "The game is over: undo, new, save FILE or quit.".to_owned()
        }
        "resign" => {
            session.table.line.resign(session.table.line.position().to_move());
            String::new()
        }
        _ => play(session, line)?,
    };
    say(&said)?;
    Ok(true)
}

fn help(session: &Session) -> String {
    let help = HELP.replace("ENDINGS", &files::name_endings());
    match session.table.line.position().rules().linking {
        Linking::Standard => format!("{help}\n{HELP_LINKS}"),
        Linking::Pp => help,
    }
}

fn play(session: &mut Session, line: &str) -> Result<String> {
    let position = session.table.line.position();
    let size = position.size();
    let ply: Ply = match line.parse() {
        Ok(ply) => ply,
        Err(error) => {
            let why = unreadable(&error, size);
            return Ok(format!("That is neither a turn nor a command: {why}. Type help for both."));
        }
    };
    match position.clone().play_ply(&ply) {
        Ok(()) => session.play(ply),
        Err(error) => Ok(format!("That can't be played: {}.", illegal(error, size))),
    }
}

const OVER: &str = "The game is over.";

/// Returns what the engine at its best would play here, and what it thinks of the turns. Ctrl-C takes what is found
/// so far.
fn advice(session: &mut Session, talk: &Talk) -> Result<(Answer, Vec<Candidate>)> {
    let (table, engine) = (&mut session.table, session.flags.full());
    let (advice, _) = talk.interrupts.during(|stop| table.advice(&engine, stop));
    advice
}

fn hint(session: &mut Session, talk: &Talk) -> Result<String> {
    if session.table.ending().is_some() {
        return Ok(OVER.to_owned());
    }
    let side = session.table.line.position().to_move();
    let (answer, _) = advice(session, talk)?;
    let Some(ply) = answer.ply else { return Ok(String::new()) };
    let (value, line) = (percent(answer.value, side), joined(answer.line.iter().take(6), " "));
    Ok(format!("{ply} ({value}), expecting {line}"))
}

/// The most turns that `eval` tells.
const TURNS: usize = 5;

fn eval(session: &mut Session, talk: &Talk) -> Result<String> {
    if session.table.ending().is_some() {
        return Ok(OVER.to_owned());
    }
    let side = session.table.line.position().to_move();
    let (answer, candidates) = advice(session, talk)?;
    let (own, other) = (percent(answer.value, side), percent(1.0 - answer.value, !side));
    let visited = candidates.iter().filter(|candidate| candidate.visits > 0).take(TURNS);
    let words = visited.map(|found| format!("{} {:.0} %", found.mv, 100.0 * found.value));
    let best = match (joined(words, ", "), answer.ply) {
        (turns, Some(ply)) if turns.is_empty() => format!("Best: {ply}"),
        (turns, _) => format!("Best for {side}: {turns}"),
    };
    Ok(format!("{own}, {other}.\n{best}"))
}

fn moves(session: &Session) -> String {
    let plies = (1..).zip(session.table.line.plies());
    match joined(plies.map(|(number, ply)| format!("{number}.{ply}")), " ") {
        list if list.is_empty() => "Nothing is played yet.".to_owned(),
        list => list,
    }
}

fn level(session: &mut Session, name: &str) -> Result<String> {
    let strength = |level: Option<Level>| match level {
        Some(level) => format!("at level {level} of 8"),
        None => "at its best".to_owned(),
    };
    match name {
        "" => {
            return Ok(match (session.level, session.flags.nodes) {
                (None, Some(nodes)) => format!("The engine looks at {nodes} positions."),
                (level, _) => format!("The engine plays {}.", strength(level)),
            })
        }
        "full" => (session.level, session.flags) = (None, session.flags.full()),
        name => match name.parse() {
            Ok(level) => session.level = Some(level),
            Err(error) => return Ok(format!("{name:?} is no level: {error}, or full.")),
        },
    }
    session.table.face(&session.opponent())?;
    Ok(format!("From now on the engine plays {}.", strength(session.level)))
}

/// `load FILE` or `load FILE N`; a file may have blanks in its name. What cannot be loaded leaves the game as it is.
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
            return format!("A board is drawn auto, small, medium or large, not {size}.");
        };
        session.view.size = size;
    }
    session.redraw()
}
