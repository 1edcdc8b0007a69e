//! See `delvewright_fuzz::levels::ron`.

#![no_main]

use delvewright_fuzz::levels::ron as check;
use delvewright_fuzz::tokens::{Notation, mutate_bytes};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| check(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate_bytes(Notation::Ron, data, size, max_size, seed)
        .unwrap_or_else(|| fuzzer_mutate(data, size, max_size))
});
