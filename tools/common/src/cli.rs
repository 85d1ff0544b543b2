//! Command lines, and the completions and man pages made from them.

use crate::note;
use clap::{CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::Path;
use std::process::exit;
use std::{env, fs, io};

/// Hidden first argument, which `cargo xtask dist` passes. The second one is a folder.
const WRITE_MANUAL: &str = "write-manual";

/// Parses the command line like [`Parser::parse`], or writes the [manual](exit_with_manual) and exits.
#[must_use]
pub fn parse<P: Parser>() -> P {
    parse_from(env::args_os())
}

/// Parses these arguments like [`Parser::parse_from`], or writes the [manual](exit_with_manual) and exits.
#[must_use]
pub fn parse_from<P: Parser>(arguments: impl IntoIterator<Item = OsString>) -> P {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    exit_with_manual::<P>(&arguments);
    P::parse_from(arguments)
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
    fn other_arguments_are_parsed() {
        let arguments = ["example", "inner", "--flag"].map(OsString::from);
        let Example::Inner { flag } = parse_from(arguments);
        assert!(flag);
    }
}
