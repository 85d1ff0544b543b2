//! What steers the search, each number with the flag that sets it.

use clap::builder::RangedU64ValueParser;
use clap::Args;

/// The search's numbers; the defaults are what matches left of other choices.
#[derive(Clone, PartialEq, Debug, Args)]
#[command(next_help_heading = "How it searches")]
pub struct Params {
    /// Moves looked at in a position, those with the least slack for both sides
    #[arg(long, value_name = "N", default_value_t = DEFAULT.width, value_parser = at_least_one())]
    pub width: usize,

    /// The same at the plies next to the root; the root itself looks at all
    #[arg(long, value_name = "N", default_value_t = DEFAULT.near_width, value_parser = at_least_one())]
    pub near_width: usize,

    /// How many plies count as next to the root
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT.near)]
    pub near: usize,

    /// Look at late moves less deeply, and again if they turn out well
    #[arg(long, value_name = "BOOL", default_value_t = DEFAULT.reduce, action = clap::ArgAction::Set)]
    pub reduce: bool,

    /// Give up a position as too good if passing is good enough already: a peg more never hurts
    #[arg(long, value_name = "BOOL", default_value_t = DEFAULT.pass, action = clap::ArgAction::Set)]
    pub pass: bool,

    /// Look a ply deeper wherever a threat to win has to be answered
    #[arg(long, value_name = "BOOL", default_value_t = DEFAULT.extend, action = clap::ArgAction::Set)]
    pub extend: bool,

    /// Memory for positions seen, in MiB; 0 remembers none
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT.table, value_parser = clap::value_parser!(u32).range(..=4096))]
    pub table: u32,

    /// What a position is worth.
    #[command(flatten)]
    pub weights: Weights,
}

/// What link distances count for, in thousandths of the logistic's argument.
#[derive(Clone, Copy, PartialEq, Debug, Args)]
#[command(next_help_heading = "What a position is worth")]
pub struct Weights {
    /// A peg that the opponent needs more
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.need)]
    pub need: f32,

    /// A peg with only one hole to go to that the opponent has more
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.bottleneck)]
    pub bottleneck: f32,

    /// Narrowness that the opponent has more: the sum of 1 / (holes to go to) over its pegs needed
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.narrowness)]
    pub narrowness: f32,

    /// Being on move
    #[arg(long, value_name = "N", default_value_t = DEFAULT.weights.tempo)]
    pub tempo: f32,
}

/// The numbers that the flags begin with.
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
