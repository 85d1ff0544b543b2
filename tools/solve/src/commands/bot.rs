//! `solve bot`: the perfect player as a program that uses the arena's protocol.

use super::{mebibytes, size, with_bitboard, GuideOption};
use anyhow::Result;
use clap::Args;
use solve::bitboard::Bitboard;
use solve::perfect::PerfectPlayer;
use std::io::BufReader;
use std::process::ExitCode;
use twixt::arena::{exit_code, serve, SessionError};
use twixt::geometry::{Side, Size};

/// Plays small boards perfectly, under the arena's protocol on stdin and stdout
///
/// Plays a proven win, the shortest that it finds, else a proven draw, else the longest resistance. Swaps
/// only first pegs that are proven to win. Prints the result after each move, as in "D4 won in 3". Ignores
/// time limits; --limit bounds its work.
///
/// For example
///
///     referee -p1 own -p2 'solve bot --size 7' --size 7 --first-ms 60000 --turn-ms 60000
///
/// Up to 7 x 7 the default limit suffices for every proof. Without a proof the move is chosen by link
/// distances. Exit status 0 if the input ends between turns.
#[derive(Args)]
pub(crate) struct Options {
    /// Holes along an edge
    #[arg(long, value_name = "N", default_value = "8", value_parser = size)]
    size: Size,
    /// The bot's side, vertical or horizontal, if it starts in the middle of a game [default: inferred from
    /// the input]
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// Node budget per move to prove the result, and again to find the shortest win or longest resistance
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    limit: u64,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = mebibytes)]
    memory: usize,
    #[command(flatten)]
    guide: GuideOption,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        with_bitboard!(self.size, |P| self.play::<P>())
    }

    fn play<P: Bitboard>(&self) -> Result<ExitCode> {
        let prover = self.guide.prover::<P>(self.size, self.memory)?;
        let mut player = PerfectPlayer::new(prover, self.limit);
        let (input, output) = (BufReader::new(std::io::stdin()), std::io::stdout());
        let done = serve(input, output, self.size, self.side, |turn| {
            let answer = player.answer(&turn.position);
            Ok(answer.map(|(mv, assessment)| (mv, assessment.to_string())))
        });
        match done {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error @ SessionError::Output(_)) => Ok(exit_code("solve", Err(error))),
            Err(error) => Err(error.into()),
        }
    }
}
