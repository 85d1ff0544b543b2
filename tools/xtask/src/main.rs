//! Checks of the repository (`cargo xtask check` and `draw`), the page without a server (`cargo xtask site`), and
//! archives for distribution (`cargo xtask dist`).
//!
//! | module | contents |
//! | --- | --- |
//! | [`graph`] | import graphs: cycles, transitive reduction, Mermaid flowcharts |
//! | [`packages`] | the workspace's packages and their dependencies |
//! | [`modules`] | the modules of a package and their imports |
//! | [`architecture`] | the flowcharts in `docs/architecture.md` |
//! | [`documents`] | the commands in the documents, checked against the programs' help |
//! | [`site`] | the page with the engine inside, as a folder and as one file |
//! | [`dist`] | archives with programs, licences and checksums |

#![forbid(unsafe_code)]

mod graph;
mod packages;
mod modules;
mod architecture;
mod documents;
mod site;
mod dist;

use anyhow::{ensure, Context, Result};
use clap::{Parser, Subcommand};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Checks of the repository, the page without a server, and archives for distribution
#[derive(Parser)]
#[command(bin_name = "cargo xtask", after_help = EXAMPLES)]
struct Arguments {
    /// Repository root
    #[arg(long, value_name = "DIR", default_value = ".", global = true)]
    root: PathBuf,
    #[command(subcommand)]
    task: Task,
}

const EXAMPLES: &str = "\
Examples:
  Update the flowcharts after a change of imports:
    cargo xtask draw
  Make the page as a folder for a static file host:
    cargo xtask site --out site";

#[derive(Subcommand)]
enum Task {
    /// Update the flowcharts of packages and modules in docs/architecture.md
    ///
    /// Fails if modules import each other in a cycle, or if a module of the bot imports one
    /// that src/lib.rs declares later.
    Draw,
    /// Check imports, flowcharts and the commands in the documents
    ///
    /// Builds the programs and starts every command in the documents with --help.
    Check {
        /// Build the tests too, to reuse the artifacts of `cargo test --workspace`: without the tests, cargo
        /// unifies features differently and rebuilds libraries
        #[arg(long)]
        tests: bool,
    },
    /// Make archives for distribution: programs, site, play.html, bot.rs, licences and checksums
    ///
    /// README.txt in each archive states how every program is started and tested. The same commit and compiler
    /// produce identical archives. Needs cargo-zigbuild and ziglang, and the targets' standard libraries.
    Dist {
        /// Folder to create
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Compile the programs for this target, such as x86_64-pc-windows-gnu (repeatable) [default:
        /// Linux on x86-64 and ARM, Windows, macOS on ARM and Intel]
        #[arg(long, value_name = "TRIPLE")]
        target: Vec<String>,
    },
    /// Make the page with the engine inside, which needs no server
    ///
    /// Compiles the engine to WebAssembly. Needs the target wasm32-unknown-unknown.
    #[command(group = clap::ArgGroup::new("output").required(true).multiple(true))]
    Site {
        /// Folder that any static file host can serve
        #[arg(long, value_name = "DIR", group = "output")]
        out: Option<PathBuf>,
        /// One HTML file, which a browser can open from disk
        #[arg(long, value_name = "FILE", group = "output")]
        single: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    common::exit::run("xtask", 1, || {
        let Arguments { root, task } = Arguments::parse();
        match task {
            Task::Draw => draw(&root)?,
            Task::Check { tests } => check(&root, tests)?,
            Task::Dist { out, target } => dist::make(&root, &target, &std::path::absolute(out)?)?,
            Task::Site { out, single } => make_site(&root, out.as_deref(), single.as_deref())?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn make_site(root: &Path, out: Option<&Path>, single: Option<&Path>) -> Result<()> {
    let parts = site::Parts::new(root)?;
    if let Some(folder) = out {
        site::write_folder(&parts, root, folder)?;
    }
    if let Some(file) = single {
        site::write_single(&parts, root, file)?;
    }
    Ok(())
}

fn draw(root: &Path) -> Result<()> {
    let (before, after) = architecture::refreshed(root)?;
    fs::write(root.join(architecture::DOCUMENT), &after)?;
    common::output!(
        "{}: {}",
        architecture::DOCUMENT,
        if before == after { "unchanged" } else { "updated" }
    );
    Ok(())
}

fn check(root: &Path, tests: bool) -> Result<()> {
    let (before, after) = architecture::refreshed(root)?;
    ensure!(
        before == after,
        "the flowcharts in {} are out of date; update them with `cargo xtask draw`",
        architecture::DOCUMENT
    );
    let programs = build(root, tests)?;
    let packages = packages::packages(root)?;
    let (mut count, mut wrong) = (0, Vec::new());
    for file in documents::documents(root)? {
        let text = fs::read_to_string(root.join(&file))?;
        for (line, command) in documents::commands(&text) {
            count += 1;
            if let Some(fault) = documents::fault(&command, &packages, &programs)? {
                wrong.push(format!("{}:{line}: {fault}", file.display()));
            }
        }
    }
    ensure!(wrong.is_empty(), "commands in the documents fail:\n{}", wrong.join("\n"));
    common::output!(
        "no cyclic imports or imports of later modules; all {count} commands in the documents exist"
    );
    Ok(())
}

/// Builds the programs; returns their folder.
fn build(root: &Path, tests: bool) -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--workspace", "--bins"])
        .args(tests.then_some("--tests"))
        .current_dir(root)
        .status();
    ensure!(status.context("cannot start cargo")?.success(), "cannot build the programs");
    packages::programs(root)
}
