//! The `referee` program: plays games between two bots and reports the results.

mod options;
mod output;
mod screen;
mod summary;

use anyhow::{Context, Result};
use common::exit::Stdout;
use options::{Format, Options};
use records::game::GameRecord;
use records::seat::Seat;
use referee::play::{self, GameReport, GameSettings};
use referee::players::{self, BotConditions};
use referee::process;
use referee::record::{record, write_json, Replay};
use referee::signals;
use screen::Screen;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use summary::Summary;
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
    let (settings, openings) = options.settings()?;
    let mut out = Stdout { writes_files: options.writes_files() };
    let seed = options.seed();
    let commands = [&options.first, &options.second]
        .map(|command| command.clone().unwrap_or_else(|| "own".to_owned()));
    if let Some(folder) = &options.record {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    }
    signals::kill_bots_on_signal().context("cannot handle Ctrl-C")?;

    if options.format() == Format::Text && !options.quiet && !process::kills_escaped_processes() {
        let _ = writeln!(
            io::stderr(),
            "referee: cannot track processes that a bot starts outside its process group: they may \
             outlive the game; check for them yourself"
        );
    }

    // Runners start one referee per game, each with its own seed, which selects the opening.
    let offset = seed.unwrap_or(0) % openings.len() as u64;
    let mut summary = Summary::new(commands.clone(), settings.game);
    for number in 0..options.games {
        let seed = seed.map(|seed| seed.wrapping_add(u64::from(number)));
        let exchanged = options.swap_seats && number % 2 == 1;
        let mut seats = Seat::BOTH;
        let mut names = commands.clone();
        if exchanged {
            seats.reverse();
            names.reverse();
        }
        let pair = if options.swap_seats { number / 2 } else { number };
        let opening = openings[(offset + u64::from(pair)) as usize % openings.len()].clone();
        let settings = GameSettings { shuffle: seed, opening, ..settings.clone() };
        let report = play_one(options, &settings, &names, seed, out)?;
        let record = record(&settings, [&names[0], &names[1]], seed, &report);
        summary.add(&record, seats, game_time(&settings, &report));
        write_files(options, number, record, &report)?;
        if options.games > 1 && !options.quiet {
            let plies = render::plies(report.plies.len());
            let number = number + 1;
            writeln!(out, "game {number}: {plies}. {}", report.verdict)?;
        }
    }
    if options.games > 1 {
        write!(out, "{summary}")?;
    }
    Ok(())
}

/// Plays one game, and prints it if it is the only one.
fn play_one(
    options: &Options,
    settings: &GameSettings,
    names: &[String; 2],
    seed: Option<u64>,
    mut out: Stdout,
) -> Result<GameReport> {
    let bot = |seat: Seat| {
        let limits = settings.limits[seat.index()];
        let swapped = settings.is_swapped();
        let terms = BotConditions {
            size: settings.board.size(),
            rules: settings.board.rules(),
            seat,
            limits,
            nodes: None,
            seed,
            swapped,
        };
        players::bot(&names[seat.index()], &terms)
    };
    let bots = [bot(Seat::First), bot(Seat::Second)];
    let format = options.format();
    if format != Format::Text || options.games > 1 || options.quiet {
        let report = play::play_or_forfeit(settings, bots, &mut |_, _| Ok(()))?;
        if options.games == 1 {
            output::print(format, &report, &mut out)?;
        }
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

fn write_files(
    options: &Options,
    number: u32,
    record: GameRecord,
    report: &GameReport,
) -> Result<()> {
    if let Some(folder) = &options.record {
        write_json(&folder.join(record_name(number)), &record)?;
    }
    if let Some(path) = &options.replay {
        write_json(path, &Replay::new(record, report))?;
    }
    Ok(())
}

/// Returns a file name that is unique among concurrent referees and sorts by time.
fn record_name(number: u32) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-{:04}.json", now.as_millis(), std::process::id(), number + 1)
}
