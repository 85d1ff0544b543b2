//! The command line: the limit, the report and errors.

use crate::project::Project;
use bundle::Options;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(project: &Project, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bundle"))
        .arg("--manifest-path")
        .arg(project.path("Cargo.toml"))
        .args(arguments)
        // Use the project's target folder, not that of the tests.
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("CARGO_BUILD_TARGET_DIR")
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn limit_is_exact() {
    let project = Project::copy("operators");
    let fine = run(&project, &["--out", "-"]);
    assert!(fine.status.success(), "{}", stderr(&fine));
    let source = String::from_utf8(fine.stdout.clone()).unwrap();
    let length = source.encode_utf16().count();
    // A character beyond U+FFFF makes the three lengths differ.
    assert!(source.chars().count() < length && length < source.len());
    let report = stderr(&fine);
    assert!(report.contains(&format!("{length} of 100000 UTF-16 units")), "{report}");
    assert!(report.contains("operators (binary)"), "{report}");

    let exact = run(&project, &["--out", "-", "--limit", &length.to_string()]);
    assert!(exact.status.success(), "{}", stderr(&exact));
    assert_eq!(exact.stdout, fine.stdout);

    let file = project.path("out.rs");
    let file = file.to_str().unwrap();
    let over = run(&project, &["--out", file, "--limit", &(length - 1).to_string()]);
    assert!(!over.status.success());
    let message = stderr(&over);
    assert!(message.contains("1 UTF-16 units longer than the limit"), "{message}");
    assert_eq!(std::fs::read(file).unwrap(), fine.stdout);
}

#[test]
fn bundles_are_cached_until_an_input_changes() {
    let project = Project::copy("operators");
    let bundle = || String::from_utf8(run(&project, &["--out", "-"]).stdout).unwrap();
    let first = bundle();
    assert_eq!(bundle(), first);
    let mut files = std::fs::read_dir(project.path("target/bundle")).unwrap();
    let is_kept = |file: &PathBuf| file.extension().is_some_and(|end| end == "json");
    let kept = files.find_map(|file| Some(file.unwrap().path()).filter(is_kept)).unwrap();
    let text = std::fs::read_to_string(&kept).unwrap();
    std::fs::write(&kept, text.replacen("\"letter\\", "\"kept\\", 1)).unwrap();
    assert_eq!(bundle(), first.replacen("\"letter", "\"kept", 1));
    let source = std::fs::read_to_string(project.path("src/main.rs")).unwrap();
    std::fs::write(project.path("src/main.rs"), source.replacen("letter", "sign", 1)).unwrap();
    assert_eq!(bundle(), first.replacen("\"letter", "\"sign", 1));
    assert_eq!(run(&project, &["--fresh", "--out", "-"]).stdout, bundle().as_bytes());
}

#[test]
fn errors_name_the_cause_and_the_alternatives() {
    let project = Project::copy("operators");
    let output = run(&project, &["--out", "-", "--bin", "nothing"]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("it has: operators"), "{}", stderr(&output));
    let output = run(&project, &["--out", "-", "--package", "nothing"]);
    assert!(stderr(&output).contains("it has: operators"), "{}", stderr(&output));

    std::fs::write(project.path("src/main.rs"), "mod lost; fn main() {}").unwrap();
    let output = run(&project, &["--out", "-"]);
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("file not found for module `lost`"), "{}", stderr(&output));

    let text = "extern \"C\" {\n    fn lost();\n}\nfn main() {\n    unsafe { lost() }\n}";
    std::fs::write(project.path("src/main.rs"), text).unwrap();
    let output = run(&project, &["--out", "-"]);
    assert!(output.stdout.is_empty());
    let refusal = "src/main.rs:2: cannot bundle these functions of a native library";
    assert!(stderr(&output).contains(refusal), "{}", stderr(&output));

    let text = "fn main() { println!(\"\u{202e}\"); }";
    std::fs::write(project.path("src/main.rs"), text).unwrap();
    let output = run(&project, &["--out", "-"]);
    assert!(!output.status.success() && output.stdout.is_empty());
}

