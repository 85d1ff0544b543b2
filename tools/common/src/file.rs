//! Atomic writes of files and folders.

use anyhow::{ensure, Context, Result};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file's content atomically and durably: writes a hidden file in the same folder, calls fsync, and
/// renames it. Keeps the file's permissions.
///
/// Devices, pipes and symbolic links are written in place. Two processes must not write the same file at the
/// same time.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let found = fs::symlink_metadata(path).ok();
    let written = match &found {
        Some(found) if !found.is_file() => fs::write(path, content),
        _ => replace(path, content.as_ref(), found.map(|found| found.permissions())),
    };
    written.with_context(|| cannot_write(path))
}

/// Creates a file, or empties it.
pub fn create(path: &Path) -> Result<File> {
    File::create(path).with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}; check that its folder exists and is writable", path.display())
}

fn replace(path: &Path, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let part = temporary(path);
    let write = || {
        let mut file = File::create(&part)?;
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.write_all(content)?;
        file.sync_all()?;
        rename(&part, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// Creates a folder atomically: `fill` fills it under a temporary name, then a rename makes it visible. Fails
/// if the folder exists.
pub fn create_folder<T>(path: &Path, fill: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    ensure!(!path.exists(), "cannot create {}: it exists; pass another folder", path.display());
    let part = temporary(path);
    let cannot = || format!("cannot create the folder {}", path.display());
    if part.exists() {
        fs::remove_dir_all(&part).with_context(cannot)?;
    }
    fs::create_dir_all(&part).with_context(cannot)?;
    let filled = fill(&part).and_then(|filled| {
        rename(&part, path).with_context(cannot)?;
        Ok(filled)
    });
    if filled.is_err() {
        // An error here is ignored: the first error is the one to report.
        let _ = fs::remove_dir_all(&part);
    }
    filled
}

/// Renames a file or folder and, on Unix, syncs the target's parent folder.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Returns the path of the temporary file, `.NAME.part` in the same folder.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.part"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_creates_and_replaces_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for content in ["old", "new"] {
            write(&path, content).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        let error = write(&folder.path().join("missing/file"), "x").unwrap_err();
        assert!(format!("{error:#}").contains("missing/file; check"), "{error:#}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn write_keeps_symbolic_links_and_permissions() {
        use std::os::unix::fs::{symlink, PermissionsExt};
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        write(&link, "through the link").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write(&file, "itself").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&link).unwrap(), "itself");
    }

    #[test]
    fn create_folder_is_all_or_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made");
        create_folder(&path, |part| -> Result<()> {
            fs::write(part.join("a"), "a")?;
            anyhow::bail!("failed halfway")
        })
        .unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        create_folder(&path, |part| Ok(fs::write(part.join("a"), "a")?)).unwrap();
        assert!(path.join("a").exists());
        assert!(create_folder(&path, |_| Ok(())).unwrap_err().to_string().contains("exists"));
    }
}
