//! The `referee` program: plays a game between two bots and reports the result.

mod options;
mod output;
mod screen;

use anyhow::{Context, Result};
use common::exit::Stdout;
use options::{Format, Options};
use records::seat::Seat;
use referee::play::{self, GameReport, GameSettings};
use referee::players::{self, BotConditions};
use referee::process;
use referee::record::{record, write_json, Replay};
use referee::signals;
use screen::Screen;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use twixt::time::TimeControl;

fn main() -> ExitCode {
    if let Some(code) = players::serve() {
        return code;
    }
    common::exit::run("referee", 2, || match run(&Options::from_command_line()) {
        // Output files may be pipes; a closed pipe is handled like a closed stdout.
        Err(error) if is_broken_pipe(&error) => {
            Err(io::Error::from(io::ErrorKind::BrokenPipe).into())
        }
        done => done.map(|()| ExitCode::SUCCESS),
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn run(options: &Options) -> Result<()> {
    let settings = options.settings()?;
    let out = Stdout { writes_files: options.replay.is_some() };
    let names = [&options.first, &options.second]
        .map(|command| command.clone().unwrap_or_else(|| "own".to_owned()));
    signals::kill_bots_on_signal().context("cannot handle Ctrl-C")?;

    if options.format() == Format::Text && !options.quiet && !process::kills_escaped_processes() {
        let _ = writeln!(
            io::stderr(),
            "referee: cannot track processes that a bot starts outside its process group: they may \
             outlive the game; check for them yourself"
        );
    }

    let report = play_and_print(options, &settings, &names, out)?;
    if let Some(path) = &options.replay {
        let record = record(&settings, [&names[0], &names[1]], settings.shuffle, &report);
        write_json(path, &Replay::new(record, &report))?;
    }
    Ok(())
}

fn play_and_print(
    options: &Options,
    settings: &GameSettings,
    names: &[String; 2],
    mut out: Stdout,
) -> Result<GameReport> {
    let bot = |seat: Seat| {
        let terms = BotConditions {
            size: settings.board.size(),
            rules: settings.board.rules(),
            seat,
            limits: settings.limits[seat.index()],
            nodes: None,
            seed: settings.shuffle,
            swapped: settings.is_swapped(),
        };
        players::bot(&names[seat.index()], &terms)
    };
    let bots = [bot(Seat::First), bot(Seat::Second)];
    let format = options.format();
    if format != Format::Text || options.quiet {
        let report = play::play_or_forfeit(settings, bots, &mut |_, _| Ok(()))?;
        output::print(format, &report, &mut out)?;
        return Ok(report);
    }
    let screen = Screen::open(names.clone(), options.ascii, out)?;
    let report =
        play::play_or_forfeit(settings, bots, &mut |game, plies| screen.show(game, plies))?;
    screen.close(&report, game_time(settings, &report))?;
    Ok(report)
}

/// Returns the time that the arena would have allotted to the game; `None` with another time control
/// or --game-ms.
fn game_time(settings: &GameSettings, report: &GameReport) -> Option<Duration> {
    let arena = settings.limits == [TimeControl::ARENA; 2] && settings.game.is_none();
    arena.then_some(report.allotted)
}
