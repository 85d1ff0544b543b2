//! `solve position`: proves one position.

use super::{mebibytes, size, with_bitboard, GuideOption, Progress};
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::stop::Stop;
use common::terminal::has_colours;
use render::{text, Diagram, TextStyle};
use solve::bitboard::Bitboard;
use solve::prove::{Game, Value};
use solve::search::Prover;
use std::io::Write;
use std::process::ExitCode;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Linking, Move, Position, Rules, SwapRule};

/// Proves the position after some moves: its result for the side to move, and a best move
///
/// Vertical moves first, and there is no swap. For example
///
///     solve position --size 7 d4,c3 --all
///
/// Exit status 0 if the position is proven, 1 if --limit is too low.
#[derive(Args)]
pub(crate) struct Options {
    /// Moves from the empty board, as d4,e5,... [default: none]
    #[arg(value_name = "MOVES", value_delimiter = ',', value_parser = hole)]
    moves: Vec<Hole>,
    /// Holes along an edge
    #[arg(long, value_name = "N", default_value = "12", value_parser = size)]
    size: Size,
    /// Prove every move of the side to move
    #[arg(long)]
    all: bool,
    /// Print a line with the longest resistance: the loser maximises the winner's number of pegs, the
    /// winner minimises it
    #[arg(long)]
    line: bool,
    /// Node budget per proof
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = mebibytes)]
    memory: usize,
    #[command(flatten)]
    guide: GuideOption,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        with_bitboard!(self.size, |P| self.prove::<P>())
    }

    fn prove<P: Bitboard>(&self) -> Result<ExitCode> {
        let mut prover = self.guide.prover::<P>(self.size, self.memory)?;
        let rules = Rules { linking: Linking::Pp, swap: SwapRule::None };
        let mut position = Position::with_rules(self.size, rules);
        for (i, &hole) in self.moves.iter().enumerate() {
            let played = position.play(Move::Peg(hole));
            played.with_context(|| format!("cannot play move {}", i + 1))?;
        }
        ensure!(
            position.outcome().is_none(),
            "cannot prove the position: the game is over; leave out the last move"
        );
        let game = prover.game(&position);
        let diagram = Diagram { last: self.moves.last().copied(), ..Diagram::of(&position) };
        let style = TextStyle { colour: has_colours(), ..TextStyle::default() };
        writeln!(std::io::stdout(), "{}", text(&diagram, style))?;
        let progress = Progress::new("proving");
        progress.watch(&mut prover, &Stop::default());
        let proof = prover.prove(&game, self.limit);
        let value = proof.value.map_or("undecided".to_owned(), |value| value.to_string());
        let best = proof.best.map_or(String::new(), |best| format!(", for example with {best}"));
        let (mover, nodes) = (game.mover, proof.nodes);
        progress.print(&format!("{mover} to move: {value}{best} ({nodes} nodes)"));
        if self.all {
            self.prove_moves(&mut prover, &game, &progress);
        }
        if self.line && matches!(proof.value, Some(Value::Won | Value::Lost)) {
            let winner = if proof.value == Some(Value::Won) { game.mover } else { !game.mover };
            progress.set_task("longest resistance".to_owned());
            match prover.longest_line(&game, winner, self.limit) {
                Some(line) => {
                    let line: Vec<String> = line.iter().map(Hole::to_string).collect();
                    progress.print(&format!("longest resistance: {}", line.join(" ")));
                }
                None => progress.print("longest resistance: not found within --limit"),
            }
        }
        Ok(if proof.value.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn prove_moves<P: Bitboard>(
        &self,
        prover: &mut Prover<P>,
        game: &Game<P>,
        progress: &Progress,
    ) {
        let moves: Vec<Hole> = prover.moves(game).collect();
        let values = [Some(Value::Won), Some(Value::Drawn), Some(Value::Lost), None];
        let mut results = values.map(|value| (value, Vec::new()));
        for (i, &hole) in moves.iter().enumerate() {
            progress.set_task(format!("{hole} ({i}/{} moves done)", moves.len()));
            let Some(after) = prover.play(game, hole) else { continue };
            let value = prover.prove(&after, self.limit).value.map(Value::opposite);
            if let Some((_, holes)) = results.iter_mut().find(|(of, _)| *of == value) {
                holes.push(hole.to_string());
            }
        }
        for (value, holes) in results.iter().filter(|(_, holes)| !holes.is_empty()) {
            let value = value.map_or("undecided".to_owned(), |value| value.to_string());
            progress.print(&format!("{value:9} {}", holes.join(" ")));
        }
    }
}

fn hole(text: &str) -> Result<Hole, String> {
    let hole = text.trim().parse();
    hole.map_err(|error| format!("{error}; write moves as d4,e5"))
}
