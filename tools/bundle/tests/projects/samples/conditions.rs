//! Imports and items for other targets.

#[cfg(windows)]
mod imp {
    use std::os::windows::ffi::OsStrExt;
    pub fn name() -> &'static str {
        let _ = std::ffi::OsStr::new("").encode_wide();
        "windows"
    }
}

#[cfg(not(windows))]
mod imp {
    #[cfg(target_os = "freebsd")]
    use std::os::freebsd::fs::MetadataExt;
    #[cfg(unix)]
    use std::os::unix::ffi::OsStrExt;
    pub fn name() -> &'static str {
        if std::ffi::OsStr::new("ab").as_bytes().len() == 2 { "unix" } else { "?" }
    }
}

#[cfg(windows)]
use std::os::windows::fs::MetadataExt as Map;
#[cfg(not(windows))]
use std::collections::BTreeMap as Map;

#[allow(clippy::all)]
#[rustfmt::skip]
mod attributes {
    #![allow(non_upper_case_globals)]
    pub const lower: u8 = 4;
    pub fn is_four(x: u8) -> bool { matches!(x, lower) && Point { x: lower }.x == x }
    pub struct Point { pub x: u8 }
    pub fn point() -> Point { let x = 5; Point { x } }
}

fn main() {
    let mut map: Map<u8, u8> = Map::new();
    map.insert(1, 2);
    println!("{} {map:?}", imp::name());
    println!("{} {}", attributes::is_four(attributes::lower), attributes::point().x);
}
