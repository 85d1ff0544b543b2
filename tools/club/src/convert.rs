//! Conversion of games to other formats and to SVG.

use crate::files::{checked_ply, frames, left_out, ReadFlags};
use crate::words::{ended, names, swap_of};
use anyhow::{bail, ensure, Result};
use common::progress::Progress;
use formats::{write, Format, Game};
use render::{game_svg, sheet_svg, svg, Heading, SvgStyle, SHEET_SPACING};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Flags for SVG output.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SvgOptions {
    /// Write the last position, or that after --ply, as SVG
    #[arg(long, group = "picture")]
    pub svg: bool,
    /// Write the game as an animated SVG
    #[arg(long, group = "picture")]
    pub animate: bool,
    /// Write the game as one SVG with a small board for every few plies
    #[arg(long, group = "picture")]
    pub sheet: bool,
    /// Ply after which the position is shown [default: the last]
    #[arg(long, value_name = "N", requires = "svg")]
    pub ply: Option<usize>,
    /// Use dark colours
    #[arg(long, requires = "picture")]
    pub dark: bool,
    /// Add the diagonals: lines of knight's moves from the inner corner holes, such as B2
    #[arg(long, requires = "picture")]
    pub diagonals: bool,
    /// Omit the heading with players, result and swap
    #[arg(long, requires = "picture")]
    pub bare: bool,
}

/// Converts games to another format or to SVG.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Files with games; - for stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    // clap would replace a plain {n} with a line feed; the escape codes prevent this.
    #[arg(
        short,
        long,
        value_name = "FILE",
        help = "Output file [default: stdout]. With {\u{1b}[1mn\u{1b}[0m} in the name, each game is \
                written to its own file, and its number replaces the placeholder"
    )]
    out: Option<PathBuf>,
    /// Output format: sgf, littlegolem, t1j, list, json or arena [default: by the extension of --out]
    #[arg(long, value_name = "FORMAT", conflicts_with = "picture")]
    to: Option<Format>,
    #[command(flatten)]
    svg: SvgOptions,
    #[command(flatten)]
    read: ReadFlags,
}

impl Options {
    /// Runs the subcommand. Fails if a game cannot be read, written, or represented in the format.
    pub fn run(self) -> Result<()> {
        let mut games = Vec::new();
        let mut progress = Progress::new(self.files.len() as u64, 0);
        for (number, path) in (1..).zip(&self.files) {
            games.extend(self.read.games(path)?);
            progress.show(number, |pace| {
                format!("{} of {} files{}", pace.done, pace.total, pace.left_in_words())
            });
        }
        drop(progress);
        let out = self.out.as_deref();
        match out.and_then(Path::to_str).filter(|name| name.contains("{n}")) {
            Some(name) => {
                for (index, game) in games.iter().enumerate() {
                    let path = name.replace("{n}", &(index + 1).to_string());
                    self.write_output(
                        Some(Path::new(&path)),
                        std::slice::from_ref(game),
                        index + 1,
                    )?;
                }
                Ok(())
            }
            None => self.write_output(out, &games, 1),
        }
    }

    /// Writes games as text, or one game as SVG, to a file or stdout. `first` is the number of the first game.
    fn write_output(&self, out: Option<&Path>, games: &[Game], first: usize) -> Result<()> {
        let mut warnings = Vec::new();
        let SvgOptions { svg, animate, sheet, .. } = self.svg;
        let text = match svg || animate || sheet {
            true => {
                let one =
                    "cannot write several games to one SVG: pass --game N, or an --out name with {n}";
                ensure!(games.len() == 1, "{one}");
                self.svg.render(&games[0])?
            }
            false => {
                let format = self.format(out)?;
                for (number, game) in (first..).zip(games) {
                    let lines = left_out(format, game).into_iter();
                    warnings.extend(lines.map(|line| format!("club: game {number}: {line}")));
                }
                write(games, format)?
            }
        };
        match out {
            Some(path) => common::file::write(path, text)?,
            None => std::io::stdout().lock().write_all(text.as_bytes())?,
        }
        // Warnings follow the output, where they remain visible.
        warnings.iter().for_each(|warning| common::note!("{warning}"));
        Ok(())
    }

    fn format(&self, out: Option<&Path>) -> Result<Format> {
        let by_name = || Format::of_file_name(&out?.to_string_lossy());
        match self.to.or_else(by_name) {
            Some(format) => Ok(format),
            None => {
                bail!("cannot convert: no output format; pass --to sgf, littlegolem, t1j, list, json or arena, or --svg")
            }
        }
    }
}

impl SvgOptions {
    /// Renders a game as SVG: animated, as a sheet, or one position. Fails if `--ply` is after the last ply.
    pub fn render(&self, game: &Game) -> Result<String> {
        let SvgOptions { animate, sheet, dark, diagonals, .. } = *self;
        let frames = frames(game, !sheet)?;
        let names = names(game);
        let title = names.join(" - ");
        let result = format!("Result: {}.", ended(game));
        let lines: Vec<String> = [result].into_iter().chain(swap_of(game)).collect();
        let heading = match self.bare {
            true => Heading::default(),
            false => Heading { players: Some([&names[0], &names[1]]), lines: &lines },
        };
        let board = SvgStyle { dark, title: &title, heading, diagonals, ..SvgStyle::default() };
        if animate {
            return Ok(game_svg(&frames, board));
        }
        if sheet {
            return Ok(sheet_svg(&frames, SvgStyle { spacing: SHEET_SPACING, ..board }));
        }
        let last = frames.len() - 1;
        Ok(svg(&frames[checked_ply(self.ply.unwrap_or(last), last)?], board))
    }
}
