//! Schemas and arguments of the benches, and the bytes in which `js/wire.js` would write them.

mod wire;

use std::hint::black_box;

use pi_toolcalls::validate::refine::{Copying, Held, Refine};
use pi_toolcalls::validate::schema::Thrown;
use pi_toolcalls::validate::{Edition, Schema, Verdict};
use serde_json::{Value, json};

pub use self::wire::{arguments_bytes, schema_bytes};

/// A schema, arguments, and what validation says about them.
pub struct Input {
    pub name: &'static str,
    pub schema: Value,
    pub arguments: Value,
    pub verdict: Verdict,
}

/// The inputs that are validated.
pub fn inputs() -> Vec<Input> {
    let of = |name, schema, arguments, verdict| Input { name, schema, arguments, verdict };
    let small = json!({ "path": "src/module-0.ts", "offset": 0, "limit": 200 });
    let coerced = json!({ "path": "a.txt", "offset": "500", "limit": "100" });
    let refused = json!({ "offset": "ten", "limit": [] });
    vec![
        of("small", read(), small, Verdict::Accepted),
        of("edit-200", edit(), edits(200), Verdict::Accepted),
        of("properties-20", twenty(), twenty_arguments(), Verdict::Accepted),
        of("refusal", read(), refused, Verdict::Refused),
        of("coerced", read(), coerced, Verdict::Changed),
        of(
            "integers-20000",
            integers(),
            json!({ "values": (0..20_000).collect::<Vec<_>>() }),
            Verdict::Accepted,
        ),
    ]
}

/// pi's read tool.
pub fn read() -> Value {
    json!({
        "type": "object",
        "properties": { "path": { "type": "string" }, "offset": { "type": "number" }, "limit": { "type": "number" } },
        "required": ["path"],
    })
}

fn edit() -> Value {
    let text = json!({ "type": "string" });
    let replacement = json!({
        "type": "object",
        "properties": { "oldText": text, "newText": text },
        "required": ["oldText", "newText"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": { "path": text, "edits": { "type": "array", "items": replacement } },
        "required": ["path", "edits"],
        "additionalProperties": false,
    })
}

fn edits(count: usize) -> Value {
    let replacement =
        |n| json!({ "oldText": format!("let value_{n} = {n};"), "newText": format!("let value_{n};") });
    json!({ "path": "src/main.rs", "edits": (0..count).map(replacement).collect::<Vec<_>>() })
}

fn integers() -> Value {
    json!({
        "type": "object",
        "properties": { "values": { "type": "array", "items": { "type": "integer" } } },
        "required": ["values"],
    })
}

/// Twenty properties of the kinds that tools of MCP servers have.
pub fn twenty() -> Value {
    json!({
        "type": "object",
        "properties": {
            "owner": { "type": "string", "minLength": 1, "description": "Account that owns the repository" },
            "repo": { "type": "string", "minLength": 1, "maxLength": 100 },
            "title": { "type": "string", "maxLength": 256 },
            "body": { "type": "string" },
            "state": { "type": "string", "enum": ["open", "closed", "all"] },
            "sort": { "type": "string", "enum": ["created", "updated", "comments"] },
            "direction": { "type": "string", "enum": ["asc", "desc"] },
            "since": { "type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}" },
            "page": { "type": "integer", "minimum": 1 },
            "perPage": { "type": "integer", "minimum": 1, "maximum": 100 },
            "milestone": { "type": "integer", "minimum": 0 },
            "draft": { "type": "boolean" },
            "locked": { "type": "boolean" },
            "labels": { "type": "array", "items": { "type": "string" }, "maxItems": 100 },
            "assignees": { "type": "array", "items": { "type": "string" }, "maxItems": 10 },
            "weight": { "type": "number", "minimum": 0, "maximum": 1 },
            "position": {
                "type": "object",
                "properties": { "line": { "type": "integer" }, "side": { "type": "string", "enum": ["LEFT", "RIGHT"] } },
                "required": ["line", "side"],
            },
            "reactions": { "type": "object", "additionalProperties": { "type": "integer" } },
            "reviewers": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": { "login": { "type": "string" }, "team": { "type": "boolean" } },
                    "required": ["login"],
                },
            },
            "comment": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        },
        "required": ["owner", "repo", "title"],
        "additionalProperties": false,
    })
}

fn twenty_arguments() -> Value {
    json!({
        "owner": "octo",
        "repo": "hello-world",
        "title": "A title that says what is the matter",
        "body": "It does not work.\n",
        "state": "open",
        "sort": "created",
        "direction": "desc",
        "since": "2026-01-31T00:00:00Z",
        "page": 1,
        "perPage": 50,
        "milestone": 7,
        "draft": false,
        "locked": false,
        "labels": ["bug", "help wanted", "good first issue"],
        "assignees": ["one", "two"],
        "weight": 0.5,
        "position": { "line": 12, "side": "RIGHT" },
        "reactions": { "heart": 3, "rocket": 1 },
        "reviewers": [{ "login": "three" }, { "login": "four", "team": true }],
        "comment": "A word.",
    })
}

/// The largest schema of the published tools that the tests know.
pub fn largest_real() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/__test__/data/tools-open.json");
    let text = std::fs::read_to_string(path).expect("the tests' data is part of the repository");
    let tools: Vec<Value> = serde_json::from_str(&text).expect("it is JSON");
    let schemas = tools.into_iter().map(|mut tool| tool["parameters"].take());
    schemas.max_by_key(|schema| schema.to_string().len()).expect("there are tools")
}

/// Compiles a schema as the addon does.
pub fn compile(wire: &[u8]) -> Schema {
    Schema::compile(black_box(wire), Edition::Es2024).expect("the bytes are well-formed")
}

/// None of these schemas has functions to ask.
pub struct NobodyToAsk;

impl Refine for NobodyToAsk {
    fn check(&mut self, _function: u32, _value: &[u8]) -> Result<Held, Thrown> {
        unreachable!()
    }

    fn error(&mut self, _function: u32, _value: &[u8]) -> Result<Vec<u8>, Thrown> {
        unreachable!()
    }

    fn test(&mut self, _regexp: u32, _text: &[u8]) -> Result<bool, Thrown> {
        unreachable!()
    }

    fn show(&mut self, _regexp: u32) -> Vec<u8> {
        unreachable!()
    }

    fn assign(&mut self, _object: u32, _property: &[u8]) -> Result<Vec<u8>, Thrown> {
        unreachable!()
    }

    fn copy(&mut self, _object: u32, _how: Copying) -> Result<u32, Thrown> {
        unreachable!()
    }

    fn take_over(&mut self, _object: u32, _from: u32) -> Result<(), Thrown> {
        unreachable!()
    }
}
