//! Numbers of definitions, unique in a project. They follow from names.
//!
//! A definition has the same number in every level, for every seed, and after the project got other definitions.
//! Two names with the same number are rare: the second one gets the next free number.

use std::collections::BTreeSet;

use uuid::Uuid;

/// Hands out numbers from 1 to [`Uids::NEXT`] - 1.
#[derive(Default)]
pub(super) struct Uids(BTreeSet<u32>);

impl Uids {
    /// The number from which LDtk numbers what its user adds.
    pub const NEXT: u32 = 1 << 30;

    /// Returns the number of a name, for example `entity/Key/gold`.
    pub fn of(&mut self, name: &str) -> u32 {
        let program = Uuid::new_v5(&Uuid::NAMESPACE_URL, b"delvewright:definition");
        let [a, b, c, d, ..] = Uuid::new_v5(&program, name.as_bytes()).into_bytes();
        let first = u32::from_be_bytes([a, b, c, d]) % (Self::NEXT - 1);
        let mut numbers = (0..Self::NEXT).map(|step| (first + step) % (Self::NEXT - 1) + 1);
        let free = numbers.find(|number| !self.0.contains(number));
        let free = free.expect("a project has fewer definitions than there are numbers");
        self.0.insert(free);
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_from_names_whatever_else_there_is() {
        let (mut few, mut many) = (Uids::default(), Uids::default());
        let names: Vec<String> = (0..5000).map(|number| format!("entity/Key/{number}")).collect();
        let all: Vec<u32> = names.iter().map(|name| many.of(name)).collect();
        assert_eq!(few.of("entity/Key/4321"), all[4321]);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(all.iter().all(|number| (1..Uids::NEXT).contains(number)));
    }

    #[test]
    fn number_that_is_taken_is_followed_by_the_next() {
        let mut uids = Uids::default();
        let number = uids.of("layer/Cells");
        assert_eq!(uids.of("layer/Cells"), number % (Uids::NEXT - 1) + 1);
    }
}
