//! Types of one name, of which `#[derive(Debug)]` prints one; associated types and paths to a module in macros.

mod first {
    pub struct Error(pub u8);
    pub fn failing() -> Error {
        Error(1)
    }
}

mod second {
    #[derive(Debug)]
    pub struct Error;
    pub fn failing() -> Result<u8, Error> {
        Err(Error)
    }
}

mod third {
    pub struct Small(pub u8);
    pub struct Error;
    #[derive(Debug)]
    pub struct TooLarge(u8);
    macro_rules! convert {
        ($($from:ident),*) => {
            $(impl TryFrom<$from> for Small {
                type Error = TooLarge;
                fn try_from(x: $from) -> Result<Small, TooLarge> {
                    if x > 3 { Err(TooLarge(x as u8)) } else { Ok(Small(x as u8)) }
                }
            })*
        };
    }
    convert!(u16, u32);
}

mod fourth {
    pub mod inner {
        pub struct Left(pub u8);
        pub struct Right(pub u8);
    }
    macro_rules! make {
        ($($name:ident $type:ident),*) => {
            $(pub fn $name() -> crate::fourth::inner::$type {
                crate::fourth::inner::$type(3)
            })*
        };
    }
    make!(left_of Left, right_of Right);
}

fn main() {
    println!("{} {:?}", first::failing().0, second::failing());
    println!("{:?} {}", third::Small::try_from(5u16).err(), third::Small::try_from(2u32).is_ok());
    let _ = third::Error;
    println!("{}", fourth::left_of().0 + fourth::right_of().0);
}
