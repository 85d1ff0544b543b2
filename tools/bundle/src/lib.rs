//! Bundles a binary crate, its library and their dependencies into one Rust source file that `rustc` compiles
//! with `std` alone.
//!
//! The stages, one module each: `project` selects the target and `cargo` records how it is compiled; `load` reads the
//! module trees, with paths and conditions rewritten, from sources that `editions` migrates; `assemble` joins the crates,
//! `adapt` changes what rustc rejects in one file, and `origin` compares them with cargo's build; `profile` refuses settings
//! of cargo that a file does not have, and `printed` the paths of types; `prune` deletes unreachable code (`mir` shows that no remaining function has changed); `flatten` moves all items to the root; `aliases`
//! defines aliases for frequent names of std; `shorten` renames everything (`same` compares the MIR before and after
//! `flatten`, `aliases` and `shorten`); `squeeze` prints the syntax tree with the fewest characters; [`report`] measures the
//! result, and `inputs` runs it beside the program.

#![forbid(unsafe_code)]

mod adapt;
mod aliases;
mod assemble;
mod attributes;
mod build;
mod cache;
mod captures;
mod cargo;
mod cfg;
mod editions;
mod flatten;
mod flow;
mod imports;
mod inputs;
mod link;
mod items;
mod load;
mod mir;
mod origin;
mod pattern;
mod places;
mod printed;
mod profile;
mod project;
mod prune;
pub mod report;
mod rustc;
mod same;
mod shorten;
mod sources;
mod squeeze;
mod tokens;

use anyhow::{bail, Context, Result};
use quote::ToTokens;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use syn::{File, Item};

use crate::cache::Cache;
use crate::project::Project;
use crate::report::Report;
use crate::rustc::Rustc;

/// The target to bundle, and the stages to run.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Format the source and keep modules and names, for reading and debugging
    #[arg(long)]
    pub readable: bool,
    /// Keep unreachable code
    #[arg(long)]
    pub no_prune: bool,
    /// Keep modules and long names
    #[arg(long)]
    pub keep_names: bool,
    /// Ignore the cached bundle of an earlier run
    #[arg(long)]
    pub fresh: bool,
    /// Cargo.toml of the package or its workspace [default: the nearest one at or above the working directory]
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Package to bundle [default: the workspace's root package]
    #[arg(long, value_name = "NAME")]
    pub package: Option<String>,
    /// Binary target [default: the package's only binary or its default-run]
    #[arg(long, value_name = "NAME", conflicts_with = "example")]
    pub bin: Option<String>,
    /// Example to bundle instead of a binary
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,
    /// Cargo features
    #[command(flatten)]
    pub features: Features,
    /// Crate that the arena provides; the bundle imports it (repeatable)
    #[arg(long, value_name = "CRATE")]
    pub exclude: Vec<String>,
    /// File that the program and the bundle read from standard input, to compare their output (repeatable)
    #[arg(long, value_name = "FILE")]
    pub check_input: Vec<PathBuf>,
    /// Edition with which the arena compiles the file [default: 2021]
    #[arg(long, value_name = "YEAR", value_parser = ["2018", "2021", "2024"])]
    pub edition: Option<String>,
}

/// Features of the package, as cargo's flags select them.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Features {
    /// Features to enable, separated by commas
    #[arg(long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Disable the default features
    #[arg(long)]
    pub no_default_features: bool,
    /// Enable all features
    #[arg(long)]
    pub all_features: bool,
}

impl Features {
    fn arguments(&self) -> Vec<String> {
        let mut all: Vec<String> =
            self.features.iter().map(|list| format!("--features={list}")).collect();
        all.extend(self.no_default_features.then(|| "--no-default-features".into()));
        all.extend(self.all_features.then(|| "--all-features".into()));
        all
    }
}

/// A finished bundle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bundle {
    /// The Rust source file.
    pub source: String,
    /// The size of the file, by crate and stage.
    pub report: Report,
}

/// Bundles one binary, or returns the cached bundle if nothing has changed.
///
/// # Errors
/// If cargo cannot build the program, if a source has no single-file form or would behave differently in one, if rustc
/// rejects the result, or if an answer to an input differs from the program's.
pub fn bundle(options: &Options) -> Result<Bundle> {
    let project = project::find(options)?;
    // Code of a later edition drops some variables earlier, for example, which matters to few programs.
    let is_newer = project.crates.iter().any(|krate| krate.unit.edition > project.edition);
    let again = || {
        common::note!("rewriting more of the code of a later edition ...");
        create(options, &project, true).ok()
    };
    let bundle = match create(options, &project, false) {
        Err(error) if is_newer => again().ok_or(error)?,
        result => result?,
    };
    inputs::compare(&project, &bundle.source, &options.check_input)?;
    Ok(bundle)
}

