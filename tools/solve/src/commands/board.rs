//! `solve board`: proves every first peg of a small board.

use super::{mebibytes, size, with_bitboard, GuideOption, Progress};
use anyhow::Result;
use clap::Args;
use common::stop::Stop;
use common::workers::{self, cores, threads};
use render::signs;
use solve::bitboard::Bitboard;
use solve::first_pegs::{game_values, orbits, prove_first, FirstPegRecord, Orbit, Results};
use solve::prove::Value;
use solve::search::Prover;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use twixt::geometry::Size;

/// Proves every first peg of a board, and the value of the game
///
/// Proves one of each set of symmetric first pegs, from the centre outwards. Each result is written
/// as soon as it is proven, and repeating the command proves only the missing ones; Ctrl-C loses
/// only the proofs in progress. With --quick N a first peg is left undecided after N nodes.
///
/// Size 7 takes seconds, size 8 a minute of CPU time.
#[derive(Args)]
pub(crate) struct Options {
    /// Holes along an edge
    #[arg(value_parser = size)]
    size: Size,
    /// Results file, created or resumed [default: solve-SIZE.jsonl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Size of the transposition tables of all threads together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = mebibytes)]
    memory: usize,
    /// Number of threads, one first peg per thread. With several, each has a smaller table, which
    /// changes the numbers of nodes [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Node budget per first peg; beyond it the first peg is left undecided
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    quick: u64,
    #[command(flatten)]
    guide: GuideOption,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let default = || PathBuf::from(format!("solve-{}.jsonl", self.size.get()));
        let path = self.out.clone().unwrap_or_else(default);
        let mut results = Results::open(&path, self.size)?;
        let orbits = orbits(self.size);
        let left = orbits.iter().filter(|orbit| orbit.record(&results.records).is_none()).count();
        let stop = Stop::listen(|| ())?;
        if left > 0 {
            with_bitboard!(self.size, |P| self.prove::<P>(&orbits, &mut results, &stop)?);
        }
        self.report(&results.records, orbits.len())?;
        if results.records.len() < orbits.len() {
            stop.check()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn prove<P: Bitboard>(
        &self,
        orbits: &[Orbit],
        results: &mut Results,
        stop: &Stop,
    ) -> Result<()> {
        let is_open = |orbit: &&Orbit| orbit.record(&results.records).is_none();
        let open: Vec<&Orbit> = orbits.iter().filter(is_open).collect();
        let threads = self.threads.unwrap_or_else(cores).min(open.len());
        let progress = Progress::new("");
        let mut provers = Vec::new();
        for _ in 0..threads {
            let mut prover = self.guide.prover::<P>(self.size, (self.memory / threads).max(1))?;
            progress.watch(&mut prover, stop);
            provers.push(prover);
        }
        let prove = |prover: &mut Prover<P>, orbit| (orbit, prove_first(prover, orbit, self.quick));
        workers::with(provers, prove, |workers| {
            let mut open = open.into_iter();
            loop {
                workers.fill(|| open.next().filter(|_| !stop.is_raised()));
                if workers.busy() == 0 {
                    return Ok(());
                }
                let done = results.records.len();
                progress.set_task(format!("{done} of {} first pegs done", orbits.len()));
                let Some((orbit, record)) = workers.wait(Duration::from_secs(60)) else { continue };
                match record {
                    Some(record) => {
                        progress.print(&line(&record));
                        results.add(record)?;
                    }
                    None if stop.is_raised() => (),
                    None => progress.print(&format!("{:4} undecided", orbit.first.to_string())),
                }
            }
        })
    }

    fn report(&self, records: &[FirstPegRecord], orbits: usize) -> Result<()> {
        let mut out = std::io::stdout();
        writeln!(out, "\nResults of the first pegs for the first player, without swap:\n")?;
        write!(out, "{}", diagram(self.size, records))?;
        let nodes: u64 = records.iter().map(|record| record.nodes).sum();
        // The sum of no numbers would be -0.
        let seconds = records.iter().fold(0.0, |sum, record| sum + record.seconds);
        let (done, size) = (records.len(), self.size);
        writeln!(
            out,
            "\n{done} of {orbits} first pegs up to symmetry, {nodes} nodes, {seconds:.1} s"
        )?;
        let [without, with] = game_values(self.size, records).map(in_words);
        writeln!(out, "{size} for the first player: {without}; with swap: {with}")?;
        Ok(())
    }
}

/// Renders the board as text: `W`, `D`, `L` for the results of first pegs for the first player, `?` if unproven,
/// `.` for holes not open to the first player.
fn diagram(size: Size, records: &[FirstPegRecord]) -> String {
    let orbits = orbits(size);
    signs(size, |hole| {
        let Some(orbit) = orbits.iter().find(|orbit| orbit.holes.contains(&hole)) else {
            return '.';
        };
        match orbit.record(records).map(|record| record.result) {
            Some(Value::Won) => 'W',
            Some(Value::Drawn) => 'D',
            Some(Value::Lost) => 'L',
            None => '?',
        }
    })
}

/// Formats a result: `D4   won    170 nodes  0.1 s`.
fn line(record: &FirstPegRecord) -> String {
    let FirstPegRecord { first, result, nodes, seconds, .. } = record;
    format!("{first:4} {result:5} {nodes:12} nodes {seconds:9.1} s")
}

fn in_words(value: Option<Value>) -> String {
    value.map_or_else(|| "unknown".to_owned(), |value| value.to_string())
}
