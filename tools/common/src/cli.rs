//! Command lines: parsers of numbers, errors of one line, and the completions and man pages made from them.

use crate::note;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::Path;
use std::process::exit;
use std::{env, fs, io};

/// Hidden first argument, which `cargo xtask dist` passes. The second one is a folder.
const WRITE_MANUAL: &str = "write-manual";

/// Parses the command line like [`Parser::parse`], with errors of one line, or writes the [manual](exit_with_manual) and exits.
pub fn parse<P: Parser>() -> P {
    parse_from(env::args_os())
}

/// Parses these arguments like [`Parser::parse_from`], or writes the [manual](exit_with_manual) and exits.
pub fn parse_from<P: Parser>(arguments: impl IntoIterator<Item = OsString>) -> P {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    exit_with_manual::<P>(&arguments);
    match P::try_parse_from(&arguments) {
        Ok(parsed) => parsed,
        Err(error) if is_shown(&error) => {
            // EPIPE is not an error.
            let _ = error.print();
            exit(error.exit_code());
        }
        Err(error) => {
            note!("{}", one_line(&command_of(&P::command(), &arguments), &error));
            exit(2);
        }
    }
}

/// Whether clap prints a help or a version in place of an error.
fn is_shown(error: &clap::Error) -> bool {
    let help = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    !error.use_stderr() || error.kind() == help
}

/// Checks that the help of a program and its subcommands prints the texts below their flags unchanged on terminals of 80
/// columns: examples are copied to a shell. For the tests of programs.
///
/// # Panics
/// If a line is wrapped.
pub fn check_help<P: Parser>() {
    let mut program = P::command().term_width(80);
    program.build();
    check_examples(&mut program);
}

fn check_examples(command: &mut clap::Command) {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let help = command.render_help().to_string();
    for line in text.lines() {
        let is_whole = help.lines().any(|printed| printed == line.trim_end());
        assert!(is_whole, "{}: {line:?} is broken at 80 columns:\n{help}", command.get_name());
    }
    command.get_subcommands_mut().for_each(check_examples);
}

/// Returns the program's name with the subcommands among these arguments, such as `lab match`.
fn command_of(program: &clap::Command, arguments: &[OsString]) -> String {
    let (mut name, mut command) = (program.get_name().to_owned(), program);
    for word in arguments.iter().skip(1) {
        if let Some(inner) = command.find_subcommand(word) {
            command = inner;
            name = format!("{name} {}", inner.get_name());
        }
    }
    name
}

/// Returns an error of clap as one line that says what was expected, such as `club: invalid value '0' for '--nodes <N>':
/// expected a whole number of at least 1; see club gtp --help`; `command` is the program with its subcommands.
fn one_line(command: &str, error: &clap::Error) -> String {
    let text = error.render().to_string();
    let message = text.split_once("Usage: ").map_or(&*text, |(message, _)| message);
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("For more information"));
    let message = lines.collect::<Vec<_>>().join(" ").replace(" tip: ", "; ");
    let message = with_expected(message.strip_prefix("error: ").unwrap_or(&message));
    let program = command.split(' ').next().unwrap_or_default();
    format!("{program}: {message}; see {command} --help")
}

/// Replaces what Rust and clap say about a wrong number by what was expected.
fn with_expected(message: &str) -> String {
    for (found, expected) in [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number"),
        ("number too large to fit in target type", "expected a smaller number"),
        ("number too small to fit in target type", "expected a larger number"),
    ] {
        if let Some(start) = message.strip_suffix(found) {
            return format!("{start}{expected}");
        }
    }
    let bounds = message.rsplit_once(": ").and_then(|(start, reason)| {
        let (low, high) = reason.split_once(" is not in ")?.1.split_once("..")?;
        Some((start, low, high.trim_start_matches('=')))
    });
    match bounds {
        // The largest numbers that fit in 64 bits.
        Some((start, low, high)) if high.is_empty() || high.len() > 18 => {
            format!("{start}: expected a whole number of at least {low}")
        }
        Some((start, low, high)) => {
            format!("{start}: expected a whole number from {low} to {high}")
        }
        None => message.to_owned(),
    }
}

/// Parses a number that is not negative, the value of a flag.
///
/// # Errors
/// The expected text.
pub fn amount(text: &str) -> Result<f64, String> {
    within(text, 0.0, f64::MAX, "a number of at least 0")
}

/// Parses a positive number, the value of a flag.
///
/// # Errors
/// The expected text.
pub fn positive(text: &str) -> Result<f64, String> {
    within(text, f64::MIN_POSITIVE, f64::MAX, "a number above 0")
}

/// Parses a share of a whole, the value of a flag.
///
/// # Errors
/// The expected text.
pub fn share(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1.0, "a number from 0 to 1")
}

/// Like [`amount`], [`positive`] or [`share`], in single precision.
///
/// # Errors
/// The expected text.
pub fn single(
    parse: fn(&str) -> Result<f64, String>,
) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| match parse(text)? as f32 {
        value if value.is_finite() => Ok(value),
        _ => Err("expected a smaller number".to_owned()),
    }
}

fn within(text: &str, low: f64, high: f64, expected: impl Display) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("expected {expected}"))
}

