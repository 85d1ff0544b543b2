//! The bot's flags. They are read by hand, since the single-file bundle pays for every character
//! of a library; for the same reason it knows only those that a referee needs.

use super::Options;
#[cfg(not(bundled))]
use crate::evaluate::EvaluatorKind;
use crate::geometry::Size;
#[cfg(not(bundled))]
use crate::network::Kernel;
use std::time::Duration;

/// What the bot prints for `--help`.
#[cfg(not(bundled))]
pub const HELP: &str = "\
twixt - a Twixt PP bot that speaks the CodinGame arena's protocol on stdin and stdout

Usage: twixt [FLAGS]

  --size N          board with N holes an edge, 5-24 (default 12)
  --side SIDE       vertical or horizontal, for a bot started in the middle of a game
  --search NAME     network (default from size 10 on) or distance (default for smaller boards)
  --weights FILE    another network than the one that comes with the bot
  --first-ms N      think so long for the first answer (default 930)
  --turn-ms N       think so long for every other answer (default 270)
  --nodes N         look at N positions a turn instead of watching the clock
  --set NAME=VALUE  change a search parameter: cpuct, fpu, caution, again or swap
  --help            show this

What is known of the first plies goes before the search, unless that has proven otherwise:

  --book FILE       play by another opening book than the one that comes with the bot; none: by no
                    book, which then tells no more than which first pegs to swap
  --swap RULE       who decides about a swap: known (the default: the book; where there is none the
                    search, if its values are the network's, else the ellipse), value (the search),
                    ellipse (of strong players) or square (in the middle of the board)

The network answers the same by whatever instructions it is computed, sooner or later:

  --kernel NAME     avx512, avx2, portable, or auto: the best of them that this processor has.
                    Without the flag the best with --nodes, but no AVX-512 by the clock: there the
                    bot stands for the arena's, whose machine has none

To watch a game: cargo run --release -p referee
";

/// What the arena's single file prints for it.
#[cfg(bundled)]
pub const HELP: &str = "\
flags: --size N, --side vertical|horizontal, --first-ms N, --turn-ms N, --nodes N
";

/// Reads flags; `None` if help is asked for.
///
/// # Errors
///
/// One line that says which flag is wrong and what it takes.
pub(super) fn parse(args: impl IntoIterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options::default();
    let mut args = args.into_iter();
    while let Some(flag) = args.next() {
        if flag == "--help" || flag == "-h" {
            return Ok(None);
        }
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
            None => (flag, args.next()),
        };
        set(&mut options, &flag, value.as_deref())?;
    }
    Ok(Some(options))
}

fn set(options: &mut Options, flag: &str, value: Option<&str>) -> Result<(), String> {
    let takes = |what: &str| match value {
        Some(value) => format!("{flag} takes {what}, not {value:?}"),
        None => format!("{flag} takes {what}"),
    };
    let number = || value.and_then(|v| v.parse::<u64>().ok()).ok_or_else(|| takes("a number"));
    let time = || match number() {
        Ok(ms @ 0..=3_600_000) => Ok(Duration::from_millis(ms)),
        _ => Err(takes("milliseconds, at most an hour")),
    };
    match flag {
        "--size" => {
            let size = value.and_then(|v| v.parse().ok()).and_then(Size::new);
            options.size = size.ok_or_else(|| takes("a size from 5 to 24"))?;
        }
        "--side" => {
            let side = value.and_then(|v| v.parse().ok());
            options.side = Some(side.ok_or_else(|| takes("vertical or horizontal"))?);
        }
        #[cfg(not(bundled))]
        "--search" => {
            let kind = value.and_then(|value| value.parse::<EvaluatorKind>().ok());
            options.evaluator = Some(kind.ok_or_else(|| takes("network or distance"))?);
        }
        #[cfg(not(bundled))]
        "--weights" => options.weights = Some(value.ok_or_else(|| takes("a file"))?.to_owned()),
        #[cfg(not(bundled))]
        "--kernel" => options.kernel = Some(kernel_of(value).ok_or_else(|| takes(KERNELS))?),
        #[cfg(not(bundled))]
        "--book" => options.book = Some(value.ok_or_else(|| takes("a file or none"))?.to_owned()),
        #[cfg(not(bundled))]
        "--swap" => {
            let rule = value.and_then(|value| value.parse().ok());
            options.swap_by = rule.ok_or_else(|| takes("known, value, ellipse or square"))?;
        }
        "--first-ms" => options.budget.first = time()?,
        "--turn-ms" => options.budget.turn = time()?,
        "--nodes" => options.nodes = Some(number()?.max(1)),
        #[cfg(not(bundled))]
        "--set" => {
            let named = value.and_then(|v| v.split_once('='));
            let named = named.and_then(|(name, value)| Some((name, value.parse().ok()?)));
            let (name, value) = named.ok_or_else(|| takes("NAME=VALUE"))?;
            options.params.set(name, value).map_err(|error| format!("--set {name}: {error}"))?;
        }
        _ => return Err(format!("there is no flag {flag:?}; --help lists them")),
    }
    Ok(())
}

/// What `--kernel` takes.
#[cfg(not(bundled))]
const KERNELS: &str = "auto, or one of avx512, avx2 and portable that this processor has";

#[cfg(not(bundled))]
fn kernel_of(name: Option<&str>) -> Option<Kernel> {
    match name {
        Some("auto") => Some(Kernel::best()),
        name => name?.parse().ok().filter(|kernel: &Kernel| kernel.is_available()),
    }
}
