//! `solve bot`: the player of proofs as a program, by the arena's protocol.

use super::{with_plane, GuideOption};
use anyhow::Result;
use clap::Args;
use solve::perfect::Player;
use solve::plane::Plane;
use std::io::BufReader;
use std::process::ExitCode;
use twixt::arena::{exit_code, serve, SessionError};
use twixt::geometry::{Side, Size};

/// Plays small boards perfectly, by the arena's protocol on stdin and stdout
///
/// It plays a proven win, the shortest that it finds; else a proven draw; else the move that resists
/// longest. It swaps a first peg that is proven to win, and no other. Behind each move stands what
/// is known: "D4 won in 3". It has no clock: --limit bounds its work, so give it time enough.
///
/// For example
///
///     referee -p1 own -p2 'solve bot --size 7' --size 7 --first-ms 60000 --turn-ms 60000
///
/// Up to 7 x 7 the default limit leaves nothing open; on larger boards, where nothing is proven
/// within it, it goes by link distances. Exit status 0 at the end of the input between turns.
#[derive(Args)]
pub(crate) struct Options {
    /// Holes along an edge
    #[arg(long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u8).range(5..=16))]
    size: u8,
    /// Our side, vertical or horizontal, for a player started in the middle of a game [default: read off the input]
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// Node budget for the result of a position, and the same for its length
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    limit: u64,
    /// Size of the transposition table, in MB
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: usize,
    #[command(flatten)]
    guide: GuideOption,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        with_plane!(self.size, |P| self.play::<P>())
    }

    fn play<P: Plane>(&self) -> Result<ExitCode> {
        let size =
            Size::new(self.size).ok_or_else(|| anyhow::anyhow!("no board of {}", self.size))?;
        let prover = self.guide.prover::<P>(self.size, self.memory)?;
        let mut player = Player::new(prover, self.limit);
        let done =
            serve(BufReader::new(std::io::stdin()), std::io::stdout(), size, self.side, |asked| {
                let answer = player.answer(&asked.position)?;
                Ok(answer.map(|(mv, verdict)| (mv, verdict.to_string())))
            });
        match done.map_err(|error: anyhow::Error| error.downcast()) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(Ok(error @ SessionError::Output(_))) => Ok(exit_code("solve", Err(error))),
            Err(Ok(error)) => Err(error.into()),
            Err(Err(error)) => Err(error),
        }
    }
}
