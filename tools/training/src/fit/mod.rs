//! The trainer: trains a small convolutional network that the engine evaluates with integer
//! arithmetic ([`twixt::network`]).

mod floats;
mod math;
mod cells;
mod lanes;
pub mod kernel;
pub mod source;
pub mod shape;
pub mod params;
pub mod gradient;
pub mod units;
pub mod losses;
mod tape;
mod heads;
pub mod learner;
mod muon;
pub mod optimiser;
pub mod weights;
pub mod growth;
pub mod checkpoint;
pub mod pretrained;
pub mod curve;
pub mod sampler;
pub mod workers;
pub mod options;
pub mod run;
