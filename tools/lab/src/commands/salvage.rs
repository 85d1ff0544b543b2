//! `lab salvage`: the undamaged lines of a journal.

use super::print;
use anyhow::{ensure, Context, Result};
use clap::Args;
use records::{file, journal, lines};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  lab salvage match.jsonl --out whole.jsonl
  lab match --resume --out whole.jsonl       # plays the lost games again

Journals of `lab`, `openings grow` and `solve board` have a checksum in each line.";

/// Check any journal, and copy its undamaged lines to a new file
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Salvage {
    /// Journal
    journal: PathBuf,

    /// New file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Salvage {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let (shown, out) = (self.journal.display(), self.out.display());
        let bytes = file::read(&self.journal, journal::MAX_SIZE)?;
        let (kept, damaged) = lines::whole(&bytes);
        let count = kept.iter().filter(|&&byte| byte == b'\n').count();
        ensure!(count > 0, "cannot salvage {shown}: no line has a valid checksum");
        if damaged.is_empty() {
            print(format_args!("All {count} lines of {shown} are whole; nothing was written.\n"))?;
            return Ok(ExitCode::SUCCESS);
        }
        ensure!(
            damaged[0] > 1,
            "cannot salvage {shown}: line 1, which has the conditions, is damaged; \
             `club convert` still reads the games of the other lines"
        );
        // An existing file may be a journal of other games.
        let file = OpenOptions::new().write(true).create_new(true).open(&self.out);
        file.and_then(|mut file| file.write_all(&kept))
            .with_context(|| format!("cannot write {out}"))?;
        let numbers: Vec<String> = damaged.iter().map(usize::to_string).collect();
        print(format_args!(
            "{count} lines of {shown} are in {out}. Damaged and left out: line {}.\n",
            numbers.join(", ")
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}
