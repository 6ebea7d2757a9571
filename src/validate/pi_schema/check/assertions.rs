//! The keywords without subschemas.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::super::Release;
use super::super::number::is_multiple;
use super::super::program::{Node, NumberRules, Options, TextRules};
use super::super::run::{Answer, Run};
use super::super::types::{Type, types_of};
use super::count_bytes;
use crate::validate::check::{Numeric, compare};
use crate::validate::effort::Stop;
use crate::validate::schema::Limit;
use crate::validate::source::Item;
use crate::validate::text::Text;
use crate::validate::value::{Heap, Id, LeftOut, Value};

impl<'p> Run<'p> {
    /// The keywords without subschemas.
    pub fn holds_by_itself<'a>(&self, heap: &Heap<'a>, node: &Node, value: Value<'a>) -> Answer<bool> {
        if let Some(types) = &node.types
            && !types.set.has(types_of(heap, value, self.release))
        {
            return Ok(false);
        }
        let fits = match value {
            Value::Text(_) | Value::LeftOut(_) => match &node.text {
                Some(rules) => self.text_fits(rules, value)?,
                None => true,
            },
            Value::Number(number) => self.number_fits(node, Numeric::Number(number)),
            Value::BigInt(_) if self.release == Release::V1_5_0 => true,
            Value::BigInt(digits) => self.number_fits(node, Numeric::BigInt(digits)),
            Value::Container(id) if node.single_type() == Some(Type::Bytes) => bytes_fit(heap, node, id),
            _ => true,
        };
        if !fits {
            return Ok(false);
        }
        if let Some(options) = &node.options
            && !self.is_option(heap, options, value)?
        {
            return Ok(false);
        }
        match node.constant {
            Some(constant) => self.equals_item(heap, value, self.source.kept(constant)),
            None => Ok(true),
        }
    }

    pub fn text_fits(&self, rules: &TextRules, value: Value<'_>) -> Answer<bool> {
        let (least, most) = (rules.least.unwrap_or(0.0), rules.most.unwrap_or(f64::INFINITY));
        if (rules.least.is_some() || rules.most.is_some()) && !length_fits(value, least, most)? {
            return Ok(false);
        }
        if let Some(matcher) = &rules.pattern
            && !matcher.test(self.source, content(value)?)?
        {
            return Ok(false);
        }
        match rules.format {
            Some((_, format)) => Ok(format.test(content(value)?)),
            None => Ok(true),
        }
    }

    pub fn number_fits(&self, node: &Node, value: Numeric<'_>) -> bool {
        let Some(rules) = &node.number else { return true };
        // A limit that is not there is infinite, and excluded.
        if matches!(value, Numeric::Number(number) if !number.is_finite()) {
            return false;
        }
        self.in_bounds(rules, value)
            && rules.multiple_of.is_none_or(|divisor| is_multiple(value, self.limit(divisor)))
    }

    fn in_bounds(&self, rules: &NumberRules, value: Numeric<'_>) -> bool {
        let to = |limit: Limit| compare(value, self.limit(limit));
        rules.minimum.is_none_or(|limit| matches!(to(limit), Some(Greater | Equal)))
            && rules.maximum.is_none_or(|limit| matches!(to(limit), Some(Less | Equal)))
            && rules.exclusive_minimum.is_none_or(|limit| to(limit) == Some(Greater))
            && rules.exclusive_maximum.is_none_or(|limit| to(limit) == Some(Less))
    }

    pub fn limit(&self, limit: Limit) -> Numeric<'p> {
        match limit {
            Limit::Number(number) => Numeric::Number(number),
            Limit::BigInt(kept) => match self.source.kept(kept) {
                Item::BigInt(digits) => Numeric::BigInt(digits),
                _ => Numeric::Number(f64::NAN),
            },
        }
    }

    pub fn is_option<'a>(&self, heap: &Heap<'a>, options: &Options, value: Value<'a>) -> Answer<bool> {
        let items = self.source.items(options.list);
        self.spend(1 + items.len() as u64 / 16)?;
        if options.finds_nan && is_nan(value) && items.clone().any(is_nan_item) {
            return Ok(true);
        }
        for item in items {
            if self.equals_item(heap, value, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn bytes_fit(heap: &Heap<'_>, node: &Node, id: Id) -> bool {
    let Some(rules) = &node.text else { return true };
    let length = count_bytes(heap, id);
    rules.least.is_none_or(|least| length >= least) && rules.most.is_none_or(|most| length <= most)
}

pub fn content<'a>(value: Value<'a>) -> Answer<Text<'a>> {
    match value {
        Value::Text(text) => Ok(text),
        _ => Err(Stop::TextWanted),
    }
}

/// The length of a text in code points lies between as many UTF-16 units and half of them, which mostly decides.
pub fn length_fits(value: Value<'_>, least: f64, most: f64) -> Answer<bool> {
    let units = units(value);
    if units < least || (units < 2.0 * least && count_code_points(value)? < least) {
        return Ok(false);
    }
    Ok(units <= most || (units / 2.0 <= most && count_code_points(value)? <= most))
}

fn units(value: Value<'_>) -> f64 {
    match value {
        Value::Text(text) if text.is_ascii() => text.as_bytes().len() as f64,
        Value::Text(text) => text.count_code_units() as f64,
        Value::LeftOut(LeftOut { units, .. }) => f64::from(units),
        _ => 0.0,
    }
}

pub fn count_code_points(value: Value<'_>) -> Answer<f64> {
    Ok(content(value)?.count_code_points() as f64)
}

pub fn is_nan(value: Value<'_>) -> bool {
    matches!(value, Value::Number(number) if number.is_nan())
}

pub fn is_nan_item(item: Item<'_>) -> bool {
    matches!(item, Item::Number(number) if number.is_nan())
}