#[test]
fn settings_of_the_profile_and_names_of_types_are_not_lost() {
    let text = "mod a { pub struct Named; }\nfn main() {\n    println!(\"{} {}\", NAME, SIZE);\n}\n\
                const SIZE: usize = 250;\nconst NAME: fn() -> &'static str = std::any::type_name::<a::Named>;";
    let project = Project::with_files("settings", &text.replace("NAME, SIZE", "NAME(), SIZE"));
    let output = run(&project, &["--out", "-"]);
    let refusal = "src/main.rs:6: cannot bundle `type_name` of `a::Named`";
    assert!(stderr(&output).contains(refusal), "{}", stderr(&output));

    let text = text.replace("a::Named", "Vec<u8>").replace("NAME, SIZE", "NAME(), SIZE");
    std::fs::write(project.path("src/main.rs"), text).unwrap();
    let manifest = std::fs::read_to_string(project.path("Cargo.toml")).unwrap();
    let with = |setting: &str| {
        let profile = format!("{manifest}[profile.release]\n{setting}\n");
        std::fs::write(project.path("Cargo.toml"), profile).unwrap();
        run(&project, &["--out", "-"])
    };
    for setting in ["overflow-checks", "debug-assertions"] {
        let output = with(&format!("{setting} = true"));
        let refusal = format!("cannot bundle a program with {setting}");
        assert!(stderr(&output).contains(&refusal), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
    let output = with("panic = \"abort\"");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("panics of the bundle unwind"), "{}", stderr(&output));
}

#[test]
fn code_that_compiles_only_without_assertions_for_debugging_is_bundled() {
    let text = "#[cfg(not(debug_assertions))] fn tune() -> i32 { 4 }\n\
                #[cfg(debug_assertions)] compile_error!(\"build with --release\");\n\
                const fn twice(x: u8) -> u8 { x * 2 }\nconst WRAPPED: u8 = twice(200);\n\
                fn main() { println!(\"{} {WRAPPED}\", tune()); }";
    let project = Project::with_files("releases", text);
    let bundle = project.bundle(Options::default());
    assert_eq!(project.rustc_run(&bundle.source, &["-O"]), "4 144\n");
    std::fs::write(project.path("src/main.rs"), format!("{text}\nfn wrong() -> u8 {{ () }}"))
        .unwrap();
    let output = run(&project, &["--out", "-"]);
    assert!(stderr(&output).contains("mismatched types"), "{}", stderr(&output));
}

#[test]
fn names_of_types_can_be_in_the_texts_of_panics() {
    let text = "mod a { pub struct Named; }\nfn main() {\n    assert!(std::env::args().count() > 0, \"{}\", \
                std::any::type_name::<a::Named>());\n}";
    let project = Project::with_files("panics", text);
    let output = run(&project, &["--out", "-"]);
    let warning = "src/main.rs:3: a panic prints `type_name` of `a::Named`";
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains(warning), "{}", stderr(&output));

    let named = "use std::any::type_name as name_of;\nmod a { pub struct Named; }\n\
                 fn main() { println!(\"{}\", name_of::<a::Named>()) }";
    let condition = "mod a { pub struct Named; }\n\
                     fn main() { assert_eq!(std::any::type_name::<a::Named>(), \"panics::a::Named\", \"{}\", 1) }";
    for text in [named, condition] {
        std::fs::write(project.path("src/main.rs"), text).unwrap();
        let output = run(&project, &["--out", "-"]);
        assert!(stderr(&output).contains("cannot bundle `type_name`"), "{}", stderr(&output));
    }

    let print = "    println!(\"{:?}\", std::marker::PhantomData::<a::Named>);\n}";
    std::fs::write(project.path("src/main.rs"), text.strip_suffix('}').unwrap().to_owned() + print)
        .unwrap();
    let output = run(&project, &["--out", "-"]);
    let refusal = "src/main.rs:4: cannot bundle `PhantomData` of `a::Named`";
    assert!(stderr(&output).contains(refusal), "{}", stderr(&output));
}