/// Checks that all flags and arguments that take a number refuse what is none, and name themselves and what they expect. For
/// the tests of programs; `negative` lists the flags that take negative numbers.
///
/// # Panics
/// If a wrong value is accepted, or its error is unclear.
pub fn check_numbers<P: Parser>(negative: &[&str]) {
    let mut program = P::command();
    program.build();
    check_command(&program, &program, &mut vec![program.get_name().to_owned()], negative);
}

fn check_command(
    program: &clap::Command,
    command: &clap::Command,
    path: &mut Vec<String>,
    negative: &[&str],
) {
    for flag in command.get_arguments().filter_map(clap::Arg::get_long) {
        let error = |value: &str| {
            let words = path.iter().cloned().chain([format!("--{flag}={value}")]);
            let error = program.clone().try_get_matches_from(words).err()?;
            let is_refused =
                matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
            is_refused.then(|| one_line(&path.join(" "), &error))
        };
        let is_number =
            ["1", "7", "20", "0.5", "2..7", "0.2..0.7"].iter().any(|value| error(value).is_none());
        if !is_number || error("no-number").is_none() {
            continue;
        }
        for value in [
            "NaN",
            "inf",
            "-inf",
            "1e999",
            "",
            "0x7",
            "-1",
            "7..2",
            "0.7..0.2",
            "NaN..NaN",
            "9".repeat(400).as_str(),
        ] {
            let wanted = negative.contains(&flag) && value == "-1";
            let Some(error) = error(value) else {
                assert!(wanted, "{path:?} --{flag} accepts {value:?}");
                continue;
            };
            assert!(error.contains(&format!("--{flag}")) && error.contains("expected"), "{error}");
            for unclear in ["invalid", "in string", "is not in", "literal"] {
                let reason = error.rsplit_once(": ").map_or("", |(_, reason)| reason);
                assert!(!reason.contains(unclear), "{error}");
            }
        }
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        path.push(inner.get_name().to_owned());
        check_command(program, inner, path, negative);
        path.pop();
    }
}

/// If the arguments after the program's name are `write-manual FOLDER`, writes completions and man pages into the
/// folder and exits. The status is 1 if a file cannot be written.
pub fn exit_with_manual<P: CommandFactory>(arguments: &[OsString]) {
    let [_, first, folder] = arguments else { return };
    if first != WRITE_MANUAL {
        return;
    }
    let Err(error) = write_manual::<P>(folder.as_ref()) else { exit(0) };
    note!("cannot write completions and man pages to {}: {error}", folder.display());
    exit(1);
}

/// Writes completions for every shell into `folder/completions`, and a man page for the program and for each of its
/// subcommands into `folder/man`.
fn write_manual<P: CommandFactory>(folder: &Path) -> io::Result<()> {
    let [completions, man] = ["completions", "man"].map(|name| folder.join(name));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&man)?;
    let name = P::command().get_name().to_owned();
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut P::command(), &name, &completions)?;
    }
    clap_mangen::generate_to(P::command(), man)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program
    #[derive(Parser)]
    #[command(name = "example", version)]
    enum Example {
        /// Prints nothing
        Inner {
            /// A flag
            #[arg(long)]
            flag: bool,
        },
    }

    #[test]
    fn manual_covers_shells_and_subcommands() {
        let folder = tempfile::tempdir().unwrap();
        write_manual::<Example>(folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for file in ["example.bash", "_example", "example.fish", "_example.ps1"] {
            assert!(read(&format!("completions/{file}")).contains("flag"), "{file}");
        }
        assert!(read("man/example.1").contains("inner"));
        assert!(read("man/example-inner.1").contains("A flag"));
    }

    #[test]
    fn errors_are_one_line_that_names_the_command_and_what_is_expected() {
        #[derive(Parser, Debug)]
        #[command(name = "example")]
        enum Numbers {
            Inner {
                #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
                nodes: u64,
                #[arg(long, value_parser = clap::value_parser!(u8).range(5..=24))]
                size: Option<u8>,
                #[arg(long, value_parser = single(share))]
                noise: Option<f32>,
            },
        }
        check_numbers::<Numbers>(&[]);
        let see = "see example inner --help";
        for (arguments, expected) in [
            (
                "--nodes 0",
                format!("'0' for '--nodes <NODES>': expected a whole number of at least 1; {see}"),
            ),
            ("--nodes x", format!("'x' for '--nodes <NODES>': expected a whole number; {see}")),
            (
                "--size 4 --nodes 1",
                format!("'4' for '--size <SIZE>': expected a whole number from 5 to 24; {see}"),
            ),
            (
                "--noise NaN",
                format!("'NaN' for '--noise <NOISE>': expected a number from 0 to 1; {see}"),
            ),
            (
                "--node 7",
                String::from(
                    "unexpected argument '--node' found; a similar argument exists: '--nodes'",
                ),
            ),
            ("", String::from("were not provided: --nodes <NODES>; see example inner --help")),
        ] {
            let words = ["example", "inner"].into_iter().chain(arguments.split_whitespace());
            let error = Numbers::try_parse_from(words.clone()).unwrap_err();
            let words: Vec<OsString> = words.map(OsString::from).collect();
            let line = one_line(&command_of(&Numbers::command(), &words), &error);
            assert!(line.starts_with("example: ") && line.contains(&expected), "{line}");
            assert_eq!(line.lines().count(), 1);
        }
    }

    #[test]
    fn other_arguments_are_parsed() {
        let arguments = ["example", "inner", "--flag"].map(OsString::from);
        let Example::Inner { flag } = parse_from(arguments);
        assert!(flag);
    }
}
