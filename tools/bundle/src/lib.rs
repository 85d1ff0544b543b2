//! Packs a binary crate, its library and the dependencies they use into one Rust source file that
//! bare `rustc` compiles with `std` alone.
//!
//! The steps, one module each: [`project`] reads from cargo what belongs to the binary, `load` reads the
//! module trees (`rewriter` moves paths and settles conditions by `cfg`, `strip` deletes what they switch
//! off), `assemble` joins the crates into one tree, `prune` deletes what is not needed, `flatten` moves
//! what is left to the root, `aliases` gives frequent names of std second ones, `shorten` gives all of them
//! short names (`same` compares the MIR before and after these three), `squeeze` prints with as few
//! characters as the lexer allows, [`report`] counts.

#![forbid(unsafe_code)]

mod aliases;
mod assemble;
mod cache;
mod cfg;
mod flatten;
mod items;
mod load;
mod macros;
mod mir;
pub mod project;
mod prune;
pub mod report;
mod rewriter;
mod rustc;
mod same;
mod shorten;
pub mod squeeze;
mod strip;
mod tokens;

use anyhow::{bail, Context, Result};
use quote::ToTokens;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use syn::{File, Item};

use crate::cache::Cache;
use crate::report::Report;
use crate::rustc::Rustc;

/// What to bundle, and how.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Formatted source with its modules and names, to read or to debug, instead of the shortest
    #[arg(long)]
    pub readable: bool,
    /// Keep code that nothing reaches, which is 15 % of the bot
    #[arg(long)]
    pub no_prune: bool,
    /// Keep modules (7 % of the bot) and long names (30 %)
    #[arg(long)]
    pub keep_names: bool,
    /// Bundle again even if nothing has changed
    #[arg(long)]
    pub fresh: bool,
    /// Cargo.toml of the package or its workspace [default: at or above the working directory]
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Package to bundle [default: the workspace's root package]
    #[arg(long, value_name = "NAME")]
    pub package: Option<String>,
    /// Binary target [default: the package's only or default one]
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
}

/// A finished bundle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bundle {
    /// The Rust source file.
    pub source: String,
    /// Its size and what it is made of.
    pub report: Report,
}

/// Bundles one binary.
///
/// # Errors
/// When cargo cannot describe the package, a source file cannot be read or parsed, the crate uses
/// something that has no single-file form (procedural macros, `include!`), or rustc refuses the
/// result.
pub fn bundle(options: &Options) -> Result<Bundle> {
    let project = project::find(options)?;
    let crates = load::load(&project)?;
    let mut report = Report::default();
    for krate in &crates {
        report.add_source(krate.label(&project), krate.source_utf16);
    }
    let mut file = assemble::assemble(&project, crates)?;
    let text = squeeze::squeeze(file.to_token_stream());
    report.add_stage("joined", &text);
    let cache = Cache::new(&project, options, &text)?;
    if let Some(mut bundle) = cache.load().filter(|_| !options.fresh) {
        bundle.report.timings = "as it was: nothing has changed since it was made".to_string();
        return Ok(bundle);
    }
    let mut rustc = Rustc::new(&project.edition, &text)?;
    if !options.no_prune {
        let text = prune::prune(&rustc, text, &mut report)?;
        rustc.narrow(&text);
        file = syn::parse_file(&text).context("the pruned bundle does not parse")?;
    }
    report.add_kept(&project, &file);
    // Those of which code is left.
    let is_left = |krate: &&project::Crate| {
        let mut items = file.items.iter();
        items.any(|item| matches!(item, Item::Mod(module) if module.ident == krate.module))
    };
    let notices = project.crates.iter().filter(is_left).filter_map(|krate| krate.notice.as_deref());
    let notices: String = notices.collect();
    if !(options.readable || options.keep_names) {
        file = compact(&rustc, file, &mut report);
    }
    let body = if options.readable {
        prettyplease::unparse(&file)
    } else {
        squeeze::squeeze(file.to_token_stream())
    };
    let source = format!("{notices}#![allow(warnings)]\n{body}");
    if let Some(c) = source.chars().find(|&c| is_bidi_control(c)) {
        bail!(
            "the sources hold the bidirectional control U+{:04X}, which rustc refuses in \
             literals; write it as an escape",
            u32::from(c)
        );
    }
    rustc.step("compiling the finished bundle");
    rustc.accept(&source).context("rustc refuses the finished bundle")?;
    report.measure(&source);
    report.timings = rustc.timings();
    let bundle = Bundle { source, report };
    cache.store(&bundle);
    Ok(bundle)
}

/// The program in one module and with short names, as far as that works.
fn compact(rustc: &Rustc, mut file: File, report: &mut Report) -> File {
    rustc.step("moving all items to the root");
    match flatten::flatten(rustc, &file) {
        Ok(flat) => file = flat,
        // The names of the root are seen everywhere only in a program without modules.
        Err(error) => {
            report.warn(format!("modules and names stay: {error:#}"));
            return file;
        }
    }
    report.add_stage("without modules", &squeeze::squeeze(file.to_token_stream()));
    if let Err(error) = aliases::alias(rustc, &mut file) {
        report.warn(format!("the names of std stay long: {error:#}"));
    }
    report.add_stage("with aliases", &squeeze::squeeze(file.to_token_stream()));
    match shorten::shorten(rustc, &file) {
        Ok(short) => file = short,
        Err(error) => report.warn(format!("the names stay long: {error:#}")),
    }
    report.add_stage("with short names", &squeeze::squeeze(file.to_token_stream()));
    file
}

fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
