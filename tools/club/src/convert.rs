//! Conversion of games to other formats, to SVG and to a page.

use crate::files::ReadFlags;
use analysis::games::left_out;
use analysis::picture::{Picture, PictureKind};
use anyhow::{bail, ensure, Context, Result};
use common::progress::Progress;
use formats::{write, Format, Game};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Flags for SVG and HTML output.
#[derive(clap::Args, Debug)]
struct PictureFlags {
    /// Write the last position, or that after --ply, as SVG, with the pegs numbered by ply [default for .svg files]
    #[arg(long, group = "picture")]
    svg: bool,
    /// Write the game as an animated SVG
    #[arg(long, group = "picture")]
    animate: bool,
    /// Write the game as a standalone HTML page that replays it [default for .html files]
    #[arg(long, group = "picture")]
    html: bool,
    /// Ply after which the position is shown [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Use dark colours
    #[arg(long)]
    dark: bool,
    /// Add the diagonals: lines of knight's moves from the inner corner holes, such as B2
    #[arg(long)]
    diagonals: bool,
    /// Omit the heading with players, result and swap
    #[arg(long)]
    bare: bool,
}

/// Converts games to another format, to SVG or to a page.
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
    picture: PictureFlags,
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
                    let one = std::slice::from_ref(game);
                    let written = self.write_output(Some(Path::new(&path)), one, index + 1);
                    written.with_context(|| {
                        let (number, count) = (index + 1, games.len());
                        format!("cannot convert game {number} of {count} (files written: {index})")
                    })?;
                }
                Ok(())
            }
            None => self.write_output(out, &games, 1),
        }
    }

    /// Writes games as text, or one game as a picture, to a file or stdout. `first` is the number of the first game.
    fn write_output(&self, out: Option<&Path>, games: &[Game], first: usize) -> Result<()> {
        let mut warnings = Vec::new();
        let text = match self.picture.picture(out.filter(|_| self.to.is_none()))? {
            Some(picture) => {
                let one =
                    "cannot write several games to one picture: pass --game N, or an --out name with {n}";
                ensure!(games.len() == 1, "{one}");
                let omitted = picture.left_out(&games[0]).into_iter();
                warnings.extend(omitted.map(|line| format!("club: game {first}: {line}")));
                picture.render(&games[0])?
            }
            None => {
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
                bail!("cannot convert: no output format; pass --to sgf, littlegolem, t1j, list, json or arena, or --svg, --animate or --html")
            }
        }
    }
}

impl PictureFlags {
    /// Returns the picture to write, if any; without a flag, the name of the file selects SVG or HTML. Fails if another
    /// flag does not fit it.
    fn picture(&self, out: Option<&Path>) -> Result<Option<Picture>> {
        let &PictureFlags { dark, diagonals, bare, .. } = self;
        let extension = out.and_then(Path::extension).unwrap_or_default();
        let kinds = [
            (self.animate, PictureKind::Animation),
            (self.svg || extension == "svg", PictureKind::Position(self.ply)),
            (self.html || extension == "html", PictureKind::Page),
        ];
        let kind = kinds.into_iter().find_map(|(is_given, kind)| is_given.then_some(kind));
        let (is_position, is_svg) = match kind {
            Some(PictureKind::Position(_)) => (true, true),
            Some(PictureKind::Animation) => (false, true),
            Some(PictureKind::Page) | None => (false, false),
        };
        ensure!(
            self.ply.is_none() || is_position,
            "--ply is for the picture of a position: pass --svg, or an --out name with .svg"
        );
        for (is_given, flag) in [(dark, "--dark"), (diagonals, "--diagonals"), (bare, "--bare")] {
            ensure!(
                !is_given || is_svg,
                "{flag} is for SVG: pass --svg or --animate, or an --out name with .svg"
            );
        }
        Ok(kind.map(|kind| Picture { kind, dark, diagonals, bare }))
    }
}
