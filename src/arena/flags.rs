//! The bot's flags. They are read by hand, since the single-file bundle pays for every character of a
//! library; for the same reason there are only those that a referee needs.

/// The bot's answer to `--help`.
pub(super) const HELP: &str = "\
flags: --size N, --side vertical|horizontal, --first-ms N, --turn-ms N, --nodes N
";

/// Hands each flag with its value to `set`, in order; the value is the part behind `=`, or the next
/// argument. Returns false if help is asked for.
///
/// # Errors
///
/// The first error of `set`.
pub fn parse(
    args: impl IntoIterator<Item = String>,
    mut set: impl FnMut(&str, Option<&str>) -> Result<(), String>,
) -> Result<bool, String> {
    let mut args = args.into_iter();
    while let Some(flag) = args.next() {
        if flag == "--help" || flag == "-h" {
            return Ok(false);
        }
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
            None => (flag, args.next()),
        };
        set(&flag, value.as_deref())?;
    }
    Ok(true)
}

/// The error of a flag with a wrong value, or none.
#[must_use]
pub fn flag_error(flag: &str, value: Option<&str>, what: &str) -> String {
    match value {
        Some(value) => format!("{flag} takes {what}, not {value:?}"),
        None => format!("{flag} takes {what}"),
    }
}
