//! Lists the page's files, so that the program holds them all and nobody has to keep a list.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What a browser asks for; settings and types beside it are for those who write the page.
const SERVED: [&str; 8] = ["html", "js", "mjs", "css", "svg", "png", "ico", "woff2"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed=page");
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.rs");
    fs::write(out, list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_named = |name: &str| path.file_name().is_some_and(|known| known == name);
        if path.is_dir() {
            if !is_named("node_modules") {
                collect(&path, files)?;
            }
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if SERVED.contains(&ending) {
            files.push(path);
        }
    }
    Ok(())
}
