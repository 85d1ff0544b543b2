//! Command line of `train`; its subcommands are in the module `commands`.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;
use training::rounds::child::{become_child, FLAG};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == FLAG).is_some() {
        return become_child(arguments);
    }
    common::exit::run("train", 2, || common::cli::parse::<commands::Train>().run())
}
