//! Follows the journal of a match, and its running games, while another program writes them.

use super::listed::ListedFile;
use board_core::records::{Content, MatchGame, MatchState, MatchSummary, RunningRow};
use board_core::ApiError;
use records::journal::{JournalLine, JournalTail};
use records::running::{self, RunningGame};
use serde::Serialize;
use std::collections::VecDeque;

/// An update of a followed journal.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Update {
    /// A game that was added to a match.
    Entry {
        /// The game.
        entry: Box<MatchGame>,
    },
    /// The running games of a match, which replace those of the last update.
    Running {
        /// The games.
        games: Vec<RunningRow>,
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
    /// The whole match.
    #[serde(untagged)]
    Content(Content),
}

/// A followed journal.
pub struct FollowedFile {
    file: ListedFile,
    tail: JournalTail,
    /// The match so far; `None` before the journal's first complete line.
    state: Option<MatchState>,
    /// The running games of the last update.
    running: Vec<RunningGame>,
    /// Updates that are not sent yet.
    pending: VecDeque<Update>,
}

impl FollowedFile {
    /// Starts following a file.
    pub fn new(file: ListedFile) -> FollowedFile {
        let tail = JournalTail::new(&file.path);
        FollowedFile { file, tail, state: None, running: Vec::new(), pending: VecDeque::new() }
    }

    /// Returns the next update, if there is one. Reads the file if no update is pending.
    pub fn update(&mut self) -> Option<Update> {
        if self.pending.is_empty() {
            if let Err(error) = self.poll() {
                // The file may have been replaced: read it from its start next time.
                *self = FollowedFile::new(self.file.clone());
                return Some(Update::Trouble { error: error.message });
            }
        }
        self.pending.pop_front()
    }

    fn poll(&mut self) -> Result<(), ApiError> {
        // Before the journal, which then contains a game that ends in between.
        let running = running::read(&self.file.path);
        self.read_journal()?;
        if let Some(state) = self.state.as_ref().filter(|_| running != self.running) {
            let games = state.running(&running)?;
            self.pending.push_back(Update::Running { games });
            self.running = running;
        }
        Ok(())
    }

    fn read_journal(&mut self) -> Result<(), ApiError> {
        if self.state.is_none() {
            self.file.check_length()?;
            while !self.read_added()?.is_empty() {}
            let whole = self.state.as_ref().map(|state| Content::of(state, Vec::new()));
            self.pending.extend(whole.map(Update::Content));
            return Ok(());
        }
        let games = self.read_added()?;
        if let Some(state) = self.state.as_ref().filter(|_| !games.is_empty()) {
            let standing = Box::new(state.summary());
            let entries = games.into_iter().map(|game| Update::Entry { entry: Box::new(game) });
            self.pending.extend(entries.chain([Update::Standing { standing }]));
        }
        Ok(())
    }

    /// Reads the lines added to the journal; returns their games.
    fn read_added(&mut self) -> Result<Vec<MatchGame>, ApiError> {
        let failed = |error: anyhow::Error| ApiError::unprocessable(format!("{error:#}"));
        let mut games = Vec::new();
        for line in self.tail.more().map_err(failed)? {
            match line {
                JournalLine::Plan(plan) => self.state = Some(MatchState::new(Some(&plan))),
                // The plan precedes the games.
                JournalLine::Game(entry) => {
                    let state = self.state.as_mut();
                    games.extend(state.map(|state| state.add(&entry)).transpose()?);
                }
            }
        }
        Ok(games)
    }
}
