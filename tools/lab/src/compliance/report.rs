//! Findings as text and JSON.

use super::check::{Check, Finding, Group, CHECKS};
use super::setup::{Setup, Status};
use common::terminal::printable;
use serde::Serialize;

/// Style of the text output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub colour: bool,
    /// Whether to use characters beyond ASCII.
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

    fn sign(self, status: Status) -> String {
        let (plain, sign, code) = match status {
            Status::Passed => ("ok  ", "✓", "32"),
            Status::Warned => ("warn", "!", "33"),
            Status::Failed => ("FAIL", "✗", "1;31"),
            Status::Skipped => ("-   ", "–", "2"),
        };
        self.paint(code, if self.unicode { sign } else { plain })
    }

    /// Returns the heading of `group`, or an empty string if `last` is the same group.
    #[must_use]
    pub fn heading(self, last: Option<Group>, group: Group) -> String {
        if last == Some(group) {
            return String::new();
        }
        let gap = if last.is_some() { "\n" } else { "" };
        format!("{gap}{}\n", self.paint("1", group.title()))
    }

    /// Formats a finding, with its details on a second line unless the check passed.
    #[must_use]
    pub fn row(self, row: &Finding) -> String {
        let detail = self.printable(&row.detail);
        let line = format!("  {} {}{}", self.sign(row.status), entry(row.name), row.about);
        match row.status {
            Status::Passed if detail.is_empty() => line,
            Status::Passed => format!("{line} {}", self.paint("2", &format!("({detail})"))),
            _ => format!("{line}\n      {detail}"),
        }
    }

    /// Removes control characters and, for ASCII output, replaces non-ASCII characters.
    fn printable(self, text: &str) -> String {
        let text = printable(text);
        text.chars().map(|c| if self.unicode || c.is_ascii() { c } else { '?' }).collect()
    }
}

fn entry(name: &str) -> String {
    let width = CHECKS.iter().map(|check| check.name.len()).max().unwrap_or(0) + 2;
    format!("{name:<width$}")
}

/// Formats a list of checks.
#[must_use]
pub fn list(checks: &[&Check], style: Style) -> String {
    let (mut text, mut last) = (String::new(), None);
    for check in checks {
        text += &style.heading(last.replace(check.group), check.group);
        text += &format!("  {}{}\n", entry(check.name), check.about);
    }
    text
}

/// All findings on one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComplianceReport {
    /// Command of the bot, as passed by the user.
    pub bot: String,
    /// Holes along an edge.
    pub size: u8,
    /// Time limit of the first answer, in milliseconds.
    pub first_ms: u64,
    /// Time limit of each further answer, in milliseconds.
    pub turn_ms: u64,
    /// Whether no check failed.
    pub complies: bool,
    /// Number of checks that passed.
    pub passed: usize,
    /// Number of warnings.
    pub warned: usize,
    /// Number of checks that failed.
    pub failed: usize,
    /// Number of checks that did not apply.
    pub skipped: usize,
    /// Results of the checks in the order in which they ran.
    pub checks: Vec<Finding>,
}

impl ComplianceReport {
    /// Counts the findings by status.
    #[must_use]
    pub fn new(bot: &str, setup: &Setup, checks: Vec<Finding>) -> ComplianceReport {
        let count = |status| checks.iter().filter(|row| row.status == status).count();
        ComplianceReport {
            bot: bot.to_owned(),
            size: setup.size.get(),
            first_ms: setup.limits.first.as_millis() as u64,
            turn_ms: setup.limits.turn.as_millis() as u64,
            complies: count(Status::Failed) == 0,
            passed: count(Status::Passed),
            warned: count(Status::Warned),
            failed: count(Status::Failed),
            skipped: count(Status::Skipped),
            checks,
        }
    }

    /// Returns a summary such as `21 of 23 checks passed, 1 warned, 1 failed.`
    #[must_use]
    pub fn closing(&self) -> String {
        let all = self.checks.len();
        let plural = if all == 1 { "" } else { "s" };
        let mut line = format!("{} of {all} check{plural} passed", self.passed);
        let rest = [(self.warned, "warned"), (self.failed, "failed"), (self.skipped, "skipped")];
        for (number, what) in rest.into_iter().filter(|&(number, _)| number > 0) {
            line += &format!(", {number} {what}");
        }
        line + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(status: Status, detail: &str) -> Finding {
        let (name, group, about) = ("crlf", Group::Robustness, "reads");
        Finding { name, group, about, status, detail: detail.to_owned(), seconds: 0.5 }
    }

    #[test]
    fn rows_are_ascii_and_uncoloured_if_required() {
        let style = Style { colour: false, unicode: false };
        let failed = style.row(&row(Status::Failed, "came \u{1b}[2J–"));
        assert_eq!(failed.lines().last(), Some("      came [2J?"));
        assert!(failed.starts_with("  FAIL crlf ") && failed.is_ascii());
        let passed = Style { colour: true, unicode: true }.row(&row(Status::Passed, "D6"));
        assert!(passed.contains("\u{1b}[32m✓\u{1b}[0m") && passed.contains("(D6)"), "{passed}");
    }

    #[test]
    fn json_holds_status_and_detail_separately() {
        let value = serde_json::to_value(row(Status::Warned, "late")).unwrap();
        assert_eq!((&value["status"], &value["detail"]), (&"warned".into(), &"late".into()));
        assert_eq!(value["group"], "robustness");
    }
}
