//! Processor cores to pin games to, so that no answer is late because another game ran on the core.
//!
//! On systems other than Linux there are none to claim, and games run on any core.

use std::fs::File;

/// A core that this process has claimed. Dropping it releases it.
#[derive(Debug)]
pub struct Core {
    number: usize,
    /// Holds the claim against other labs on this machine.
    _claim: Option<File>,
}

impl Core {
    /// Moves the calling thread to the core, and with it every bot that it starts from now on. Returns
    /// whether that succeeded.
    pub fn pin(&self) -> bool {
        pin(self.number)
    }
}

/// Claims up to `count` cores: physical ones before their second hardware threads, and none that
/// another running lab has claimed. Returns fewer if there are no more.
#[must_use]
pub fn claim(count: usize) -> Vec<Core> {
    usable().into_iter().filter_map(claimed).take(count).collect()
}

/// The number of cores that this process may use.
#[must_use]
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The claim is a lock on a file in the temporary folder, which ends with the process, whatever ends
/// it. If the file cannot be opened, the core counts as claimed.
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
    // A physical core's first hardware thread is the first of its list of siblings.
    cores.sort_by_key(|&core| (rank_among_siblings(core), core));
    cores
}

#[cfg(target_os = "linux")]
fn rank_among_siblings(core: usize) -> usize {
    let file = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    let siblings = std::fs::read_to_string(file).unwrap_or_default();
    // Either `0,8` or `0-1`; which of them comes first is all that matters here.
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
    fn a_core_is_claimed_once_and_given_back() {
        // Other tests and labs may hold some, so only what is got here counts.
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
