//! Runs rustc on a candidate bundle and reads what it says.

use anyhow::{anyhow, bail, ensure, Context, Result};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

use crate::mir::Mir;
use crate::tokens;

/// Error or lint name, such as `E0277` or `dead_code`.
pub(crate) fn code(diagnostic: &Diagnostic) -> &str {
    diagnostic.code.as_ref().map_or("", |code| &code.code)
}

/// What rustc makes of a source text.
#[derive(Default)]
pub(crate) struct Outcome {
    /// Errors; when there are any, the rest is empty.
    pub(crate) errors: Vec<Diagnostic>,
    /// Where something is that nothing uses, in every configuration.
    pub(crate) unused: BTreeSet<(usize, usize)>,
    /// What the functions do, as rustc writes it, a text for each configuration.
    pub(crate) dumps: Vec<String>,
}

impl Outcome {
    /// The same in a form that can be compared.
    pub(crate) fn mir(&self) -> Vec<Mir> {
        self.dumps.iter().map(|dump| Mir::parse(dump)).collect()
    }
}

/// What rustc makes of a text in one configuration.
struct Answer {
    flags: Vec<String>,
    text: String,
    errors: Vec<Diagnostic>,
    unused: BTreeSet<(usize, usize)>,
    dump: Option<String>,
}

/// The compiler and a folder to work in.
pub(crate) struct Rustc {
    folder: TempDir,
    edition: String,
    configurations: Vec<Vec<String>>,
    /// Items that make rustc print whole paths ([`namesakes`]).
    namesakes: String,
    latest: Mutex<VecDeque<Arc<Answer>>>,
    /// Number of runs so far, which names their folders.
    started: AtomicUsize,
    /// Runs and their total time, by what rustc was to emit.
    runs: Mutex<BTreeMap<&'static str, (usize, Duration)>>,
    /// When the latest step was announced.
    announced: Mutex<Instant>,
}

/// Steps are announced after so much silence.
const PATIENCE: Duration = Duration::from_secs(2);

/// So many answers are kept.
const LATEST: usize = 6;

/// A library of which nobody can name anything costs no code; this keeps the lints from calling all
/// of it dead.
const ENTRY: &str = "#[allow(dead_code,unused_must_use)]fn __entry(){main();}";

/// A module with a type and a constant for each identifier of `text`. Rustc leaves the head of a
/// path away where the last name is unique, so that paths would change with what else there is; with
/// these, no name of the program is unique, whatever is deleted.
fn namesakes(text: &str) -> Result<String> {
    let text: TokenStream = text.parse().map_err(|error| anyhow!("own output: {error}"))?;
    let mut names: BTreeSet<String> = tokens::words(text);
    names = names.iter().map(|name| name.trim_start_matches("r#").to_string()).collect();
    // These can't be raw.
    for reserved in ["_", "self", "Self", "super", "crate"] {
        names.remove(reserved);
    }
    let items =
        names.iter().map(|name| format!("mod r#{name}{{}}const r#{name}:__Namesake=__Namesake;"));
    let items: String = items.collect();
    Ok(format!("#[allow(warnings)]mod __namesakes{{struct __Namesake;{items}}}"))
}

impl Rustc {
    /// A compiler for `text` and what will become of it.
    pub(crate) fn new(edition: &str, text: &str) -> Result<Rustc> {
        let folder = TempDir::with_prefix("bundle-").context("no temporary folder")?;
        let configurations = configurations(text);
        Ok(Rustc {
            folder,
            edition: edition.to_string(),
            configurations,
            namesakes: namesakes(text)?,
            latest: Mutex::default(),
            started: AtomicUsize::new(0),
            runs: Mutex::default(),
            announced: Mutex::new(Instant::now()),
        })
    }

    /// Announces on stderr that `what` starts, if nothing has been printed for a while.
    pub(crate) fn step(&self, what: &str) {
        let mut announced = lock(&self.announced);
        if announced.elapsed() >= PATIENCE {
            common::note!("{what} ...");
            *announced = Instant::now();
        }
    }

    /// Forgets the configurations that make no difference to `text`, which is all that is left.
    pub(crate) fn narrow(&mut self, text: &str) {
        self.configurations = configurations(text);
    }

