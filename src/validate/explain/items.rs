//! The keywords that have something to say about the items of an array.

use super::Context;
use super::lines::{Path, Step};
use crate::validate::check::{Answer, Checker, present};
use crate::validate::schema::{Keyword, Sub};
use crate::validate::value::{Array, Value};

impl<'c, 'a> Checker<'c, 'a> {
    /// A keyword that has something to say about the items of an array; `None` for every other.
    pub(super) fn explain_array(
        &mut self,
        keyword: &'c Keyword,
        array: &'c Array<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<Option<bool>> {
        let fits = match keyword {
            Keyword::AdditionalItems(from, sub) => {
                // This one ends at the first that fails.
                for (index, item) in present(array).filter(|(index, _)| index >= from) {
                    if !self.explain_item(*sub, index, item, path, context)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::Items(from, sub) => {
                let mut fits = true;
                for (index, item) in self.items_at(array, *from) {
                    fits &= self.explain_item(*sub, index, item, path, context)?;
                }
                fits
            }
            Keyword::ItemList(subs) | Keyword::PrefixItems(subs) => {
                let mut fits = true;
                for (index, sub) in (0..array.len()).zip(subs) {
                    let item = array.item(index).unwrap_or(Value::Undefined);
                    fits &= self.explain_item(*sub, index, item, path, context)?;
                }
                fits
            }
            Keyword::Contains(sub) => {
                self.contains(*sub, array, &mut context.evaluated)?
                    || context.lines.fail(path, "must contain at least 1 valid item")
            }
            Keyword::MinContains(least, sub) => {
                self.count(*sub, array, &mut context.evaluated, true)? >= *least
                    || context.lines.fail(path, "must contain at least 1 valid item")
            }
            Keyword::MaxContains(most, sub) => {
                self.count(*sub, array, &mut context.evaluated, false)? <= *most
                    || context.lines.fail(path, "must contain at least 1 valid item")
            }
            Keyword::UniqueItems => {
                self.count_distinct(array)? == array.count_present()
                    || context.lines.fail(path, "must not have duplicate items")
            }
            Keyword::UnevaluatedItems(sub) => {
                let height = context.evaluated.height();
                let mut fits = true;
                for (index, item) in self.items_at(array, 0) {
                    if context.evaluated.has_index(height, index)
                        || self.explain_for_nobody(*sub, item, path, context)?
                    {
                        context.evaluated.add_index(index);
                    } else {
                        fits = false;
                    }
                }
                fits || context.lines.fail(path, "must not have unevaluated items")
            }
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    pub(super) fn explain_item(
        &mut self,
        sub: Sub,
        index: u32,
        item: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let fits = self.explain_apart(sub, Step::Index(index), item, path, context)?;
        if fits {
            context.evaluated.add_index(index);
        }
        Ok(fits)
    }
}
