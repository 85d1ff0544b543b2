//! Runs rustc on candidate bundles; reads diagnostics, MIR and symbols.

use anyhow::{bail, ensure, Context, Result};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use common::workers::cores;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

use crate::mir::Dump;
use crate::places::place_readers;
use crate::tokens::Texts;

/// Returns the error code or lint name, such as `E0277`, or an empty text.
pub(crate) fn code(diagnostic: &Diagnostic) -> &str {
    diagnostic.code.as_ref().map_or("", |code| &code.code)
}

/// Returns the name that an error quotes first.
pub(crate) fn quoted(error: &Diagnostic) -> Option<&str> {
    error.message.split('`').nth(1)
}

/// Returns the byte ranges of the code that errors report.
pub(crate) fn ranges<'e, E: IntoIterator<Item = &'e Diagnostic>>(
    errors: E,
) -> impl Iterator<Item = Range<usize>> + use<'e, E> {
    let spans = errors.into_iter().flat_map(|error| &error.spans).filter(|span| span.is_primary);
    spans.map(|span| span.byte_start as usize..span.byte_end as usize)
}

/// Returns a new temporary folder.
pub(crate) fn folder() -> Result<TempDir> {
    TempDir::with_prefix("bundle-").context("cannot create a temporary folder")
}

/// The number of errors from which on a change is given up: rustc takes minutes for thousands of errors.
pub(crate) const MANY_ERRORS: usize = 1000;

/// The number of bytes beside an error that belong to the same expression, as the method after a type.
pub(crate) const EXPRESSION: usize = 60;

/// The result of compilation in all configurations ([`configurations`]).
#[derive(Default)]
pub(crate) struct Outcome {
    /// Errors of the first configuration that fails; the other fields are then empty.
    pub(crate) errors: Vec<Diagnostic>,
    /// Byte ranges of code that no configuration uses.
    pub(crate) unused: BTreeSet<(usize, usize)>,
    /// MIR per configuration.
    pub(crate) dumps: Vec<Arc<Dump>>,
}

/// The result of compilation in one configuration.
struct Compilation {
    flags: Vec<String>,
    text: String,
    errors: Vec<Diagnostic>,
    unused: BTreeSet<(usize, usize)>,
    dump: Option<Arc<Dump>>,
}

/// The compiler, with a temporary folder and a cache of recent results.
pub(crate) struct Rustc {
    folder: TempDir,
    edition: String,
    /// Flags for the crates that the arena provides.
    externs: Vec<String>,
    /// Whether configurations have assertions for debugging.
    has_assertions: bool,
    configurations: Vec<Vec<String>>,
    /// Whether the program gets places in the source.
    has_places: bool,
    cache: Mutex<VecDeque<Arc<Compilation>>>,
    /// Number of started runs, for the names of their folders.
    started: AtomicUsize,
    /// Number and total time of runs by emitted format.
    runs: Mutex<BTreeMap<&'static str, (usize, Duration)>>,
    announced: Mutex<Instant>,
}

const STEP_INTERVAL: Duration = Duration::from_secs(2);

const CACHED: usize = 6;

/// A caller of `main`, for lints. The program is compiled as a library, so that rustc generates no code; without a
/// caller, all code would be dead.
const ENTRY: &str = "#[allow(dead_code,unused_must_use)]fn __entry(){main();}";

impl Rustc {
    /// Prepares to compile `text`, which imports the crates `provided`, and programs derived from it, also with assertions
    /// for debugging if it `has_assertions`.
    pub(crate) fn new(
        edition: &str,
        text: &str,
        provided: &BTreeMap<String, PathBuf>,
        has_assertions: bool,
    ) -> Result<Rustc> {
        let externs = provided.iter().flat_map(|(name, file)| {
            let folder = file.parent().unwrap_or(Path::new("."));
            let folder = format!("-Ldependency={}", folder.display());
            [format!("--extern={name}={}", file.display()), folder]
        });
        Ok(Rustc {
            folder: folder()?,
            edition: edition.to_string(),
            externs: externs.collect(),
            has_assertions,
            configurations: configurations(text, has_assertions),
            has_places: has_places(text),
            cache: Mutex::default(),
            started: AtomicUsize::new(0),
            runs: Mutex::default(),
            announced: Mutex::new(Instant::now()),
        })
    }

    /// Prints a progress line on stderr, at most every two seconds.
    pub(crate) fn step(&self, what: &str) {
        let mut announced = lock(&self.announced);
        if announced.elapsed() >= STEP_INTERVAL {
            common::note!("{what} ...");
            *announced = Instant::now();
        }
    }

