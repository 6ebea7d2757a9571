//! Schemas and arguments made to hurt: deep, cyclic, exponential, cut.

use std::time::{Duration, Instant};

use super::super::{Release, Schema};
use super::{compiled, outcome, outcome_by};
use crate::validate::notation::{arguments, schema};
use crate::validate::wire::{DEEPEST, tag};
use crate::validate::{Edition, Verdict};

const TOO_DEEP: &str = "threw: Maximum call stack size exceeded";

/// `{key: {key: … inner}}` as bytes.
fn nested(depth: usize, key: &str, inner: &[u8]) -> Vec<u8> {
    let header = 10 + key.len();
    let mut bytes = Vec::with_capacity(depth * header + inner.len());
    for level in (0..depth).rev() {
        bytes.push(tag::OBJECT);
        bytes.extend(((5 + key.len() + level * header + inner.len()) as u32).to_le_bytes());
        bytes.extend(b"\x01\0\0\0");
        bytes.push(key.len() as u8);
        bytes.extend(key.as_bytes());
    }
    bytes.extend(inner);
    bytes
}

#[test]
fn arguments_may_be_as_deep_as_the_limit() {
    let schema = compiled(&schema("{type: 'object', properties: {a: {$ref: '#'}}}"));
    let object = [tag::OBJECT, 4, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(outcome_by(&schema, &nested(DEEPEST - 1, "a", &object)), "accepted");
    let begun = Instant::now();
    let refused = outcome_by(&schema, &nested(1_000, "a", &[tag::INT32, 1, 0, 0, 0]));
    assert!(refused.ends_with("a.a: expected object, got integer"), "{refused}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    let deeper = outcome_by(&schema, &nested(DEEPEST + 1, "a", &[tag::NULL]));
    assert_eq!(deeper, "threw: The arguments are nested deeper than 10000 levels");
}

#[test]
fn a_deep_schema_ends_in_a_verdict_or_an_error() {
    for keyword in [
        "not",
        "items",
        "properties",
        "additionalProperties",
        "if",
        "contains",
        "$ref",
        "allOf",
        "unevaluatedItems",
    ] {
        for depth in [1_000, DEEPEST - 1] {
            let begun = Instant::now();
            let mut out = Vec::new();
            match compiled(&nested(depth, keyword, &[tag::TRUE])).validate(&arguments("{}"), &mut out) {
                Verdict::Accepted | Verdict::Changed => {}
                Verdict::Refused => assert!(out.ends_with(b"schema in not"), "{keyword}"),
                verdict => assert_eq!(verdict, Verdict::Threw(TOO_DEEP[7..].to_owned()), "{keyword}"),
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{keyword}");
        }
    }
}

#[test]
fn references_that_go_round_end() {
    for schema in [
        "{$ref: '#'}",
        "{allOf: [{$ref: '#'}]}",
        "{$ref: '#/$defs/a', $defs: {a: {$ref: '#/$defs/b'}, b: {$ref: '#/$defs/a'}}}",
        "{not: {$ref: '#'}}",
        "{$dynamicRef: '#'}",
        "{$dynamicAnchor: 'a', $dynamicRef: '#a'}",
        "{unevaluatedProperties: {}, allOf: [{$ref: '#'}]}",
    ] {
        assert_eq!(outcome(schema, "{}"), TOO_DEEP, "{schema}");
    }
    let begun = Instant::now();
    let twice = "{$ref: '#/$defs/A', $defs: {A: {anyOf: [{$ref: '#/$defs/A'}, {$ref: '#/$defs/A'}, {anyOf: [{const: false}, {const: 'b'}]}]}}}";
    assert!(outcome(twice, "'x'").starts_with("threw: "));
    assert!(begun.elapsed() < Duration::from_secs(60));
    // Members that are a bare type are looked at first.
    assert_eq!(outcome("{anyOf: [{$ref: '#'}, {type: 'object'}]}", "{}"), "accepted");
    assert_eq!(outcome("{if: {$ref: '#'}}", "{}"), "accepted");
}

#[test]
fn a_schema_that_holds_itself_is_gone_through_once() {
    assert_eq!(
        outcome("{properties: {a: @0, b: {type: 'integer'}}}", "{a: {a: {b: '1'}}}"),
        "{a: {a: {b: 1}}}"
    );
    assert_eq!(outcome("{allOf: [@0]}", "{}"), TOO_DEEP);
}

#[test]
fn arguments_that_hold_themselves_end_where_the_schema_does() {
    assert_eq!(
        outcome("{properties: {a: {properties: {a: {required: ['b']}}}}}", "{a: @0}"),
        "a.a.b: missing"
    );
    assert_eq!(outcome("{properties: {a: {$ref: '#'}}}", "{a: @0}"), TOO_DEEP);
    assert_eq!(
        outcome("{properties: {a: {uniqueItems: true}}}", "{a: [@1, @1]}"),
        "a: expected unique items"
    );
}

#[test]
fn work_that_doubles_at_every_step_is_given_up() {
    let mut definitions = String::new();
    for step in 0..60 {
        let next = format!("{{$ref: '#/$defs/s{}'}}", step + 1);
        definitions += &format!("s{step}: {{allOf: [{next}, {next}]}}, ");
    }
    let schema = format!("{{$ref: '#/$defs/s0', $defs: {{{definitions} s60: true}}}}");
    let begun = Instant::now();
    assert_eq!(outcome(&schema, "{}"), "threw: The tool's schema takes too long to check");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_recursive_union_takes_time_by_the_size_of_the_value() {
    let tree = "{$defs: {T: {anyOf: [{type: 'object', properties: {c: {$ref: '#/$defs/T'}, x: {type: 'integer'}}, required: ['x']}, {type: 'object', properties: {c: {$ref: '#/$defs/T'}, y: {type: 'integer'}}, required: ['y']}]}}, $ref: '#/$defs/T'}";
    let value = format!("{}'leaf'{}", "{c: ".repeat(12), "}".repeat(12));
    let begun = Instant::now();
    assert!(outcome(tree, &value).contains("x: missing"));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_array_of_holes_is_given_up() {
    let holes = [tag::IRREGULAR_ARRAY, 8, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0];
    for source in ["{items: {type: 'integer'}}", "{uniqueItems: true}", "{contains: {}}"] {
        let outcome = outcome_by(&compiled(&schema(source)), &holes);
        assert_eq!(outcome, "threw: The tool's schema takes too long to check", "{source}");
    }
}

#[test]
fn many_schemas_that_cannot_be_compiled_take_bounded_time() {
    let begun = Instant::now();
    let deep = nested(DEEPEST - 2, "not", &[tag::NULL]);
    let condition = [&nested(1, "if", &deep)[..]].concat();
    let _ = outcome_by(&compiled(&condition), &arguments("{}"));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn cut_and_changed_bytes_do_not_panic() {
    let schema = schema(
        "{$id: 'x', type: 'object', properties: {a: {type: ['string', 'null'], pattern: 'a'}, b: {$ref: '#/properties/a'}}, anyOf: [{const: [1]}, true], unevaluatedProperties: false}",
    );
    let arguments = arguments("{a: 'abc', b: null, c: [1, 2.5, {}]}");
    let good = compiled(&schema);
    for at in 0..arguments.len() {
        for byte in [0, 1, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 19, 255] {
            let mut changed = arguments.clone();
            changed[at] = byte;
            good.validate(&changed, &mut Vec::new());
        }
        good.validate(&arguments[..at], &mut Vec::new());
    }
    for at in 0..schema.len() {
        for byte in [0, 1, 4, 6, 7, 9, 10, 11, 12, 13, 15, 16, 18, 19, 255] {
            let mut changed = schema.clone();
            changed[at] = byte;
            if let Ok(schema) = Schema::compile(&changed, Edition::default(), Release::default()) {
                schema.validate(&arguments, &mut Vec::new());
            }
        }
    }
}
