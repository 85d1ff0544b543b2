//! Compiles bundles of small projects with plain rustc, and compares their output with `cargo run`.

use crate::project::Project;
use bundle::Options;

/// Items of the project `medley` that the bundle leaves out.
const DEAD: [&str; 6] =
    ["never_called", "dead_helper", "never_used", "perimeter", "ArrayString", "Unused"];

#[test]
fn medley_prints_the_same() {
    let project = Project::copy("medley");
    let wanted = project.cargo_run();
    let squeezed = project.bundle(Options::default());
    assert_eq!(project.rustc_run(&squeezed.source, &[]), wanted);
    assert_eq!(project.rustc_run(&squeezed.source, &["-O"]), wanted);
    assert_eq!(project.rustc_run(&squeezed.source, &["-Ctarget-feature=+avx2"]), wanted);

    assert!(squeezed.report.warnings.is_empty(), "{:?}", squeezed.report.warnings);

    let readable = project.bundle(Options { readable: true, ..Options::default() });
    assert!(readable.source.len() > squeezed.source.len() * 5 / 4);
    assert_eq!(project.rustc_run(&readable.source, &[]), wanted);
    let source = &readable.source;
    for dead in DEAD {
        assert!(!source.contains(dead), "{dead}");
    }
    // Items that only some of the compiler's configurations need.
    for alive in ["helper_of_release", "helper_of_wide", "helper_of_debug", "inline(always)"] {
        assert!(source.contains(alive), "{alive}");
    }
    for notice in ["// arrayvec 0.7", "// smallvec 1", "// rustc-hash 2"] {
        assert!(source.contains(notice), "{notice}");
    }
    let report = &readable.report;
    assert_eq!(report.utf16, source.encode_utf16().count());
    let labels: Vec<_> = report.crates.iter().map(|share| share.label.as_str()).collect();
    assert_eq!(labels, ["medley (binary)", "medley", "arrayvec", "rustc_hash", "smallvec"]);
    assert!(report.crates.iter().all(|share| 0 < share.kept && share.kept < share.source));
}

#[test]
#[ignore = "three more bundles of the project, twice the time of the test above"]
fn medley_prints_the_same_in_other_forms() {
    let project = Project::copy("medley");
    let wanted = project.cargo_run();
    let squeezed = project.bundle(Options::default());
    let again = project.bundle(Options { fresh: true, ..Options::default() });
    assert!(again.source == squeezed.source, "the output is not deterministic");
    let whole = project.bundle(Options { no_prune: true, ..Options::default() });
    assert_eq!(project.rustc_run(&whole.source, &[]), wanted);
    assert!(whole.source.len() > squeezed.source.len() * 2);
    assert!(whole.report.warnings.is_empty(), "{:?}", whole.report.warnings);
    let named = project.bundle(Options { no_prune: true, keep_names: true, ..Options::default() });
    for dead in DEAD {
        assert!(named.source.contains(dead), "{dead}");
    }
    let named = project.bundle(Options { keep_names: true, ..Options::default() });
    assert_eq!(project.rustc_run(&named.source, &[]), wanted);
    assert!(squeezed.source.len() < named.source.len() * 4 / 5);
}

#[test]
fn operators_are_preserved() {
    let project = Project::copy("operators");
    let wanted = project.cargo_run();
    for no_prune in [false, true] {
        let bundle = project.bundle(Options { no_prune, ..Options::default() });
        let again = project.bundle(Options { no_prune, fresh: true, ..Options::default() });
        assert!(again.source == bundle.source, "the output is not deterministic");
        assert!(bundle.report.warnings.is_empty(), "{:?}", bundle.report.warnings);
        assert_eq!(project.rustc_run(&bundle.source, &[]), wanted);
        assert_eq!(project.rustc_run(&bundle.source, &["-O"]), wanted);
        let longest = bundle.source.lines().map(|line| line.chars().count()).max();
        assert!(longest < Some(450), "{longest:?}");
    }
}

#[test]
fn equal_names_with_different_meanings_are_distinguished() {
    let project = Project::copy("names");
    let wanted = project.cargo_run();
    for no_prune in [false, true] {
        let bundle = project.bundle(Options { no_prune, ..Options::default() });
        assert!(bundle.report.warnings.is_empty(), "{:?}", bundle.report.warnings);
        assert_eq!(project.rustc_run(&bundle.source, &[]), wanted);
        assert_eq!(project.rustc_run(&bundle.source, &["-O"]), wanted);
        for gone in ["shared_module", "Measurement", "long_local_name", "run_everything"] {
            assert!(!bundle.source.contains(gone), "{gone}: {}", bundle.source);
        }
        for stays in ["Printed", "printed_field", "spoken_name", "symbol_by_macro", "r#match"] {
            assert!(bundle.source.contains(stays), "{stays}: {}", bundle.source);
        }
        // The literal occurs once, with minimal escapes, and counts as data.
        let weights = include_str!("../projects/names/data/weights.txt");
        assert!(bundle.source.contains(&format!("\"{weights}\"")));
        assert_eq!(bundle.report.data, weights.encode_utf16().count() + 2);
    }
}
