//! See `delvewright_fuzz::arguments::check`.

#![no_main]

use delvewright_fuzz::arguments::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(data));
