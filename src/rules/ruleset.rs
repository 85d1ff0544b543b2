//! Rule sets.

use std::fmt;
use std::str::FromStr;

/// The rule for crossings of own links.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linking {
    /// Twixt PP ("pencil and paper"), as in the arena: own links may cross, and are never removed.
    Pp,
    /// Classic Twixt: no two links cross, and a turn may remove own links.
    Standard,
}

/// The swap rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SwapRule {
    /// The first peg becomes the second player's, reflected in the main diagonal, as in the arena;
    /// [`Position::play`](super::Position::play) plays it.
    Mirror,
    /// The players exchange sides and the peg stays, as on the server gamerz.net.
    Sides,
    /// No swap.
    None,
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The rule for crossings of own links.
    pub linking: Linking,
    /// The swap rule; rectangular boards have no swap.
    pub swap: SwapRule,
}

impl Rules {
    /// The arena's rules.
    pub const ARENA: Rules = Rules { linking: Linking::Pp, swap: SwapRule::Mirror };
    /// Classic Twixt as on the server gamerz.net.
    pub const CLASSIC: Rules = Rules { linking: Linking::Standard, swap: SwapRule::Sides };

    /// Returns the default rules: [`Rules::ARENA`] for PP, [`Rules::CLASSIC`] for classic rules.
    #[must_use]
    pub fn usual(linking: Linking) -> Rules {
        match linking {
            Linking::Pp => Rules::ARENA,
            Linking::Standard => Rules::CLASSIC,
        }
    }
}

impl fmt::Display for Linking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Linking::Pp => "pp",
            Linking::Standard => "standard",
        })
    }
}

impl fmt::Display for SwapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SwapRule::Mirror => "mirror",
            SwapRule::Sides => "sides",
            SwapRule::None => "none",
        })
    }
}

/// The text is not the name of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRule(&'static str);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for Linking {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Linking, UnknownRule> {
        let all = [Linking::Pp, Linking::Standard];
        all.into_iter().find(|rule| rule.to_string() == text).ok_or(UnknownRule("pp or standard"))
    }
}

impl FromStr for SwapRule {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<SwapRule, UnknownRule> {
        let all = [SwapRule::Mirror, SwapRule::Sides, SwapRule::None];
        let named = all.into_iter().find(|rule| rule.to_string() == text);
        named.ok_or(UnknownRule("mirror, sides or none"))
    }
}
