//! Sources of training positions: folders of self-play games.

use crate::examples::library::Library;
use anyhow::{ensure, Result};
use std::path::PathBuf;

pub use crate::examples::example::Example;
pub use crate::examples::library::Split;
pub use crate::play::board::Board;
pub use twixt::network::BYTES_PER_HOLE;

/// The games of a folder.
pub struct Source {
    /// Name by which checkpoints refer to the folder.
    pub name: String,
    /// The folder's share of each board's samples, if given.
    pub share: Option<f64>,
    /// The games.
    pub library: Library,
}

/// A folder of games, and its share of each board's samples, if given.
pub type Folder = (PathBuf, Option<f64>);

/// Opens the libraries of the folders. Fails if only some folders have a share.
pub fn open(folders: &[Folder]) -> Result<Vec<Source>> {
    let shared = folders.iter().filter(|(_, share)| share.is_some()).count();
    let alike = shared == 0 || shared == folders.len();
    ensure!(alike, "only some folders have a share; pass one for all folders or for none");
    let open = |(path, share): &Folder| -> Result<Source> {
        let library = Library::open(std::slice::from_ref(path))?;
        Ok(Source { name: path.display().to_string(), share: *share, library })
    };
    folders.iter().map(open).collect()
}

/// Parses `DIR` or `DIR:SHARE`.
pub(crate) fn folder(text: &str) -> Result<Folder, String> {
    match text.rsplit_once(':') {
        Some((path, number)) if number.parse::<f64>().is_ok() => {
            Ok((path.into(), Some(share(number)?)))
        }
        _ => Ok((text.into(), None)),
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && share.is_finite());
    share.ok_or_else(|| "expected a share above 0".to_owned())
}

pub(crate) fn board_share(text: &str) -> Result<(Board, f64), String> {
    let expected = "expected SIZExRULES:SHARE, such as 12xpp:0.5";
    let (board, number) = text.split_once(':').ok_or(expected)?;
    Ok((board.parse()?, share(number)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_parse_with_shares() {
        assert_eq!(folder("games/a:0.25"), Ok(("games/a".into(), Some(0.25))));
        assert_eq!(folder("a:b"), Ok(("a:b".into(), None)));
        folder("a:0").unwrap_err();
        folder("a:-1").unwrap_err();
    }
}
