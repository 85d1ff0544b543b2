//! Export of weights files.

use crate::fit::params;
use training::fit::shape::Array;
use training::fit::weights;

#[test]
fn diverged_parameters_are_not_exported() {
    let mut params = params(16, 1, 3);
    params[Array::Policy][3] = f32::NAN;
    let error = weights::to_bytes(&params).unwrap_err().to_string();
    assert!(error.contains("Policy") && error.contains("diverged"), "{error}");
}