    /// Drops configurations that affect neither `text` nor programs derived from it.
    pub(crate) fn narrow(&mut self, text: &str) {
        self.configurations = configurations(text, self.has_assertions);
        self.has_places = has_places(text);
    }

    /// Compiles `text` to MIR in every configuration, until one fails.
    pub(crate) fn check(&self, text: &str) -> Result<Outcome> {
        self.some(&self.configurations, text, true)
    }

    /// Compiles `text` to MIR in the first configuration.
    pub(crate) fn check_first(&self, text: &str) -> Result<Outcome> {
        self.some(&self.configurations[..1], text, true)
    }

    /// Compiles `text` for errors and lints only, until a configuration fails; without MIR this takes half the time.
    pub(crate) fn lint(&self, text: &str) -> Result<Outcome> {
        self.some(&self.configurations, text, false)
    }

    /// Compiles in the given configurations, until one fails.
    fn some(&self, configurations: &[Vec<String>], text: &str, mir: bool) -> Result<Outcome> {
        let mut unused: Option<BTreeSet<(usize, usize)>> = None;
        let mut dumps = Vec::new();
        for result in in_parallel(configurations, |flags| self.cached(flags, text, mir)) {
            let result = result?;
            if !result.errors.is_empty() {
                return Ok(Outcome { errors: result.errors.clone(), ..Outcome::default() });
            }
            unused = Some(match unused {
                None => result.unused.clone(),
                Some(before) => &before & &result.unused,
            });
            dumps.extend(result.dump.clone());
        }
        Ok(Outcome { errors: Vec::new(), unused: unused.unwrap_or_default(), dumps })
    }

    /// Compiles in one configuration, or returns a cached result. The cache helps because each stage first
    /// compiles the text that the previous stage compiled last.
    fn cached(&self, flags: &[String], text: &str, mir: bool) -> Result<Arc<Compilation>> {
        let fits = |known: &Arc<Compilation>| {
            let enough = !mir || known.dump.is_some() || !known.errors.is_empty();
            enough && known.flags == flags && known.text == text
        };
        let mut cache = lock(&self.cache);
        let known = cache.iter().position(fits).and_then(|at| cache.remove(at));
        drop(cache);
        let result = match known {
            Some(result) => result,
            None => Arc::new(self.compile(flags, text, mir)?),
        };
        let mut cache = lock(&self.cache);
        cache.push_front(result.clone());
        cache.truncate(CACHED);
        Ok(result)
    }

    fn compile(&self, flags: &[String], text: &str, mir: bool) -> Result<Compilation> {
        let kind = if mir { "mir" } else { "metadata" };
        let ran = self.run(kind, &format!("{text}{ENTRY}"), &["--crate-type=lib"], flags)?;
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
        let dump = dump.map(|text| Arc::new(Dump::new(text, self.has_places)));
        Ok(Compilation { flags: flags.to_vec(), text: text.to_string(), errors, unused, dump })
    }

    /// Returns the functions for which rustc generates code in any configuration, as paths with type arguments.
    pub(crate) fn functions(&self, text: &str) -> Result<Texts> {
        let mut all = BTreeSet::new();
        let what = ["--crate-type=bin", "-Zprint-mono-items=yes"];
        for ran in in_parallel(&self.configurations, |flags| self.run("mir", text, &what, flags)) {
            let ran = ran?;
            let lines = ran.printed.lines().filter_map(|line| line.strip_prefix("MONO_ITEM fn "));
            all.extend(lines.filter_map(|line| Some(line.split_once(" @@ ")?.0.to_string())));
        }
        ensure!(!all.is_empty(), "rustc lists no functions");
        Ok(all)
    }

    /// Describes the number and the duration of runs by emitted format.
    pub(crate) fn timings(&self) -> String {
        let runs = lock(&self.runs);
        let show = |(kind, (count, time)): (&&str, &(usize, Duration))| {
            format!("{count} for {kind} in {:.1} s", time.as_secs_f64())
        };
        format!("rustc ran {}", runs.iter().map(show).collect::<Vec<_>>().join(", "))
    }

