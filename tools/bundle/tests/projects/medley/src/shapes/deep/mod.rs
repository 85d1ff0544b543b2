//! Nested modules.

doubled!(
    /// A function that a macro defines.
    #[inline]
    twice,
    u64
);

/// The answer.
pub const ANSWER: i32 = 42;

pub(in crate::shapes) fn twice_wrapped(x: u64) -> u64 {
    self::twice(x)
}

pub mod deepest {
    //! An inline module in a module with its own file.

    /// Returns the nesting depth of this module.
    pub fn depth() -> usize {
        module_depth!()
    }

    pub(crate) fn relative() -> i8 {
        super::super::super::shapes::deep::ANSWER as i8 - crate::answer!() as i8
    }

    macro_rules! module_depth {
        () => {
            3
        };
    }
    use module_depth;
}
