//! Recorded games of the bundle against itself at fixed nodes.

#[path = "../../../../tests/frozen/mod.rs"]
pub(crate) mod frozen;

use crate::bot::answers;
use records::game::ply_text;
use referee::bot::Bot;
use referee::game::Game;
use referee::play::{play_or_forfeit, GameSettings};
use referee::turn;
use std::path::Path;
use std::thread;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::Ply;
use twixt::time::TimeControl;

const FLAGS: [&str; 2] = ["--nodes", "400"];

/// Replays every `stride`th line of the file, and all lines if they are to be written, `TREE OPENING / MOVES`. TREE is `kept` if one process plays the whole
/// game and keeps its tree, or `fresh` if each turn starts a process.
pub(crate) fn games(program: &Path, stride: usize) {
    let file = frozen::read("games.txt");
    let lines: Vec<&str> = file.lines().collect();
    let stride = if frozen::writes() { 1 } else { stride };
    let replayed = |line: usize| match line % stride {
        0 => replay(program, lines[line]),
        _ => lines[line].to_owned(),
    };
    let half = |first: usize| -> Vec<String> {
        (first * lines.len() / 2..(first + 1) * lines.len() / 2).map(replayed).collect()
    };
    let halves = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().expect("no panic")]
    });
    frozen::same("games.txt", &(halves.concat().join("\n") + "\n"));
}

/// Returns the line with the program's moves.
fn replay(program: &Path, line: &str) -> String {
    let (start, _) = line.split_once('/').expect("an opening");
    let (tree, opening) = start.trim_end().split_once(' ').unwrap_or((start.trim(), ""));
    let opening: Vec<Ply> =
        opening.split_whitespace().map(|word| word.parse().expect("a move")).collect();
    let game = match tree {
        "kept" => with_trees(program, &opening),
        "fresh" => without_trees(program, &opening),
        _ => panic!("`{tree}` is neither kept nor fresh"),
    };
    assert!(game.position().outcome().is_some());
    let moves = game.plies()[opening.len()..].iter().map(|played| format!(" {}", ply_text(played)));
    format!("{start}/{}", moves.collect::<String>())
}

fn with_trees(program: &Path, opening: &[Ply]) -> Game {
    let bot = Bot::parse(&format!("'{}' {}", program.display(), FLAGS.join(" "))).unwrap();
    let patient = TimeControl { first: Duration::from_secs(60), turn: Duration::from_secs(60) };
    let opening = opening.to_vec();
    let settings = GameSettings { limits: [patient; 2], opening, ..GameSettings::default() };
    let report =
        play_or_forfeit(&settings, [Ok(bot.clone()), Ok(bot)], &mut |_, _| Ok(())).unwrap();
    assert_eq!(report.verdict.at_fault(), None, "{}", report.verdict);
    report.game
}

fn without_trees(program: &Path, opening: &[Ply]) -> Game {
    let mut game = Game::new(Size::ARENA);
    for played in opening {
        game.play(played.clone()).expect("a legal opening");
    }
    while game.position().outcome().is_none() {
        // After a swap the lists of a turn do not determine the bot's side.
        let side = game.position().to_move().to_string();
        let flags = [&FLAGS[..], &["--side", &side]].concat();
        let answer = answers(program, &flags, &turn::input(&game, None));
        let ply = game.position().ply(turn::answer(&answer).expect("a move").0);
        game.play(ply).expect("a legal move");
    }
    game
}
