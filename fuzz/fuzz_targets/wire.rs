//! Schemas and arguments as wire bytes, steered by the fuzzer's input.

use arbitrary::{Result, Unstructured};

const KEYS: &[&str] = &[
    "a", "b", "c", "0", "1", "10", "", "a/b", "a~b", "__proto__", "constructor", "toString", "length", "é", "\u{1F600}",
];

const KEYWORDS: &[&str] = &[
    "type", "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
    "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "items", "prefixItems", "additionalItems",
    "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern",
    "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "const", "allOf",
    "anyOf", "oneOf", "not", "if", "then", "else", "$ref", "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor",
    "$dynamicRef", "$recursiveRef", "$recursiveAnchor", "unevaluatedProperties", "unevaluatedItems", "parameters",
    "returnType", "check", "error",
];

const TEXTS: &[&str] = &[
    "string", "number", "integer", "boolean", "object", "array", "null", "bigint", "undefined", "void", "symbol", "#",
    "#/$defs/a", "#/definitions/b", "#/properties/a", "#a", "a", "b", "https://a.b/c", "https://a.b/c#a", "urn:x:y", "",
    "1", "3.0", "1e3", "0x10", "true", "False", "[1]", "^a", "(?<=a+)b$", "^(?<x>a)\\k<x>$", "\\p{L}", "(a|b)*c",
    "^(a+)+$", "a${string}", "^a.*$", "^-?(?:0|[1-9][0-9]*)$", "date-time", "email", "uri", "ipv6", "hostname",
    "idn-hostname", "duration", "uuid", "json-pointer", "uri-template", "regex", "2024-02-30T00:00:00Z", "a@b.c",
];

const KINDS: &[&str] = &[
    "String", "Number", "Integer", "Boolean", "Null", "Undefined", "Void", "Any", "Unknown", "Never", "BigInt", "Symbol",
    "Literal", "Enum", "Array", "Tuple", "Object", "Record", "Union", "Intersect", "Ref", "Cyclic", "This",
    "TemplateLiteral", "Unsafe", "Dependent", "Deferred", "Function", "Constructor", "Parameter", "Call", "Generic",
    "Rest", "Base", "Conditional",
];

const DEEPEST: u32 = 24;

/// Writes wire bytes.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    containers: u32,
    depth: u32,
}

impl Writer {
    pub fn arguments(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
        let mut writer = Self::default();
        writer.value(input)?;
        Ok(writer.bytes)
    }

    pub fn schema(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
        let mut writer = Self::default();
        if input.ratio(1, 16)? {
            writer.bytes.push(18);
        }
        writer.schema_value(input)?;
        Ok(writer.bytes)
    }

    fn uint32(&mut self, value: usize) {
        self.bytes.extend((value as u32).to_le_bytes());
    }

    fn text(&mut self, text: &[u8]) {
        self.bytes.push(7);
        self.uint32(text.len());
        self.bytes.extend(text);
    }

    fn some_text(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        if input.ratio(3, 4)? {
            self.text(input.choose(TEXTS)?.as_bytes());
        } else {
            let length = input.int_in_range(0..=40)?;
            let text: Vec<u8> = input.bytes(length)?.to_vec();
            self.text(&text);
        }
        Ok(())
    }

    fn key(&mut self, key: &str) {
        self.bytes.push(key.len() as u8);
        self.bytes.extend(key.as_bytes());
    }

    fn number(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        if input.ratio(3, 4)? {
            self.bytes.push(4);
            let small: i8 = input.arbitrary()?;
            self.bytes.extend(i32::from(small).to_le_bytes());
        } else {
            self.bytes.push(5);
            let any: f64 = input.arbitrary()?;
            self.bytes.extend(any.to_le_bytes());
        }
        Ok(())
    }

    /// A container: its tag, what stands before its size, its size, and what `fill` writes behind.
    fn container(&mut self, tag: u8, before: &[u8], fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.bytes.push(tag);
        self.bytes.extend(before);
        let size = self.bytes.len();
        self.uint32(0);
        self.containers += 1;
        self.depth += 1;
        let filled = fill(self);
        self.depth -= 1;
        let length = (self.bytes.len() - size - 4) as u32;
        self.bytes[size..size + 4].copy_from_slice(&length.to_le_bytes());
        filled
    }