    /// Compiles `text` as far as its MIR, in every configuration until one fails.
    pub(crate) fn check(&self, text: &str) -> Result<Outcome> {
        self.all(text, true)
    }

    /// Looks for errors and for what is unused, which takes half the time.
    pub(crate) fn look(&self, text: &str) -> Result<Outcome> {
        self.all(text, false)
    }

    /// Compiles `text` in several configurations, as many at a time as there are processors.
    fn all(&self, text: &str, mir: bool) -> Result<Outcome> {
        let mut unused: Option<BTreeSet<(usize, usize)>> = None;
        let mut dumps = Vec::new();
        for some in self.configurations.chunks(workers()) {
            for answer in at_once(some, |flags| self.answer(flags, text, mir)) {
                let answer = answer?;
                if !answer.errors.is_empty() {
                    return Ok(Outcome { errors: answer.errors.clone(), ..Outcome::default() });
                }
                unused = Some(match unused {
                    None => answer.unused.clone(),
                    Some(before) => &before & &answer.unused,
                });
                dumps.extend(answer.dump.clone());
            }
        }
        Ok(Outcome { errors: Vec::new(), unused: unused.unwrap_or_default(), dumps })
    }

    /// Returns the answer in one configuration. The latest ones are kept: what one step ends with, the
    /// next starts with.
    fn answer(&self, flags: &[String], text: &str, mir: bool) -> Result<Arc<Answer>> {
        let fits = |known: &Arc<Answer>| {
            let enough = !mir || known.dump.is_some() || !known.errors.is_empty();
            enough && known.flags == flags && known.text == text
        };
        let mut latest = lock(&self.latest);
        let known = latest.iter().position(fits).and_then(|at| latest.remove(at));
        drop(latest);
        let answer = match known {
            Some(answer) => answer,
            None => Arc::new(self.ask(flags, text, mir)?),
        };
        let mut latest = lock(&self.latest);
        latest.push_front(answer.clone());
        latest.truncate(LATEST);
        Ok(answer)
    }

    fn ask(&self, flags: &[String], text: &str, mir: bool) -> Result<Answer> {
        let kind = if mir { "mir" } else { "metadata" };
        let namesakes = if mir { &self.namesakes } else { "" };
        let what = ["--crate-type=lib"];
        let ran = self.run(kind, &format!("{text}{ENTRY}{namesakes}"), &what, flags)?;
        let (errors, diagnostics): (Vec<_>, Vec<_>) =
            ran.diagnostics.into_iter().partition(|d| d.level == DiagnosticLevel::Error);
        let lints = ["dead_code", "unused_imports", "unused_macros"];
        let unused = diagnostics
            .iter()
            .filter(|d| lints.contains(&code(d)))
            .flat_map(|d| &d.spans)
            .filter(|span| span.is_primary && span.expansion.is_none())
            .map(|span| (span.byte_start as usize, span.byte_end as usize))
            .collect();
        let has_mir = mir && errors.is_empty();
        let dump = has_mir.then(|| ran.emitted.context("rustc wrote no MIR")).transpose()?;
        Ok(Answer { flags: flags.to_vec(), text: text.to_string(), errors, unused, dump })
    }

    /// Names of the functions that the program may call, as far as rustc generates code for them.
    pub(crate) fn symbols(&self, text: &str) -> Result<Vec<String>> {
        let what = ["--crate-type=bin", "-Ccodegen-units=1"];
        let flags = ["-Csymbol-mangling-version=v0".to_string()];
        let assembly = self.run("asm", text, &what, &flags)?.emitted;
        let assembly = assembly.context("rustc wrote no assembly")?;
        let labels = assembly.lines().filter_map(|line| line.strip_suffix(':'));
        let names = labels.filter_map(|label| rustc_demangle::try_demangle(label).ok());
        Ok(names.map(|name| format!("{name:#}")).collect())
    }

    /// Fails unless `text` compiles, and without a word, in every configuration.
    pub(crate) fn accept(&self, text: &str) -> Result<()> {
        for some in self.configurations.chunks(workers()) {
            let compile =
                |flags: &Vec<String>| self.run("metadata", text, &["--crate-type=bin"], flags);
            for ran in at_once(some, compile) {
                let diagnostics = ran?.diagnostics;
                let rendered: Vec<_> =
                    diagnostics.iter().filter_map(|d| d.rendered.as_deref()).take(3).collect();
                ensure!(rendered.is_empty(), "{}", shorten(&rendered.concat()));
            }
        }
        Ok(())
    }

