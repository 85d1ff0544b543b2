//! Checks of the repository (`cargo xtask check`, `draw`, `lines` and `words`), the page without a server
//! (`cargo xtask site`), and archives for distribution (`cargo xtask dist`).
//!
//! | module | contents |
//! | --- | --- |
//! | [`graph`] | import graphs: cycles, transitive reduction, Mermaid flowcharts |
//! | [`packages`] | the workspace's packages, their dependencies and minimum Rust version |
//! | [`modules`] | the modules of a package and their imports |
//! | [`architecture`] | the flowcharts in `docs/architecture.md` |
//! | [`documents`] | the commands in the documents, checked against the programs' help |
//! | [`lines`] | lines of code, programs and flags |
//! | [`site`] | the page with the engine inside, as a folder and as one file |
//! | [`words`] | words to avoid, and how often each may still occur |
//! | [`dist`] | archives with programs, licences and checksums |

#![forbid(unsafe_code)]

mod graph;
mod packages;
mod modules;
mod architecture;
mod documents;
mod lines;
mod words;
mod site;
mod dist;

use anyhow::{ensure, Context, Result};
use clap::{Parser, Subcommand};
use std::collections::BTreeSet;
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
  Count lines and flags, to compare two versions:
    cargo xtask lines --flags
  List every occurrence of the words to avoid:
    cargo xtask words --places
  Make the page as a folder for a static file host:
    cargo xtask site --out site";

#[derive(Subcommand)]
enum Task {
    /// Update the flowcharts of packages and modules in docs/architecture.md
    ///
    /// Fails if packages or modules import each other in a cycle, or if a module of the bot imports one
    /// that src/lib.rs declares later.
    Draw,
    /// Check imports, flowcharts, wording, Rust versions and the commands in the documents
    ///
    /// Builds the programs and compares every command in the documents with their help. Fails if a package
    /// in a lock file needs a newer Rust than the workspace's rust-version, or if a word to avoid does not
    /// occur exactly as often as tools/xtask/words.txt allows.
    Check {
        /// Build the tests too, to reuse the artifacts of `cargo test --workspace`: without the tests, cargo
        /// unifies features differently and rebuilds libraries
        #[arg(long)]
        tests: bool,
    },
    /// Count lines of code per package, without tests, comments and blank lines
    Lines {
        /// Build the programs and count their flags too
        #[arg(long)]
        flags: bool,
    },
    /// Count the words to avoid in code, documents and the page
    ///
    /// Prints for each entry of tools/xtask/words.txt the number of occurrences and the maximum.
    Words {
        /// Print the file and line of each occurrence
        #[arg(long)]
        places: bool,
        /// Lower the maxima to the numbers of occurrences; no maximum rises
        #[arg(long)]
        update: bool,
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
    /// Compiles the engine to WebAssembly, without and with relaxed SIMD. Needs the target
    /// wasm32-unknown-unknown.
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
            Task::Lines { flags } => count(&root, flags)?,
            Task::Words { places, update } => list_words(&root, places, update)?,
            Task::Dist { out, target } => dist::make(&root, &target, &std::path::absolute(out)?)?,
            Task::Site { out, single } => make_site(&root, out.as_deref(), single.as_deref())?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn list_words(root: &Path, places: bool, update: bool) -> Result<()> {
    let found = words::find(root)?;
    println!(" found allowed  word -> replacement");
    for word in &found {
        println!("{}", word.summary());
        let shown = if places { word.places() } else { &[] };
        shown.iter().for_each(|place| println!("  {place}"));
    }
    if update {
        words::update(root, &found)?;
    }
    Ok(())
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
    println!(
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
    words::check(&words::find(root)?)?;
    if !site::is_current(root)? {
        let file = site::COMMITTED;
        println!(
            "{file} is missing or out of date; make it with `cargo xtask site --single {file}`"
        );
    }
    let too_new = packages::too_new(root)?;
    ensure!(
        too_new.is_empty(),
        "cannot build with the workspace's rust-version:\n{}\ndowngrade with cargo update -p NAME --precise VERSION",
        too_new.join("\n")
    );
    let programs = build(root, tests)?;
    let packages = packages::packages(root)?;
    let mut help = |program: &str, words: &[&str]| documents::help(&programs, program, words);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in documents::documents(root)? {
        let text = fs::read_to_string(root.join(&file))?;
        for command in documents::commands(&file, &text) {
            count += 1;
            if let Some(missing) = documents::missing(&command, &packages, &mut help)? {
                wrong.push(format!("{}:{}: {missing}", file.display(), command.number));
            }
        }
    }
    ensure!(
        wrong.is_empty(),
        "documents name programs, subcommands or flags that do not exist:\n{}",
        wrong.join("\n")
    );
    println!(
        "no cyclic imports or imports of later modules; no new uses of words to avoid; no dependency needs a newer \
         Rust; all {count} commands in the documents exist"
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

fn count(root: &Path, flags: bool) -> Result<()> {
    let programs = flags.then(|| build(root, false)).transpose()?;
    let packages = packages::packages(root)?;
    let (mut tools, mut of_programs, mut of_flags) = (0, 0, 0);
    let mut names = BTreeSet::new();
    println!("{:16}{:>8}  programs", "package", "lines");
    for package in &packages {
        let lines = lines::of_package(package)?;
        let is_tool = package.folder.parent().is_some_and(|folder| folder.ends_with("tools"));
        tools += if is_tool { lines } else { 0 };
        of_programs += package.programs.len();
        let mut shown = Vec::new();
        for program in &package.programs {
            let Some(folder) = &programs else {
                shown.push(program.clone());
                continue;
            };
            let mut found = BTreeSet::new();
            let mut help = |words: &[&str]| documents::help(folder, program, words);
            lines::flags(&[], &mut help, &mut found)?;
            shown.push(format!("{program} ({} flags)", found.len()));
            of_flags += found.len();
            names.extend(found);
        }
        println!("{:16}{lines:>8}  {}", package.name, shown.join(", "));
    }
    println!("{:16}{tools:>8}", "tools/");
    println!("{of_programs} programs in {} packages", packages.len());
    if programs.is_some() {
        println!("{of_flags} flags of programs, {} different names", names.len());
    }
    println!("{} lines of src/ with the word `bundled`", lines::bundled(root)?);
    Ok(())
}
