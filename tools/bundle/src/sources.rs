//! Maps places of the joined sources to the user's files.

use proc_macro2::{Span, TokenStream};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::tokens;

/// The files by proc-macro2's name for their text, such as `<parsed string 7>`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    files: BTreeMap<String, PathBuf>,
}

impl Sources {
    /// Records that the tokens of `stream` come from `path`.
    pub(crate) fn add(&mut self, stream: &TokenStream, path: &Path) {
        let files = tokens::idents(stream.clone()).into_iter().map(|ident| ident.span().file());
        // Generated tokens have no file.
        if let Some(file) = files.into_iter().find(|file| file.starts_with("<parsed string")) {
            self.files.insert(file, path.to_path_buf());
        }
    }

    /// Returns `FILE:LINE` of a token.
    pub(crate) fn place(&self, span: Span) -> Option<String> {
        let file = self.files.get(&span.file())?;
        Some(format!("{}:{}", file.display(), span.start().line))
    }

    /// Returns `FILE:LINE` of the word at or after the byte `offset` of `text`, the printed form of `joined`.
    pub(crate) fn at(&self, joined: TokenStream, text: &str, offset: usize) -> Option<String> {
        let printed = tokens::idents(text.parse().ok()?);
        let index = printed.iter().position(|word| word.span().byte_range().end > offset)?;
        // Generated words have no file, so the next word with one is used.
        tokens::idents(joined).iter().skip(index).find_map(|word| self.place(word.span()))
    }
}
