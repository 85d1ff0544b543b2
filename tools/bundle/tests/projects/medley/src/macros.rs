/// An exported macro that names its crate.
#[macro_export]
macro_rules! answer {
    () => {
        $crate::shapes::deep::ANSWER
    };
    ($value:expr) => {
        $crate::answer!() + $value
    };
}

#[macro_export]
macro_rules! never_used {
    () => {
        $crate::nothing()
    };
}

/// A macro with textual scope only.
macro_rules! doubled {
    ($(#[$meta:meta])* $name:ident, $type:ty) => {
        $(#[$meta])*
        #[doc = "twice"]
        pub fn $name(x: $type) -> $type {
            x * 2
        }
    };
}
