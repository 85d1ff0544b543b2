//! Compressed archives whose bytes depend on their content alone.

use crate::modules;
use anyhow::{Context, Result};
use flate2::{write::GzEncoder, Compression};
use std::fs::File;
use std::path::Path;
use tar::{Builder, HeaderMode};

/// Writes the folder `from` as `NAME.tar.gz` into the folder `to`. The entries are sorted, are inside a folder `name`,
/// and have the same modification time in every archive.
///
/// # Errors
///
/// If a file cannot be read or the archive cannot be written.
pub(super) fn write(from: &Path, name: &str, to: &Path) -> Result<()> {
    let path = to.join(format!("{name}.tar.gz"));
    let cannot = || format!("cannot write {}", path.display());
    let file = File::create(&path).with_context(cannot)?;
    let mut archive = Builder::new(GzEncoder::new(file, Compression::best()));
    archive.mode(HeaderMode::Deterministic);
    for file in modules::files(from)? {
        let inside = Path::new(name).join(file.strip_prefix(from)?);
        archive.append_path_with_name(&file, inside).with_context(cannot)?;
    }
    archive.into_inner().and_then(GzEncoder::finish)?.sync_all().with_context(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::fs;

    #[test]
    fn archives_of_equal_folders_are_equal_and_complete() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        fs::create_dir_all(from.join("inner")).unwrap();
        fs::create_dir(&to).unwrap();
        fs::write(from.join("inner/b"), "second").unwrap();
        fs::write(from.join("a.txt"), "first").unwrap();
        let written = || {
            write(&from, "made", &to).unwrap();
            fs::read(to.join("made.tar.gz")).unwrap()
        };
        let bytes = written();
        fs::write(from.join("a.txt"), "first").unwrap();
        assert_eq!(bytes, written());
        let mut archive = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
        let paths: Vec<_> = archive
            .entries()
            .unwrap()
            .map(|entry| entry.unwrap().path().unwrap().into_owned())
            .collect();
        assert_eq!(paths, ["made/a.txt", "made/inner/b"].map(Path::new));
    }
}
