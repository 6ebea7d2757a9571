//! The keywords that have subschemas for the items of an array.

use super::{Answer, Checker, Evaluated, Way};
use crate::validate::rules::Rules;
use crate::validate::schema::{Keyword, Sub};
use crate::validate::value::{Array, Value};

impl<'c, 'a> Checker<'c, 'a> {
    /// A keyword that has subschemas for the items of an array; `None` for every other.
    pub(super) fn check_array(
        &mut self,
        keyword: &Keyword,
        array: &'c Array<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<Option<bool>> {
        let fits = match keyword {
            Keyword::AdditionalItems(from, sub) => {
                for (index, item) in present(array).filter(|(index, _)| index >= from) {
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            Keyword::Items(from, sub) => {
                for (index, item) in self.items_at(array, *from) {
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            Keyword::Contains(sub) => self.contains(*sub, array, evaluated)?,
            Keyword::ItemList(subs) | Keyword::PrefixItems(subs) => {
                for (index, sub) in (0..array.len()).zip(subs) {
                    let item = array.item(index).unwrap_or(Value::Undefined);
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                self.truthy &= array.len() as usize >= subs.len();
                true
            }
            Keyword::MinContains(least, sub) => self.count(*sub, array, evaluated, true)? >= *least,
            Keyword::MaxContains(most, sub) => self.count(*sub, array, evaluated, false)? <= *most,
            Keyword::UnevaluatedItems(sub) => {
                let height = evaluated.height();
                for (index, item) in self.items_at(array, 0) {
                    if !evaluated.has_index(height, index) && !self.check_inside(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    /// The items from this one on, as the reference's own loop over them gives them.
    pub(in crate::validate) fn items_at(
        &self,
        array: &'c Array<'a>,
        from: u32,
    ) -> impl Iterator<Item = (u32, Value<'a>)> + use<'c, 'a> {
        let holes = self.source.rules().has(Rules::HOLES_ARE_ITEMS) && (self.way == Way::Dynamic || from > 0);
        let items = if holes { array.len() as usize } else { array.count_present() };
        (0..items)
            .filter_map(move |nth| {
                if holes {
                    let index = nth as u32;
                    Some((index, array.item(index).unwrap_or(Value::Undefined)))
                } else {
                    array.present(nth)
                }
            })
            .filter(move |(index, _)| *index >= from)
    }

    pub(super) fn contains_evaluates(&self) -> bool {
        !self.source.rules().has(Rules::CONTAINS_EVALUATES_NOTHING)
    }

    /// Whether some item fits.
    pub(in crate::validate) fn contains(
        &mut self,
        sub: Sub,
        array: &'c Array<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let mut some = false;
        for (index, item) in present(array) {
            if self.check_inside(sub, item, evaluated)? {
                if self.contains_evaluates() {
                    evaluated.add_index(index);
                }
                some = true;
                if !self.looks_at_all(evaluated) {
                    break;
                }
            }
        }
        Ok(some)
    }

    /// How many items fit.
    pub(in crate::validate) fn count(
        &mut self,
        sub: Sub,
        array: &'c Array<'a>,
        evaluated: &mut Evaluated<'c>,
        evaluates: bool,
    ) -> Answer<f64> {
        let mut count = 0.0;
        for (index, item) in present(array) {
            if self.check_inside(sub, item, evaluated)? {
                count += 1.0;
                if evaluates && self.contains_evaluates() {
                    evaluated.add_index(index);
                }
            }
        }
        Ok(count)
    }
}

/// The items that are there with their indices, as `array.every` gives them.
pub(in crate::validate) fn present<'a>(array: &Array<'a>) -> impl Iterator<Item = (u32, Value<'a>)> {
    (0..array.count_present()).filter_map(|nth| array.present(nth))
}
