//! `lab sprt`: output, JSON and errors.

use std::process::{Command, Output};

fn lab(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.arg("sprt").args(arguments.split_whitespace()).output().expect("lab starts")
}

fn prints(arguments: &str) -> String {
    let output = lab(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_summary_ends_with_the_decision() {
    let cases = [
        ("elo0=0 elo1=5", "H1 accepted: the first bot's lead is 5 nElo rather than 0.\n"),
        ("elo0=30 elo1=60 model=logistic", "H0 accepted: the first bot's lead is 30 Elo rather"),
        ("elo0=0 elo1=1", "No decision yet: LLR at 22 % of the bound of H1.\n"),
    ];
    for (sprt, words) in cases {
        let counts = "--wdl 816,1328,670 --ptnml 50 287 610 387 73";
        let text = prints(&format!("{counts} --sprt {sprt}"));
        assert!(text.starts_with("Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84\n"), "{text}");
        assert!(text.lines().last().unwrap_or("").starts_with(words.trim_end()), "{text}");
        assert_eq!(text.lines().count(), 6, "{text}");
    }
}

#[test]
fn without_a_test_only_the_summary_is_printed() {
    assert_eq!(prints("--ptnml 50,287,610,387,73").lines().count(), 4);
    assert_eq!(prints("--wdl 816 1328 670").lines().count(), 3);
}

#[test]
fn json_holds_the_values_of_the_summary() {
    let read = |arguments: &str| -> serde_json::Value {
        serde_json::from_str(&prints(&format!("{arguments} --json"))).expect("one value")
    };
    let test = "--sprt elo0=0 elo1=5";
    let figures = read(&format!("--ptnml 50 287 610 387 73 {test}"));
    let near = |value: &serde_json::Value, wanted: f64| {
        assert!((value.as_f64().expect("a number") - wanted).abs() < 0.005, "{value}, {wanted}");
    };
    near(&figures["elo"]["value"], 18.04);
    near(&figures["elo"]["error"], 8.23);
    near(&figures["bounds"][1], 2.94);
    assert!(figures["llr"].as_f64() > figures["bounds"][1].as_f64(), "{figures}");
    assert_eq!(figures["accepted"], "H1");
    assert_eq!(figures["counts"]["pairs"], serde_json::json!([50, 287, 610, 387, 73]));
    let few = read(&format!("--ptnml 0 0 0 0 2 {test}"));
    assert!(few["elo"]["value"].is_null() && few["accepted"].is_null(), "{few}");
    assert!(read("--wdl 3 4 2")["llr"].is_null());
}

#[test]
fn invalid_arguments_exit_with_2_and_name_the_cause() {
    let cases = [
        ("", "required"),
        ("--sprt elo0=0 elo1=5", "required"),
        ("--wdl 1 2", "expected three counts"),
        ("--ptnml 1 2 3 4", "expected five counts"),
        ("--wdl 1 2 3 --sprt elo0=5 elo1=0", "elo0 must be less than elo1"),
        ("--wdl 1 2 3 --ptnml 1 2 3 4 5", "15 pairs are 30 games"),
    ];
    for (arguments, part) in cases {
        let output = lab(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(error.contains(part), "{arguments}: {error}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}
