//! Games in files of any format.

use crate::start::StartOptions;
use analysis::games::{left_out, notes};
use anyhow::{anyhow, bail, ensure, Context, Result};
use clap::Args;
use formats::{decode, needs_larger_board, read, write, Assume, Format, Game, LittleGolemGame};
use records::{journal, lines};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Flags for reading games.
#[derive(Args, Clone, Debug)]
pub struct ReadFlags {
    /// Input format: sgf, littlegolem, t1j, list, json or arena [default: detected from the content]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// Number of the game in the file [default: all games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
    /// Board and rules for games whose file does not state them.
    #[command(flatten)]
    pub assume: StartOptions,
}

impl ReadFlags {
    /// Reads the selected games of a file; `-` is stdin. Prints the parser's notes on stderr.
    pub fn games(&self, path: &Path) -> Result<Vec<Game>> {
        let assume = self.assume.assume();
        let games = read_all(path, self.from, &assume)?;
        let games = match self.game {
            Some(number) => vec![nth(path, games, number)?],
            None => games,
        };
        print_notes(path, &games);
        Ok(games)
    }
}

/// The maximum size of a file with games, in bytes.
const MAX_SIZE: u64 = 64 << 20;

fn read_all(path: &Path, format: Option<Format>, assume: &Assume) -> Result<Vec<Game>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        let stdin = std::io::stdin().lock();
        stdin.take(MAX_SIZE + 1).read_to_end(&mut bytes).context("cannot read stdin")?;
    } else {
        let read =
            File::open(path).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut bytes));
        read.with_context(|| unread(path))?;
    }
    ensure!(
        bytes.len() as u64 <= MAX_SIZE,
        "cannot read {}: it has more than {} MB, the maximum for games; split the file",
        path.display(),
        MAX_SIZE >> 20
    );
    if journal::is_journal(&bytes) {
        let file = path.display();
        match journal::parse(&bytes) {
            Ok(content) => {
                let torn = content.torn_message();
                torn.inspect(|torn| common::note!("club: {file}: {torn}; it was skipped"));
                bytes.truncate(bytes.len() - content.torn);
            }
            // Journals of earlier versions have other plans, or no checksums.
            Err(error)
                if !lines::has_checksums(&bytes)
                    || lines::lines(&bytes, 1).all(|line| line.is_ok()) =>
            {
                common::note!("club: {file}: read as JSON, not as a journal: {error:#}");
            }
            Err(error) => return Err(error.context(unread(path))),
        }
    }
    let (text, note) = decode(&bytes).with_context(|| unread(path))?;
    if let Some(note) = note {
        common::note!("club: {}: {note}", path.display());
    }
    let games = read(&text, format, assume).map_err(|error| {
        if needs_larger_board(usize::MAX, &text, format, assume) {
            anyhow!("{error}; the file has no board size: pass one, such as --size 24")
        } else {
            error.into()
        }
    });
    games.with_context(|| path.display().to_string())
}

/// Returns the error for a file that cannot be read. A number or address of a game on littlegolem.net is not a file.
fn unread(path: &Path) -> String {
    let name = path.display();
    match LittleGolemGame::named_by(&name.to_string()).filter(|_| !path.exists()) {
        None => format!("cannot read {name}"),
        Some(game) => format!(
            "cannot load game {} from littlegolem.net; download {} and pass {}",
            game.number,
            game.address(),
            game.file_name()
        ),
    }
}

pub(crate) fn print_notes(path: &Path, games: &[Game]) {
    let file = path.display();
    notes(games).iter().for_each(|note| common::note!("club: {file}: {note}"));
}

/// Reads game `number` of a file, counted from 1; `assume` contains the defaults for what the file does not state.
/// Also returns the number of games in the file.
pub fn read_nth(path: &Path, assume: &Assume, number: u32) -> Result<(Game, usize)> {
    let games = read_all(path, None, assume)?;
    let count = games.len();
    Ok((nth(path, games, number)?, count))
}

fn nth(path: &Path, games: Vec<Game>, number: u32) -> Result<Game> {
    let (count, file) = (games.len(), path.display());
    let game = (number as usize).checked_sub(1).and_then(|index| games.into_iter().nth(index));
    game.with_context(|| match count {
        0 => format!("cannot read game {number}: {file} contains no game"),
        1 => format!("cannot read game {number}: {file} contains one game"),
        _ => format!("cannot read game {number}: {file} contains {count} games"),
    })
}

/// Returns an extension for each format: `.sgf, .tsgf, .T1, .txt, .jsonl or .in`.
pub fn name_endings() -> String {
    let endings = Format::ALL.map(|format| format!(".{}", format.extensions()[0]));
    let (last, others) = endings.split_last().expect("there are formats");
    format!("{} or {last}", others.join(", "))
}

/// Writes a game to a file, in the format of the file's extension; returns a warning for each omitted part of the
/// game.
pub fn write_one(path: &Path, game: &Game) -> Result<Vec<String>> {
    let Some(format) = Format::of_file_name(&path.to_string_lossy()) else {
        bail!("cannot choose a format: the file name must end with {}", name_endings());
    };
    let text = write(std::slice::from_ref(game), format)?;
    common::file::write(path, text)?;
    Ok(left_out(format, game))
}
