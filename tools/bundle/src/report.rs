//! The size of a bundle, by crate and stage.

use std::fmt::Write;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use serde::{Deserialize, Serialize};
use syn::{File, Item};

use crate::squeeze::squeeze;
use crate::tokens;

/// Sizes of a bundle, in UTF-16 code units (as the arena counts) unless stated otherwise.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Length of the finished file.
    pub utf16: usize,
    /// Length in Unicode code points.
    pub chars: usize,
    /// Length in bytes of UTF-8.
    pub bytes: usize,
    /// The part of [`Report::utf16`] in string literals of more than 1000 units.
    pub data: usize,
    /// Lengths by crate.
    pub crates: Vec<Share>,
    /// Length after each stage, without licence notices.
    pub stages: Vec<(String, usize)>,
    /// Number and duration of rustc's runs, or a remark that the bundle is cached.
    pub timings: String,
    /// The skipped stages, each with its error; every skipped stage makes the bundle longer.
    pub warnings: Vec<String>,
}

/// Length above which a string literal counts as data.
const DATA: usize = 1000;

/// The contribution of one crate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Share {
    /// Module name, or the package's name for the binary.
    pub label: String,
    /// Length of its sources.
    pub source: usize,
    /// Length of its code after pruning.
    pub kept: usize,
}

impl Report {
    pub(crate) fn add_source(&mut self, label: String, source: usize) {
        self.crates.push(Share { label, source, kept: 0 });
    }

    /// Measures the remaining code of each crate in `file`.
    pub(crate) fn add_kept(&mut self, file: &File) {
        for item in &file.items {
            let is_own = |share: &Share| matches!(item, Item::Mod(own) if own.ident == share.label);
            // The binary comes first.
            let at = self.crates.iter().position(is_own).unwrap_or(0);
            if let Some(share) = self.crates.get_mut(at) {
                share.kept += utf16_len(&squeeze(item.to_token_stream()));
            }
        }
    }

    pub(crate) fn add_stage(&mut self, name: &str, text: &str) {
        self.stages.push((name.to_string(), utf16_len(text)));
    }

    /// Prints a warning and adds it to the report.
    pub(crate) fn warn(&mut self, warning: String) {
        common::note!("WARNING: {warning}");
        self.warnings.push(warning);
    }

    pub(crate) fn measure(&mut self, source: &str) {
        self.data = source.parse().map_or(0, data);
        self.utf16 = utf16_len(source);
        self.chars = source.chars().count();
        self.bytes = source.len();
    }

    /// Formats the report, with the length as a percentage of `limit` UTF-16 units.
    pub fn render(&self, limit: usize) -> String {
        let mut text = String::new();
        let percent = 100.0 * self.utf16 as f64 / limit.max(1) as f64;
        let line = format!("{} of {limit} UTF-16 units ({percent:.1} %)", self.utf16);
        let more = format!("{} code points, {} bytes", self.chars, self.bytes);
        let _ = writeln!(text, "{line}; {more}");
        let _ = writeln!(text, "code {}, data {}", self.utf16 - self.data, self.data);
        let _ = writeln!(text, "{:32} {:>9} {:>9}", "stage", "units", "saves");
        let mut before = None;
        for (name, length) in &self.stages {
            let saves = before.map_or(String::new(), |before: usize| {
                let saved = before as f64 - *length as f64;
                format!("{:.1} %", 100.0 * saved / before.max(1) as f64)
            });
            let _ = writeln!(text, "{}", format!("{name:32} {length:>9} {saves:>9}").trim_end());
            before = Some(*length);
        }
        let _ = writeln!(text, "{:32} {:>9} {:>9}", "crate", "sources", "pruned");
        for share in &self.crates {
            let _ = writeln!(text, "{:32} {:>9} {:>9}", share.label, share.source, share.kept);
        }
        let _ = writeln!(text, "{}", self.timings);
        for warning in &self.warnings {
            let _ = writeln!(text, "WARNING: {warning}");
        }
        text
    }
}

/// Returns the length of the string literals that count as data.
fn data(stream: TokenStream) -> usize {
    let mut sum = 0;
    tokens::visit(stream, &mut |trees, at| {
        if let TokenTree::Literal(literal) = &trees[at] {
            let length = utf16_len(&literal.to_string());
            sum += if length > DATA { length } else { 0 };
        }
    });
    sum
}

/// Returns the length in UTF-16 code units.
pub fn utf16_len(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn astral_characters_count_twice() {
        assert_eq!(utf16_len("ab"), 2);
        assert_eq!(utf16_len("\u{e9}\u{4e00}"), 2);
        assert_eq!(utf16_len("\u{1f600}!"), 3);
        let mut report = Report::default();
        report.measure("\u{1f600}\u{e9}");
        assert_eq!((report.utf16, report.chars, report.bytes), (3, 2, 6));
        assert_eq!(report.data, 0);
        let weights = format!("fn f(){{g(\"{}\")}}", "\u{1f600}".repeat(600));
        report.measure(&weights);
        assert_eq!((report.utf16, report.data), (1213, 1202));
        assert!(report.render(6).contains("code 11, data 1202"), "{}", report.render(6));
        report.measure("\u{1f600}\u{e9}");
        assert!(report.render(6).starts_with("3 of 6 UTF-16 units (50.0 %); 2 code points"));
    }
}
