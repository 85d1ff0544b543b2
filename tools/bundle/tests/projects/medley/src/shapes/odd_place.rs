/// A module whose file has another name.
pub fn placed_elsewhere() -> i8 {
    super::deep::deepest::relative()
}
