//! JSON as wire bytes, and back.

use bumpalo::Bump;
use serde_json::Value as Json;

use crate::validate::value::{Container, Heap, Value};
use crate::validate::wire::{self, tag};

/// The bytes of a JSON text.
pub fn wire_of(json: &str) -> Vec<u8> {
    let mut out = Vec::new();
    write(&serde_json::from_str(json).unwrap(), &mut out);
    out
}

/// A container's bytes: tag, size of the rest, the rest.
pub fn sized(head: &[u8], rest: &[u8]) -> Vec<u8> {
    [head, &(rest.len() as u32).to_le_bytes(), rest].concat()
}

/// A key's bytes.
pub fn key_of(key: &str) -> Vec<u8> {
    [&[key.len() as u8], key.as_bytes()].concat()
}

fn write(json: &Json, out: &mut Vec<u8>) {
    match json {
        Json::Null => out.push(tag::NULL),
        Json::Bool(false) => out.push(tag::FALSE),
        Json::Bool(true) => out.push(tag::TRUE),
        Json::Number(number) => match number.as_i64().and_then(|number| i32::try_from(number).ok()) {
            Some(number) => {
                out.push(tag::INT32);
                out.extend(number.to_le_bytes());
            }
            None => {
                out.push(tag::DOUBLE);
                out.extend(number.as_f64().unwrap().to_le_bytes());
            }
        },
        Json::String(text) => {
            out.push(tag::TEXT);
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text.as_bytes());
        }
        Json::Array(items) => {
            let mut rest = (items.len() as u32).to_le_bytes().to_vec();
            for item in items {
                write(item, &mut rest);
            }
            out.extend(sized(&[tag::ARRAY], &rest));
        }
        Json::Object(members) => {
            let mut rest = (members.len() as u32).to_le_bytes().to_vec();
            for (key, member) in members {
                rest.extend(key_of(key));
                write(member, &mut rest);
            }
            out.extend(sized(&[tag::OBJECT], &rest));
        }
    }
}

/// The JSON of bytes that Rust wrote.
pub fn json_of(bytes: &[u8]) -> String {
    let bump = Bump::new();
    let (heap, value) = wire::decode(bytes, &bump).unwrap();
    read(&heap, value).to_string()
}

fn read<'a>(heap: &Heap<'a>, value: Value<'a>) -> Json {
    match value {
        Value::Bool(bool) => Json::Bool(bool),
        Value::Number(number) if number.trunc() == number => Json::from(number as i64),
        Value::Number(number) => Json::from(number),
        Value::Text(text) => Json::from(text.as_str().unwrap()),
        Value::Container(id) => match heap.container(id) {
            Container::Array(array) => (0..array.len())
                .map(|index| read(heap, array.item(index).unwrap_or(Value::Undefined)))
                .collect(),
            Container::Object(members) => {
                let pairs = members.pairs().iter();
                Json::Object(
                    pairs.map(|pair| (pair.0.as_str().unwrap().to_owned(), read(heap, pair.1))).collect(),
                )
            }
            Container::Foreign(_) => Json::Null,
        },
        _ => Json::Null,
    }
}
