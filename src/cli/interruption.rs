//! Handles Ctrl+C for commands that can stop early.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::outcome::CliOutcome;
use crate::base::StopToken;

/// Returns a token that the first SIGINT or SIGTERM stops. The second one ends the program at once.
pub(super) fn interruption() -> io::Result<StopToken> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let code = i32::from(CliOutcome::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(StopToken::from(interrupted))
}
