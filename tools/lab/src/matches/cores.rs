//! Locks on processor cores, to pin each game to a core of its own (on Linux only).

use std::fs::File;

/// A core locked by this process until the value is dropped.
#[derive(Debug)]
pub(super) struct Core {
    number: usize,
    _claim: Option<File>,
}

impl Core {
    /// Pins the calling thread, and the bots that it starts later, to the core. Returns whether it succeeded.
    pub(super) fn pin(&self) -> bool {
        pin(self.number)
    }
}

/// Locks up to `count` cores that no other `lab` process has locked. The first hardware threads of all physical
/// cores come before the second ones.
pub(super) fn claim(count: usize) -> Vec<Core> {
    usable().into_iter().filter_map(claimed).take(count).collect()
}

/// Locks a core with a file in the temporary folder; the system releases the lock when the process exits. If
/// the file cannot be opened, the core is used without a lock.
fn claimed(number: usize) -> Option<Core> {
    let path = std::env::temp_dir().join(format!("twixt-lab-core-{number}.lock"));
    let Ok(file) = File::options().write(true).create(true).truncate(false).open(path) else {
        return Some(Core { number, _claim: None });
    };
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => None,
        _ => Some(Core { number, _claim: Some(file) }),
    }
}

#[cfg(target_os = "linux")]
fn usable() -> Vec<usize> {
    use rustix::thread::{sched_getaffinity, CpuSet};
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    let mut cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    // The first hardware thread of a core has the lowest number among its siblings.
    cores.sort_by_key(|&core| (rank_among_siblings(core), core));
    cores
}

#[cfg(target_os = "linux")]
fn rank_among_siblings(core: usize) -> usize {
    let file = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    let siblings = std::fs::read_to_string(file).unwrap_or_default();
    // A list such as `0,8` or a range such as `0-1`.
    let siblings = siblings.trim().split([',', '-']).filter_map(|text| text.parse().ok());
    siblings.filter(|&other: &usize| other < core).count()
}

#[cfg(target_os = "linux")]
fn pin(number: usize) -> bool {
    use rustix::thread::{sched_setaffinity, CpuSet};
    let mut set = CpuSet::new();
    set.set(number);
    sched_setaffinity(None, &set).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn usable() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn pin(_number: usize) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_claimed_once_and_released() {
        // Other tests and `lab` processes may hold cores.
        let mut cores = claim(1);
        let Some(core) = cores.pop() else { return };
        let number = core.number;
        assert!(claim(usize::MAX).iter().all(|other| other.number != number));
        let pinned = std::thread::spawn(move || {
            let pinned = core.pin();
            (pinned, usable())
        });
        let (pinned, usable) = pinned.join().unwrap();
        assert!(pinned);
        assert_eq!(usable, [number]);
        assert!(claim(usize::MAX).iter().any(|other| other.number == number));
    }
}
