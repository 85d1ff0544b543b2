//! The latest bundle of each kind, kept below `target/`, for as long as nothing changes that it was
//! made of.

use anyhow::Result;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use crate::project::Project;
use crate::{rustc, Bundle, Options};

/// Where the bundle is kept, and what it was made of.
pub(crate) struct Cache {
    file: PathBuf,
    key: u64,
}

impl Cache {
    /// The place for what `options` make of `text`, the joined sources.
    pub(crate) fn new(project: &Project, options: &Options, text: &str) -> Result<Cache> {
        let options = Options { fresh: false, ..options.clone() };
        let (mut kind, mut all) = (DefaultHasher::new(), DefaultHasher::new());
        format!("{options:?}").hash(&mut kind);
        (format!("{options:?}{project:?}"), text, rustc::version()?).hash(&mut all);
        // The bundler itself.
        std::fs::read(std::env::current_exe()?)?.hash(&mut all);
        let name = format!("{}-{:016x}.json", project.package, kind.finish());
        Ok(Cache { file: project.target.join("bundle").join(name), key: all.finish() })
    }

    /// The bundle, if it is there and made of the same.
    pub(crate) fn load(&self) -> Option<Bundle> {
        let text = std::fs::read_to_string(&self.file).ok()?;
        let (key, bundle) = serde_json::from_str::<(u64, Bundle)>(&text).ok()?;
        (key == self.key).then_some(bundle)
    }

    /// Keeps `bundle`, if cargo has made its folder: whoever only bundles gets no new folders. That it
    /// cannot is no error: it is made anew then.
    pub(crate) fn store(&self, bundle: &Bundle) {
        let Some(folder) = self.file.parent() else { return };
        // Not with its parents.
        let _ = std::fs::create_dir(folder);
        if let (true, Ok(text)) = (folder.is_dir(), serde_json::to_string(&(self.key, bundle))) {
            let _ = std::fs::write(&self.file, text);
        }
    }
}
