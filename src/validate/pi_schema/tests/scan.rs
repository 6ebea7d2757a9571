//! What the scan takes upon itself, and what it leaves to the exact passes.

use super::compiled;
use crate::validate::notation::{arguments, schema};

fn scanned(source: &str, values: &str) -> bool {
    let schema = compiled(&schema(source));
    let scan = schema.scan.as_ref();
    scan.is_some_and(|scan| {
        scan.accepts(&schema.source, schema.program.as_ref().unwrap(), &arguments(values))
    })
}

#[test]
fn what_fits_is_accepted_without_a_pass() {
    let read = "{type: 'object', required: ['path'], properties: {path: {type: 'string'}, offset: {type: 'number', minimum: 1}}, additionalProperties: false}";
    let tagged = "{oneOf: [{type: 'object', properties: {k: {const: 'a'}}, required: ['k']}, {type: 'object', properties: {k: {const: 'b'}, n: {type: 'integer'}}, required: ['k']}]}";
    for (schema, arguments, expected) in [
        (read, "{path: 'a', offset: 2}", true),
        (read, "{offset: 2, path: 'a'}", true),
        (read, "{path: 'a', offset: 0}", false),
        (read, "{path: 'a', offset: '2'}", false),
        (read, "{path: 'a', other: 1}", false),
        (read, "{offset: 2}", false),
        (read, "[]", false),
        (tagged, "{k: 'b', n: 1}", true),
        (tagged, "{n: 1, k: 'b'}", true),
        (tagged, "{k: 'c'}", false),
        ("{properties: {a: {anyOf: [{type: 'string'}, {type: 'null'}]}}}", "{a: null}", true),
        ("{properties: {a: {oneOf: [{minimum: 1}, {minimum: 5}]}}}", "{a: 3}", true),
        ("{properties: {a: {oneOf: [{minimum: 1}, {minimum: 5}]}}}", "{a: 7}", false),
        ("{properties: {a: {enum: ['x', 1, null]}}}", "{a: 1}", true),
        ("{patternProperties: {'^x': {type: 'string'}}, additionalProperties: false}", "{xa: 'b'}", true),
        ("{patternProperties: {'^x': {type: 'string'}}, additionalProperties: false}", "{ya: 'b'}", false),
        ("{required: ['a', 'a', 'b']}", "{a: 1, b: 2}", true),
        ("{$ref: '#/$defs/A', $defs: {A: {properties: {a: {$ref: '#'}}}}}", "{a: {a: {}}}", true),
        ("{properties: {a: {allOf: [{type: 'string'}, {minLength: 1}]}}}", "{a: 'x'}", true),
    ] {
        assert_eq!(scanned(schema, arguments), expected, "{schema} {arguments}");
    }
}

#[test]
fn what_a_pass_would_change_or_nobody_is_certain_of_is_left() {
    for (schema, arguments) in [
        // A single value becomes an array.
        ("{properties: {a: {items: {}}}}", "{a: 1}"),
        // The object is copied for the sake of NaN.
        ("{type: 'object'}", "{a: NaN}"),
        ("{properties: {a: {}}}", "{a: [NaN]}"),
        // It may be that no way ends.
        ("{properties: {a: {anyOf: [{$ref: '#/properties/a'}, {const: 1}]}}}", "{a: 1}"),
        ("{not: {type: 'string'}}", "{}"),
        ("{unevaluatedProperties: false}", "{}"),
    ] {
        assert!(!scanned(schema, arguments), "{schema} {arguments}");
    }
    assert!(scanned("{properties: {a: {items: {}}}}", "{a: [1]}"));
}

#[test]
fn texts_stay_in_javascript_where_none_decides() {
    for (source, expected) in [
        ("{properties: {a: {type: 'string'}, b: {type: ['integer', 'null']}}}", false),
        ("{properties: {a: {type: 'string', minLength: 1}}}", true),
        ("{properties: {a: {enum: ['x']}}}", true),
        ("{properties: {a: {uniqueItems: true}}}", true),
    ] {
        assert_eq!(compiled(&schema(source)).reads_texts(), expected, "{source}");
    }
}
