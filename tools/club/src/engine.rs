//! Engine flags of `gtp`, `play` and `review`.

use analysis::options::{Budget, EngineChoice, EngineOptions, DEFAULT_MEMORY, MAX_MEMORY};
use clap::Args;
use common::workers::{cores, threads};
use engine::EngineSpec;
use std::time::{Duration, Instant};

/// Flags that select a tree search.
#[derive(Args, Clone, Default, Debug)]
pub struct SearchFlags {
    /// Evaluator of the tree search: network, network:FILE or distance [default: the strongest for the size]
    #[arg(long = "engine", value_name = "NAME", value_parser = EngineSpec::tree_search)]
    spec: Option<EngineSpec>,
}

impl SearchFlags {
    /// Returns the selected search.
    pub fn choice(&self) -> EngineChoice {
        EngineChoice::new(self.spec.clone())
    }
}

/// Flags of an engine: its search, limits and memory.
#[derive(Args, Clone, Debug)]
pub struct EngineFlags {
    /// The tree search and its evaluator.
    #[command(flatten)]
    search: SearchFlags,
    /// Time per turn in seconds, unless a GTP controller sets a time control
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    seconds: Duration,
    /// Evaluations per turn, in place of a time limit; 1 to 100 make an easy opponent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for the search tree, in megabytes; once it is full, the search stops expanding nodes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_MEMORY,
        value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY))]
    memory: u64,
    /// Number of threads that search a position [default: all cores; 1 with a node budget, so that the same
    /// position always gets the same answer]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Never remove own links, even under the classic rules
    #[arg(long)]
    keep_links: bool,
}

impl EngineFlags {
    /// Returns the limit of a turn that the flags set: evaluations if given, otherwise time.
    pub fn budget(&self) -> Budget {
        self.nodes.map_or(self.full_strength(), Budget::Nodes)
    }

    /// Returns the limit of a turn at full strength: time.
    pub const fn full_strength(&self) -> Budget {
        Budget::Time(self.seconds)
    }

    /// Returns the options of an engine with this limit per turn.
    pub fn options(&self, budget: Budget) -> EngineOptions {
        let is_timed = matches!(budget, Budget::Time(_));
        EngineOptions {
            choice: self.search.choice(),
            budget,
            memory: self.memory,
            threads: self.threads.unwrap_or_else(|| if is_timed { cores() } else { 1 }),
            keep_links: self.keep_links,
        }
    }
}

/// Returns the deadline of a turn that starts now; `None` without a time limit. `clock` overrides the budget's time.
pub(crate) fn deadline(budget: Budget, clock: Option<Duration>) -> Option<Instant> {
    match budget {
        Budget::Time(time) => Some(Instant::now() + clock.unwrap_or(time)),
        Budget::Nodes(_) | Budget::Grade(..) => None,
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let read = text.parse().ok().filter(|seconds: &f64| (0.0..=86_400.0).contains(seconds));
    read.map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0 to 86400, such as 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};
    use twixt::geometry::Size;
    use twixt::rules::Position;

    fn engine(flags: &[&str]) -> EngineOptions {
        let command = EngineFlags::augment_args(Command::new("engine").no_binary_name(true));
        let flags = EngineFlags::from_arg_matches(&command.get_matches_from(flags)).unwrap();
        flags.options(flags.budget())
    }

    #[test]
    fn a_node_budget_has_one_thread_by_default() {
        assert_eq!(engine(&[]).threads, cores());
        assert_eq!(engine(&["--nodes", "5"]).threads, 1);
        assert_eq!(engine(&["--nodes", "5", "--threads", "3"]).threads, 3);
    }

    #[test]
    fn an_invalid_network_file_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("not.tpn");
        std::fs::write(&file, "TPN1 and no more").unwrap();
        let position = Position::new(Size::ARENA);
        for (path, why) in
            [(file.to_str().unwrap(), "cannot load"), ("no/such/file", "cannot read")]
        {
            let flags = ["--engine", &format!("network:{path}")];
            let error = engine(&flags).player(&position).err().unwrap().to_string();
            assert!(error.contains(why) && error.contains(path), "{error}");
        }
    }
}
