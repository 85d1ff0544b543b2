//! `openings regret`: the first peg with minimax regret.

use super::TreeFile;
use anyhow::{ensure, Result};
use clap::Args;
use common::progress::Progress;
use openings::regret::{
    default_opponents, measure_swaps, minimax_regret, regret_table, Opponent, OpponentModel,
};
use openings::verdict::verdicts;
use std::io::{stdout, Write};
use std::process::ExitCode;
use std::time::Duration;
use twixt::geometry::Hole;

/// Print the score of every first peg against opponents' swap rules, and the peg with minimax regret
///
/// Runs each opponent after every first peg to determine whether it swaps. The opponent "perfect" swaps
/// exactly the pegs that the tree values above 50 %. Scores are adjusted for each opponent's Elo
/// difference to the bot.
#[derive(Args)]
#[command(after_help = "Example:
  openings regret --bot gen-5=target/gen-5 --bot gen-0:-290=target/gen-0

Built-in opponents: own --swap square, own --swap ellipse, path (one-ply search over link distances),
own --engine distance --swap value.")]
pub(crate) struct Options {
    #[command(flatten)]
    file: TreeFile,
    /// Additional opponent: a bot command in the referee's syntax, with its Elo difference to the bot
    /// [default ELO: 0]
    #[arg(long = "bot", value_name = "NAME[:ELO]=CMD")]
    bots: Vec<Opponent>,
    /// Time limit per answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    first_ms: u64,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.file.read()?;
        let verdicts = verdicts(&tree);
        ensure!(
            verdicts.len() == tree.roots().len(),
            "cannot compare first pegs: {} of {} were searched; continue `openings grow`",
            verdicts.len(),
            tree.roots().len()
        );
        let pegs: Vec<Hole> = verdicts.iter().map(|verdict| verdict.peg).collect();
        let opponents: Vec<Opponent> = default_opponents().into_iter().chain(self.bots).collect();
        let mut progress = Progress::new((opponents.len() * pegs.len()) as u64, 0);
        let mut models = vec![OpponentModel::perfect(&verdicts)];
        let time = Duration::from_millis(self.first_ms);
        let mut answers = 0;
        for opponent in opponents {
            let name = &opponent.name;
            let swaps = measure_swaps(&opponent, tree.size(), &pegs, time, || {
                answers += 1;
                progress.show(answers, |pace| {
                    let (done, total, left) = (pace.done, pace.total, pace.left_in_words());
                    format!("{name}: {done} of {total} answers{left}")
                });
            })?;
            models.push(OpponentModel { name: opponent.name, elo: opponent.elo, swaps });
        }
        drop(progress);
        let rows = regret_table(&verdicts, &models);
        let mut out = stdout().lock();
        writeln!(out, "Score of the opening player by first peg and opponent, in percent;")?;
        writeln!(out, "s: the opponent swaps.\n")?;
        write!(out, "peg  value")?;
        models.iter().try_for_each(|model| write!(out, "  {:>9}", model.name))?;
        writeln!(out, "       mean  worst  regret")?;
        for (number, row) in rows.iter().enumerate() {
            write!(out, "{:4} {:5.0}", row.peg.to_string(), 100.0 * row.value)?;
            for (model, score) in models.iter().zip(&row.scores) {
                let sign = if model.swaps[number] { 's' } else { ' ' };
                write!(out, "  {:8.0}{sign}", 100.0 * score)?;
            }
            let [mean, worst, regret] = [row.mean, row.worst, row.regret].map(|x| 100.0 * x);
            writeln!(out, "      {mean:5.0}  {worst:5.0}  {regret:6.0}")?;
        }
        if let Some(row) = minimax_regret(&rows) {
            let [mean, worst] = [row.mean, row.worst].map(|x| 100.0 * x);
            writeln!(out, "\nMinimax regret: {}, mean {mean:.0} %, worst {worst:.0} %", row.peg)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
