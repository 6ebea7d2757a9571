//! The keywords that say something about a value by itself.

use std::collections::HashSet;

use super::{Answer, Checker, Stop, Way, equal, graphemes, hash, numbers, present};
use crate::validate::refine::Held;
use crate::validate::rules::Rules;
use crate::validate::schema::{Keyword, Limit, Refinement, TypeSet};
use crate::validate::source::{Item, Kept, Name};
use crate::validate::text::Text;
use crate::validate::value::{Array, LeftOut, Value};
use crate::validate::wire;

impl<'a> Checker<'_, 'a> {
    /// Whether a value satisfies a keyword without subschemas. One that is about other values than this holds.
    pub(in crate::validate) fn holds(&mut self, keyword: &Keyword, value: Value<'a>) -> Answer<bool> {
        Ok(match keyword {
            Keyword::Type(types) => self.is_of(value, types.set),
            Keyword::Const(constant) => self.equals_constant(value, self.source.kept(*constant))?,
            Keyword::Enum(options) => {
                for option in self.source.items(*options) {
                    if self.equals_constant(value, option)? {
                        return Ok(true);
                    }
                }
                false
            }
            Keyword::Guard(guard) => self.passes_all(std::slice::from_ref(guard), true, value)?,
            Keyword::Refine(refinements) => {
                let gives = refinements.len() == 1 && !self.source.rules().has(Rules::REFINEMENTS_GIVE_TRUE);
                self.passes_all(refinements, gives, value)?
            }
            Keyword::Throws(message) => {
                return Err(Stop::Threw(crate::validate::schema::Thrown::new(message.to_string())));
            }
            keyword => match value {
                Value::Text(_) | Value::LeftOut(_) => self.holds_for_text(keyword, value)?,
                // What is not finite is no number here.
                Value::Number(number) if !number.is_finite() => true,
                Value::Number(number) => self.holds_for_number(keyword, Numeric::Number(number))?,
                Value::BigInt(digits) => self.holds_for_number(keyword, Numeric::BigInt(digits))?,
                value => self.holds_for_container(keyword, value)?,
            },
        })
    }

    pub(super) fn is_of(&self, value: Value<'a>, types: TypeSet) -> bool {
        if types.has(TypeSet::ANYTHING) {
            return true;
        }
        types.has(match value {
            Value::Undefined => TypeSet::UNDEFINED,
            Value::Null => TypeSet::NULL,
            Value::Bool(_) => TypeSet::BOOLEAN,
            Value::Text(_) | Value::LeftOut(_) => TypeSet::STRING,
            Value::BigInt(_) => TypeSet::BIGINT,
            Value::Number(number) if !number.is_finite() => return false,
            Value::Number(number) if number.trunc() == number => TypeSet::INTEGER.with(TypeSet::NUMBER),
            Value::Number(_) => TypeSet::NUMBER,
            Value::Inherited(name) if name.as_bytes() == b"__proto__" => TypeSet::OBJECT,
            Value::Inherited(_) => TypeSet::FUNCTION,
            Value::Container(_) if self.heap.array(value).is_some() => TypeSet::ARRAY,
            Value::Container(_) => TypeSet::OBJECT,
        })
    }

    fn equals_constant(&self, value: Value<'a>, constant: Item<'_>) -> Answer<bool> {
        match constant {
            // The compiled check writes a bigint as the number of the same digits.
            Item::BigInt(digits) if self.way == Way::Compiled => {
                let number = digits.parse().unwrap_or(f64::NAN);
                Ok(value == Value::Number(number))
            }
            constant => equal::deep_equal(self.heap, value, self.source, constant),
        }
    }

    fn holds_for_text(&mut self, keyword: &Keyword, value: Value<'a>) -> Answer<bool> {
        match keyword {
            Keyword::MinLength(limit) => is_min_length_by(value, *limit, self.source.rules()),
            Keyword::MaxLength(limit) => is_max_length_by(value, *limit, self.source.rules()),
            Keyword::Format(_, format) => Ok(format.test(content(value)?)),
            Keyword::Pattern(_, pattern) => self.matches(pattern, content(value)?),
            Keyword::RegExp(index) => {
                let bytes = self.written(value);
                Ok(self.host.test(*index, &bytes)?)
            }
            _ => Ok(true),
        }
    }

    fn holds_for_number(&self, keyword: &Keyword, value: Numeric<'_>) -> Answer<bool> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let compare = |limit: &Limit| numbers::compare(value, self.limit(limit));
        Ok(match keyword {
            Keyword::ExclusiveMinimum(limit) => compare(limit) == Some(Greater),
            Keyword::ExclusiveMaximum(limit) => compare(limit) == Some(Less),
            Keyword::Minimum(limit) => matches!(compare(limit), Some(Greater | Equal)),
            Keyword::Maximum(limit) => matches!(compare(limit), Some(Less | Equal)),
            Keyword::MultipleOf(divisor) => {
                numbers::is_multiple_by(value, self.limit(divisor), self.source.rules())?
            }
            _ => true,
        })
    }

    pub(super) fn limit(&self, limit: &Limit) -> Numeric<'_> {
        match limit {
            Limit::Number(number) => Numeric::Number(*number),
            Limit::BigInt(kept) => match self.big_limit(*kept) {
                // The compiled check writes a bigint as the number of the same digits.
                digits if self.way == Way::Compiled => Numeric::Number(digits.parse().unwrap_or(f64::NAN)),
                digits => Numeric::BigInt(digits),
            },
        }
    }

    fn big_limit(&self, kept: Kept) -> &str {
        match self.source.kept(kept) {
            Item::BigInt(digits) => digits,
            _ => "0",
        }
    }

    fn holds_for_container(&self, keyword: &Keyword, value: Value<'a>) -> Answer<bool> {
        if let Some(array) = self.heap.array(value) {
            return Ok(match keyword {
                Keyword::MinItems(limit) => f64::from(array.len()) >= *limit,
                Keyword::MaxItems(limit) => f64::from(array.len()) <= *limit,
                Keyword::UniqueItems => {
                    // A set of an array with holes has one place for all of them.
                    let holes = usize::from(array.count_present() < array.len() as usize);
                    self.count_distinct(array)? + holes == array.len() as usize
                }
                _ => true,
            });
        }
        let Some(id) = self.object(value) else { return Ok(true) };
        let all = |names: &[Name]| names.iter().all(|name| self.has(id, *name));
        Ok(match keyword {
            Keyword::Required(names) => all(names),
            Keyword::DependentRequired(lists) => {
                self.count_own_names(id) == 0
                    || lists.iter().all(|(name, names)| !self.has(id, *name) || all(names))
            }
            Keyword::MinProperties(limit) => self.count_own_names(id) as f64 >= *limit,
            Keyword::MaxProperties(limit) => self.count_own_names(id) as f64 <= *limit,
            _ => true,
        })
    }

    /// How many different items there are, holes not counted.
    pub(in crate::validate) fn count_distinct(&self, array: &Array<'a>) -> Answer<usize> {
        let mut hashes = HashSet::new();
        for (_, item) in present(array) {
            hashes.insert(hash::hash(self.heap, item)?);
        }
        Ok(hashes.len())
    }

    /// `gives` says that what the function gives is what the keyword gives.
    fn passes_all(&mut self, refinements: &[Refinement], gives: bool, value: Value<'a>) -> Answer<bool> {
        let bytes = self.written(value);
        for refinement in refinements {
            let held = self.host.check(refinement.check, &bytes)?;
            if held == Held::No {
                return Ok(false);
            }
            self.truthy = gives && held == Held::Truthy;
        }
        Ok(true)
    }

    /// A value as the host reads it.
    pub(in crate::validate) fn written(&self, value: Value<'a>) -> Vec<u8> {
        let mut bytes = Vec::new();
        wire::encode(self.heap, value, &mut bytes);
        bytes
    }
}

