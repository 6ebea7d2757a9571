//! Schemas and arguments made to hurt: deep, cyclic, exponential, cut.

use std::time::{Duration, Instant};

use super::wire_of::{key_of, sized, wire_of};
use super::{Host, compiled, outcome, outcome_of};
use crate::validate::wire::{DEEPEST, tag};
use crate::validate::{Edition, Schema};

const TOO_DEEP: &str = "threw: Maximum call stack size exceeded";

fn nested(depth: usize, before: &str, inner: &str, after: &str) -> String {
    [before.repeat(depth), inner.to_owned(), after.repeat(depth)].concat()
}

/// `nested` as bytes: serde_json refuses depth.
fn nested_objects(depth: usize, key: &str, inner: &[u8]) -> Vec<u8> {
    let key = key_of(key);
    let header = 9 + key.len();
    let mut bytes = Vec::with_capacity(depth * header + inner.len());
    for level in (0..depth).rev() {
        bytes.push(tag::OBJECT);
        bytes.extend(((4 + key.len() + level * header + inner.len()) as u32).to_le_bytes());
        bytes.extend(b"\x01\0\0\0");
        bytes.extend(&key);
    }
    bytes.extend(inner);
    bytes
}

#[test]
fn a_schema_may_be_fifty_levels_deep() {
    let schema = nested(50, r#"{"properties":{"a":"#, r#"{"type":"object"}"#, "}}");
    let arguments = nested(50, r#"{"a":"#, "1", "}");
    let path = vec!["a"; 50].join(".");
    assert_eq!(outcome_of(&schema, &arguments), format!("{path}: must be object"));
}

#[test]
fn arguments_may_be_as_deep_as_the_limit() {
    let schema = wire_of(r##"{"properties":{"a":{"$ref":"#"}},"type":"object"}"##);
    let depth = DEEPEST - 1;
    assert_eq!(outcome(&schema, &nested_objects(depth, "a", &sized(&[tag::OBJECT], &[0; 4]))), "accepted");
    let refused = outcome(&schema, &nested_objects(depth, "a", &[tag::INT32, 1, 0, 0, 0]));
    assert!(refused.ends_with("a.a: must be object"), "{}", &refused[..100]);
    let deeper = outcome(&schema, &nested_objects(depth + 2, "a", &[tag::NULL]));
    assert_eq!(deeper, "threw: The arguments are nested deeper than 10000 levels");
}

#[test]
fn a_deep_schema_ends_in_a_verdict_or_an_error() {
    for keyword in ["not", "items", "properties", "additionalProperties", "if", "contains", "$ref", "anyOf"] {
        for depth in [1_000, DEEPEST - 1] {
            let schema = nested_objects(depth, keyword, &[tag::TRUE]);
            let outcome = outcome(&schema, &wire_of("{}"));
            assert!(
                outcome == "accepted" || outcome == TOO_DEEP || outcome.ends_with("not be valid"),
                "{outcome}"
            );
        }
    }
}

#[test]
fn an_object_that_holds_itself_is_no_schema() {
    // {properties: {a: <itself>}}
    let inner =
        sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of("a").as_slice(), &[tag::SEEN, 0, 0, 0, 0]].concat());
    let schema = sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of("properties").as_slice(), &inner].concat());
    assert_eq!(outcome(&schema, &wire_of("{}")), TOO_DEEP);
}

