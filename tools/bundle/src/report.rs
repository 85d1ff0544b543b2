//! How long a bundle is and what it is made of.

use std::fmt::Write;

use quote::ToTokens;
use syn::{File, Item};

use crate::project::Project;
use crate::squeeze::squeeze;

/// Sizes of a bundle. Lengths of code are in UTF-16 code units, which is what the arena counts.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Length of the finished file in UTF-16 code units.
    pub utf16: usize,
    /// Length in Unicode code points.
    pub chars: usize,
    /// Length in bytes of UTF-8.
    pub bytes: usize,
    /// One entry a crate.
    pub crates: Vec<Share>,
}

/// What one crate contributes.
#[derive(Clone, Debug)]
pub struct Share {
    /// Module name, or the package's name for the binary.
    pub label: String,
    /// Length of its source files.
    pub source: usize,
    /// Length in the bundle.
    pub kept: usize,
}

impl Report {
    pub(crate) fn add_source(&mut self, label: String, source: usize) {
        self.crates.push(Share { label, source, kept: 0 });
    }

    /// Measures what is left of each crate in `file`.
    pub(crate) fn add_kept(&mut self, project: &Project, file: &File) {
        for item in &file.items {
            let own = match item {
                Item::Mod(module) => project.crates.iter().find(|c| module.ident == c.module),
                _ => None,
            };
            let label = own.map(|krate| krate.module.clone());
            let share = match label {
                Some(label) => self.crates.iter_mut().find(|share| share.label == label),
                None => self.crates.first_mut(),
            };
            if let Some(share) = share {
                share.kept += utf16_len(&squeeze(item.to_token_stream()));
            }
        }
    }

    pub(crate) fn measure(&mut self, source: &str) {
        self.utf16 = utf16_len(source);
        self.chars = source.chars().count();
        self.bytes = source.len();
    }

    /// The report as lines of text, held against `limit` UTF-16 units.
    pub fn render(&self, limit: usize) -> String {
        let mut text = String::new();
        let percent = 100.0 * self.utf16 as f64 / limit.max(1) as f64;
        let line = format!("{} of {limit} UTF-16 units ({percent:.1} %)", self.utf16);
        let more = format!("{} code points, {} bytes", self.chars, self.bytes);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{line}; {more}");
        let _ = writeln!(text, "{:24} {:>9} {:>9}", "crate", "sources", "bundled");
        for share in &self.crates {
            let _ = writeln!(text, "{:24} {:>9} {:>9}", share.label, share.source, share.kept);
        }
        text
    }
}

/// Length of `text` in UTF-16 code units: characters beyond U+FFFF count twice.
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
        assert!(report.render(6).starts_with("3 of 6 UTF-16 units (50.0 %); 2 code points"));
    }
}
