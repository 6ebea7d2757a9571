//! Keywords that meet a value they are not for, as the compiled check of some versions lets them: whatever JavaScript's
//! operators make of it. Most often they throw.

mod operators;

use self::operators::no_function;
use super::{Answer, Checker, Evaluated, Numeric, Way, numbers};
use crate::validate::format::Format;
use crate::validate::schema::{Dependency, Keyword, Limit, Property, Unguarded};
use crate::validate::source::Name;
use crate::validate::text::Text;
use crate::validate::value::Value;

impl<'c, 'a> Checker<'c, 'a> {
    /// Whether a value that some keywords are not for passes them all the same.
    pub(super) fn check_unguarded(
        &mut self,
        group: &Unguarded,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let is_theirs = self.is_of(value, group.types) || matches!(value, Value::Inherited(_));
        if self.way == Way::Dynamic || is_theirs {
            return Ok(true);
        }
        if matches!(value, Value::LeftOut(_)) {
            return Err(super::Stop::TextWanted);
        }
        let program = self.program;
        for keyword in &program.keywords(group.place)[group.keywords.clone()] {
            self.truthy = false;
            let fits = match self.check_stray_object(keyword, value, evaluated)? {
                Some(fits) => fits,
                None => match self.check_stray_array(keyword, &group.value, value, evaluated)? {
                    Some(fits) => fits,
                    None => self.check_stray_scalar(keyword, value)?,
                },
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A keyword for objects; `None` for every other.
    fn check_stray_object(
        &mut self,
        keyword: &Keyword,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<Option<bool>> {
        Ok(Some(match keyword {
            Keyword::Required(names) => self.are_in(names, value)?,
            Keyword::AdditionalProperties(additional) => {
                let names = self.names_of(value)?;
                if let Some(count) = additional.only_count {
                    return Ok(Some(names.len() == count as usize));
                }
                for key in names {
                    if self.is_additional(additional, key)? {
                        let member = self.read(value, key)?;
                        if !self.check_apart(additional.sub, member, evaluated)? {
                            return Ok(Some(false));
                        }
                        evaluated.add_key(key);
                    }
                }
                true
            }
            Keyword::Dependencies(dependencies) => {
                let is_empty = self.names_of(value)?.is_empty();
                for (name, dependency) in dependencies.iter().take_while(|_| !is_empty) {
                    let fits = !self.is_in(*name, value)?
                        || match dependency {
                            Dependency::Names(names) => self.are_in(names, value)?,
                            Dependency::Schema(sub) => self.check(*sub, value, evaluated)?,
                        };
                    if !fits {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::DependentRequired(lists) => {
                let is_empty = self.names_of(value)?.is_empty();
                for (name, names) in lists.iter().take_while(|_| !is_empty) {
                    if self.is_in(*name, value)? && !self.are_in(names, value)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::DependentSchemas(schemas) => {
                let is_empty = self.names_of(value)?.is_empty();
                for (name, sub) in schemas.iter().take_while(|_| !is_empty) {
                    if self.is_in(*name, value)? && !self.check(*sub, value, evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::PatternProperties(patterns) => {
                for (pattern, sub) in patterns {
                    for key in self.names_of(value)?.into_iter().filter(|key| key.as_bytes() != b"length") {
                        if self.matches(pattern, key)? {
                            let member = self.read(value, key)?;
                            if !self.check_apart(*sub, member, evaluated)? {
                                return Ok(Some(false));
                            }
                            evaluated.add_key(key);
                        }
                    }
                }
                true
            }
            Keyword::Properties(properties) => {
                for property in properties {
                    if !self.check_stray_member(property, value, evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::PropertyNames(sub) => {
                for key in self.names_of(value)? {
                    if !self.check_inside(*sub, Value::Text(key), evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::MinProperties(limit) => self.names_of(value)?.len() as f64 >= *limit,
            Keyword::MaxProperties(limit) => self.names_of(value)?.len() as f64 <= *limit,
            _ => return Ok(None),
        }))
    }

    fn check_stray_member(
        &mut self,
        property: &Property,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let source = self.source;
        let key = source.text(property.name);
        let member = self.read(value, key)?;
        if !property.required && (member == Value::Undefined || !self.is_in(property.name, value)?) {
            return Ok(true);
        }
        let fits = self.check_apart(property.sub, member, evaluated)?;
        if fits {
            evaluated.add_key(key);
        }
        Ok(fits)
    }

    /// A keyword for arrays; `None` for every other. `name` is the compiled check's for the value.
    fn check_stray_array(
        &mut self,
        keyword: &Keyword,
        name: &str,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<Option<bool>> {
        Ok(Some(match keyword {
            Keyword::AdditionalItems(..) | Keyword::Items(0, _) => return self.call(name, "every", value),
            Keyword::Contains(_) => {
                if self.length(value)? == Value::Number(0.0) {
                    return Ok(Some(false));
                }
                return self.call(name, "some", value);
            }
            Keyword::MinContains(..) | Keyword::MaxContains(..) => return self.call(name, "reduce", value),
            Keyword::UniqueItems => return self.call(name, "map", value),
            Keyword::Items(from, sub) => {
                let length = self.to_number(self.length(value)?);
                let mut index = *from;
                while f64::from(index) < length {
                    let item = self.item_of(value, index)?;
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                    index += 1;
                }
                true
            }
            Keyword::ItemList(subs) | Keyword::PrefixItems(subs) => {
                for (index, sub) in (0..).zip(subs) {
                    if self.to_number(self.length(value)?) <= f64::from(index) {
                        continue;
                    }
                    let item = self.item_of(value, index)?;
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            Keyword::MinItems(limit) => self.to_number(self.length(value)?) >= *limit,
            Keyword::MaxItems(limit) => self.to_number(self.length(value)?) <= *limit,
            _ => return Ok(None),
        }))
    }

    /// A keyword for texts or numbers.
    fn check_stray_scalar(&mut self, keyword: &Keyword, value: Value<'a>) -> Answer<bool> {
        let compared = |checker: &Self, limit: &Limit| {
            numbers::compare(Numeric::Number(checker.to_number(value)), checker.limit(limit))
        };
        use std::cmp::Ordering::{Equal, Greater, Less};
        Ok(match keyword {
            Keyword::MinLength(limit) => *limit == 0.0 || self.has_units(value)?,
            Keyword::MaxLength(_) => !self.has_units(value)?,
            Keyword::Format(name, format) => self.is_of_format(*name, *format, value)?,
            Keyword::Pattern(_, pattern) => self.matches(pattern, Text::from_wtf8(&self.to_text(value)))?,
            Keyword::RegExp(index) => {
                let text = self.kept(self.to_text(value));
                let bytes = self.written(Value::Text(text));
                self.host.test(*index, &bytes)?
            }
            Keyword::ExclusiveMinimum(limit) => compared(self, limit) == Some(Greater),
            Keyword::ExclusiveMaximum(limit) => compared(self, limit) == Some(Less),
            Keyword::Minimum(limit) => matches!(compared(self, limit), Some(Greater | Equal)),
            Keyword::Maximum(limit) => matches!(compared(self, limit), Some(Less | Equal)),
            _ => true,
        })
    }

    /// What the function of a format makes of a value that is no text.
    fn is_of_format(&self, name: Name, format: Format, value: Value<'a>) -> Answer<bool> {
        let is_empty = || -> Answer<bool> { Ok(self.length(value)? == Value::Number(0.0)) };
        let is_array = self.heap.array(value).is_some();
        match self.source.text(name).as_bytes() {
            b"date-time" => {
                self.read(value, Text::from("split"))?;
                return Err(no_function("value", "split"));
            }
            b"hostname" | b"ipv6" | b"uri" => {
                return if is_empty()? { Ok(false) } else { Err(no_function("value", "charCodeAt")) };
            }
            b"ipv4" => return self.has_units(value),
            b"idn-hostname" if is_empty()? => return Ok(false),
            b"idn-hostname" => {
                return Err(no_function("value", if is_array { "normalize" } else { "includes" }));
            }
            b"iri-reference" => {
                self.read(value, Text::from("includes"))?;
                return Err(no_function("value", if is_array { "match" } else { "includes" }));
            }
            b"regex" if is_empty()? => return Ok(false),
            _ => {}
        }
        Ok(format.test(Text::from_wtf8(&self.to_text(value))))
    }

    /// Calls a method that only arrays have.
    fn call(&self, name: &str, method: &str, value: Value<'a>) -> Answer<Option<bool>> {
        self.read(value, Text::from(method))?;
        Err(no_function(name, method))
    }

    /// Whether a loop over the units of a text begins with this value; it throws as soon as it does.
    fn has_units(&self, value: Value<'a>) -> Answer<bool> {
        if self.to_number(self.length(value)?) > 0.0 {
            return Err(no_function("value", "charCodeAt"));
        }
        Ok(false)
    }
}
