//! The notation of a number of features: `12`, or `(10, 14)` for a number drawn from a range.

use std::fmt;

use serde::de::{self, SeqAccess};
use serde::{Deserializer, Serialize, Serializer};

/// Writes a range with a single number as that number.
pub(super) fn serialize<S: Serializer>(count: &(u32, u32), serializer: S) -> Result<S::Ok, S::Error> {
    let (least, most) = count;
    if least == most { least.serialize(serializer) } else { count.serialize(serializer) }
}

/// Reads a number, or a range.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u32, u32), D::Error> {
    struct Visitor;

    impl<'de> de::Visitor<'de> for Visitor {
        type Value = (u32, u32);

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number like 12, or a range like (10, 14)")
        }

        fn visit_u64<E: de::Error>(self, count: u64) -> Result<Self::Value, E> {
            let count = u32::try_from(count).map_err(|_| E::custom("the number is too large"))?;
            Ok((count, count))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let short = |count| de::Error::invalid_length(count, &self);
            let least = seq.next_element()?.ok_or_else(|| short(0))?;
            let most = seq.next_element()?.ok_or_else(|| short(1))?;
            Ok((least, most))
        }
    }

    deserializer.deserialize_any(Visitor)
}