    fn count(&self, input: &mut Unstructured<'_>) -> Result<usize> {
        if self.depth > DEEPEST { Ok(0) } else { input.int_in_range(0..=4) }
    }

    fn seen(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let ordinal = input.int_in_range(0..=self.containers.max(1) - 1)?;
        self.bytes.push(12);
        self.uint32(ordinal as usize);
        Ok(())
    }

    fn value(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        match input.int_in_range(0..=15u8)? {
            tag @ 0..=3 => self.bytes.push(tag),
            4 | 5 => self.number(input)?,
            6 | 7 => self.some_text(input)?,
            8 => {
                self.bytes.push(8);
                self.uint32(0);
                self.uint32(usize::from(input.arbitrary::<u16>()?));
            }
            9 => {
                let number: i128 = input.arbitrary()?;
                let digits = number.to_string();
                self.bytes.push(9);
                self.uint32(digits.len());
                self.bytes.extend(digits.as_bytes());
            }
            10 | 11 => {
                let count = self.count(input)?;
                self.container(10, &[], |writer| {
                    writer.uint32(count);
                    (0..count).try_for_each(|_| writer.value(input))
                })?;
            }
            12 if self.containers > 0 => self.seen(input)?,
            13 => {
                let count = self.count(input)?;
                let class = input.int_in_range(0..=9u8)?;
                self.container(13, &[0, 0, 0, 0, class], |writer| writer.pairs(input, count))?;
            }
            14 => {
                let count = self.count(input)?;
                let length = input.int_in_range(0..=20usize)?;
                self.container(14, &[], |writer| {
                    writer.uint32(length);
                    writer.pairs(input, count)
                })?;
            }
            _ => {
                let count = self.count(input)?;
                self.container(11, &[], |writer| writer.pairs(input, count))?;
            }
        }
        Ok(())
    }

    fn pairs(&mut self, input: &mut Unstructured<'_>, count: usize) -> Result<()> {
        self.uint32(count);
        (0..count).try_for_each(|_| {
            self.key(input.choose(KEYS)?);
            self.value(input)
        })
    }

    fn schema_value(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        match input.int_in_range(0..=15u8)? {
            tag @ 0..=3 => self.bytes.push(tag),
            4 => self.number(input)?,
            5 | 6 => self.some_text(input)?,
            7 if self.containers > 0 => self.seen(input)?,
            8 => {
                self.bytes.push(15);
                self.uint32(0);
            }
            9 | 10 => {
                let count = self.count(input)?;
                self.container(10, &[], |writer| {
                    writer.uint32(count);
                    (0..count).try_for_each(|_| writer.schema_value(input))
                })?;
            }
            11 => self.schema_object(input, KEYS)?,
            _ => self.schema_object(input, KEYWORDS)?,
        }
        Ok(())
    }

    fn schema_object(&mut self, input: &mut Unstructured<'_>, keys: &[&str]) -> Result<()> {
        let count = self.count(input)?;
        let kind = if input.ratio(1, 2)? { Some(*input.choose(KINDS)?) } else { None };
        let optional = input.ratio(1, 4)?;
        let refined = input.ratio(1, 16)?;
        let hidden = usize::from(kind.is_some()) + usize::from(optional) + usize::from(refined);
        self.container(16, &[], |writer| {
            writer.uint32(count);
            writer.uint32(hidden);
            (0..count).try_for_each(|_| {
                writer.key(input.choose(keys)?);
                writer.schema_value(input)
            })?;
            if let Some(kind) = kind {
                writer.key("~kind");
                writer.text(kind.as_bytes());
            }
            if optional {
                writer.key("~optional");
                writer.bytes.push(3);
            }
            if refined {
                writer.key("~refine");
                writer.refinements()?;
            }
            Ok(())
        })
    }

    fn refinements(&mut self) -> Result<()> {
        self.container(10, &[], |writer| {
            writer.uint32(1);
            writer.container(16, &[], |writer| {
                writer.uint32(2);
                writer.uint32(0);
                for name in ["check", "error"] {
                    writer.key(name);
                    writer.bytes.push(15);
                    writer.uint32(0);
                }
                Ok(())
            })
        })
    }
}
