//! Findings as text.

use super::check::{Check, Finding, Group, CHECKS};
use super::setup::Status;
use render::printable;

/// Style of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub colour: bool,
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
        let (sign, code) = match status {
            Status::Passed => ("ok  ", "32"),
            Status::Warned => ("warn", "33"),
            Status::Failed => ("FAIL", "1;31"),
            Status::Skipped => ("-   ", "2"),
        };
        self.paint(code, sign)
    }

    /// Returns the heading of `group`, or an empty string if `last` is the same group.
    pub fn heading(self, last: Option<Group>, group: Group) -> String {
        if last == Some(group) {
            return String::new();
        }
        let gap = if last.is_some() { "\n" } else { "" };
        format!("{gap}{}\n", self.paint("1", group.title()))
    }

    /// Formats a finding, with its details on a second line unless the check passed. If one of the earlier checks found the same
    /// fault, its name replaces the details.
    pub fn row(self, row: &Finding, earlier: &[Finding]) -> String {
        let is_same = |other: &&Finding| {
            other.status == row.status && cause(&other.detail) == cause(&row.detail)
        };
        let detail = match earlier.iter().find(is_same) {
            Some(first) if row.status != Status::Passed => format!("as in {}", first.check.name),
            _ => printable(&row.detail).to_string(),
        };
        let line =
            format!("  {} {}{}", self.sign(row.status), entry(row.check.name), row.check.about);
        match row.status {
            Status::Passed if detail.is_empty() => line,
            Status::Passed => format!("{line} {}", self.paint("2", &format!("({detail})"))),
            _ => format!("{line}\n      {detail}"),
        }
    }
}

/// Returns what remains of a detail in every check that has the same fault: the words without digits, which are times, turns
/// and holes.
fn cause(detail: &str) -> Vec<&str> {
    let words = detail.split(|c: char| c.is_whitespace() || "(),.".contains(c));
    words.filter(|word| !word.is_empty() && !word.contains(|c: char| c.is_ascii_digit())).collect()
}

fn entry(name: &str) -> String {
    let width = CHECKS.iter().map(|check| check.name.len()).max().unwrap_or(0) + 2;
    format!("{name:<width$}")
}

/// Formats a list of checks.
pub fn list(checks: &[&Check], style: Style) -> String {
    let (mut text, mut last) = (String::new(), None);
    for check in checks {
        text += &style.heading(last.replace(check.group), check.group);
        text += &format!("  {}{}\n", entry(check.name), check.about);
    }
    text
}

/// Returns the number of findings with this status.
pub fn count(findings: &[Finding], status: Status) -> usize {
    findings.iter().filter(|row| row.status == status).count()
}

/// Returns a summary such as `21 of 23 checks passed, 1 warned, 1 failed.`
pub fn closing(findings: &[Finding]) -> String {
    let all = findings.len();
    let plural = if all == 1 { "" } else { "s" };
    let mut line = format!("{} of {all} check{plural} passed", count(findings, Status::Passed));
    let rest =
        [(Status::Warned, "warned"), (Status::Failed, "failed"), (Status::Skipped, "skipped")];
    for (status, what) in rest {
        let number = count(findings, status);
        if number > 0 {
            line += &format!(", {number} {what}");
        }
    }
    line + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_printable_and_uncoloured_if_required() {
        let row = |status, detail: &str| {
            let check = CHECKS.iter().find(|check| check.name == "pieces").unwrap();
            Finding { check, status, detail: detail.to_owned() }
        };
        let failed = Style { colour: false }.row(&row(Status::Failed, "came \u{1b}[2J"), &[]);
        assert!(failed.starts_with("  FAIL pieces ") && failed.ends_with("\n      came [2J"));
        let passed = Style { colour: true }.row(&row(Status::Passed, "D6"), &[]);
        assert!(passed.contains("\u{1b}[32mok  \u{1b}[0m") && passed.contains("(D6)"), "{passed}");
        let first = row(Status::Failed, "Exited with 1 at F6 (so far A1).");
        let again = row(Status::Failed, "Exited with 2 at G7 (so far B2 C3).");
        let text = Style { colour: false }.row(&again, &[first]);
        assert!(text.ends_with("\n      as in pieces"), "{text}");
    }
}
