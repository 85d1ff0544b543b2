//! A program that cargo runs in place of rustc (`RUSTC_WRAPPER`). [`crate::cargo`] compiles it, with std alone.
//!
//! For each crate of the target it writes the arguments to `NAME.args` next to the outputs, separated by NUL and
//! preceded by the working directory, and the MIR to `NAME.mir`.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::{exit, Command};

/// Flags that make the MIR comparable: unoptimised, with full paths and unwinding panics, and with the condition of bundles.
const FLAGS: [&str; 8] = [
    "--cfg=bundled",
    "-Cpanic=unwind",
    "-Copt-level=0",
    "-Cdebug-assertions=on",
    "-Coverflow-checks=on",
    "-Ztrim-diagnostic-paths=no",
    "-Zmir-opt-level=0",
    "-Zub-checks=no",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (rustc, arguments) = arguments.split_first().expect("cargo passes the path of rustc");
    let mut command = Command::new(rustc);
    command.args(arguments);
    if let Some(stem) = stem(arguments) {
        let folder = std::env::current_dir().expect("a working directory");
        let record = format!("{}\0{}", folder.display(), arguments.join("\0"));
        std::fs::write(format!("{stem}.args"), record).expect("a writable output folder");
        command.args(FLAGS).arg(format!("--emit=mir={stem}.mir")).env("RUSTC_BOOTSTRAP", "1");
    }
    let status = command.status().expect("rustc runs");
    exit(status.code().unwrap_or(1));
}

/// Returns the outputs' path without extension; `None` for build scripts, procedural macros and cargo's queries.
fn stem(arguments: &[String]) -> Option<String> {
    let after = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1)
    };
    after("--target")?;
    let suffix = arguments.iter().find_map(|argument| argument.strip_prefix("extra-filename="));
    let name = format!("{}{}", after("--crate-name")?, suffix.unwrap_or(""));
    Some(Path::new(after("--out-dir")?).join(name).display().to_string())
}
