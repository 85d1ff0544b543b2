//! The bot's bundle compiles with plain rustc, ends its turns by its own clock, and answers as the crate does.

use crate::frozen_games::{self, frozen};
use bundle::{bundle, Bundle, Options};
use engine::bot::BotOptions;
use records::seat::Seat;
use referee::bot::Bot;
use referee::game::Game;
use referee::play::{play_or_forfeit, GameSettings};
use referee::turn;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;
use twixt::geometry::Size;
use twixt::rules::{Ply, Position};
use twixt::time::TimeControl;

/// Compiles a bundle; rustc must print nothing.
fn compile(folder: &Path, name: &str, flags: &[&str]) -> PathBuf {
    let program = folder.join(name);
    let output = Command::new("rustc")
        .args(["--edition", "2021"])
        .args(flags)
        .arg(folder.join("bot.rs"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    program
}

/// Returns the input that a bot in `seat` receives in a game of `moves`.
fn transcript(size: Size, moves: &[Ply], seat: Seat) -> String {
    let mut game = Game::new(size);
    let mut text = String::new();
    for played in moves {
        if game.to_move() == seat {
            text += &turn::input(&game, None);
        }
        game.play(played.clone()).unwrap();
    }
    text
}

pub(crate) fn answers(program: &Path, flags: &[&str], input: &str) -> String {
    frozen::stdout(Command::new(program).args(flags), input)
}

fn crate_answers(flags: &[&str], input: &str) -> String {
    let flags = flags.iter().map(|&flag| flag.to_owned());
    let options = BotOptions::parse(flags).unwrap().unwrap();
    let mut output = Vec::new();
    let engine = options.engine(&|file| std::fs::read(file)).unwrap();
    options.play(engine, input.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Bundles the bot to `bot.rs` in a temporary folder.
fn bundled_bot() -> (TempDir, Bundle) {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let options = Options { manifest_path: Some(manifest), ..Options::default() };
    let bundle = bundle(&options).unwrap();
    let folder = TempDir::with_prefix("bundle-bot-").unwrap();
    std::fs::write(folder.path().join("bot.rs"), &bundle.source).unwrap();
    (folder, bundle)
}

#[test]
#[ignore = "two hundred games, and a game without optimisation; the test below plays every tenth"]
fn bundle_reproduces_every_frozen_game() {
    let (folder, _) = bundled_bot();
    let optimised = compile(folder.path(), "bot", &["-O"]);
    frozen_games::games(&optimised, 1);
    let debug = compile(folder.path(), "debug", &[]);
    let moves = timed_game([&optimised, &debug]);
    // In the debug build the network takes ten milliseconds per evaluation.
    compare(&debug, Size::ARENA, &moves, "--nodes 20");
}

#[test]
fn bundle_plays_as_the_crate_does() {
    let (folder, bundle) = bundled_bot();
    assert!(bundle.report.warnings.is_empty(), "{:?}", bundle.report.warnings);
    let code = bundle.report.utf16 - bundle.report.data;
    // The arena's limit is 100,000 units including data; `docs/bundle.md` explains this bound.
    assert!(
        code <= 67_000,
        "the bot's code grew to {code} units: raise the bound and give the reason"
    );
    let optimised = compile(folder.path(), "optimised", &["-O"]);
    frozen_games::games(&optimised, 10);
    let moves = timed_game([&optimised; 2]);
    compare(&optimised, Size::ARENA, &moves, "--nodes 400");

    let size = Size::new(8).unwrap();
    for seed in 0..4 {
        let bots = [200 + seed, 209 - seed]
            .map(|nodes| bot(&optimised, &format!("--size 8 --nodes {nodes}")));
        let (board, limits) = (Position::new(size), [PATIENT; 2]);
        let settings = GameSettings { board, limits, ..GameSettings::default() };
        let report = play_or_forfeit(&settings, bots.map(Ok), &mut |_, _| Ok(())).unwrap();
        assert_eq!(report.verdict.at_fault(), None, "{}", report.verdict);
        compare(&optimised, size, report.game.plies(), "--size 8 --nodes 500");
    }
}

/// Limits that the clocks of the bots never reach.
const PATIENT: TimeControl =
    TimeControl { first: Duration::from_secs(60), turn: Duration::from_secs(60) };

fn bot(program: &Path, flags: &str) -> Bot {
    Bot::parse(&format!("'{}' {flags}", program.display())).unwrap()
}

/// Returns the moves of a game in which the bots have short times.
fn timed_game(programs: [&Path; 2]) -> Vec<Ply> {
    // A bot that ignores its clock would think beyond these limits; other load cannot delay an answer so far.
    let clock = "--first-ms 200 --turn-ms 60";
    let bots = programs.map(|program| bot(program, clock));
    let settings = GameSettings { limits: [PATIENT; 2], ..GameSettings::default() };
    let report = play_or_forfeit(&settings, bots.map(Ok), &mut |_, _| Ok(())).unwrap();
    assert_eq!(report.verdict.at_fault(), None, "{}", report.verdict);
    report.game.plies().to_vec()
}

/// Requires the same answers from the bundle and the crate, run with `flags`,
/// in both seats.
fn compare(bundle: &Path, size: Size, moves: &[Ply], flags: &str) {
    let flags: Vec<&str> = flags.split(' ').collect();
    for seat in Seat::BOTH {
        let input = transcript(size, moves, seat);
        let expected = crate_answers(&flags, &input);
        assert!(expected.lines().count() >= 3, "{expected}");
        assert_eq!(answers(bundle, &flags, &input), expected);
    }
}
