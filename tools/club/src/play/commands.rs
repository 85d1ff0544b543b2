use super::{percent, Session};
use crate::files;
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use twixt::drawing::TextSize;
use twixt::rules::{Linking, Ply};

const HELP: &str = "  D6               set a peg; it links to all own pegs that it can
  swap             take the first peg, as the second player's answer to it
  hint             what the engine would play here
  undo             take back your last turn and what came after it
  board            draw the board again; board small, medium or large changes how
  moves            the game so far
  save FILE        keep the game; the name ends with ENDINGS
  resign           give up
  quit             leave";

const HELP_LINKS: &str =
    "  D6-C4/E5+D6/B5   a turn with links: take C4-E5 away, make D6-B5 and no others
  D6-C4/E5         take C4-E5 away, then link D6 to all that it can; D6+ makes no links";

/// Does what a person has typed; false to leave.
pub(super) fn run(session: &mut Session, line: &str, out: &mut impl Write) -> Result<bool> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_ascii_lowercase().as_str() {
        "" => (),
        "quit" | "exit" => return Ok(false),
        "help" | "?" => {
            writeln!(out, "{}", HELP.replace("ENDINGS", &files::name_endings()))?;
            if session.table.position().rules().linking == Linking::Standard {
                writeln!(out, "{HELP_LINKS}")?;
            }
        }
        "hint" => hint(session, out)?,
        "undo" => match session.table.undo() {
            0 => writeln!(out, "There is nothing to take back.")?,
            _ => session.show(out)?,
        },
        "board" => board(session, rest, out)?,
        "moves" => {
            let plies = session.table.plies().iter().enumerate();
            let list: Vec<String> = plies.map(|(i, ply)| format!("{}.{ply}", i + 1)).collect();
            writeln!(out, "{}", list.join(" "))?;
        }
        "save" if rest.is_empty() => writeln!(out, "Save to which file? save game.sgf, say.")?,
        "save" => save(session, rest, out)?,
        _ if session.table.ending().is_some() => {
            writeln!(out, "The game is over: undo, save FILE or quit.")?;
        }
        "resign" => session.table.resign(),
        _ => play(session, line, out)?,
    }
    Ok(true)
}

fn play(session: &mut Session, line: &str, out: &mut impl Write) -> Result<()> {
    let ply: Ply = match line.parse() {
        Ok(ply) => ply,
        Err(error) => {
            writeln!(out, "That is neither a turn nor a command ({error}). Type help for both.")?;
            return Ok(());
        }
    };
    match session.table.play(ply) {
        Ok(()) => session.show(out),
        Err(error) => {
            writeln!(out, "That can't be played: {error}.")?;
            Ok(())
        }
    }
}

fn hint(session: &mut Session, out: &mut impl Write) -> Result<()> {
    let side = session.table.position().to_move();
    let answer = session.table.think(&session.engine);
    match answer.ply {
        Some(ply) => {
            let line: Vec<String> = answer.line.iter().take(6).map(ToString::to_string).collect();
            writeln!(out, "{ply} ({}), expecting {}", percent(answer.value, side), line.join(" "))?;
        }
        None => writeln!(out, "The game is over.")?,
    }
    Ok(())
}

fn board(session: &mut Session, size: &str, out: &mut impl Write) -> Result<()> {
    session.view.size = match size {
        "" => session.view.size,
        "small" => TextSize::Small,
        "medium" => TextSize::Medium,
        "large" => TextSize::Large,
        other => {
            writeln!(out, "A board is drawn small, medium or large, not {other}.")?;
            return Ok(());
        }
    };
    session.show(out)
}

fn save(session: &Session, name: &str, out: &mut impl Write) -> Result<()> {
    let table = &session.table;
    let game = files::game(table.start(), session.setup.as_ref(), table.plies(), table.resigned());
    match files::write_one(Path::new(name), &game) {
        Ok(warnings) => {
            for warning in warnings {
                writeln!(out, "{name}: {warning}")?;
            }
            writeln!(out, "Saved to {name}.")?;
        }
        Err(error) => writeln!(out, "Not saved: {error:#}.")?,
    }
    Ok(())
}
