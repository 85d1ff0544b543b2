//! Runs rustc on a candidate bundle and reads what it says.

use anyhow::{bail, Context, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::ops::Range;
use std::process::Command;
use tempfile::TempDir;

use crate::mir::Mir;

/// One message of `--error-format=json`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Diagnostic {
    pub(crate) message: String,
    pub(crate) code: Option<Code>,
    pub(crate) level: String,
    pub(crate) spans: Vec<Span>,
    pub(crate) children: Vec<Diagnostic>,
    pub(crate) rendered: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Code {
    pub(crate) code: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Span {
    byte_start: usize,
    byte_end: usize,
    pub(crate) is_primary: bool,
    pub(crate) label: Option<String>,
    /// Present when the code comes out of a macro; the span is then no place to edit.
    expansion: Option<serde_json::Value>,
}

impl Span {
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.byte_start..self.byte_end
    }
}

impl Diagnostic {
    /// Error or lint name, such as `E0277` or `dead_code`.
    pub(crate) fn code(&self) -> &str {
        self.code.as_ref().map_or("", |code| &code.code)
    }
}

/// What rustc makes of a source text.
pub(crate) struct Outcome {
    /// Errors; when there are any, the rest is empty.
    pub(crate) errors: Vec<Diagnostic>,
    /// Where something is that nothing uses, in every configuration.
    pub(crate) unused: BTreeSet<(usize, usize)>,
    /// What the functions do, a set for each configuration.
    pub(crate) mir: Vec<Mir>,
    /// The same as rustc wrote it.
    pub(crate) dumps: Vec<String>,
}

/// The compiler and a folder to work in.
pub(crate) struct Rustc {
    folder: TempDir,
    edition: String,
    configurations: Vec<Vec<String>>,
}

impl Rustc {
    /// A compiler for `text` and what will become of it.
    pub(crate) fn new(edition: &str, text: &str) -> Result<Rustc> {
        let folder = TempDir::with_prefix("bundle-").context("no temporary folder")?;
        let configurations = configurations(text);
        Ok(Rustc { folder, edition: edition.to_string(), configurations })
    }

    /// Compiles `text` as far as its MIR, in every configuration until one fails.
    pub(crate) fn check(&self, text: &str) -> Result<Outcome> {
        self.check_in(&self.configurations, text)
    }

    /// The same in the first configuration alone, for questions that are asked often.
    pub(crate) fn glance(&self, text: &str) -> Result<Outcome> {
        self.check_in(&self.configurations[..1], text)
    }

    fn check_in(&self, configurations: &[Vec<String>], text: &str) -> Result<Outcome> {
        let mut unused: Option<BTreeSet<(usize, usize)>> = None;
        let mut mir = Vec::new();
        let mut dumps = Vec::new();
        for flags in configurations {
            let emit = ["--emit=mir", "-o", "b.mir"].map(OsString::from);
            let (errors, diagnostics): (Vec<_>, Vec<_>) =
                self.run(text, &emit, flags)?.into_iter().partition(|d| d.level == "error");
            if !errors.is_empty() {
                return Ok(Outcome {
                    errors,
                    unused: BTreeSet::new(),
                    mir: Vec::new(),
                    dumps: Vec::new(),
                });
            }
            let lints = ["dead_code", "unused_imports", "unused_macros"];
            let spans = diagnostics
                .iter()
                .filter(|d| lints.contains(&d.code()))
                .flat_map(|d| &d.spans)
                .filter(|span| span.is_primary && span.expansion.is_none())
                .map(|span| (span.byte_start, span.byte_end))
                .collect();
            unused = Some(match unused {
                None => spans,
                Some(before) => &before & &spans,
            });
            let dump = self.folder.path().join("b.mir");
            let dump = std::fs::read_to_string(dump).context("rustc wrote no MIR")?;
            mir.push(Mir::parse(&dump));
            dumps.push(dump);
        }
        Ok(Outcome { errors: Vec::new(), unused: unused.unwrap_or_default(), mir, dumps })
    }

    /// Names of the functions that the program may call, as far as rustc generates code for them.
    pub(crate) fn symbols(&self, text: &str) -> Result<Vec<String>> {
        let emit = ["--emit=asm", "-o", "b.s", "-Csymbol-mangling-version=v0", "-Ccodegen-units=1"];
        self.run(text, &emit.map(OsString::from), &[])?;
        let assembly = std::fs::read_to_string(self.folder.path().join("b.s"))?;
        let labels = assembly.lines().filter_map(|line| line.strip_suffix(':'));
        let names = labels.filter_map(|label| rustc_demangle::try_demangle(label).ok());
        Ok(names.map(|name| format!("{name:#}")).collect())
    }

    /// Fails unless `text` compiles without any warning in every configuration.
    pub(crate) fn accept(&self, text: &str) -> Result<()> {
        for flags in &self.configurations {
            let emit = ["--emit=metadata", "-o", "b.rmeta", "-D", "warnings"].map(OsString::from);
            let diagnostics = self.run(text, &emit, flags)?;
            let rendered: Vec<_> =
                diagnostics.iter().filter_map(|d| d.rendered.as_deref()).take(3).collect();
            if !rendered.is_empty() {
                bail!("{}", shorten(&rendered.concat()));
            }
        }
        Ok(())
    }

    fn run(&self, text: &str, emit: &[OsString], flags: &[String]) -> Result<Vec<Diagnostic>> {
        std::fs::write(self.folder.path().join("b.rs"), text)?;
        let output = Command::new(rustc())
            .current_dir(&self.folder)
            .args(["--crate-type=bin", "--crate-name=b", "--error-format=json"])
            .arg(format!("--edition={}", self.edition))
            .args(emit)
            .args(flags)
            .arg("b.rs")
            .output()
            .context("cannot run rustc")?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        let mut diagnostics = Vec::new();
        for line in stderr.lines().filter(|line| line.starts_with('{')) {
            diagnostics.push(serde_json::from_str(line).context("rustc's messages look odd")?);
        }
        if !output.status.success() && diagnostics.is_empty() {
            bail!("rustc fails: {stderr}");
        }
        Ok(diagnostics)
    }
}

/// Lines of a bundle are long; messages that quote them need cutting.
fn shorten(text: &str) -> String {
    let lines = text.lines().map(|line| line.chars().take(300).collect::<String>());
    lines.collect::<Vec<_>>().join("\n")
}

fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// The platform that rustc compiles for.
pub(crate) fn host() -> Result<String> {
    let output = Command::new(rustc()).arg("-vV").output().context("cannot run rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_string())
}

/// Flags under which `text` can be different programs. What only one of them uses is not dead:
/// nobody knows how the arena compiles.
fn configurations(text: &str) -> Vec<Vec<String>> {
    let mut all = vec![vec![]];
    if text.contains("debug_assertions") {
        all.push(vec!["-Cdebug-assertions=off".to_string()]);
    }
    // `target_feature = "avx2"` is a condition; the attribute has `enable` in front of the name.
    let conditions = text.split("target_feature").skip(1).filter_map(|after| {
        let value = after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
        Some(format!("+{}", value.split('"').next()?))
    });
    // Dependencies may ask for features of other processors.
    let known = |feature: &String| {
        let flag = format!("-Ctarget-feature={feature}");
        let output = Command::new(rustc()).args(["--print=cfg", &flag]).output();
        output.is_ok_and(|output| output.stderr.is_empty())
    };
    let named: BTreeSet<String> = conditions.filter(known).collect();
    if !named.is_empty() {
        let named = named.into_iter().collect::<Vec<_>>().join(",");
        for mut flags in all.clone() {
            flags.push(format!("-Ctarget-feature={named}"));
            all.push(flags);
        }
    }
    all
}
