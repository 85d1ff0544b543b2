//! `house draw` and `house check`.

#![forbid(unsafe_code)]

use anyhow::{bail, ensure, Context, Result};
use clap::{Parser, Subcommand};
use house::{commands, crates, page};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Draws what imports what, and holds the documents against the code
#[derive(Parser)]
#[command(after_help = "Example:\n  cargo run -p house -- draw   # after an import more or less")]
struct Arguments {
    /// The repository
    #[arg(long, value_name = "DIR", default_value = ".", global = true)]
    root: PathBuf,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Draw the packages and the bot's modules into docs/architecture.md
    ///
    /// Refused if rooms import each other in a circle, or a module of the bot imports one that
    /// src/lib.rs names later.
    Draw,
    /// Check that the drawings are those of today, that no package in a lock file needs a newer Rust
    /// than the workspace states, and that the documents' commands are there
    ///
    /// Builds the programs and asks them for their help.
    Check {
        /// Folder of the programs that cargo builds [default: debug/ in cargo's target folder]
        #[arg(long, value_name = "DIR")]
        programs: Option<PathBuf>,
        /// Build the tests too: after `cargo test --workspace` nothing is left to build then, while
        /// the programs alone would be built with other features of their libraries
        #[arg(long)]
        tests: bool,
    },
}

fn main() -> ExitCode {
    quiet::run("house", 1, || {
        let Arguments { root, task } = Arguments::parse();
        match task {
            Task::Draw => draw(&root)?,
            Task::Check { programs, tests } => check(&root, programs, tests)?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn read(root: &Path) -> Result<String> {
    let path = root.join(page::PAGE);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn draw(root: &Path) -> Result<()> {
    let before = read(root)?;
    let after = page::drawn(root, &before)?;
    fs::write(root.join(page::PAGE), &after)?;
    println!("{}: {}", page::PAGE, if before == after { "as it was" } else { "drawn anew" });
    Ok(())
}

fn check(root: &Path, programs: Option<PathBuf>, tests: bool) -> Result<()> {
    let page = read(root)?;
    ensure!(
        page::drawn(root, &page)? == page,
        "{} shows other imports than there are: cargo run -p house -- draw",
        page::PAGE
    );
    let too_new = crates::too_new(root)?;
    ensure!(
        too_new.is_empty(),
        "cannot build with the stated Rust:\n{}\ndowngrade with cargo update -p NAME --precise VERSION",
        too_new.join("\n")
    );
    // The programs are asked what they know, so they have to be those of today; as the tests build
    // them, which need not be done twice.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--workspace", "--bins", "--profile", "test"])
        .args(tests.then_some("--tests"))
        .current_dir(root)
        .status();
    ensure!(built.context("cannot start cargo")?.success(), "the programs can't be built");
    let packages = crates::packages(root)?;
    let programs = match programs {
        Some(folder) => root.join(folder),
        None => crates::programs(root)?,
    };
    let mut help = |program: &str, words: &[&str]| commands::ask(&programs, program, words);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in commands::documents(root)? {
        let text = fs::read_to_string(root.join(&file))?;
        for line in commands::lines(&file, &text) {
            count += 1;
            if let Some(missing) = commands::missing(&line, &packages, &mut help)? {
                wrong.push(format!("{}:{}: {missing}", file.display(), line.number));
            }
        }
    }
    if !wrong.is_empty() {
        bail!("documents that tell of what is not there:\n{}", wrong.join("\n"));
    }
    println!(
        "no circle, no import upward; no dependency needs a newer Rust; {count} commands of the \
         documents are there"
    );
    Ok(())
}