#[test]
fn a_program_that_reads_the_texts_of_panics_gets_a_warning() {
    let text = "fn main() {\n    let result = std::panic::catch_unwind(|| assert!(1 > 2));\n    result.unwrap_err();\n}";
    let output = run(&Project::with_files("texts", text), &["--out", "-"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("src/main.rs:2: `catch_unwind` can read places of panics"));
}

#[test]
fn code_of_any_crate_that_reads_the_texts_of_panics_gets_a_warning() {
    let helper = "pub fn f<T>(f: impl FnOnce() -> T + std::panic::UnwindSafe) {\n    \
                  if let Err(e) = std::panic::catch_unwind(f) { println!(\"{:?}\", e.downcast_ref::<&str>()); }\n}";
    let text =
        format!("fn main() {{ helper::f(|| assert!(1 > 2)); }}\n//# helper/src/lib.rs\n{helper}");
    let threads =
        "fn main() {\n    let panic = std::thread::spawn(|| assert!(1 > 2)).join();\n    \
                   println!(\"{:?}\", panic.unwrap_err().downcast_ref::<&str>());\n}";
    for (text, file) in [(&*text, "helper/src/lib.rs:2"), (threads, "src/main.rs:3")] {
        let output = run(&Project::with_files("readers", text), &["--out", "-"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let warning = format!("{file}: `downcast_ref` can read places of panics");
        assert!(stderr(&output).contains(&warning), "{}", stderr(&output));
    }
    let other = "fn main() {\n    let value: &dyn std::any::Any = &1;\n    \
                 println!(\"{:?}\", value.downcast_ref::<i32>());\n}";
    let output = run(&Project::with_files("readers", other), &["--out", "-"]);
    assert!(!stderr(&output).contains("WARNING"), "{}", stderr(&output));
}

#[test]
fn places_in_the_source_get_a_warning_unless_only_panics_print_them() {
    let program = |line: &str| {
        format!("fn main() {{\n    let x = 1;\n    {line}\n    println!(\"{{x}}\");\n}}")
    };
    for (line, reader) in [
        ("eprintln!(\"{}\", line!());", "line"),
        ("dbg!(x + 1);", "dbg"),
        ("println!(\"{}\", std::panic::Location::caller().column());", "caller"),
    ] {
        let output = run(&Project::with_files("lines", &program(line)), &["--out", "-"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let warning = format!("src/main.rs:3: `{reader}` gives a place in the source");
        assert!(stderr(&output).contains(&warning), "{}", stderr(&output));
    }
    for line in ["assert!(x > 0, \"{}\", line!());", "let line = x; dbg(line); fn dbg(_: i32) {}"] {
        let output = run(&Project::with_files("lines", &program(line)), &["--out", "-"]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(!stderr(&output).contains("WARNING"), "{}", stderr(&output));
    }
}

#[test]
fn expressions_that_only_edition_2024_matches_are_refused() {
    let rules = "macro_rules! kind { ($e:expr) => { \"expression\" }; (_) => { \"underscore\" } }";
    let text = format!("//! Edition 2024\n{rules}\nfn main() {{ println!(\"{{}}\", kind!(_)); }}");
    let output = run(&Project::with_files("expressions", &text), &["--out", "-"]);
    let refusal = "src/main.rs:3: cannot bundle `main`, which would behave differently";
    assert!(stderr(&output).contains(refusal), "{}", stderr(&output));
}

#[test]
fn variables_of_macros_get_names_of_their_own_unless_texts_name_them() {
    let marks = "extern crate proc_macro;
        use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
        fn total(first: TokenTree) -> TokenTree {
            if first.to_string() == \"total\" { Ident::new(\"total\", Span::mixed_site()).into() } else { first }
        }
        #[proc_macro_attribute]
        pub fn counted(_: TokenStream, item: TokenStream) -> TokenStream {
            let start: TokenStream = \"let mut total = 100; total += 1;\".parse().unwrap();
            let body = |tree| match tree {
                TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                    let start = start.clone().into_iter().map(total).chain(body.stream()).collect();
                    Group::new(Delimiter::Brace, start).into()
                }
                tree => tree,
            };
            item.into_iter().map(body).collect()
        }";
    for attribute in ["marks::counted", "counted"] {
        let function = "fn sum(total: u32) -> String { format!(\"{total}\") }";
        let text = format!("use marks::*;\n\n#[{attribute}]\n{function}\nfn main() {{ sum(1); }}");
        let project =
            Project::with_files("contexts", &format!("{text}\n//# marks/src/lib.rs\n{marks}"));
        let output = run(&project, &["--out", "-"]);
        assert!(output.stdout.is_empty());
        assert!(stderr(&output).contains("src/main.rs:3: cannot bundle a macro with variables"));
    }
    let text = "#[marks::counted]\nfn sum(total: u32) -> u32 { total + 1 }\nfn main() { println!(\"{}\", sum(1)) }";
    let project =
        Project::with_files("contexts", &format!("{text}\n//# marks/src/lib.rs\n{marks}"));
    let bundle = project.bundle(bundle::Options::default());
    assert_eq!(project.rustc_run(&bundle.source, &["-O"]), "2\n");
}

#[test]
fn panics_that_would_lose_braces_are_refused() {
    for call in ["panic!($($text)*)", "unreachable!($($text)*)", "assert!(false, $($text)*)"] {
        let text = format!(
            "fn main() {{ old::fail() }}\n//# old/src/lib.rs\n//! Edition 2018\n\
             macro_rules! fail {{ ($($text:tt)*) => {{ {call} }}; }}\n\
             pub fn fail() {{ fail!(\"in {{{{braces}}}}\"); }}"
        );
        let project = Project::with_files("braces", &text);
        let output = run(&project, &["--out", "-"]);
        let refusal = "old/src/lib.rs:3: cannot bundle `fail`, which would behave differently";
        assert!(stderr(&output).contains(refusal), "{call}: {}", stderr(&output));
    }
}

#[test]
fn refusals_name_what_to_change() {
    let text = "fn main() {\n    for x in old::each!([1, 2]) { println!(\"{x}\"); }\n}\n//# old/src/lib.rs\n\
                //! Edition 2018\n#[macro_export]\nmacro_rules! each { ($e:expr) => { $e.into_iter() }; }";
    let output = run(&Project::with_files("older", text), &["--out", "-"]);
    let refusal = "the code of `each!` of old, of edition 2018, can mean something else in 2021";
    assert!(stderr(&output).contains(refusal), "{}", stderr(&output));

    let text = "#![no_main]\n#[no_mangle]\npub extern \"C\" fn main() -> i32 { 0 }";
    let output = run(&Project::with_files("entry", text), &["--out", "-"]);
    assert!(
        stderr(&output).contains("with `#![no_main]`; write `fn main()`"),
        "{}",
        stderr(&output)
    );

    let text = "fn val() {}\nfn main() { one::m!(); }\n//# one/src/lib.rs\n#[macro_export]\n\
                macro_rules! m { () => { mod inner { pub fn f() { crate::val() } } inner::f() }; }";
    let output = run(&Project::with_files("callers", text), &["--out", "-"]);
    assert!(stderr(&output).contains("write `$crate` for the macro's own"), "{}", stderr(&output));
}

#[test]
fn epipe_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bundle"));
    common::exit::assert_silent_without_reader(command.arg("--help"), "");
    let project = Project::copy("operators");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bundle"));
    command.args(["--out", "-", "--no-prune", "--keep-names", "--manifest-path"]);
    let output = common::exit::without_reader(command.arg(project.path("Cargo.toml")), "").unwrap();
    // On a loaded machine the bundler prints progress.
    let is_progress = |line: &str| line.ends_with(" ...");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).lines().all(is_progress), "{}", stderr(&output));
}

#[test]
fn a_package_that_was_moved_bundles_again() {
    let project = Project::with_files("moved", "fn main() { println!(\"here\"); }");
    let first = project.bundle(Options::default());
    let old = project.path("");
    let new = std::env::temp_dir().join(format!("bundle-test-moved-{}", std::process::id()));
    std::fs::rename(&old, &new).unwrap();
    let manifest_path = Some(new.join("Cargo.toml"));
    let second = bundle::bundle(&Options { manifest_path, fresh: true, ..Options::default() });
    std::fs::rename(&new, &old).unwrap();
    assert_eq!(second.unwrap().source, first.source);
}
