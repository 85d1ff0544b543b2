use crate::fault::Fault;
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

/// What is taken for granted where a text says nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assume {
    /// The board.
    pub size: Size,
    /// The rules of a list or a record. LittleGolem, T1j and SGF have default rules of their own.
    pub rules: Rules,
    /// What own links do to one another, if whoever reads wants it so: a text that doesn't tell is read
    /// by this instead of by what is usual in its format, and one that tells otherwise is refused.
    pub asked: Option<Linking>,
    /// The swap rule that the caller requests for a text that states none, instead of the usual one of
    /// its linking.
    pub swap: Option<SwapRule>,
}

impl Assume {
    /// The linking of a text that tells this one at that byte, or none; `usual` is its format's.
    pub(crate) fn linking(
        &self,
        told: Option<(Linking, usize)>,
        usual: Linking,
    ) -> Result<Linking, Fault> {
        match (told, self.asked) {
            (Some((told, at)), Some(asked)) if told != asked => Err(Fault::new(
                at,
                format!(
                    "expected the rules {asked}, which were asked for, found {told}: ask for none to \
                     read the game by its own"
                ),
            )),
            (told, asked) => Ok(told.map(|(told, _)| told).or(asked).unwrap_or(usual)),
        }
    }

    /// The swap rule of a text with this linking that states none.
    pub(crate) fn swap(&self, linking: Linking) -> SwapRule {
        self.swap.unwrap_or(match linking == self.rules.linking {
            true => self.rules.swap,
            false => Rules::usual(linking).swap,
        })
    }
}

impl Default for Assume {
    /// The arena's board and rules.
    fn default() -> Assume {
        Assume { size: Size::ARENA, rules: Rules::ARENA, asked: None, swap: None }
    }
}
