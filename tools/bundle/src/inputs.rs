//! Runs the program as cargo builds it, and the bundle, on the user's inputs.

use anyhow::{bail, Context, Result};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

use crate::project::Project;
use crate::{build, rustc};

/// Maximum time of a run.
const LIMIT: Duration = Duration::from_secs(60);

/// Requires that the program in cargo's release build and `bundle`, compiled with optimisation, write the same to
/// standard output and exit with the same status, with each of the files `inputs` as standard input.
pub(crate) fn compare(project: &Project, bundle: &str, inputs: &[PathBuf]) -> Result<()> {
    if inputs.is_empty() {
        return Ok(());
    }
    let folder = rustc::folder()?;
    common::note!("compiling the program and the bundle to compare their output ...");
    let (program, externs) = build::program(project)?;
    let compiled = folder.path().join("bundled").with_extension(std::env::consts::EXE_EXTENSION);
    if let Err(message) = build::compile(project, bundle, &externs, &compiled)? {
        bail!("rustc rejects the finished bundle:\n{message}");
    }
    for input in inputs {
        let [wanted, found] =
            [("program", &program), ("bundle", &compiled)].map(|(name, program)| {
                run(program, input, &folder.path().join(name))
                    .with_context(|| format!("cannot run the {name} on {}", input.display()))
            });
        let (wanted, found) = (wanted?, found?);
        if wanted != found {
            bail!(
                "the bundle answers {} differently: it {}, cargo's build {}; do not submit it, and please report \
                 the program",
                input.display(),
                found.describe(&wanted),
                wanted.describe(&found)
            );
        }
    }
    Ok(())
}

#[derive(PartialEq, Eq)]
struct Answer {
    stdout: Vec<u8>,
    status: Option<i32>,
}

impl Answer {
    /// Describes the status, or the first line of the output that is not in `other`.
    fn describe(&self, other: &Answer) -> String {
        if self.status != other.status {
            return match self.status {
                Some(code) => format!("exits with status {code}"),
                None => "is killed by a signal".to_string(),
            };
        }
        let [own, other] = [self, other].map(|answer| String::from_utf8_lossy(&answer.stdout));
        let mut others = other.lines();
        let differs = own.lines().enumerate().find(|(_, line)| others.next() != Some(line));
        match differs {
            Some((number, line)) => format!("writes `{line}` in line {}", number + 1),
            None => format!("writes {} lines", own.lines().count()),
        }
    }
}

fn run(program: &Path, input: &Path, output: &Path) -> Result<Answer> {
    let mut child: Child = Command::new(program)
        .stdin(File::open(input)?)
        .stdout(File::create(output)?)
        .stderr(Stdio::null())
        .spawn()?;
    let Some(status) = child.wait_timeout(LIMIT)? else {
        child.kill()?;
        child.wait()?;
        bail!("it did not end within {} s; end the input with what makes it exit", LIMIT.as_secs());
    };
    Ok(Answer { stdout: std::fs::read(output)?, status: status.code() })
}