/// A number or a bigint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numeric<'n> {
    Number(f64),
    /// Canonical decimal digits.
    BigInt(&'n str),
}

fn content<'a>(value: Value<'a>) -> Answer<Text<'a>> {
    match value {
        Value::Text(text) => Ok(text),
        _ => Err(Stop::TextWanted),
    }
}

/// The length of a text in UTF-16 code units.
fn units(value: Value<'_>) -> f64 {
    match value {
        Value::Text(text) if text.is_ascii() => text.as_bytes().len() as f64,
        Value::Text(text) => text.count_code_units() as f64,
        Value::LeftOut(LeftOut { units, .. }) => f64::from(units),
        _ => 0.0,
    }
}

pub fn is_min_length_by(value: Value<'_>, limit: f64, rules: Rules) -> Answer<bool> {
    if !rules.has(Rules::LENGTHS_COUNT_CHARACTERS) {
        return is_min_length(value, limit);
    }
    // No text has more characters than units.
    if limit != 0.0 && units(value) < limit {
        return Ok(false);
    }
    Ok(graphemes::is_min_length(content(value)?, limit, rules))
}

pub fn is_max_length_by(value: Value<'_>, limit: f64, rules: Rules) -> Answer<bool> {
    if !rules.has(Rules::LENGTHS_COUNT_CHARACTERS) {
        return is_max_length(value, limit);
    }
    if units(value) <= limit {
        return Ok(true);
    }
    Ok(graphemes::is_max_length(content(value)?, limit, rules))
}

