//! Proven results.

/// The proven result of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proof {
    /// Not proven.
    #[default]
    Open,
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
    /// Neither side can win.
    Drawn,
}

impl Proof {
    /// Returns the same result for the other side.
    #[must_use]
    pub fn reversed(self) -> Proof {
        match self {
            Proof::Won => Proof::Lost,
            Proof::Lost => Proof::Won,
            same => same,
        }
    }

    /// Returns the proven value for the side to move, 1, 0 or ½; `None` if not proven.
    #[must_use]
    pub fn value(self) -> Option<f32> {
        match self {
            Proof::Open => None,
            Proof::Won => Some(1.0),
            Proof::Lost => Some(0.0),
            Proof::Drawn => Some(0.5),
        }
    }
}
