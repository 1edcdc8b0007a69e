//! Handles Ctrl+C, and other signals that ask a program to end, for commands that can stop early.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::outcome::CliOutcome;
use crate::base::StopToken;

/// Returns a token that the first SIGINT, SIGTERM or SIGHUP stops. The second one ends the program at once.
pub(super) fn interruption() -> io::Result<StopToken> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        let code = i32::from(CliOutcome::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(StopToken::from(interrupted))
}

/// Returns the signal for a closed terminal, unless the program was started by `nohup` to outlive it.
#[cfg(target_os = "linux")]
fn hangup() -> Option<i32> {
    use signal_hook::consts::SIGHUP;

    // A number in hexadecimal, in which the lowest bit is the first signal: SIGHUP.
    let status = crate::files::read_text_file(std::path::Path::new("/proc/self/status")).ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    (ignored & 1 == 0).then_some(SIGHUP)
}

/// Other systems do not tell safely whether the signal is ignored. There, it ends the program, as by default.
#[cfg(not(target_os = "linux"))]
fn hangup() -> Option<i32> {
    None
}
