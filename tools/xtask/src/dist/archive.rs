//! Compressed archives whose bytes depend on their content alone.

use crate::modules;
use anyhow::{Context, Result};
use flate2::{write::GzEncoder, Compression};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use tar::{Builder, Header};

/// Writes the folder `from` as `NAME.tar.gz` into the folder `to`, and returns the archive's path. The entries are
/// sorted, are inside a folder `name`, and have the modification time `seconds`, counted from 1970.
///
/// # Errors
///
/// If a file cannot be read or the archive cannot be written.
pub(crate) fn write(from: &Path, name: &str, seconds: u64, to: &Path) -> Result<PathBuf> {
    let path = to.join(format!("{name}.tar.gz"));
    let cannot = || format!("cannot write {}", path.display());
    let file = File::create(&path).with_context(cannot)?;
    let mut archive = Builder::new(GzEncoder::new(file, Compression::best()));
    for file in modules::files(from)? {
        let content = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(if is_program(&file)? { 0o755 } else { 0o644 });
        header.set_mtime(seconds);
        let inside = Path::new(name).join(file.strip_prefix(from)?);
        archive.append_data(&mut header, inside, content.as_slice()).with_context(cannot)?;
    }
    archive.into_inner().and_then(GzEncoder::finish)?.sync_all().with_context(cannot)?;
    Ok(path)
}

/// Whether a file is executable; on systems without this permission, whether it has no suffix or `.exe`.
fn is_program(file: &Path) -> Result<bool> {
    #[cfg(unix)]
    return Ok(
        std::os::unix::fs::PermissionsExt::mode(&fs::metadata(file)?.permissions()) & 0o100 != 0
    );
    #[cfg(not(unix))]
    Ok(file.extension().is_none_or(|suffix| suffix == "exe"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;

    #[test]
    fn archives_of_equal_folders_are_equal_and_complete() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        fs::create_dir_all(from.join("inner")).unwrap();
        fs::create_dir(&to).unwrap();
        fs::write(from.join("inner/b"), "second").unwrap();
        fs::write(from.join("a.txt"), "first").unwrap();
        let written = |name| fs::read(write(&from, name, 7, &to).unwrap()).unwrap();
        let bytes = written("made");
        fs::write(from.join("a.txt"), "first").unwrap();
        assert_eq!(bytes, written("made"));
        let mut archive = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
        let entries = archive.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            (entry.path().unwrap().into_owned(), entry.header().mtime().unwrap())
        });
        let expected = ["made/a.txt", "made/inner/b"].map(|path| (PathBuf::from(path), 7));
        assert_eq!(entries.collect::<Vec<_>>(), expected);
    }
}
