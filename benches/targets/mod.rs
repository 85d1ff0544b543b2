//! The table of the shipped networks' times on every target that this machine can run, natively or
//! emulated.

use super::rates;
use super::shipped::{Shipped, EDGES};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use twixt::network::Kernel;

const WASM: &str = "wasm32-unknown-unknown";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// A row of the table.
struct Row {
    name: String,
    /// For each board size, the fingerprint and, if measured, the microseconds of an evaluation and
    /// of its input.
    cells: Vec<(String, Option<[f64; 2]>)>,
}

/// Measures all rows, prints the table, and panics if fingerprints differ.
pub(crate) fn print() {
    let mut rows = native();
    for (features, name) in [("+simd128", "SIMD128"), ("+simd128,+relaxed-simd", "relaxed SIMD")] {
        let module = module(features);
        rows.extend(row(format!("{name}, Node"), &in_node(&module)));
        rows.extend(row(format!("{name}, Chromium"), &in_chromium(&module)));
    }
    rows.extend(row("ARM under qemu".into(), &on_arm()));
    let avx2 = rows.iter().position(|row| row.name == "avx2");
    let times = |row: &Row, i: usize| row.cells.get(i).and_then(|cell| cell.1);
    print!("| kernel |");
    EDGES.iter().for_each(|edge| print!(" {edge} × {edge}, µs | × AVX2 | input, µs |"));
    println!("\n| --- |{}", " ---: | ---: | ---: |".repeat(EDGES.len()));
    for row in &rows {
        print!("| {} |", row.name);
        for i in 0..EDGES.len() {
            let base = avx2.and_then(|avx2| times(&rows[avx2], i));
            match (times(row, i), base) {
                (Some([eval, input]), Some([base, _])) => {
                    print!(" {eval:.1} | {:.1} | {input:.1} |", eval / base);
                }
                (Some([eval, input]), None) => print!(" {eval:.1} | | {input:.1} |"),
                (None, _) => print!(" | | |"),
            }
        }
        println!();
    }
    for (i, edge) in EDGES.into_iter().enumerate() {
        let expected = &rows[0].cells[i].0;
        for row in &rows {
            assert_eq!(&row.cells[i].0, expected, "{} differs at {edge} × {edge}", row.name);
        }
        println!("fingerprint at {edge} × {edge}, of all rows: {expected}");
    }
}

/// Prints the fingerprints, one per board size, in the format of `measure.mjs` without times.
pub(crate) fn fingerprints() {
    for edge in EDGES {
        println!("{edge} {:016x}", Shipped::new(edge).fingerprint());
    }
}

/// Measures the kernels that this CPU supports, the fastest first.
fn native() -> Vec<Row> {
    let kernels: Vec<Kernel> =
        Kernel::ALL.into_iter().rev().filter(|kernel| kernel.is_available()).collect();
    let name = |kernel: &Kernel| Row { name: kernel.to_string(), cells: Vec::new() };
    let mut rows: Vec<Row> = kernels.iter().map(name).collect();
    for edge in EDGES {
        let shipped = |&kernel: &Kernel| Shipped::new(edge).with_kernel(kernel);
        let mut shipped: Vec<Shipped> = kernels.iter().map(shipped).collect();
        let prints: Vec<String> =
            shipped.iter_mut().map(|network| format!("{:016x}", network.fingerprint())).collect();
        let evals = best(&mut shipped, Shipped::evaluate);
        let inputs = best(&mut shipped, Shipped::fill);
        let times = evals.into_iter().zip(inputs).map(|(eval, input)| Some([eval, input]));
        for ((row, print), times) in rows.iter_mut().zip(prints).zip(times) {
            row.cells.push((print, times));
        }
    }
    rows
}

/// Returns the microseconds that `work` takes per position with each network.
fn best(shipped: &mut [Shipped], work: fn(&mut Shipped) -> usize) -> Vec<f64> {
    let mut works: Vec<_> = shipped.iter_mut().map(|network| move || work(network)).collect();
    rates(&mut works).into_iter().map(|rate| 1e6 / rate).collect()
}

/// Parses a row from one line per board size. If `lines` is anything else, prints it as the reason why
/// the row is missing, and returns `None`.
fn row(name: String, lines: &str) -> Option<Row> {
    let cell = |line: &str| {
        let mut parts = line.split_whitespace().skip(1);
        let print = parts.next()?.to_owned();
        let times: Vec<f64> = parts.filter_map(|part| part.parse().ok()).collect();
        Some((print, times.try_into().ok()))
    };
    let cells: Vec<_> = lines.lines().filter_map(cell).collect();
    if cells.len() != EDGES.len() {
        println!("no row for {name}: {lines}");
        return None;
    }
    Some(Row { name, cells })
}

/// Builds the WebAssembly module with these features.
fn module(features: &str) -> PathBuf {
    let flags = format!("-C target-feature={features}");
    let mut cargo = cargo(&["build", "--release", "--example", "shipped", "--target", WASM]);
    output(cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags));
    target().join(WASM).join("release/examples/shipped.wasm")
}

fn in_node(module: &Path) -> String {
    // A Node older than V8 11.4 needs the flag for relaxed SIMD; a newer one does not have it.
    let flag = "--experimental-wasm-relaxed-simd";
    let mut test = Command::new("node");
    test.args([flag, "-e", "0"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut node = Command::new("node");
    if test.status().is_ok_and(|status| status.success()) {
        node.arg(flag);
    }
    output(node.arg(folder().join("measure.mjs")).arg(module))
}

/// Runs the module in a page that contains it, and returns the page's text.
fn in_chromium(module: &Path) -> String {
    let script = fs::read_to_string(folder().join("measure.mjs")).unwrap_or_default();
    // The part for Node works only in a module, and a page cannot load a module from a file.
    let script = script.split("if (typeof process").next().unwrap_or_default();
    let bytes = fs::read(module).unwrap_or_default();
    let page = format!(
        "<pre id=out></pre><script>{}\nout.textContent = '\\n' + measure(new Uint8Array({bytes:?})).join('\\n') \
         + '\\n'</script>",
        script.replace("export ", "")
    );
    let path = module.with_extension("html");
    fs::write(&path, page).expect("the folder of the module is writable");
    let mut chromium = Command::new("chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]).arg(path);
    let text = output(&mut chromium);
    let inside =
        text.split_once("<pre id=\"out\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    inside.map_or(text.clone(), |(inside, _)| inside.trim().to_owned())
}

/// Runs this benchmark for ARM under qemu, and returns its fingerprints.
fn on_arm() -> String {
    let mut cargo = cargo(&["bench", "--bench", "network", "--target", ARM, "--", "fingerprints"]);
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    let runner = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
    output(cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner))
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    cargo
}

/// Runs a program and returns its output, or the reason why there is none.
fn output(command: &mut Command) -> String {
    match command.stderr(Stdio::piped()).output() {
        Ok(done) if done.status.success() => String::from_utf8_lossy(&done.stdout).into_owned(),
        Ok(done) => String::from_utf8_lossy(&done.stderr).into_owned(),
        Err(error) => format!("cannot run {}: {error}", command.get_program().display()),
    }
}

fn target() -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(default, PathBuf::from)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/shipped")
}
