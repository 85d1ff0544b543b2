//! Pools that run commands on this machine or on many, and pieces of work whose results count in order.

pub mod local;
pub mod ray;

use crate::rounds::chunks::Chunk;
use crate::rounds::command::Command;
use crate::rounds::state;
use anyhow::{bail, Result};
use common::progress::Progress;
use common::stop::Stop;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the folder, in the one that a program runs in, whose files are the command's result.
pub const OUT: &str = "out";

/// A command whose result is kept, so that it counts once.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name in error messages.
    pub name: String,
    /// The games that it makes.
    pub chunk: Chunk,
    /// The command. It is run in a folder of its own: files that it reads have absolute paths, files that it
    /// makes are in [`OUT`].
    pub command: Command,
    /// The file of the result; empty if that is the whole folder.
    pub made: &'static str,
    /// The place where the result is kept.
    pub place: PathBuf,
}

/// Runs commands, several at a time.
pub trait Pool {
    /// The number of commands that it takes at a time.
    fn room(&self) -> usize;

    /// Starts a command and returns its number.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    fn start(&mut self, command: &Command) -> Result<u64>;

    /// Returns the number of a command that has ended, a cancelled one too, with the folder of its files, which the
    /// caller removes, or the reason why it failed; waits only briefly.
    ///
    /// # Errors
    ///
    /// If the workers are gone.
    fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>>;

    /// Cancels the running commands.
    fn give_up(&mut self);
}

/// Arguments as a worker gets them, and the files among them, which its folder has under these names. So games,
/// whose shards hold the engine's name, do not depend on the place of a network. Files are those with an
/// absolute path, which may follow a prefix, as in `new=network:/FILE`.
fn carried(arguments: &[String]) -> (Vec<String>, BTreeMap<String, PathBuf>) {
    let mut files: BTreeMap<String, PathBuf> = BTreeMap::new();
    let carry = |(n, word): (usize, &String)| {
        let (prefix, path) = word.split_at(word.find('/').unwrap_or(word.len()));
        let path = Path::new(path);
        let Some(name) = path.file_name().filter(|_| path.is_file()) else { return word.clone() };
        let mut name = name.to_string_lossy().into_owned();
        if files.get(&name).is_some_and(|other| other != path) {
            name = format!("{n}-{name}");
        }
        let carried = format!("{prefix}{name}");
        files.insert(name, path.to_owned());
        carried
    };
    (arguments.iter().enumerate().map(carry).collect(), files)
}

/// The progress of some work.
#[derive(Clone, Debug)]
pub struct Title<'a> {
    /// Its name.
    pub name: String,
    /// Units in all.
    pub total: u64,
    /// The units' name.
    pub unit: &'a str,
}

