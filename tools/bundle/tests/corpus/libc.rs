//! libc = "0.2"
//!
//! 12 34

use std::ffi::{CStr, CString};

fn read_line() -> String {
    let mut bytes = Vec::new();
    let mut byte = 0u8;
    // SAFETY: the buffer is one byte long.
    while unsafe { libc::read(libc::STDIN_FILENO, (&raw mut byte).cast(), 1) } == 1 && byte != b'\n'
    {
        bytes.push(byte);
    }
    String::from_utf8(bytes).unwrap()
}

extern "C" fn compare(a: *const libc::c_void, b: *const libc::c_void) -> libc::c_int {
    // SAFETY: qsort passes pointers to elements of an array of i32.
    unsafe { (*a.cast::<i32>()).cmp(&*b.cast::<i32>()) as libc::c_int }
}

fn main() {
    let line = read_line();
    println!("{line:?}");
    let text = CString::new(line).unwrap();
    // SAFETY: strings end with zero, arrays have the given lengths, and the structures are valid when zero.
    unsafe {
        let mut end = std::ptr::null_mut();
        let first = libc::strtol(text.as_ptr(), &mut end, 10);
        println!("{first} {:?} {}", CStr::from_ptr(end), libc::strlen(text.as_ptr()));
        let mut values = [5, -3, 8, 0];
        libc::qsort(values.as_mut_ptr().cast(), 4, 4, Some(compare));
        println!("{values:?}");
        println!("{}", libc::getpid() as u32 == std::process::id());
        println!("{:?}", CStr::from_ptr(libc::strerror(libc::ENOENT)));
        let mut time: libc::timespec = std::mem::zeroed();
        println!("{} {}", libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time), time.tv_sec > 0);
        let mut date: libc::tm = std::mem::zeroed();
        let seconds: libc::time_t = 1_700_000_000;
        libc::gmtime_r(&seconds, &mut date);
        println!("{}-{}-{} {}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour);
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGUSR1);
        println!("{} {}", libc::sigismember(&set, libc::SIGUSR1), libc::WEXITSTATUS(0x300));
        libc::_exit(3);
    }
}
