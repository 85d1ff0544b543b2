/// Its file has another name than its module.
pub fn placed_elsewhere() -> i8 {
    super::deep::deepest::relative()
}
