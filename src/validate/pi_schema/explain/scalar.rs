//! Lines about texts, numbers and bytes.

use super::super::check::{content, count_bytes, count_code_points};
use super::super::number::is_multiple;
use super::super::program::{Node, TextRules};
use super::super::run::Answer;
use super::Explanation;
use super::lines::Path;
use crate::validate::check::{Numeric, compare};
use crate::validate::schema::Limit;
use crate::validate::value::{Id, Value};

impl<'a> Explanation<'_, '_, 'a> {
    pub(super) fn walk_text(&mut self, rules: &TextRules, value: Value<'a>, path: Path<'a>) -> Answer<()> {
        let source = self.run.source;
        let length = count_code_points(value)?;
        if let Some(least) = rules.least.filter(|least| length < *least) {
            self.say_number(path, "expected at least ", least, " characters")?;
        }
        if let Some(most) = rules.most.filter(|most| length > *most) {
            self.say_number(path, "expected at most ", most, " characters")?;
        }
        if let Some(matcher) = &rules.pattern
            && !matcher.test(source, content(value)?)?
        {
            self.say(path, &[b"expected to match ", source.text(matcher.source).as_bytes()])?;
        }
        if let Some((name, format)) = rules.format
            && !format.test(content(value)?)
        {
            self.say(path, &[b"expected format ", source.text(name).as_bytes()])?;
        }
        Ok(())
    }

    pub(super) fn walk_bytes(&mut self, rules: &TextRules, id: Id, path: Path<'a>) -> Answer<()> {
        let length = count_bytes(self.heap, id);
        if let Some(least) = rules.least.filter(|least| length < *least) {
            self.say_number(path, "expected at least ", least, " bytes")?;
        }
        if let Some(most) = rules.most.filter(|most| length > *most) {
            self.say_number(path, "expected at most ", most, " bytes")?;
        }
        Ok(())
    }

    pub(super) fn walk_number(&mut self, node: &Node, value: Numeric<'_>, path: Path<'a>) -> Answer<()> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let Some(rules) = &node.number else { return Ok(()) };
        let to = |limit: Limit| compare(value, self.run.limit(limit));
        let failing = [
            (rules.minimum.filter(|limit| to(*limit) == Some(Less)), "expected >= "),
            (rules.maximum.filter(|limit| to(*limit) == Some(Greater)), "expected <= "),
            (rules.exclusive_minimum.filter(|limit| matches!(to(*limit), Some(Less | Equal))), "expected > "),
            (
                rules.exclusive_maximum.filter(|limit| matches!(to(*limit), Some(Greater | Equal))),
                "expected < ",
            ),
            (
                rules.multiple_of.filter(|divisor| !is_multiple(value, self.run.limit(*divisor))),
                "expected a multiple of ",
            ),
        ];
        for (limit, before) in failing {
            match limit.map(|limit| self.run.limit(limit)) {
                Some(Numeric::Number(number)) => self.say_number(path, before, number, "")?,
                Some(Numeric::BigInt(digits)) => self.say(path, &[before.as_bytes(), digits.as_bytes()])?,
                None => {}
            }
        }
        Ok(())
    }
}
