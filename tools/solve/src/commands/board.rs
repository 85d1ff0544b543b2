//! `solve board`: every first peg of a small board.

use super::{with_plane, GuideOption, Progress};
use anyhow::Result;
use clap::Args;
use solve::first_pegs::{game_values, orbits, prove_first, Orbit, Record, Results};
use solve::picture;
use solve::plane::Plane;
use solve::prove::Value;
use std::path::PathBuf;
use std::process::ExitCode;

/// Proves every first peg of a board, and from them the value of the game
///
/// First pegs that mirrors make of one another are proven once; those in the middle come first.
/// Each is in the results file as soon as it is proven, and the same command again proves only
/// the missing ones; Ctrl-C loses nothing but the proof under way. With --quick N it leaves a first peg
/// undecided after N positions and continues with the next one.
///
/// Size 7 takes seconds, size 8 a minute of CPU time.
#[derive(Args)]
pub(crate) struct Options {
    /// Holes along an edge
    #[arg(value_parser = clap::value_parser!(u8).range(4..=16))]
    size: u8,
    /// The results file [default: solve-SIZE.jsonl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a picture of the results
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Size of the transposition table, in MB
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
    /// Node budget per first peg; beyond it the first peg stays undecided
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    quick: u64,
    #[command(flatten)]
    guide: GuideOption,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let default = || PathBuf::from(format!("solve-{}.jsonl", self.size));
        let path = self.out.clone().unwrap_or_else(default);
        let mut results = Results::open(&path, self.size)?;
        let orbits = orbits(self.size);
        let left = orbits.iter().filter(|orbit| results.of(orbit).is_none()).count();
        if left > 0 {
            with_plane!(self.size, |P| self.prove::<P>(&orbits, &mut results)?);
        }
        self.report(&results.records, orbits.len());
        if let Some(path) = &self.svg {
            common::file::write(path, picture::svg(self.size, &results.records))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Proves what is missing.
    fn prove<P: Plane>(&self, orbits: &[Orbit], results: &mut Results) -> Result<()> {
        let mut prover = self.guide.prover::<P>(self.size, self.memory)?;
        let progress = Progress::new("");
        progress.watch(&mut prover);
        for orbit in orbits {
            if results.of(orbit).is_some() {
                continue;
            }
            let done = results.records.len();
            progress.now(format!("{} ({done}/{} first pegs done)", orbit.first, orbits.len()));
            match prove_first(&mut prover, orbit, self.quick) {
                Some(record) => {
                    progress.print(&line(&record));
                    results.add(record)?;
                }
                None => progress.print(&format!("{:4} undecided", orbit.first.to_string())),
            }
        }
        Ok(())
    }

    fn report(&self, records: &[Record], orbits: usize) {
        println!("\nResults of the first pegs for the first player, without swap:\n");
        print!("{}", picture::text(self.size, records));
        let nodes: u64 = records.iter().map(|record| record.nodes).sum();
        let seconds: f64 = records.iter().map(|record| record.seconds).sum();
        let (done, size) = (records.len(), self.size);
        println!("\n{done} of {orbits} first pegs up to mirrors, {nodes} nodes, {seconds:.1} s");
        let [without, with] = game_values(self.size, records).map(say);
        println!("{size} x {size} for the first player: {without}; with swap: {with}");
    }
}

/// `D4   won    170 nodes  0.1 s`.
fn line(record: &Record) -> String {
    let Record { first, result, nodes, seconds, .. } = record;
    format!("{first:4} {result:5} {nodes:12} nodes {seconds:9.1} s")
}

fn say(value: Option<Value>) -> String {
    value.map_or_else(|| "not known yet".to_owned(), |value| value.to_string())
}
