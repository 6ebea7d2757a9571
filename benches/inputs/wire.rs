//! JSON as wire bytes; `src/validate/wire.rs` describes the format.

use serde_json::{Map, Value};

const TAG_ARRAY: u8 = 10;
const TAG_OBJECT: u8 = 11;
const TAG_SCHEMA_OBJECT: u8 = 16;

/// Arguments, as `js/wire.js` writes them; no string is left out.
pub fn arguments_bytes(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    write(value, TAG_OBJECT, &mut out);
    out
}

/// A schema without non-enumerable keys.
pub fn schema_bytes(schema: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    write(schema, TAG_SCHEMA_OBJECT, &mut out);
    out
}

fn write(value: &Value, object_tag: u8, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(1),
        Value::Bool(bool) => out.push(if *bool { 3 } else { 2 }),
        Value::Number(number) => write_number(number.as_f64().expect("no arbitrary precision here"), out),
        Value::String(text) => write_text(text, out),
        Value::Array(items) => write_container(TAG_ARRAY, out, |out| {
            out.extend((items.len() as u32).to_le_bytes());
            items.iter().for_each(|item| write(item, object_tag, out));
        }),
        Value::Object(members) => {
            write_container(object_tag, out, |out| write_members(members, object_tag, out))
        }
    }
}

fn write_number(number: f64, out: &mut Vec<u8>) {
    if number.fract() == 0.0
        && number.abs() < f64::from(i32::MAX)
        && !(number == 0.0 && number.is_sign_negative())
    {
        out.push(4);
        out.extend((number as i32).to_le_bytes());
    } else {
        out.push(5);
        out.extend(number.to_le_bytes());
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    if text.len() < 64 && text.is_ascii() {
        out.extend([6, text.len() as u8]);
    } else {
        out.push(7);
        out.extend((text.len() as u32).to_le_bytes());
    }
    out.extend(text.as_bytes());
}

fn write_members(members: &Map<String, Value>, object_tag: u8, out: &mut Vec<u8>) {
    out.extend((members.len() as u32).to_le_bytes());
    if object_tag == TAG_SCHEMA_OBJECT {
        out.extend(0_u32.to_le_bytes());
    }
    for (key, value) in members {
        if key.len() < 255 {
            out.push(key.len() as u8);
        } else {
            out.push(255);
            out.extend((key.len() as u32).to_le_bytes());
        }
        out.extend(key.as_bytes());
        write(value, object_tag, out);
    }
}

fn write_container(tag: u8, out: &mut Vec<u8>, rest: impl FnOnce(&mut Vec<u8>)) {
    out.push(tag);
    let size_at = out.len();
    out.extend([0; 4]);
    rest(out);
    let size = (out.len() - size_at - 4) as u32;
    out[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
}
