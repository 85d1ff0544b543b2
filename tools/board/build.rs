//! Generates the list of the page's files to embed.

use std::path::PathBuf;
use std::{env, fs, io};

/// Extensions of the files to serve, besides the translations `texts.*.json`; other files are type definitions and
/// settings for development.
const SERVED: [&str; 4] = ["html", "js", "css", "svg"];

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var_os(name).unwrap_or_default());
    println!("cargo::rerun-if-changed=page");
    let mut list = String::new();
    for entry in fs::read_dir(variable("CARGO_MANIFEST_DIR").join("page"))? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let name = path.file_name().unwrap_or_default();
        let is_translation = ending == "json" && name.to_string_lossy().starts_with("texts.");
        if SERVED.contains(&ending) || is_translation {
            list += &format!("({name:?}, include_bytes!({path:?})),\n");
        }
    }
    fs::write(variable("OUT_DIR").join("page.rs"), format!("&[\n{list}]\n"))
}
