//! Everything that training on another machine takes, in one folder of bounded size.

use crate::file;
use crate::source::{Board, Targets};
use anyhow::{bail, ensure, Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use selfplay::game::Game;
use selfplay::shard::{self, Shard, Writer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The trainer for a GPU, what starts it, and what tells how.
const FILES: [(&str, &str); 7] = [
    ("gpu/data.py", include_str!("../gpu/data.py")),
    ("gpu/losses.py", include_str!("../gpu/losses.py")),
    ("gpu/net.py", include_str!("../gpu/net.py")),
    ("gpu/train.py", include_str!("../gpu/train.py")),
    ("gpu/weights.py", include_str!("../gpu/weights.py")),
    ("run.sh", include_str!("../gpu/run.sh")),
    ("README.txt", include_str!("../gpu/README.txt")),
];

/// What is packed.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Folders of games, the newest first.
    pub folders: &'a [PathBuf],
    /// The folder that is made.
    pub out: &'a Path,
    /// Bytes at most.
    pub most: u64,
    /// A weights file to begin with.
    pub start: Option<Vec<u8>>,
    /// This program, which the other machine runs.
    pub program: &'a Path,
    /// What examples are to teach there.
    pub targets: Targets,
}

/// Games and positions of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Games.
    pub games: usize,
    /// Searched positions.
    pub positions: usize,
}

/// What was packed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Packed {
    /// By board.
    pub boards: BTreeMap<String, Count>,
    /// Bytes of the program.
    pub program: u64,
    /// Bytes of the games.
    pub games: u64,
    /// Bytes of everything.
    pub all: u64,
    /// Bytes of games that found no room.
    pub left_out: u64,
}

/// Packs the newest games that there is room for: the folders in their order, in each the shards that
/// were written to last, and of the shard that has room only in part the games that ended last.
///
/// # Errors
///
/// If something can't be read or written, or there is no room for games.
pub fn pack(options: &Options<'_>) -> Result<Packed> {
    let shards = newest(options.folders)?;
    file::make(options.out, |out| {
        let mut packed = Packed { program: program(options.program, out)?, ..Packed::default() };
        let mut all = packed.program;
        let Targets { search_share, surprise } = options.targets;
        let targets = format!("--search-share {search_share} --surprise {surprise}");
        let files = FILES.map(|(name, text)| (name, text.replace("@TARGETS@", &targets)));
        let files = files.iter().map(|(name, text)| (*name, text.as_bytes()));
        for (name, content) in files.chain(options.start.iter().map(|s| ("start.tpn", &s[..]))) {
            all += put(&out.join(name), content)?;
        }
        ensure!(
            all < options.most,
            "the program and the network take {all} bytes, {} are asked for at most",
            options.most
        );
        copy_games(&shards, &out.join("games"), options.most - all, &mut packed)?;
        packed.all = all + packed.games;
        Ok(packed)
    })
}

/// Writes a file, and its folder if it is missing; tells its bytes.
fn put(path: &Path, content: &[u8]) -> Result<u64> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(content.len() as u64)
}

/// Copies the program, without its symbols where `strip` is to be had; tells its bytes.
fn program(from: &Path, out: &Path) -> Result<u64> {
    let to = out.join("train");
    let mut strip = Command::new("strip");
    let strip = strip.arg("-o").arg(&to).arg(from).stdout(Stdio::null()).stderr(Stdio::null());
    if !strip.status().is_ok_and(|status| status.success()) {
        fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(fs::metadata(&to)?.len())
}

/// The folders' shards with their bytes, the newest first, each once.
fn newest(folders: &[PathBuf]) -> Result<Vec<(PathBuf, u64)>> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for folder in folders {
        let mut dated = Vec::new();
        for path in shard::find(std::slice::from_ref(folder))? {
            let told = || format!("cannot read {}", path.display());
            let data = fs::metadata(&path).with_context(told)?;
            dated.push((data.modified().with_context(told)?, path, data.len()));
        }
        dated.sort_by(|one, two| two.0.cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
        for (_, path, bytes) in dated {
            if seen.insert(fs::canonicalize(&path)?) {
                all.push((path, bytes));
            }
        }
    }
    Ok(all)
}

/// Copies games until there is no more room.
fn copy_games(shards: &[(PathBuf, u64)], out: &Path, room: u64, packed: &mut Packed) -> Result<()> {
    let there: u64 = shards.iter().map(|(_, bytes)| bytes).sum();
    let style = ProgressStyle::with_template("{bar:24} {bytes} of {total_bytes}, {eta} left");
    let bar = ProgressBar::new(there.min(room));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    for (number, (path, _)) in shards.iter().enumerate() {
        let to = out.join(format!("shard-{number:05}.games"));
        let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let left = room - packed.games;
        // A shard may have grown since it was listed: what was read counts.
        let fits = content.len() as u64 <= left;
        if fits {
            put(&to, &content)?;
        } else {
            last_games(&Shard::read(path)?, &to, left)?;
        }
        if to.exists() {
            packed.games += fs::metadata(&to)?.len();
            count(&Shard::read(&to)?, &mut packed.boards)
                .with_context(|| path.display().to_string())?;
        }
        bar.set_position(packed.games);
        if !fits {
            break;
        }
    }
    bar.finish_and_clear();
    packed.left_out = there.saturating_sub(packed.games);
    if packed.boards.is_empty() {
        bail!("there is no room for a single game, or there is none");
    }
    Ok(())
}

/// Writes the last games of a shard that there is room for, the last one first.
fn last_games(shard: &Shard, to: &Path, room: u64) -> Result<()> {
    let Some(settings) = shard.settings() else { return Ok(()) };
    let games: Vec<Game> = shard.games().collect::<Result<_>>()?;
    fs::create_dir_all(to.parent().unwrap_or(Path::new("")))?;
    let (mut writer, _) = Writer::open(to, settings)?;
    let mut written = 0;
    for game in games.iter().rev() {
        let before = fs::metadata(to)?.len();
        writer.append(game)?;
        if fs::metadata(to)?.len() > room {
            File::options().write(true).open(to)?.set_len(before)?;
            break;
        }
        written += 1;
    }
    if written == 0 {
        fs::remove_file(to)?;
    }
    Ok(())
}

/// Counts a shard's games and positions.
fn count(shard: &Shard, boards: &mut BTreeMap<String, Count>) -> Result<()> {
    let Some(settings) = shard.settings() else { return Ok(()) };
    let board = Board { edge: usize::from(settings.edge), linking: settings.linking };
    for game in shard.games() {
        let count = boards.entry(board.to_string()).or_default();
        count.games += 1;
        count.positions += game?.plies.len();
    }
    Ok(())
}
