//! Where the examples come from: folders of games, or none at all for trying things out.

use anyhow::{bail, Result};
use clap::Args;
use std::path::PathBuf;
use std::str::FromStr;
use training::examples::library::Library;
use training::fit::run::Source;
use training::fit::source::Board;
use training::fit::synthetic::Synthetic;

/// A folder and its share.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folder {
    path: PathBuf,
    share: Option<f64>,
}

impl FromStr for Folder {
    type Err = String;

    /// Reads `DIR` or `DIR:SHARE`.
    fn from_str(text: &str) -> Result<Folder, String> {
        let share = text.rsplit_once(':').and_then(|(path, share)| {
            let share: f64 = share.parse().ok()?;
            Some((path, share))
        });
        match share {
            Some((_, share)) if !(share > 0.0 && share.is_finite()) => {
                Err("a share is above 0".to_string())
            }
            Some((path, share)) => Ok(Folder { path: path.into(), share: Some(share) }),
            None => Ok(Folder { path: text.into(), share: None }),
        }
    }
}

/// Where examples come from
#[derive(Args)]
pub(crate) struct Folders {
    /// Folders of games, searched through and through; with a share of every board's positions
    /// (give all folders one or none), else by their numbers of positions
    #[arg(value_name = "DIR[:SHARE]", required_unless_present = "synthetic")]
    folders: Vec<Folder>,

    /// Random examples instead of games, so many a board, to try the trainer
    #[arg(long, value_name = "COUNT", conflicts_with = "folders", hide = true)]
    synthetic: Option<usize>,
}

impl Folders {
    /// Opens them; random examples are of these boards.
    pub(crate) fn open(&self, boards: &[Board], seed: u64) -> Result<Vec<Source>> {
        if let Some(count) = self.synthetic {
            let mut boards = boards.to_vec();
            if boards.is_empty() {
                boards.push(Board { edge: 12, linking: twixt::rules::Linking::Pp });
            }
            let examples = Box::new(Synthetic { boards, count, seed });
            return Ok(vec![Source { name: "synthetic".to_string(), share: None, examples }]);
        }
        let shared = self.folders.iter().filter(|folder| folder.share.is_some()).count();
        if shared > 0 && shared < self.folders.len() {
            bail!("give all folders a share or none of them");
        }
        let open = |folder: &Folder| -> Result<Source> {
            let examples = Box::new(Library::open(std::slice::from_ref(&folder.path))?);
            let name = folder.path.display().to_string();
            Ok(Source { name, share: folder.share, examples })
        };
        self.folders.iter().map(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_may_have_shares() {
        let folder = |text: &str| text.parse::<Folder>();
        let expected = Folder { path: "games/a".into(), share: Some(0.25) };
        assert_eq!(folder("games/a:0.25"), Ok(expected));
        assert_eq!(folder("a:b"), Ok(Folder { path: "a:b".into(), share: None }));
        folder("a:0").unwrap_err();
        folder("a:-1").unwrap_err();
    }
}
