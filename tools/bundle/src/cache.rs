//! Caches the last bundle for each package and set of options, below `target/`.

use anyhow::Result;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use crate::project::Project;
use crate::{rustc, Bundle, Options};

/// The cache entry of a bundle, with a hash of all inputs.
pub(crate) struct Cache {
    file: PathBuf,
    key: u64,
}

impl Cache {
    /// Returns the entry for these options and `text`, the joined sources.
    pub(crate) fn new(project: &Project, options: &Options, text: &str) -> Result<Cache> {
        let options = Options { fresh: false, check_input: Vec::new(), ..options.clone() };
        let (mut kind, mut all) = (DefaultHasher::new(), DefaultHasher::new());
        format!("{options:?}").hash(&mut kind);
        (format!("{options:?}{project:?}"), text, rustc::version()?).hash(&mut all);
        // A rebuilt bundler invalidates the cache.
        std::fs::read(std::env::current_exe()?)?.hash(&mut all);
        let name = format!("{}-{:016x}.json", project.package, kind.finish());
        Ok(Cache { file: project.target.join(name), key: all.finish() })
    }

    pub(crate) fn load(&self) -> Option<Bundle> {
        let text = std::fs::read_to_string(&self.file).ok()?;
        let (key, bundle) = serde_json::from_str::<(u64, Bundle)>(&text).ok()?;
        (key == self.key).then_some(bundle)
    }

    /// Caches `bundle`; errors are ignored.
    pub(crate) fn store(&self, bundle: &Bundle) {
        if let Ok(text) = serde_json::to_string(&(self.key, bundle)) {
            let _ = std::fs::write(&self.file, text);
        }
    }
}
