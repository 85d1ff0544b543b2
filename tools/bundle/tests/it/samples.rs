//! Bundles of the programs in `tests/projects/samples`, one file each, which flattening and renaming could break.

use crate::project::Project;
use bundle::Options;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names that the bundles must not contain, by sample: flattening and renaming must not be skipped.
const LONG: &[(&str, &[&str])] = &[
    ("conditions", &["lower", "attributes", "is_four"]),
    ("foreign", &["internal_name", "long_absolute"]),
    ("into_tuple", &["apart_text", "half_of", "upwards"]),
    ("local_imports", &["local_items", "score", "weight", "shadows", "prelude_names"]),
    ("macro_items", &["generated", "use_it", "imported"]),
    ("modules_apart", &["round_trip", "doubled", "onward", "is_absent"]),
    ("printed_names", &["failing", "inner"]),
    ("same_macros", &["before", "std_vec"]),
    ("std_traits", &["Letter", "shown_twice", "Register", "increased", "Fields"]),
    // Its modules remain, with short names.
    ("traits_apart", &["UNRELATED", "deeper", "Lengthy"]),
    ("traits_named", &["measure", "number", "NumCast", "visited", "limits"]),
];

#[test]
fn samples_print_the_same_without_modules_and_long_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects/samples");
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((name, long)) = LONG.get(next.fetch_add(1, Ordering::Relaxed)) {
            let text = std::fs::read_to_string(folder.join(name).with_extension("rs")).unwrap();
            let project = Project::with_files("single", &text);
            let wanted = project.rustc_run(&format!("#![allow(warnings)]{text}"), &[]);
            let bundle = project.bundle(Options::default());
            let warnings = &bundle.report.warnings;
            // The first is not pruned, because of an import of keywords.
            let is_warned = ["std_traits", "traits_apart"].contains(name);
            assert_eq!(warnings.len(), usize::from(is_warned), "{name}: {warnings:?}");
            assert_eq!(project.rustc_run(&bundle.source, &["-O"]), wanted, "{name}");
            for word in *long {
                assert!(text.contains(word), "{name}: {word}");
                assert!(!bundle.source.contains(word), "{name}: {word} in {}", bundle.source);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..common::workers::cores() {
            scope.spawn(work);
        }
    });
}
