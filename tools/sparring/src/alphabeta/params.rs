//! Parameters of the search, each with its flag.

use clap::builder::RangedU64ValueParser;
use clap::Args;

/// Parameters of the search; match results support the defaults.
#[derive(Clone, PartialEq, Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct Params {
    /// Maximum number of moves searched per node; moves with the least slack (pegs needed beyond the best chain),
    /// summed over both sides, are chosen
    #[arg(long, value_name = "N", default_value_t = DEFAULT.width, value_parser = at_least_one())]
    pub width: usize,

    /// Maximum number of moves searched per node near the root; at the root all moves are searched
    #[arg(long, value_name = "N", default_value_t = DEFAULT.near_width, value_parser = at_least_one())]
    pub near_width: usize,

    /// Number of plies from the root in which --near-width applies
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT.near)]
    pub near: usize,

    /// Late-move reductions
    #[arg(long, value_name = "BOOL", default_value_t = DEFAULT.reduce, action = clap::ArgAction::Set)]
    pub reduce: bool,

    /// Null-move pruning; sound in PP, where an extra peg never harms its side
    #[arg(long, value_name = "BOOL", default_value_t = DEFAULT.pass, action = clap::ArgAction::Set)]
    pub pass: bool,

    /// Extend by a ply if a threat to win must be answered
    #[arg(long, value_name = "BOOL", default_value_t = DEFAULT.extend, action = clap::ArgAction::Set)]
    pub extend: bool,

    /// Size of the transposition table in MiB; 0 disables it
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT.table, value_parser = clap::value_parser!(u32).range(..=4096))]
    pub table: u32,

    /// Weights of the static evaluation.
    #[command(flatten)]
    pub weights: Weights,
}

/// Weights of the static evaluation, in thousandths of the logistic function's argument.
#[derive(Clone, Copy, PartialEq, Debug, Args)]
#[command(next_help_heading = "Static evaluation")]
pub struct Weights {
    /// Weight of the difference in missing pegs (needed to connect the borders), opponent's minus own
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.need)]
    pub need: f32,

    /// Weight of the difference in bottlenecks (missing pegs with only one possible hole)
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.bottleneck)]
    pub bottleneck: f32,

    /// Weight of the difference in narrowness (1 / number of possible holes, summed over the missing
    /// pegs)
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.narrowness)]
    pub narrowness: f32,

    /// Bonus for the side to move
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.tempo)]
    pub tempo: f32,
}

const DEFAULT: Params = Params {
    width: 16,
    near_width: 24,
    near: 2,
    reduce: true,
    pass: true,
    extend: true,
    table: 16,
    weights: Weights { need: 750.0, bottleneck: 270.0, narrowness: 200.0, tempo: 400.0 },
};

impl Default for Params {
    fn default() -> Params {
        DEFAULT
    }
}

fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}
