//! Meanings of paths.

use super::{Resolution, Scopes, Target};
use crate::items::PRELUDE;
use crate::tokens::is_std;

impl Scopes {
    pub(super) fn resolve_imports(&mut self) {
        loop {
            let mut changed = false;
            for here in 0..self.modules.len() {
                for import in self.modules[here].imports.clone() {
                    if self.alternative(here, &import).is_some() {
                        continue;
                    }
                    let mut targets = self.meanings(here, &import.path);
                    if let [name] = &import.path[..] {
                        targets.extend(self.textual(name, import.at).map(Target::Macro));
                    }
                    if targets.is_empty() && self.is_settled {
                        // The import stays.
                        targets.push(Target::Item(None));
                    }
                    match (&import.name, targets.first()) {
                        (Some(name), _) => {
                            for target in targets {
                                changed |= self.bind(here, name.clone(), target, false);
                            }
                        }
                        (None, Some(Target::Module(from))) => {
                            let from = &self.modules[*from];
                            let names = from.names.clone().into_iter().chain(from.globbed.clone());
                            for (name, targets) in names.collect::<Vec<_>>() {
                                for target in targets {
                                    changed |= self.bind(here, name.clone(), target, true);
                                }
                            }
                        }
                        (None, Some(Target::Item(Some(item)))) => {
                            changed |= self.bind_variants(here, item);
                        }
                        _ => {}
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Returns the module around `here`, which can be a block.
    fn module_of(&self, mut here: usize) -> usize {
        while self.modules[here].is_block {
            here = self.modules[here].parent;
        }
        here
    }

    fn targets(&self, module: usize, name: &str, fits: &dyn Fn(&Target) -> bool) -> Vec<Target> {
        let module = &self.modules[module];
        let all = module.names.get(name).into_iter().chain(module.globbed.get(name)).flatten();
        all.filter(|target| fits(target)).cloned().collect()
    }

    /// Resolves `path` relative to `here`, up to the first segment that does not lead to a module. The last segment's
    /// meanings are those that `fits` accepts.
    pub(super) fn resolve(
        &self,
        here: usize,
        path: &[String],
        fits: &dyn Fn(&Target) -> bool,
    ) -> Resolution {
        let mut module = self.module_of(here);
        for (at, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" => module = 0,
                "self" => {}
                "super" => module = self.modules[module].parent,
                _ => {
                    let is_last = at + 1 == path.len();
                    let is_inner = |target: &Target| !matches!(target, Target::Macro(_));
                    let fits = if is_last { fits } else { &is_inner };
                    // Blocks see the names of the blocks and the module around them.
                    let mut scope = if at == 0 { here } else { module };
                    let mut targets = self.targets(scope, name, fits);
                    while targets.is_empty() && self.modules[scope].is_block {
                        scope = self.modules[scope].parent;
                        targets = self.targets(scope, name, fits);
                    }
                    if targets.is_empty() {
                        return Resolution::Unknown(at);
                    }
                    let inner = targets.iter().find(|target| matches!(target, Target::Module(_)));
                    match inner {
                        Some(Target::Module(inner)) if !is_last => module = *inner,
                        _ => return Resolution::Name(at, targets),
                    }
                }
            }
        }
        Resolution::Module(module)
    }

    /// Returns whether a path names a module of the program.
    pub(in crate::flatten) fn is_module(&self, here: usize, path: &[String]) -> bool {
        matches!(self.meanings(here, path).first(), Some(Target::Module(_)))
    }

    /// Returns all meanings of an import's path.
    pub(super) fn meanings(&self, here: usize, path: &[String]) -> Vec<Target> {
        match self.resolve(here, path, &|_| true) {
            Resolution::Module(module) => vec![Target::Module(module)],
            Resolution::Name(at, targets) if at + 1 == path.len() => targets,
            Resolution::Name(at, targets) => {
                let head = match targets.into_iter().next() {
                    Some(Target::Item(Some(item))) => vec![item],
                    Some(Target::Path(head)) => head,
                    _ => return vec![],
                };
                vec![Target::Path([&head, &path[at + 1..]].concat())]
            }
            Resolution::Unknown(0)
                if is_std(&path[0])
                    || self.is_settled
                        && (path.len() > 1 || PRELUDE.contains(&path[0].as_str())) =>
            {
                vec![Target::Path(path.to_vec())]
            }
            // A macro defines the name.
            Resolution::Unknown(at @ 1..) if self.is_settled => match &path[at..] {
                [item] => vec![Target::Item(Some(item.clone()))],
                path => vec![Target::Path(path.to_vec())],
            },
            Resolution::Unknown(_) => vec![],
        }
    }
}
