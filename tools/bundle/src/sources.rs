//! Maps places of the joined sources to the user's files.

use anyhow::{anyhow, Context, Result};
use proc_macro2::{Span, TokenStream};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::tokens::{self, Texts};

/// The files by proc-macro2's name for their text, such as `<parsed string 7>`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    files: BTreeMap<String, PathBuf>,
    /// Length of the files that have been read, in UTF-16 code units.
    pub(crate) utf16: usize,
    /// A folder with copies of files, and that of the originals, which messages name.
    pub(crate) moved: (PathBuf, PathBuf),
    /// The names of functions that procedural macros generated.
    pub(crate) generated: Texts,
}

impl Sources {
    /// Reads a file as tokens.
    pub(crate) fn read(&mut self, path: &Path) -> Result<TokenStream> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        self.utf16 += text.encode_utf16().count();
        let mut text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        if text.starts_with("#!") && !text[2..].trim_start().starts_with('[') {
            text = &text[text.find('\n').unwrap_or(text.len())..];
        }
        let (copy, original) = &self.moved;
        let shown =
            path.strip_prefix(copy).map_or(path.to_path_buf(), |inner| original.join(inner));
        let stream: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
            anyhow!("{}:{}: {error}", shown.display(), error.span().start().line)
        })?;
        if let Some(first) = stream.clone().into_iter().next() {
            self.files.insert(first.span().file(), shown);
        }
        Ok(stream)
    }

    /// Returns `FILE:LINE` of a token.
    pub(crate) fn place(&self, span: Span) -> Option<String> {
        let file = self.files.get(&span.file())?;
        Some(format!("{}:{}", file.display(), span.start().line))
    }

    /// Returns `FILE:LINE` of the word at or after the byte `offset` of `text`, the printed form of `joined`.
    pub(crate) fn at(&self, joined: TokenStream, text: &str, offset: usize) -> Option<String> {
        let index = tokens::word_at(&tokens::idents_of(text), offset)?;
        // Generated words have no file, so the next word with one is used.
        tokens::idents(joined).iter().skip(index).find_map(|word| self.place(word.span()))
    }
}
