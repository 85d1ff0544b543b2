//! The flags that a referee needs, parsed without a library because the length of the bot's source file is limited.

pub(super) const HELP: &str =
    "flags: --size N, --side vertical|horizontal, --first-ms N, --turn-ms N, --nodes N\n";

/// Calls `set` with each flag and its value, which follows a `=` or is the next argument. Returns false for
/// `--help` and `-h`.
///
/// # Errors
/// The first error that `set` returns.
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

/// Returns the error for a flag with a wrong or missing value.
#[must_use]
pub fn flag_error(flag: &str, value: Option<&str>, what: &str) -> String {
    format!("{flag} takes {what}{}", value.map_or(String::new(), |v| format!(", not {v:?}")))
}
