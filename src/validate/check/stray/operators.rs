//! What JavaScript's operators give for a value of any kind, or throw.

use crate::validate::check::{Answer, Checker, Stop, present};
use crate::validate::number;
use crate::validate::schema::Thrown;
use crate::validate::source::Name;
use crate::validate::text::Text;
use crate::validate::value::{Value, array_index, inherited};

impl<'a> Checker<'_, 'a> {
    pub(super) fn length(&self, value: Value<'a>) -> Answer<Value<'a>> {
        self.read(value, Text::from("length"))
    }

    pub(super) fn item_of(&self, value: Value<'a>, index: u32) -> Answer<Value<'a>> {
        let mut digits = [0; 10];
        let mut at = digits.len();
        let mut rest = index;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.read(value, Text::from_wtf8(&digits[at..]))
    }

    /// `value[key]`
    pub(super) fn read(&self, value: Value<'a>, key: Text<'_>) -> Answer<Value<'a>> {
        let text = match value {
            Value::Undefined | Value::Null => {
                let shown = if value == Value::Null { "null" } else { "undefined" };
                let key = key.to_string_lossy();
                let message = format!("Cannot read properties of {shown} (reading '{key}')");
                return Err(Thrown::new(message).into());
            }
            Value::Text(text) => Some(text),
            _ => None,
        };
        if let Some(text) = text {
            let units = text.to_utf16();
            if key.as_bytes() == b"length" {
                return Ok(Value::Number(units.len() as f64));
            }
            if let Some(unit) = array_index(key).and_then(|index| units.get(index as usize)) {
                return Ok(Value::Text(self.kept(Text::encode(&[*unit]))));
            }
        }
        let own = match (self.heap.array(value), self.object(value)) {
            (Some(_), _) if key.as_bytes() == b"length" => {
                self.heap.array(value).map(|array| Value::Number(f64::from(array.len())))
            }
            (Some(array), _) => match array_index(key) {
                Some(index) => array.item(index),
                None => array.extra().get(key),
            },
            (None, Some(id)) => Some(self.heap.get(id, key)),
            (None, None) => None,
        };
        let method = || self.method(value, key).map(Value::Inherited);
        Ok(own.or_else(method).unwrap_or(Value::Undefined))
    }

    /// The name of a method that a value inherits.
    fn method(&self, value: Value<'a>, key: Text<'_>) -> Option<Text<'static>> {
        let names: &'static [&'static str] = match value {
            Value::Text(_) => &TEXT_METHODS,
            Value::Number(_) => &NUMBER_METHODS,
            Value::Container(_) if self.heap.array(value).is_some() => &ARRAY_METHODS,
            _ => &[],
        };
        let own = names.iter().find(|name| Text::from(**name) == key).map(|name| Text::from(*name));
        own.or_else(|| inherited(key))
    }

    /// `key in value`
    pub(super) fn is_in(&self, name: Name, value: Value<'a>) -> Answer<bool> {
        let key = self.source.text(name);
        let array = self.heap.array(value);
        if matches!(key.as_bytes(), b"__proto__" | b"constructor") {
            self.names_of(value)?;
            return Ok(array.is_some_and(|array| array.extra().has(key)));
        }
        let Some(array) = array else {
            let (key, shown) = (key.to_string_lossy(), self.to_text(value));
            let shown = Text::from_wtf8(&shown);
            let shown = shown.to_string_lossy();
            let message = format!("Cannot use 'in' operator to search for '{key}' in {shown}");
            return Err(Thrown::new(message).into());
        };
        let own = array_index(key).is_some_and(|index| array.item(index).is_some());
        Ok(own || key.as_bytes() == b"length" || array.extra().has(key) || self.method(value, key).is_some())
    }

    pub(super) fn are_in(&self, names: &[Name], value: Value<'a>) -> Answer<bool> {
        for name in names {
            if !self.is_in(*name, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `Object.getOwnPropertyNames(value)`
    pub(super) fn names_of(&self, value: Value<'a>) -> Answer<Vec<Text<'a>>> {
        let index = |index: usize| self.kept(index.to_string().into_bytes());
        let length = Text::from("length");
        if let Some(array) = self.heap.array(value) {
            let items = present(array).map(|(at, _)| index(at as usize));
            let extra = array.extra().pairs().iter().map(|pair| pair.0);
            return Ok(items.chain([length]).chain(extra).collect());
        }
        match value {
            Value::Undefined | Value::Null => {
                Err(Thrown::new("Cannot convert undefined or null to object").into())
            }
            Value::Text(text) => Ok((0..text.count_code_units()).map(index).chain([length]).collect()),
            _ => Ok(Vec::new()),
        }
    }

    /// `String(value)`
    pub(super) fn to_text(&self, value: Value<'a>) -> Vec<u8> {
        match value {
            Value::Undefined => b"undefined".to_vec(),
            Value::Null => b"null".to_vec(),
            Value::Bool(bool) => bool.to_string().into_bytes(),
            Value::Number(number) => number::to_text(number, &mut ryu_js::Buffer::new()).as_bytes().to_vec(),
            Value::BigInt(digits) => digits.as_bytes().to_vec(),
            Value::Text(text) => text.as_bytes().to_vec(),
            Value::LeftOut(_) | Value::Inherited(_) => Vec::new(),
            Value::Container(_) => match self.heap.array(value) {
                None => b"[object Object]".to_vec(),
                Some(array) => {
                    let texts: Vec<Vec<u8>> = (0..array.len())
                        .map(|index| match array.item(index) {
                            None | Some(Value::Undefined | Value::Null) => Vec::new(),
                            // What is nested shows in a text alone.
                            Some(item @ Value::Container(_)) if self.heap.array(item).is_some() => Vec::new(),
                            Some(item) => self.to_text(item),
                        })
                        .collect();
                    texts.join(&b","[..])
                }
            },
        }
    }

    /// `Number(value)`
    pub(super) fn to_number(&self, value: Value<'a>) -> f64 {
        match value {
            Value::Null => 0.0,
            Value::Bool(bool) => f64::from(u8::from(bool)),
            Value::Number(number) => number,
            Value::Undefined => f64::NAN,
            value => number::from_text(Text::from_wtf8(&self.to_text(value))),
        }
    }

    pub(super) fn kept(&self, text: Vec<u8>) -> Text<'a> {
        Text::from_wtf8(self.heap.bump().alloc_slice_copy(&text))
    }
}

pub(super) fn no_function(name: &str, method: &str) -> Stop {
    Thrown::new(format!("{name}.{method} is not a function")).into()
}

/// What texts inherit besides what every object does.
const TEXT_METHODS: [&str; 49] = [
    "anchor",
    "at",
    "big",
    "blink",
    "bold",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "concat",
    "endsWith",
    "fixed",
    "fontcolor",
    "fontsize",
    "includes",
    "indexOf",
    "isWellFormed",
    "italics",
    "lastIndexOf",
    "link",
    "localeCompare",
    "match",
    "matchAll",
    "normalize",
    "padEnd",
    "padStart",
    "repeat",
    "replace",
    "replaceAll",
    "search",
    "slice",
    "small",
    "split",
    "startsWith",
    "strike",
    "sub",
    "substr",
    "substring",
    "sup",
    "toLocaleLowerCase",
    "toLocaleUpperCase",
    "toLowerCase",
    "toUpperCase",
    "toWellFormed",
    "trim",
    "trimEnd",
    "trimLeft",
    "trimRight",
    "trimStart",
    "valueOf",
];
/// What numbers do.
const NUMBER_METHODS: [&str; 3] = ["toExponential", "toFixed", "toPrecision"];
/// What arrays do.
const ARRAY_METHODS: [&str; 36] = [
    "at",
    "concat",
    "copyWithin",
    "entries",
    "every",
    "fill",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "includes",
    "indexOf",
    "join",
    "keys",
    "lastIndexOf",
    "map",
    "pop",
    "push",
    "reduce",
    "reduceRight",
    "reverse",
    "shift",
    "slice",
    "some",
    "sort",
    "splice",
    "toReversed",
    "toSorted",
    "toSpliced",
    "unshift",
    "values",
    "with",
];
