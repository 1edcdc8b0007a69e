//! See `delvewright_fuzz::chain::check_wide`.

#![no_main]

use delvewright_fuzz::chain::check_wide;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_wide(data));