    /// Runs rustc in a folder of its own, so that runs can overlap.
    fn run(&self, kind: &'static str, text: &str, what: &[&str], flags: &[String]) -> Result<Ran> {
        let start = Instant::now();
        let number = self.started.fetch_add(1, Ordering::Relaxed).to_string();
        let folder = self.folder.path().join(number);
        fs::create_dir(&folder)?;
        fs::write(folder.join("b.rs"), text)?;
        let mut command = rustc();
        if kind == "mir" {
            command.args(["-Zmir-opt-level=0", "-Zub-checks=no", "-Ztrim-diagnostic-paths=no"]);
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        command
            .current_dir(&folder)
            .args(["--crate-name=b", "--error-format=json", "-o", "b.out"])
            .arg(format!("--emit={kind}"))
            .arg(format!("--edition={}", self.edition))
            .args(&self.externs)
            .args(what)
            .args(flags);
        let output = output(command.arg("b.rs"))?;
        let mut diagnostics = Vec::new();
        for line in output.stderr.lines().filter(|line| line.starts_with('{')) {
            diagnostics.push(serde_json::from_str(line).context("cannot parse diagnostics")?);
        }
        if !output.is_success && diagnostics.is_empty() {
            bail!("rustc failed: {}", output.stderr);
        }
        // Reading fails for metadata, which is binary.
        let emitted = fs::read_to_string(folder.join("b.out")).ok();
        fs::remove_dir_all(&folder)?;
        let mut runs = lock(&self.runs);
        let entry = runs.entry(kind).or_default();
        *entry = (entry.0 + 1, entry.1 + start.elapsed());
        Ok(Ran { diagnostics, emitted, printed: output.stdout })
    }
}

struct Ran {
    diagnostics: Vec<Diagnostic>,
    /// The emitted file if it is text.
    emitted: Option<String>,
    /// The text on standard output.
    printed: String,
}

/// Yields the results of `work` on the elements, in order. Works on as many at a time as there are cores, and only while
/// results are taken.
fn in_parallel<'l, T: Sync, R: Send + 'l>(
    list: &'l [T],
    work: impl Fn(&T) -> R + Sync + 'l,
) -> impl Iterator<Item = R> + 'l {
    list.chunks(cores()).flat_map(move |some| {
        thread::scope(|scope| {
            let threads: Vec<_> = some.iter().map(|one| scope.spawn(|| work(one))).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, R>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect::<Vec<R>>()
        })
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// What a run of rustc prints.
pub(crate) struct Output {
    pub(crate) is_success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs rustc.
pub(crate) fn output(command: &mut Command) -> Result<Output> {
    let output = command.output().context("cannot run rustc")?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    Ok(Output { is_success: output.status.success(), stdout, stderr })
}

/// Returns rustc's version and host.
pub(crate) fn version() -> Result<String> {
    printed(&["-vV"])
}

/// Returns what rustc prints about itself.
pub(crate) fn printed(flags: &[&str]) -> Result<String> {
    Ok(output(rustc().args(flags))?.stdout)
}

/// Returns the host's target triple.
pub(crate) fn host() -> Result<String> {
    let text = version()?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV reports no host")?.to_string())
}

fn has_places(text: &str) -> bool {
    text.parse().is_ok_and(|code| !place_readers(code).is_empty())
}

/// Returns the flags of all configurations that can affect `text`: the arena's flags are unknown, so only code
/// that is dead in all configurations is deleted.
fn configurations(text: &str, has_assertions: bool) -> Vec<Vec<String>> {
    let without = vec!["-Cdebug-assertions=off".to_string()];
    let mut all = if has_assertions { vec![vec![]] } else { vec![without.clone()] };
    if has_assertions && text.contains("debug_assertions") {
        all.push(without);
    }
    // Conditions such as `target_feature = "avx2"`, not the attribute `target_feature(enable = …)`.
    let conditions = text.split("target_feature").skip(1).filter_map(|after| {
        let value = after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
        Some(format!("+{}", value.split('"').next()?))
    });
    // Dependencies can mention other architectures' features.
    let known = |feature: &String| {
        let flag = format!("-Ctarget-feature={feature}");
        output(rustc().args(["--print=cfg", &flag])).is_ok_and(|output| output.stderr.is_empty())
    };
    let named: Texts = conditions.filter(known).collect();
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

    fn added(before: &str, after: &str) -> Vec<String> {
        let rustc = Rustc::new("2021", before, &BTreeMap::new(), true).unwrap();
        let [before, after] = [before, after].map(|text| {
            let outcome = rustc.check(text).unwrap();
            assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
            outcome.dumps
        });
        after[0].added(&before[0]).into_iter().map(str::to_string).collect()
    }

    #[test]
    fn calls_of_functions_with_the_same_name_in_other_modules_differ() {
        let [before, after] = [FIRST, SECOND].map(|rest| format!("{CALLER}{rest}"));
        let found = added(&before, &after);
        assert!(matches!(&found[..], [g] if g.contains("c::g") && g.contains("b::f")), "{found:?}");
    }

    #[test]
    fn calls_do_not_change_when_a_function_of_the_same_name_is_deleted() {
        let after = format!("{CALLER}{SECOND}");
        assert_eq!(added(&format!("{after}{UNUSED}"), &after), Vec::<String>::new());
    }
}
