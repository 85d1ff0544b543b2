//! Foreign items and exported symbols.

extern "C" {
    fn my_callback(x: i32) -> i32;
    fn getpid() -> i32;
    fn abs(x: i32) -> i32;
    static shared_value: i32;
}

mod other {
    #[no_mangle]
    pub extern "C" fn my_callback(x: i32) -> i32 {
        x * 2 + abs(x)
    }
    #[no_mangle]
    pub static shared_value: i32 = 17;
    fn abs(x: i32) -> i32 {
        x + 1000
    }
    #[export_name = "renamed_symbol"]
    pub extern "C" fn internal_name() -> i32 {
        5
    }
}

mod in_macro {
    macro_rules! outside {
        ($($item:tt)*) => {
            extern "C" { $($item)* }
        };
    }
    outside! { pub fn llabs(x: i64) -> i64; }
}

mod again {
    unsafe extern "C" {
        pub safe fn abs(x: i32) -> i32;
        #[link_name = "labs"]
        pub fn long_absolute(x: i64) -> i64;
        fn renamed_symbol() -> i32;
    }
    pub fn call() -> i32 {
        abs(-8) + unsafe { renamed_symbol() }
    }
}

fn main() {
    unsafe {
        println!("{}", in_macro::llabs(-6));
        println!("{} {} {}", my_callback(21), getpid() > 0, abs(-4));
        println!("{} {} {}", shared_value, again::call(), again::long_absolute(-5));
    }
}
