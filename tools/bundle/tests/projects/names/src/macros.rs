//! Hygiene, and names that become text.

/// Declares a `long_local_name` that is distinct from the caller's.
#[macro_export]
macro_rules! doubled {
    ($value:expr) => {{
        let long_local_name = $value * 2;
        long_local_name
    }};
}

/// Declares a type with the given name and field.
#[macro_export]
macro_rules! holder {
    ($name:ident, $field:ident: $kind:ty) => {
        pub(crate) struct $name {
            pub(crate) $field: $kind,
            pub(crate) fixed_field: u8,
        }
        impl $name {
            pub(crate) fn make($field: $kind) -> $name {
                $name { $field, fixed_field: 1 }
            }
        }
    };
}

/// Prints its argument as text.
#[macro_export]
macro_rules! speak {
    ($name:ident) => {
        println!("{} is {}", stringify!($name), $name)
    };
}
