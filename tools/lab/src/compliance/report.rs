//! Findings for people, line by line as they come, and for programs, as JSON.

use super::check::{Check, Finding, Group, Row, Setup};
use super::CHECKS;
use serde::Serialize;
use std::fmt::Write;

/// The style of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colours by ANSI escapes.
    pub colour: bool,
    /// Signs beyond ASCII.
    pub unicode: bool,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn sign(self, finding: &Finding) -> String {
        let (plain, sign, code) = match finding {
            Finding::Passed(_) => ("ok  ", "✓", "32"),
            Finding::Warned(_) => ("warn", "!", "33"),
            Finding::Failed(_) => ("FAIL", "✗", "1;31"),
            Finding::Skipped(_) => ("-   ", "–", "2"),
        };
        self.paint(code, if self.unicode { sign } else { plain })
    }

    /// A group's heading.
    #[must_use]
    pub fn heading(self, group: Group) -> String {
        self.paint("1", group.title())
    }

    /// A finding: one line, and a second one for what is not well.
    #[must_use]
    pub fn row(self, row: &Row) -> String {
        let detail = self.printable(row.finding.detail());
        let line = format!("  {} {}{}", self.sign(&row.finding), entry(row.name), row.about);
        match &row.finding {
            Finding::Passed(_) if detail.is_empty() => line,
            Finding::Passed(_) => format!("{line} {}", self.paint("2", &format!("({detail})"))),
            _ => format!("{line}\n      {detail}"),
        }
    }

    /// Without what a terminal would obey, and in ASCII if that is wanted.
    fn printable(self, text: &str) -> String {
        let text = text.chars().filter(|c| !c.is_control());
        text.map(|c| if self.unicode || c.is_ascii() { c } else { '?' }).collect()
    }
}

/// A check's name with blanks up to a common width.
fn entry(name: &str) -> String {
    let width = CHECKS.iter().map(|check| check.name.len()).max().unwrap_or(0) + 2;
    format!("{name:<width$}")
}

/// The list of checks.
#[must_use]
pub fn list(checks: &[&Check], style: Style) -> String {
    let mut text = String::new();
    let mut group = None;
    for check in checks {
        if group.replace(check.group) != Some(check.group) {
            let _ = writeln!(text, "{}", style.heading(check.group));
        }
        let _ = writeln!(text, "  {}{}", entry(check.name), check.about);
    }
    text
}

/// All findings about one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComplianceReport {
    /// The bot's command, as the user wrote it.
    pub bot: String,
    /// Holes along an edge.
    pub size: u8,
    /// The limit of a first answer, in milliseconds.
    pub first_ms: u64,
    /// The limit of every other answer, in milliseconds.
    pub turn_ms: u64,
    /// Whether nothing failed.
    pub complies: bool,
    /// How many checks passed.
    pub passed: usize,
    /// How many passed with a warning, or failed where the arena would not care.
    pub warned: usize,
    /// How many failed.
    pub failed: usize,
    /// How many did not apply.
    pub skipped: usize,
    /// The findings in order.
    pub checks: Vec<Row>,
}

impl ComplianceReport {
    /// Counts the findings.
    #[must_use]
    pub fn new(bot: &str, conditions: &Setup, checks: Vec<Row>) -> ComplianceReport {
        let count = |status| checks.iter().filter(|row| row.finding.status() == status).count();
        let millis = |time: std::time::Duration| u64::try_from(time.as_millis());
        ComplianceReport {
            bot: bot.to_owned(),
            size: conditions.size,
            first_ms: millis(conditions.limits.first).unwrap_or(u64::MAX),
            turn_ms: millis(conditions.limits.turn).unwrap_or(u64::MAX),
            complies: count("failed") == 0,
            passed: count("passed"),
            warned: count("warned"),
            failed: count("failed"),
            skipped: count("skipped"),
            checks,
        }
    }

    /// The closing line, such as `21 of 23 checks passed, 1 warned, 1 failed.`
    #[must_use]
    pub fn closing(&self) -> String {
        let all = self.checks.len();
        let mut line = format!("{} of {all} {} passed", self.passed, plural("check", all));
        let rest = [(self.warned, "warned"), (self.failed, "failed"), (self.skipped, "skipped")];
        for (number, what) in rest {
            if number > 0 {
                let _ = write!(line, ", {number} {what}");
            }
        }
        line + "."
    }
}

fn plural(noun: &str, number: usize) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(finding: Finding) -> Row {
        Row { name: "crlf", group: Group::Robustness, about: "reads", finding, seconds: 0.5 }
    }

    #[test]
    fn rows_are_plain_where_asked() {
        let style = Style { colour: false, unicode: false };
        let failed = style.row(&row(Finding::Failed(String::from("came \u{1b}[2J–"))));
        assert_eq!(failed.lines().last(), Some("      came [2J?"));
        assert!(failed.starts_with("  FAIL crlf ") && failed.is_ascii());
        let passed = Style { colour: true, unicode: true }.row(&row(Finding::Passed("D6".into())));
        assert!(passed.contains("\u{1b}[32m✓\u{1b}[0m") && passed.contains("(D6)"), "{passed}");
    }

    #[test]
    fn json_tells_status_and_detail_apart() {
        let value = serde_json::to_value(row(Finding::Warned(String::from("late")))).unwrap();
        assert_eq!((&value["status"], &value["detail"]), (&"warned".into(), &"late".into()));
        assert_eq!(value["group"], "robustness");
    }
}