    /// Returns how often rustc has run and for how long, by what it was to emit.
    pub(crate) fn timings(&self) -> String {
        let runs = lock(&self.runs);
        let show = |(kind, (count, time)): (&&str, &(usize, Duration))| {
            format!("{count} for {kind} in {:.1} s", time.as_secs_f64())
        };
        format!("rustc ran {}", runs.iter().map(show).collect::<Vec<_>>().join(", "))
    }

    /// Runs rustc on `text` in a folder of its own, so that runs may overlap.
    fn run(&self, kind: &'static str, text: &str, what: &[&str], flags: &[String]) -> Result<Ran> {
        let start = Instant::now();
        let number = self.started.fetch_add(1, Ordering::Relaxed).to_string();
        let folder = self.folder.path().join(number);
        fs::create_dir(&folder)?;
        fs::write(folder.join("b.rs"), text)?;
        let output = Command::new(rustc())
            .current_dir(&folder)
            .args(["--crate-name=b", "--error-format=json", "-o", "b.out"])
            .arg(format!("--emit={kind}"))
            .arg(format!("--edition={}", self.edition))
            .args(what)
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
        // Metadata is no text.
        let emitted = fs::read_to_string(folder.join("b.out")).ok();
        fs::remove_dir_all(&folder)?;
        let mut runs = lock(&self.runs);
        let entry = runs.entry(kind).or_default();
        *entry = (entry.0 + 1, entry.1 + start.elapsed());
        Ok(Ran { diagnostics, emitted })
    }
}

/// What a run of rustc yields.
struct Ran {
    diagnostics: Vec<Diagnostic>,
    /// The emitted file, if it is text.
    emitted: Option<String>,
}

/// Number of rustc processes at a time.
fn workers() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the results of `work` on each element, all of them at once, in their order.
fn at_once<T: Sync, R: Send>(list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let threads: Vec<_> = list.iter().map(|one| scope.spawn(|| work(one))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, R>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lines of a bundle are long; messages that quote them need cutting.
fn shorten(text: &str) -> String {
    let lines = text.lines().map(|line| line.chars().take(300).collect::<String>());
    lines.collect::<Vec<_>>().join("\n")
}

fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// What rustc says of its version and platform.
pub(crate) fn version() -> Result<String> {
    let output = Command::new(rustc()).arg("-vV").output().context("cannot run rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The platform that rustc compiles for.
pub(crate) fn host() -> Result<String> {
    let text = version()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const CALLER: &str = "fn main(){c::g();b::f();}mod b{pub fn f()->u8{2}}";
    const FIRST: &str = "mod a{pub fn f()->u8{1}}mod c{use crate::b::*;use crate::a::f;\
                         pub fn g()->u8{f()}}";
    const SECOND: &str = "mod c{use crate::b::*;pub fn g()->u8{f()}}";
    const UNUSED: &str = "mod d{pub fn f()->u8{3}}";

    /// The functions of `after` that `before` doesn't have.
    fn strangers(before: &str, after: &str) -> Vec<String> {
        let rustc = Rustc::new("2021", before).unwrap();
        let [before, after] = [before, after].map(|text| {
            let outcome = rustc.check(text).unwrap();
            assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
            outcome.mir()
        });
        after[0].strangers(&before[0]).into_iter().map(str::to_string).collect()
    }

    #[test]
    fn a_call_that_goes_to_a_function_of_the_same_name_is_another_call() {
        let [before, after] = [FIRST, SECOND].map(|rest| format!("{CALLER}{rest}"));
        let found = strangers(&before, &after);
        assert!(matches!(&found[..], [g] if g.contains("c::g") && g.contains("b::f")), "{found:?}");
    }

    #[test]
    fn a_call_is_the_same_when_a_function_of_the_same_name_goes() {
        let after = format!("{CALLER}{SECOND}");
        assert_eq!(strangers(&format!("{after}{UNUSED}"), &after), Vec::<String>::new());
    }
}
