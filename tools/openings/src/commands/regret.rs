//! `openings regret`: which first peg is best against a mixture of opponents.

use super::Where;
use anyhow::{ensure, Result};
use clap::Args;
use common::progress::Progress;
use openings::regret::{best, swaps, table, usual, Opponent, Way};
use openings::verdict::verdicts;
use std::io::{stdout, Write};
use std::process::ExitCode;
use std::time::Duration;
use twixt::geometry::Hole;

/// Choose the own first peg: what each is worth against ways to answer it
///
/// Each opponent is asked about every first peg: does it swap? Beside them stands the perfect way,
/// which takes just what the tree calls better than even. What an opponent's strength makes of a good or
/// a bad first peg is counted by its Elo difference to the bot.
#[derive(Args)]
#[command(after_help = "Example:
  openings regret --bot gen-5=target/gen-5 --bot gen-0:-290=target/gen-0

Asked without --bot: own --swap square, own --swap ellipse, path (one ply by link distances),
own --search distance --swap value, alphabeta.")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    /// An opponent beside the usual ones, a bot as the referee starts it, with its Elo difference to the
    /// bot
    #[arg(long = "bot", value_name = "NAME[:ELO]=CMD")]
    bots: Vec<Opponent>,
    /// Time for its answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    first_ms: u64,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let verdicts = verdicts(&tree);
        ensure!(
            verdicts.len() == tree.roots().len(),
            "only {} of {} first pegs were looked at: let `openings grow` go on",
            verdicts.len(),
            tree.roots().len()
        );
        let pegs: Vec<Hole> = verdicts.iter().map(|verdict| verdict.peg).collect();
        let opponents: Vec<Opponent> = usual().into_iter().chain(self.bots).collect();
        let mut progress = Progress::new((opponents.len() * pegs.len()) as u64, 0);
        let mut ways = vec![Way::perfect(&verdicts)];
        let time = Duration::from_millis(self.first_ms);
        let mut asked = 0;
        for opponent in opponents {
            let name = &opponent.name;
            let swaps = swaps(&opponent, tree.size(), &pegs, time, || {
                asked += 1;
                progress.show(asked, |pace| {
                    let (done, total, left) = (pace.done, pace.total, pace.left_in_words());
                    format!("{name}: {done} of {total} asked{left}")
                });
            })?;
            ways.push(Way { name: opponent.name, elo: opponent.elo, swaps });
        }
        drop(progress);
        let rows = table(&verdicts, &ways);
        let mut out = stdout().lock();
        writeln!(out, "What who opens with a peg has against each way to answer it, in percent;")?;
        writeln!(out, "where the peg is taken by a swap, with an s.\n")?;
        write!(out, "peg  worth")?;
        ways.iter().try_for_each(|way| write!(out, "  {:>9}", way.name))?;
        writeln!(out, "       mean  worst  regret")?;
        for (place, row) in rows.iter().enumerate() {
            write!(out, "{:4} {:5.0}", row.peg.to_string(), 100.0 * row.value)?;
            for (way, score) in ways.iter().zip(&row.scores) {
                let sign = if way.swaps[place] { 's' } else { ' ' };
                write!(out, "  {:8.0}{sign}", 100.0 * score)?;
            }
            let [mean, worst, regret] = [row.mean, row.worst, row.regret].map(|x| 100.0 * x);
            writeln!(out, "      {mean:5.0}  {worst:5.0}  {regret:6.0}")?;
        }
        if let Some(row) = best(&rows) {
            let [mean, worst] = [row.mean, row.worst].map(|x| 100.0 * x);
            writeln!(
                out,
                "\nLeast regret: {}, {mean:.0} % in the mean, {worst:.0} % at worst",
                row.peg
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
