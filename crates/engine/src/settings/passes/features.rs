//! Settings of features: a number of entities with a minimum distance between them.

use serde::{Deserialize, Serialize};

use super::{ENTITY, Scope};
use crate::base::parameters;

parameters! {
    /// A number of entities with a minimum distance between them.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Features {
        /// What is placed.
        entity: String = String::new(), "entity", ENTITY;
        /// How many.
        number: (u32, u32) = (2, 4), "number", None, 0..=10_000;
        /// Where so many are counted.
        #[serde(skip_serializing_if = "Scope::is_default")]
        per: Scope = Scope::default(), "counted";
        /// No two of them lie nearer to each other than this.
        distance: u32 = 3, "least distance", Cells, 0..=1000;
    }
}
