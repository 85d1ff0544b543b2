//! Alternatives: items and imports of one name under different conditions.

use super::{Scopes, Target};
use crate::imports::Import;
use crate::tokens::Texts;

impl Scopes {
    /// Gives a name to alternatives of which some are imports: all have the same name in the root. Modules are none, since
    /// their items move.
    pub(super) fn name_alternatives(&mut self) {
        for here in 0..self.modules.len() {
            let module = &self.modules[here];
            let is_import = |name: &&String| {
                let mut imports = module.imports.iter();
                imports.any(|import| import.is_conditional && import.name.as_ref() == Some(name))
            };
            let is_module = |name: &&String| {
                let own = module.imports.iter().filter(|import| import.name.as_ref() == Some(name));
                let mut targets = own.flat_map(|import| self.meanings(here, &import.path));
                targets.any(|target| matches!(target, Target::Module(_)))
            };
            let is_double = |name: &&String| {
                module.conditional.iter().filter(|other| other == name).count() > 1
            };
            let names = module.conditional.iter().filter(is_double).filter(is_import);
            let names = names.filter(|name| !is_module(name));
            for name in names.cloned().collect::<Texts>() {
                let targets = self.modules[here].names.get(&name).into_iter().flatten();
                let declared = targets.filter(|target| matches!(target, Target::Item(Some(_))));
                if declared.count() == 0 {
                    let root = self.fresh(&name);
                    self.bind(here, name, Target::Item(Some(root)), false);
                }
            }
        }
    }

    /// Returns the name in the root of the alternatives to which an import belongs.
    pub(super) fn alternative(&self, here: usize, import: &Import) -> Option<String> {
        let name = import.name.as_ref().filter(|_| import.is_conditional)?;
        let conditional = &self.modules[here].conditional;
        if conditional.iter().filter(|other| *other == name).count() < 2 {
            return None;
        }
        self.modules[here].names.get(name)?.iter().find_map(|target| self.root_name(target))
    }
}
