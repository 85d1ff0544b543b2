//! Follows a file while another program writes to it.

use super::listed::ListedFile;
use board_core::records::{is_journal, read, Content, MatchGame, MatchState, MatchSummary};
use board_core::ApiError;
use lab::matches::{JournalLine, JournalTail};
use serde::Serialize;
use std::collections::VecDeque;
use std::fs;
use std::time::SystemTime;

/// An update of a followed file.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Update {
    /// A game that was added to a match.
    Entry {
        /// The game.
        entry: Box<MatchGame>,
    },
    /// The new summary of a match.
    Standing {
        /// The summary.
        standing: Box<MatchSummary>,
    },
    /// Nothing new.
    Beat,
    /// The file can't be read at the moment.
    Trouble {
        /// The cause.
        error: String,
    },
    /// The full content.
    #[serde(untagged)]
    Content(Content),
}

/// A followed file.
pub struct FollowedFile {
    file: ListedFile,
    journal: Option<(JournalTail, Option<MatchState>)>,
    /// Length and modification time of the file when it was last read from its start.
    seen: Option<(u64, Option<SystemTime>)>,
    /// Updates that are not sent yet.
    pending: VecDeque<Update>,
}

impl FollowedFile {
    /// Starts following a file.
    #[must_use]
    pub fn new(file: ListedFile) -> FollowedFile {
        FollowedFile { file, journal: None, seen: None, pending: VecDeque::new() }
    }

    /// Returns the next update, if there is one. Checks the file if no update is pending.
    pub fn update(&mut self) -> Option<Update> {
        if self.pending.is_empty() {
            if let Err(error) = self.poll() {
                // The file may have been replaced: read it from its start next time.
                self.journal = None;
                self.pending.clear();
                return Some(Update::Trouble { error: error.message });
            }
        }
        self.pending.pop_front()
    }

    fn poll(&mut self) -> Result<(), ApiError> {
        if let Some((growing, state)) = &mut self.journal {
            let rows = read_added(growing, state)?;
            if let Some(state) = state.as_ref().filter(|_| !rows.is_empty()) {
                let standing = Box::new(state.summary());
                let entries = rows.into_iter().map(|row| Update::Entry { entry: Box::new(row) });
                self.pending.extend(entries.chain([Update::Standing { standing }]));
            }
            return Ok(());
        }
        let about = fs::metadata(&self.file.path).map_err(|error| {
            ApiError::not_found(format!("cannot read {}: {error}", self.file.name))
        })?;
        let seen = Some((about.len(), about.modified().ok()));
        if seen == self.seen {
            return Ok(());
        }
        self.seen = seen;
        let bytes = self.file.bytes()?;
        if !is_journal(&bytes) {
            self.pending.push_back(Update::Content(read(&self.file.name, None, &bytes)?));
            return Ok(());
        }
        // Read to the end; there is no state while the first line is incomplete.
        let (mut growing, mut state) = (JournalTail::new(&self.file.path), None);
        while !read_added(&mut growing, &mut state)?.is_empty() {}
        if let Some(all) = &state {
            self.pending.push_back(Update::Content(Content::of(all, Vec::new())));
            self.journal = Some((growing, state));
        }
        Ok(())
    }
}

/// Reads the lines added to a journal; returns their games.
fn read_added(
    growing: &mut JournalTail,
    state: &mut Option<MatchState>,
) -> Result<Vec<MatchGame>, ApiError> {
    let mut rows = Vec::new();
    for line in growing.more().map_err(|error| ApiError::unprocessable(format!("{error:#}")))? {
        match line {
            JournalLine::Plan(plan) => *state = Some(MatchState::new(Some(&plan))),
            JournalLine::Game(entry) => {
                rows.push(state.get_or_insert_with(|| MatchState::new(None)).add(&entry)?);
            }
        }
    }
    Ok(rows)
}
