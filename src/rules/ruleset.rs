use std::fmt;
use std::str::FromStr;

/// What own links do to one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linking {
    /// Twixt PP, "pencil and paper", the arena's: own links may cross, and links stay.
    Pp,
    /// Classic Twixt: no two links cross, and a turn may take away links of one's own.
    Standard,
}

/// What the second player's right to swap is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SwapRule {
    /// The arena's: the first peg becomes the second player's, mirrored on the main diagonal; both
    /// players keep their borders.
    Mirror,
    /// The gamerz server's: the players exchange sides, the peg stays where it is.
    Sides,
    /// None.
    None,
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// What own links do to one another.
    pub linking: Linking,
    /// Whether and how the second player may swap; on a board that isn't square, where one side is
    /// given a handicap, nobody may, whatever stands here.
    pub swap: SwapRule,
}

impl Rules {
    /// The arena's rules.
    pub const ARENA: Rules = Rules { linking: Linking::Pp, swap: SwapRule::Mirror };
    /// Classic Twixt as the gamerz server plays it.
    pub const CLASSIC: Rules = Rules { linking: Linking::Standard, swap: SwapRule::Sides };

    /// The rules that are usual with a linking: the arena's, or the gamerz server's.
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

/// The text names no rule; it says which names there are.
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
