//! Bundles small programs of single features, and compares their output with that in cargo's build.

use crate::project::Project;
use bundle::Options;
use std::path::Path;
use std::thread;

#[test]
fn cases_print_what_they_print_in_cargos_build() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects/cases");
    let files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    thread::scope(|scope| {
        for half in files.chunks(files.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(|file| compare(file)));
        }
    });
}

fn compare(file: &Path) {
    let name = file.file_stem().unwrap().to_string_lossy();
    let text = std::fs::read_to_string(file).unwrap();
    let project = Project::with_files(&name, &text);
    let wanted = project.cargo_run();
    let bundle = project.bundle(Options::default());
    assert_eq!(project.rustc_run(&bundle.source, &["-O"]), wanted, "{name}");
    let without = text.split("//! Without ").nth(1).and_then(|rest| rest.lines().next());
    for word in without.into_iter().flat_map(|words| words.split(", ")) {
        assert!(!bundle.source.contains(word), "{name}: {word}");
    }
}