fn create(options: &Options, project: &Project, exact: bool) -> Result<Bundle> {
    let (crates, sources) = load::load(project, exact)?;
    let own = crates.first().into_iter().flat_map(|own| &own.attrs);
    if own.filter(|attr| attr.path().is_ident("no_main")).count() > 0 {
        bail!("cannot bundle a program with `#![no_main]`; write `fn main()` in its place");
    }
    let loaded: Vec<usize> = crates.iter().map(|krate| krate.index).collect();
    let mut report = Report::default();
    let of_panics = crates.first().and_then(|own| printed::of_panics(&own.items, &sources));
    let reads_panics = of_panics.is_some();
    project.warning.iter().cloned().chain(of_panics).for_each(|warning| report.warn(warning));
    for krate in &crates {
        report.add_source(krate.label(project), krate.source_utf16);
    }
    let mut file = assemble::assemble(project, crates);
    let text = squeeze::squeeze(file.to_token_stream());
    report.add_stage("joined", &text);
    let cache = Cache::new(project, options, &text)?;
    if let Some(mut bundle) = cache.load().filter(|_| !options.fresh) {
        bundle.report.timings = "up to date".to_string();
        return Ok(bundle);
    }
    let mut rustc = Rustc::new(&project.edition, &text, &project.provided, project.has_assertions)?;
    let text = adapt::adapt(&rustc, &mut file, text)?;
    let text = origin::require(&rustc, project, &loaded, &mut file, text, &sources)?;
    let joined = file.to_token_stream();
    rustc.step("listing generated functions");
    let functions = rustc.functions(&text)?;
    let warning = printed::require(&functions, &file, &sources)?;
    warning.into_iter().for_each(|warning| report.warn(warning));
    if !options.no_prune {
        let text = prune::prune(&rustc, text, &functions, &mut report)?;
        rustc.narrow(&text);
        file = syn::parse_file(&text).context("cannot parse the pruned bundle")?;
    }
    let of_others = printed::of_all_panics(&joined, &file, &sources).filter(|_| !reads_panics);
    let of_places = printed::of_places(&joined, &file, &sources);
    of_others.into_iter().chain(of_places).for_each(|warning| report.warn(warning));
    report.add_kept(&file);
    // Crates without remaining code need no licence notice.
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
            "cannot bundle the bidirectional control U+{:04X}, which rustc rejects in literals; \
             write it as an escape",
            u32::from(c)
        );
    }
    rustc.step("compiling the finished bundle");
    if let Some(error) = rustc.lint(&source)?.errors.first() {
        bail!("rustc rejects the finished bundle: {}", error.message);
    }
    link::require(project, file.to_token_stream(), &source, joined, &sources)?;
    report.measure(&source);
    report.timings = rustc.timings();
    let bundle = Bundle { source, report };
    cache.store(&bundle);
    Ok(bundle)
}

/// Moves all items to the root and shortens names. A stage that fails is skipped with a warning.
fn compact(rustc: &Rustc, mut file: File, report: &mut Report) -> File {
    rustc.step("moving all items to the root");
    let length = |file: &File| squeeze::squeeze(file.to_token_stream()).len();
    match flatten::flatten(rustc, &file) {
        // The conditions of a module are repeated for each of its items.
        Ok(flat) if length(&flat.file) > length(&file) * 51 / 50 => {}
        Ok(flat) => {
            if !flat.kept.is_empty() {
                let names: Vec<String> = flat.kept.into_iter().collect();
                report.warn(format!(
                    "not minimal: modules of {} are kept: {}",
                    names.join(", "),
                    flat.cause
                ));
            }
            file = flat.file;
        }
        Err(error) => report.warn(format!("not minimal: modules are kept: {error:#}")),
    }
    report.add_stage("without modules", &squeeze::squeeze(file.to_token_stream()));
    if let Err(error) = aliases::define(rustc, &mut file) {
        report.warn(format!("not minimal: names of std are not aliased: {error:#}"));
    }
    report.add_stage("with aliases", &squeeze::squeeze(file.to_token_stream()));
    match shorten::shorten(rustc, &file) {
        Ok(short) => file = short,
        Err(error) => report.warn(format!("not minimal: names are not shortened: {error:#}")),
    }
    report.add_stage("with short names", &squeeze::squeeze(file.to_token_stream()));
    file
}

fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