pub fn is_min_length(value: Value<'_>, limit: f64) -> Answer<bool> {
    let units = units(value);
    Ok(units >= doubled(limit) || (units >= limit && content(value)?.count_code_points() as f64 >= limit))
}

pub fn is_max_length(value: Value<'_>, limit: f64) -> Answer<bool> {
    let units = units(value);
    Ok(units <= limit || (units <= doubled(limit) && content(value)?.count_code_points() as f64 <= limit))
}

/// `limit << 1`, which wraps around at 32 bits.
fn doubled(limit: f64) -> f64 {
    // What `as` saturates at does not come up below 2^53, and the low bits of greater numbers are exact in an i128.
    let whole = (limit.trunc() % 4_294_967_296.0) as i64 as i32;
    f64::from(whole.wrapping_shl(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_count_code_points() {
        for (text, least, most) in [("", 0, 0), ("ab", 2, 2), ("😀😀", 2, 2), ("é😀", 2, 2)] {
            let value = Value::Text(Text::from(text));
            let (least, most) = (f64::from(least), f64::from(most));
            assert_eq!(is_min_length(value, least), Ok(true), "{text}");
            assert_eq!(is_min_length(value, least + 1.0), Ok(false), "{text}");
            assert_eq!(is_max_length(value, most), Ok(true), "{text}");
            assert_eq!(is_max_length(value, most - 1.0), Ok(false), "{text}");
        }
    }

    #[test]
    fn the_length_of_a_left_out_text_may_be_enough() {
        let value = Value::LeftOut(LeftOut { index: 0, units: 100 });
        assert_eq!(is_min_length(value, 50.0), Ok(true));
        assert_eq!(is_min_length(value, 101.0), Ok(false));
        assert_eq!(is_min_length(value, 51.0), Err(Stop::TextWanted));
        assert_eq!(is_max_length(value, 100.0), Ok(true));
        assert_eq!(is_max_length(value, 49.0), Ok(false));
        assert_eq!(is_max_length(value, 50.0), Err(Stop::TextWanted));
    }

    #[test]
    fn doubling_wraps_around() {
        for (limit, doubled_limit) in [
            (3.0, 6.0),
            (3.7, 6.0),
            (-3.7, -6.0),
            (1_073_741_824.0, -2_147_483_648.0),
            (2_147_483_648.0, 0.0),
            (4_294_967_297.0, 2.0),
            (1e300, 0.0),
        ] {
            assert_eq!(doubled(limit), doubled_limit, "{limit}");
        }
    }
}
