//! Schemas and arguments as tests write them: JavaScript literals, read into wire bytes, and values printed the same way.
//!
//! Beside JSON there are single quotes, bare keys, `undefined`, `NaN`, `Infinity`, `-0`, bigints (`5n`), holes in arrays
//! and `@0`, the container that began first. In a schema, keys that begin with `~` are not enumerable, and an object
//! `{String}` stands for `{'~kind': 'String', type: 'string'}`, options behind it: `{String, minLength: 1}`.

use super::refine::{Copying, Held, Refine};
use super::schema::Thrown;
use super::text::Text;
use super::value::{Container, Heap, Id, Value};

/// The bytes of a schema.
pub fn schema(source: &str) -> Vec<u8> {
    write(source, true)
}

/// The bytes of arguments.
pub fn arguments(source: &str) -> Vec<u8> {
    write(source, false)
}

fn write(source: &str, schema: bool) -> Vec<u8> {
    let mut writer = Writer { rest: source, schema, out: Vec::new() };
    writer.value();
    assert_eq!(writer.rest.trim(), "", "in {source}");
    writer.out
}

struct Writer<'s> {
    rest: &'s str,
    schema: bool,
    out: Vec<u8>,
}

/// A member of an object: its key, the bytes of its value.
type Member = (String, Vec<u8>);

impl<'s> Writer<'s> {
    fn eat(&mut self, wanted: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self) -> &'s str {
        self.rest = self.rest.trim_start();
        let ends = |char: char| !(char.is_alphanumeric() || "_$~.+-@".contains(char));
        let (word, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn quoted(&mut self) -> Option<&'s str> {
        for quote in ["'", "\""] {
            if self.eat(quote) {
                let (text, rest) = self.rest.split_once(quote).expect("a closing quote");
                self.rest = rest;
                return Some(text);
            }
        }
        None
    }

    fn apart(&mut self, write: impl FnOnce(&mut Self)) -> Vec<u8> {
        let outside = std::mem::take(&mut self.out);
        write(self);
        std::mem::replace(&mut self.out, outside)
    }

    fn value(&mut self) {
        if self.eat("{") {
            return self.object();
        }
        if self.eat("[") {
            return self.array();
        }
        if let Some(text) = self.quoted() {
            self.out.push(7);
            return self.long(text.as_bytes());
        }
        let word = self.word();
        match word {
            "undefined" => self.out.push(0),
            "null" => self.out.push(1),
            "false" => self.out.push(2),
            "true" => self.out.push(3),
            _ if word.starts_with('@') => {
                self.out.push(12);
                let ordinal: u32 = word[1..].parse().expect("an ordinal");
                self.out.extend(ordinal.to_le_bytes());
            }
            _ if word.ends_with('n') && word != "NaN" => {
                self.out.push(9);
                self.long(word.trim_end_matches('n').as_bytes());
            }
            _ => {
                let number: f64 = match word {
                    "Infinity" => f64::INFINITY,
                    "-Infinity" => f64::NEG_INFINITY,
                    _ => word.parse().unwrap_or_else(|_| panic!("{word:?} is no value")),
                };
                self.out.push(5);
                self.out.extend(number.to_le_bytes());
            }
        }
    }

    fn long(&mut self, bytes: &[u8]) {
        self.out.extend((bytes.len() as u32).to_le_bytes());
        self.out.extend(bytes);
    }

    fn array(&mut self) {
        let mut items = Vec::new();
        while !self.eat("]") {
            if self.eat(",") {
                items.push(None);
                continue;
            }
            items.push(Some(self.apart(Self::value)));
            self.eat(",");
        }
        let length = items.len() as u32;
        if items.iter().all(Option::is_some) {
            let body = items.into_iter().flatten().flatten();
            let body: Vec<u8> = length.to_le_bytes().into_iter().chain(body).collect();
            self.out.push(10);
            return self.long(&body);
        }
        let present =
            items.into_iter().enumerate().filter_map(|(index, item)| Some((index.to_string(), item?)));
        let present: Vec<Member> = present.collect();
        let mut body = length.to_le_bytes().to_vec();
        body.extend((present.len() as u32).to_le_bytes());
        body.extend(pairs(&present));
        self.out.push(14);
        self.long(&body);
    }

