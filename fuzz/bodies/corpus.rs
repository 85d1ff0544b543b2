//! Runs a fuzz target on its corpus, without a fuzzer.

use std::path::Path;

pub(crate) fn feed(target: &str, run: fn(&[u8])) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = workspace.map(|above| above.join("fuzz/corpus").join(target));
    let folder = folder.into_iter().find(|folder| folder.is_dir()).expect("fuzz/corpus");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        // The test's output names the file if the target panics.
        println!("{}", path.display());
        run(&std::fs::read(&path).expect("a file"));
        files += 1;
    }
    assert!(files >= 10, "the corpus has only {files} files");
}
