/// What is known for certain about a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proof {
    /// Nothing.
    #[default]
    Open,
    /// The side to move wins.
    Won,
    /// The side to move loses, whatever it plays.
    Lost,
    /// Neither side can win any more.
    Drawn,
}

impl Proof {
    /// The same fact for the other side.
    #[must_use]
    pub fn reversed(self) -> Proof {
        match self {
            Proof::Won => Proof::Lost,
            Proof::Lost => Proof::Won,
            same => same,
        }
    }

    /// The proven value for the side to move: 1, 0 or ½; `None` while nothing is proven.
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