/// Runs all pieces that have no result yet, or as many as count.
///
/// `read` reads the result of a piece from a path, and returns its units of progress as well. `count` counts
/// the results in the order of the pieces, whichever end first, so that the outcome is the same with any number of
/// workers, and however often the loop was killed; it returns whether the result is the last one that counts.
///
/// # Errors
///
/// If a command fails, its result is refused, or the loop is to stop.
pub fn run_pieces<R>(
    pool: &mut dyn Pool,
    stop: &Stop,
    title: &Title<'_>,
    pieces: impl IntoIterator<Item = Piece>,
    mut read: impl FnMut(&Piece, &Path) -> Result<(u64, R)>,
    mut count: impl FnMut(&Piece, R) -> Result<bool>,
) -> Result<()> {
    let mut pieces = (0_u32..).zip(pieces);
    let mut running: BTreeMap<u64, (u32, Piece)> = BTreeMap::new();
    let mut waiting: BTreeMap<u32, (Piece, R)> = BTreeMap::new();
    let (mut next, mut done, mut progress) = (0, 0, None);
    let mut run = || loop {
        if let Some((piece, result)) = waiting.remove(&next) {
            next += 1;
            if count(&piece, result)? {
                return Ok(());
            }
            continue;
        }
        if let Some((number, piece)) =
            (running.len() < pool.room()).then(|| pieces.next()).flatten()
        {
            if piece.place.exists() {
                let (units, result) = read(&piece, &piece.place)?;
                done += units;
                waiting.insert(number, (piece, result));
            } else {
                running.insert(pool.start(&piece.command)?, (number, piece));
            }
            continue;
        }
        if running.is_empty() {
            return Ok(());
        }
        stop.check()?;
        let progress = progress.get_or_insert_with(|| Progress::new(title.total, done));
        if let Some((id, ended)) = pool.wait()? {
            let Some((number, piece)) = running.remove(&id) else {
                let _ = ended.map(std::fs::remove_dir_all);
                continue;
            };
            let out = match ended {
                Ok(out) => out,
                Err(why) => bail!("{}: {} failed: {why}", piece.name, piece.command.program),
            };
            let made = if piece.made.is_empty() { out.clone() } else { out.join(piece.made) };
            let (units, result) = read(&piece, &made)?;
            state::keep(&made, &piece.place)?;
            // Nothing is left of it if all of it was kept.
            let _ = std::fs::remove_dir_all(&out);
            done += units;
            waiting.insert(number, (piece, result));
        }
        progress.show(done, |pace| {
            let Title { name, total, unit } = title;
            format!("{name}: {} of {total} {unit}{}", pace.done, pace.left_in_words())
        });
    };
    let ran = run();
    pool.give_up();
    ran
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ends its commands in this order.
    struct Fake(Vec<u64>, u64, PathBuf);

    impl Pool for Fake {
        fn room(&self) -> usize {
            4
        }

        fn start(&mut self, _: &Command) -> Result<u64> {
            self.1 += 1;
            Ok(self.1 - 1)
        }

        fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>> {
            if self.0.is_empty() {
                bail!("no more is wanted");
            }
            let id = self.0.remove(0);
            let out = self.2.join(format!("done-{id}"));
            std::fs::create_dir(&out)?;
            Ok(Some((id, Ok(out))))
        }

        fn give_up(&mut self) {}
    }

    /// Runs pieces that end in this order, until 33 units count; piece `n` has `10 + n`. Returns those counted.
    fn counted(order: &[u64]) -> Vec<u32> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut pool = Fake(order.to_vec(), 0, folder.path().to_owned());
        let board = "12xpp".parse().expect("a board");
        let pieces = (0..order.len() as u32).map(|number| Piece {
            name: String::new(),
            chunk: Chunk { number, size: 2, board },
            command: Command::default(),
            made: "",
            place: folder.path().join(format!("kept/{number}")),
        });
        let title = Title { name: String::new(), total: 33, unit: "units" };
        let (mut numbers, mut sum) = (Vec::new(), 0);
        let read = |piece: &Piece, _: &Path| Ok((1, 10 + piece.chunk.number));
        run_pieces(&mut pool, &Stop::default(), &title, pieces, read, |piece, units| {
            numbers.push(piece.chunk.number);
            sum += units;
            Ok(sum >= 33)
        })
        .expect("all ran");
        numbers
    }

    #[test]
    fn pieces_count_in_their_order_until_there_are_enough() {
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            assert_eq!(counted(&order), [0, 1, 2], "10 + 11 + 12 units are enough");
        }
        assert_eq!(counted(&[1, 0]), [0, 1], "without enough, all count");
    }

    #[test]
    fn files_travel_with_their_arguments() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name).join("net.tpn"));
        for file in [&one, &two] {
            std::fs::create_dir(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, "").expect("written");
        }
        let network = format!("network:{}", one.display());
        let other = format!("old=network:{}", two.display());
        let arguments =
            ["--engine", &network, "--start", &one.display().to_string(), &other, "out/x"];
        let (carried, files) = carried(&arguments.map(str::to_owned));
        let expected =
            ["--engine", "network:net.tpn", "--start", "net.tpn", "old=network:4-net.tpn", "out/x"];
        assert_eq!(carried, expected);
        let named = [("net.tpn", one), ("4-net.tpn", two)];
        assert_eq!(files, named.map(|(name, file)| (name.to_owned(), file)).into());
    }
}
