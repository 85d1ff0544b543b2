use super::editor::Words;
use super::words::{illegal, percent, unreadable};
use super::{Session, Talk};
use crate::files;
use crate::view::ViewSize;
use crate::words::joined;
use anyhow::Result;
use clap::ValueEnum;
use engine::player::{Answer, Level};
use engine::Candidate;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use twixt::geometry::Side;
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

/// Does what a person has typed; false to leave.
pub(super) fn run(session: &mut Session, line: &str, talk: &mut Talk<'_>) -> Result<bool> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_ascii_lowercase().as_str() {
        "" => (),
        "quit" | "q" | "exit" => return Ok(!session.may_leave(talk)?),
        "help" | "h" | "?" => {
            writeln!(talk.out, "{}", HELP.replace("ENDINGS", &files::name_endings()))?;
            if session.table.line.position().rules().linking == Linking::Standard {
                writeln!(talk.out, "{HELP_LINKS}")?;
            }
        }
        "hint" => hint(session, talk)?,
        "eval" => eval(session, talk)?,
        "undo" | "u" => match session.table.undo() {
            0 => writeln!(talk.out, "There is nothing to take back.")?,
            _ => session.is_stale = true,
        },
        "redo" => match session.table.redo() {
            0 => writeln!(talk.out, "There is nothing to play again.")?,
            _ => session.is_stale = true,
        },
        "board" => board(session, rest, talk)?,
        "moves" => moves(session, talk)?,
        "level" => level(session, rest, talk)?,
        "new" => {
            if session.may_leave(talk)? {
                session.begin()?;
            }
        }
        "load" if rest.is_empty() => writeln!(talk.out, "Load which file? load game.sgf, say.")?,
        "load" => load(session, rest, talk)?,
        "save" | "save!" if rest.is_empty() => {
            writeln!(talk.out, "Save to which file? save game.sgf, say.")?;
        }
        "save" => session.save(rest, false, talk)?,
        "save!" => session.save(rest, true, talk)?,
        _ if session.table.ending().is_some() => {
            writeln!(talk.out, "The game is over: undo, new, save FILE or quit.")?;
        }
        "resign" => session.table.line.resign(session.table.line.position().to_move()),
        _ => play(session, line, talk)?,
    }
    Ok(true)
}

fn play(session: &mut Session, line: &str, talk: &mut Talk<'_>) -> Result<()> {
    let size = session.table.line.position().size();
    let ply: Ply = match line.parse() {
        Ok(ply) => ply,
        Err(error) => {
            let why = unreadable(&error, size);
            writeln!(talk.out, "That is neither a turn nor a command: {why}. Type help for both.")?;
            return Ok(());
        }
    };
    match session.table.line.position().clone().play_ply(&ply) {
        Ok(()) => session.play(ply, talk),
        Err(error) => {
            writeln!(talk.out, "That can't be played: {}.", illegal(error, size))?;
            Ok(())
        }
    }
}

/// Returns the side to move, and what the engine at its best would play and thinks of the turns; `None` if the
/// game is over. Ctrl-C takes what is found so far.
fn advice(
    session: &mut Session,
    talk: &mut Talk<'_>,
) -> Result<Option<(Side, Answer, Vec<Candidate>)>> {
    if session.table.ending().is_some() {
        writeln!(talk.out, "The game is over.")?;
        return Ok(None);
    }
    let (table, engine) = (&mut session.table, session.flags.full());
    let side = table.line.position().to_move();
    let stop = || talk.interrupts.is_raised();
    let advice = talk.interrupts.during(|| table.advice(&engine, stop));
    talk.interrupts.take();
    let (answer, candidates) = advice?;
    Ok(Some((side, answer, candidates)))
}

fn hint(session: &mut Session, talk: &mut Talk<'_>) -> Result<()> {
    let Some((side, answer, _)) = advice(session, talk)? else { return Ok(()) };
    if let Some(ply) = answer.ply {
        let (value, line) = (percent(answer.value, side), joined(answer.line.iter().take(6), " "));
        writeln!(talk.out, "{ply} ({value}), expecting {line}")?;
    }
    Ok(())
}

/// The most turns that `eval` tells.
const TURNS: usize = 5;

fn eval(session: &mut Session, talk: &mut Talk<'_>) -> Result<()> {
    let Some((side, answer, candidates)) = advice(session, talk)? else { return Ok(()) };
    let (own, other) = (percent(answer.value, side), percent(1.0 - answer.value, !side));
    writeln!(talk.out, "{own}, {other}.")?;
    let visited = candidates.iter().filter(|candidate| candidate.visits > 0).take(TURNS);
    let words = visited.map(|found| format!("{} {:.0} %", found.mv, 100.0 * found.value));
    match (joined(words, ", "), answer.ply) {
        (turns, Some(ply)) if turns.is_empty() => writeln!(talk.out, "Best: {ply}")?,
        (turns, _) => writeln!(talk.out, "Best for {side}: {turns}")?,
    }
    Ok(())
}

fn moves(session: &Session, talk: &mut Talk<'_>) -> Result<()> {
    let plies = (1..).zip(session.table.line.plies());
    match joined(plies.map(|(number, ply)| format!("{number}.{ply}")), " ") {
        list if list.is_empty() => writeln!(talk.out, "Nothing is played yet.")?,
        list => writeln!(talk.out, "{list}")?,
    }
    Ok(())
}

fn level(session: &mut Session, name: &str, talk: &mut Talk<'_>) -> Result<()> {
    let told = |level: Option<Level>| match level {
        Some(level) => format!("at level {level} of 8"),
        None => "at its best".to_owned(),
    };
    let level = match name {
        "" => {
            match (session.level, session.flags.nodes) {
                (None, Some(nodes)) => {
                    writeln!(talk.out, "The engine looks at {nodes} positions.")?
                }
                (level, _) => writeln!(talk.out, "The engine plays {}.", told(level))?,
            }
            return Ok(());
        }
        "full" => {
            session.flags = session.flags.full();
            None
        }
        name => match name.parse() {
            Ok(level) => Some(level),
            Err(error) => {
                writeln!(talk.out, "{name:?} is no level: {error}, or full.")?;
                return Ok(());
            }
        },
    };
    session.level = level;
    session.table.face(&session.opponent())?;
    writeln!(talk.out, "From now on the engine plays {}.", told(level))?;
    Ok(())
}

/// `load FILE` or `load FILE N`; a file may have blanks in its name.
fn load(session: &mut Session, rest: &str, talk: &mut Talk<'_>) -> Result<()> {
    let numbered = rest.rsplit_once(' ').and_then(|(name, number)| {
        let number = number.parse().ok()?;
        (!Path::new(rest).exists()).then_some((name.trim(), Some(number)))
    });
    let (name, number) = numbered.unwrap_or((rest, None));
    if !session.may_leave(talk)? {
        return Ok(());
    }
    if let Err(error) = session.load(Path::new(name), number, talk) {
        // A reader that has gone away is the end; anything else leaves the game as it is.
        let cause = error.downcast_ref::<io::Error>();
        if cause.is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe) {
            return Err(error);
        }
        writeln!(talk.out, "Not loaded: {error:#}.")?;
    }
    Ok(())
}

fn board(session: &mut Session, size: &str, talk: &mut Talk<'_>) -> Result<()> {
    if !size.is_empty() {
        let Ok(size) = ViewSize::from_str(size, false) else {
            writeln!(talk.out, "A board is drawn auto, small, medium or large, not {size}.")?;
            return Ok(());
        };
        session.view.size = size;
    }
    session.is_stale = true;
    Ok(())
}