#[test]
fn arguments_that_hold_themselves_end_where_the_schema_does() {
    // {a: <itself>}
    let arguments =
        sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of("a").as_slice(), &[tag::SEEN, 0, 0, 0, 0]].concat());
    let schema = r#"{"properties":{"a":{"properties":{"a":{"required":["b"]}}}}}"#;
    assert_eq!(outcome(&wire_of(schema), &arguments), "a.a.b: must have required properties b");
    assert_eq!(outcome(&wire_of(r##"{"properties":{"a":{"$ref":"#"}}}"##), &arguments), TOO_DEEP);
    let unique = wire_of(r#"{"properties":{"a":{"uniqueItems":true}}}"#);
    let list = sized(&[tag::ARRAY], b"\x01\0\0\0\x0C\x01\0\0\0");
    let arguments = sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of("a").as_slice(), &list].concat());
    assert_eq!(outcome(&unique, &arguments), TOO_DEEP);
}

#[test]
fn references_that_go_round_end() {
    for schema in [
        r##"{"$ref":"#"}"##,
        r##"{"allOf":[{"$ref":"#"}]}"##,
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
        r##"{"not":{"$ref":"#"}}"##,
        r##"{"if":{"$ref":"#"}}"##,
        r##"{"$recursiveRef":"#"}"##,
        r##"{"$dynamicRef":"#"}"##,
    ] {
        assert_eq!(outcome_of(schema, "{}"), TOO_DEEP, "{schema}");
    }
    assert_eq!(outcome_of(r##"{"anyOf":[{"type":"object"},{"$ref":"#"}]}"##, "{}"), "accepted");
    assert_eq!(outcome_of(r##"{"type":"array","$ref":"#"}"##, "{}"), TOO_DEEP);
}

#[test]
fn work_that_doubles_at_every_step_is_given_up() {
    let mut definitions = String::new();
    for step in 0..60 {
        let next = step + 1;
        definitions += &format!(
            r##""s{step}":{{"allOf":[{{"$ref":"#/$defs/s{next}"}},{{"$ref":"#/$defs/s{next}"}}]}},"##
        );
    }
    let schema = format!(r##"{{"$ref":"#/$defs/s0","$defs":{{{definitions}"s60":true}}}}"##);
    let begun = Instant::now();
    assert_eq!(outcome_of(&schema, "{}"), "threw: The tool's schema takes too long to check");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn bases_that_grow_without_end_are_given_up() {
    let schema = r##"{"$id":"http://x.example/","properties":{"a":{"$id":"b/","properties":{"a":{"$ref":"c"}}},"d":{"$id":"b/c","properties":{"a":{"$ref":"#"}}}}}"##;
    let _ = outcome_of(schema, r#"{"a":{"a":{}},"d":{"a":{}}}"#);
}

#[test]
fn many_references_to_nothing_take_bounded_time() {
    let properties: Vec<_> = (0..2_000).map(|n| format!(r##""p{n}":{{"$ref":"#/nowhere/{n}"}}"##)).collect();
    let schema = format!(r#"{{"properties":{{{}}}}}"#, properties.join(","));
    let begun = Instant::now();
    assert_eq!(outcome_of(&schema, r#"{"p7":1}"#), "p7: schema is false");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn cut_and_changed_bytes_do_not_panic() {
    let schema = wire_of(
        r##"{"$id":"x","type":"object","properties":{"a":{"type":["string","null"],"pattern":"a"},"b":{"$ref":"#/properties/a"}},"anyOf":[{"const":[1]},true],"unevaluatedProperties":false}"##,
    );
    let arguments = wire_of(r#"{"a":"abc","b":null,"c":[1,2.5,{}]}"#);
    let good = compiled(&schema);
    for at in 0..arguments.len() {
        for byte in [0, 1, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 19, 255] {
            let mut changed = arguments.clone();
            changed[at] = byte;
            good.validate(&changed, &mut Host, &mut Vec::new());
        }
        good.validate(&arguments[..at], &mut Host, &mut Vec::new());
    }
    for at in 0..schema.len() {
        for byte in [0, 1, 4, 6, 7, 9, 10, 11, 12, 13, 15, 16, 18, 19, 255] {
            let mut changed = schema.clone();
            changed[at] = byte;
            if let Ok(schema) = Schema::compile(&changed, Edition::default()) {
                schema.validate(&arguments, &mut Host, &mut Vec::new());
            }
        }
    }
}
