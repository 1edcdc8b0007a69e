//! See `delvewright_fuzz::chain::check`.

#![no_main]

use delvewright_fuzz::chain::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(data));
