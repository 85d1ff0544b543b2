//! The search parameters, with defaults and bounds.

use std::fmt;

/// The parameters of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    /// The exploration constant of PUCT.
    pub cpuct: f32,
    /// The lower-confidence-bound factor, in standard errors; 0 plays the most visited move.
    pub lcb_z: f32,
    /// Visits after which a node's priors are refined. Until then a node has this number of children, the most likely ones,
    /// since the search visits them in the order of their priors (progressive widening).
    pub reeval_visits: f32,
}

impl Default for Params {
    fn default() -> Params {
        Params { cpuct: 1.5, lcb_z: 0.5, reeval_visits: 16.0 }
    }
}

/// A parameter's name, minimum, maximum and field.
type Param = (&'static str, f32, f32, fn(&mut Params) -> &mut f32);

impl Params {
    // A table rather than a macro: the bundler removes an unused table.
    const ALL: [Param; 3] = [
        ("cpuct", 0.0, 20.0, |params| &mut params.cpuct),
        ("lcb_z", 0.0, 20.0, |params| &mut params.lcb_z),
        ("reeval_visits", 1.0, 1e6, |params| &mut params.reeval_visits),
    ];

    /// Sets a parameter.
    ///
    /// # Errors
    /// If the name is unknown or the value out of bounds.
    pub fn set(&mut self, name: &str, value: f32) -> Result<(), ParamError> {
        let named = Params::ALL.into_iter().find(|param| param.0 == name);
        let (_, low, high, field) = named.ok_or(ParamError::Name)?;
        if !(low..=high).contains(&value) {
            return Err(ParamError::Bounds(low, high));
        }
        *field(self) = value;
        Ok(())
    }
}

/// The reason why a parameter cannot be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamError {
    /// No parameter has that name.
    Name,
    /// The value is not between this minimum and this maximum.
    Bounds(f32, f32),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Name => {
                let names = Params::ALL.map(|param| param.0).join(", ");
                write!(f, "unknown parameter; choose {names}")
            }
            ParamError::Bounds(low, high) => write!(f, "must be between {low} and {high}"),
        }
    }
}

impl std::error::Error for ParamError {}