    fn object(&mut self) {
        let (mut visible, mut hidden): (Vec<Member>, Vec<Member>) = Default::default();
        while !self.eat("}") {
            let key = self.quoted().unwrap_or_else(|| self.word()).to_owned();
            if self.eat(":") {
                let value = self.apart(Self::value);
                let members = if self.schema && key.starts_with('~') { &mut hidden } else { &mut visible };
                members.push((key, value));
            } else {
                hidden.push(("~kind".to_owned(), text(&key)));
                if let "String" | "Number" | "Integer" | "Boolean" | "Null" | "BigInt" | "Undefined" = &*key {
                    visible.push(("type".to_owned(), text(&key.to_lowercase())));
                }
            }
            self.eat(",");
        }
        let mut body = (visible.len() as u32).to_le_bytes().to_vec();
        if self.schema {
            body.extend((hidden.len() as u32).to_le_bytes());
        }
        body.extend(pairs(&visible));
        body.extend(pairs(&hidden));
        self.out.push(if self.schema { 16 } else { 11 });
        self.long(&body);
    }
}

fn text(text: &str) -> Vec<u8> {
    [&[7], &(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat()
}

fn pairs(members: &[Member]) -> Vec<u8> {
    let pair = |(key, value): &Member| match u8::try_from(key.len()) {
        Ok(length) if length < 255 => [&[length], key.as_bytes(), value.as_slice()].concat(),
        _ => [&[255], &(key.len() as u32).to_le_bytes()[..], key.as_bytes(), value.as_slice()].concat(),
    };
    members.iter().flat_map(pair).collect()
}

/// A value, printed.
pub fn print(heap: &Heap<'_>, value: Value<'_>) -> String {
    print_below(heap, value, &mut Vec::new())
}

fn print_below(heap: &Heap<'_>, value: Value<'_>, above: &mut Vec<Id>) -> String {
    let quoted = |text: Text<'_>| format!("'{}'", text.to_string_lossy());
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Bool(bool) => bool.to_string(),
        Value::Number(number) if number == 0.0 && number.is_sign_negative() => "-0".to_owned(),
        Value::Number(number) => ryu_js::Buffer::new().format(number).to_owned(),
        Value::Text(text) => quoted(text),
        Value::LeftOut(text) => format!("text {}", text.index),
        Value::BigInt(digits) => format!("{digits}n"),
        Value::Inherited(name) => format!("inherited {}", name.to_string_lossy()),
        Value::Container(id) if above.contains(&id) => "@".to_owned(),
        Value::Container(id) => {
            above.push(id);
            let pairs = |members: &super::value::Members<'_>, above: &mut Vec<Id>| {
                let pair = |(key, value): &(Text<'_>, Value<'_>)| {
                    format!("{}: {}", key.to_string_lossy(), print_below(heap, *value, above))
                };
                members.pairs().iter().map(pair).collect::<Vec<_>>().join(", ")
            };
            let printed = match heap.container(id) {
                Container::Object(members) => format!("{{{}}}", pairs(members, above)),
                Container::Foreign(foreign) => {
                    format!("{:?} {{{}}}", foreign.class, pairs(&foreign.members, above))
                }
                Container::Array(array) => {
                    let item = |index| match array.item(index) {
                        Some(item) => print_below(heap, item, above),
                        None => String::new(),
                    };
                    format!("[{}]", (0..array.len()).map(item).collect::<Vec<_>>().join(", "))
                }
            };
            above.pop();
            printed
        }
    }
}

/// A host for schemas that have nothing to ask.
pub struct NoHost;

impl Refine for NoHost {
    fn check(&mut self, _: u32, _: &[u8]) -> Result<Held, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn error(&mut self, _: u32, _: &[u8]) -> Result<Vec<u8>, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn test(&mut self, _: u32, _: &[u8]) -> Result<bool, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn show(&mut self, _: u32) -> Vec<u8> {
        Vec::new()
    }

    fn assign(&mut self, _: u32, _: &[u8]) -> Result<Vec<u8>, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn copy(&mut self, _: u32, _: Copying) -> Result<u32, Thrown> {
        Err(Thrown::new("no host"))
    }

    fn take_over(&mut self, _: u32, _: u32) -> Result<(), Thrown> {
        Err(Thrown::new("no host"))
    }
}
