//! Enumerations whose values are no array, which no builder of TypeBox makes.

use super::types::member_of;
use crate::validate::rules::Rules;
use crate::validate::schema::Thrown;

/// What stands in the place of an enumeration's values that is no array.
pub enum NoValues {
    Undefined,
    Null,
    /// Something with a length of 0, or with parts.
    Length,
    Other,
}

impl NoValues {
    /// What the reference says about it, if it does not take it for no values.
    pub fn check(self, rules: Rules) -> Result<(), Thrown> {
        let mapped = rules.has(Rules::ENUMS_ARE_MAPPED);
        let member = if mapped { "map" } else { "length" };
        match self {
            Self::Undefined => Err(member_of("undefined", member)),
            Self::Null => Err(member_of("null", member)),
            _ if mapped => Err(Thrown::new("values.map is not a function")),
            Self::Length => Ok(()),
            Self::Other => Err(Thrown::new("array.slice is not a function")),
        }
    }
}
