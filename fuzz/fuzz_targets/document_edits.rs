//! See `delvewright_fuzz::edits::check`.

#![no_main]

use delvewright_fuzz::edits::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(data));
