//! What each pass, each keyword and each line does, as pi-schema 1.6.0 does it.

use super::super::{Release, Schema};
use super::{hold, outcome, outcome_by};
use crate::validate::Edition;
use crate::validate::notation::{arguments, schema};

#[test]
fn null_is_dropped_where_it_may_be_left_out() {
    hold(&[
        ("{properties: {a: {type: 'string'}}}", "{a: null}", "{}"),
        ("{properties: {a: {type: 'string'}}, required: ['a']}", "{a: null}", "{a: 'null'}"),
        ("{properties: {a: {type: ['string', 'null']}}}", "{a: null}", "accepted"),
        ("{properties: {a: {$ref: '#/$defs/A'}}, $defs: {A: {type: 'string'}}}", "{a: null}", "{a: 'null'}"),
        ("{additionalProperties: {properties: {b: {type: 'string'}}}}", "{a: {b: null}}", "{a: {}}"),
        ("{items: {properties: {b: {type: 'string'}}}}", "[{b: null}]", "[{}]"),
    ]);
}

#[test]
fn scalars_convert_to_the_type() {
    let a = |schema: &str, value: &str| {
        outcome(
            &format!("{{type: 'object', properties: {{a: {schema}}}, required: ['a']}}"),
            &format!("{{a: {value}}}"),
        )
    };
    for (schema, value, expected) in [
        ("{type: 'string'}", "5", "{a: '5'}"),
        ("{type: 'string'}", "true", "{a: 'true'}"),
        ("{type: 'string'}", "undefined", "{a: ''}"),
        ("{type: 'number'}", "''", "{a: 0}"),
        ("{type: 'number'}", "'TRUE'", "{a: 1}"),
        ("{type: 'number'}", "'12n'", "{a: 12}"),
        ("{type: 'number'}", "'ten'", "a: expected number, got string"),
        ("{type: 'number'}", "NaN", "a: expected number, got NaN"),
        ("{type: 'integer'}", "'3.5'", "{a: 3}"),
        ("{type: 'integer'}", "-3.5", "{a: -3}"),
        ("{type: 'boolean'}", "'FALSE'", "{a: false}"),
        ("{type: 'boolean'}", "2", "a: expected boolean, got integer"),
        ("{type: 'null'}", "'undefined'", "{a: null}"),
        ("{type: 'bigint'}", "'12.9'", "{a: 12n}"),
        ("{type: 'bigint', minimum: 13n}", "12", "a: expected >= 13"),
        ("{type: 'undefined'}", "0", "{a: undefined}"),
        ("{type: ['integer', 'null']}", "'4'", "{a: 4}"),
        ("{type: ['integer', 'boolean']}", "''", "a: expected integer or boolean, got string"),
        ("{const: 5}", "'5'", "{a: 5}"),
        ("{enum: [1, 'x', true]}", "'TRUE'", "{a: 1}"),
        ("{enum: ['1', 'x']}", "1", "{a: '1'}"),
    ] {
        // An undefined member counts as absent in conversion.
        let expected = if value == "undefined" { "a: missing" } else { expected };
        assert_eq!(a(schema, value), expected, "{schema} {value}");
    }
}

#[test]
fn a_single_value_becomes_an_array() {
    hold(&[
        ("{properties: {a: {type: 'array', items: {type: 'integer'}}}}", "{a: '5'}", "{a: [5]}"),
        ("{properties: {a: {items: {type: 'integer'}}}}", "{a: 5}", "{a: [5]}"),
        (
            "{properties: {a: {type: 'array', prefixItems: [{type: 'integer'}]}}}",
            "{a: 5}",
            "a: expected array, got integer",
        ),
        (
            "{properties: {a: {type: 'array', items: [{type: 'integer'}]}}}",
            "{a: ['5', '6']}",
            "{a: [5, '6']}",
        ),
        ("{properties: {a: {type: 'array', items: {type: 'string'}}}}", "{a: [1,,2]}", "{a: ['1', '', '2']}"),
    ]);
}

#[test]
fn unions_keep_what_fits_and_else_take_the_first_that_does() {
    hold(&[
        ("{properties: {a: {anyOf: [{type: 'string'}, {type: 'number'}]}}}", "{a: 5}", "accepted"),
        ("{properties: {a: {anyOf: [{type: 'integer'}, {type: 'boolean'}]}}}", "{a: 'true'}", "{a: 1}"),
        ("{properties: {a: {oneOf: [{type: 'boolean'}, {type: 'integer'}]}}}", "{a: 'true'}", "{a: true}"),
        ("{properties: {a: {anyOf: [{const: 'x'}, {const: 5}]}}}", "{a: '5'}", "{a: 5}"),
        (
            "{allOf: [{properties: {a: {type: 'integer'}}}, {properties: {b: {type: 'string'}}}]}",
            "{a: '1', b: 2}",
            "{a: 1, b: '2'}",
        ),
    ]);
}

#[test]
fn what_conversion_shares_stays_shared() {
    let shared = "{properties: {a: {$ref: '#/$defs/A'}, b: {$ref: '#/$defs/A'}}, $defs: {A: {properties: {n: {type: 'integer'}}}}}";
    let mut out = Vec::new();
    let compiled = super::compiled(&schema(shared));
    let verdict = compiled.validate(&arguments("{a: {n: '1'}, b: @1}"), &mut out);
    assert_eq!(verdict, crate::validate::Verdict::Changed);
    assert_eq!(out.iter().filter(|byte| **byte == crate::validate::wire::tag::SEEN).count(), 1);
}

#[test]
fn every_failure_has_its_line() {
    let read = "{type: 'object', properties: {path: {type: 'string', minLength: 1}, offset: {type: 'integer', minimum: 1}, mode: {enum: ['text', 'binary']}}, required: ['path', 'mode'], additionalProperties: false}";
    let tree = "{properties: {a: {type: 'array', items: {$ref: '#'}, maxItems: 2, uniqueItems: true}, n: {type: 'integer'}}}";
    hold(&[
        (
            read,
            "{offset: 0, extra: true}",
            "path: missing | mode: missing | offset: expected >= 1 | extra: unknown field",
        ),
        (read, "[]", "root: expected object, got array"),
        (
            read,
            "{path: '', mode: 'x'}",
            "path: expected at least 1 characters | mode: expected one of [\"text\",\"binary\"]",
        ),
        (
            tree,
            "{a: [{n: 'x'}, {a: [{n: {}}]}]}",
            "a.0.n: expected integer, got string | a.1.a.0.n: expected integer, got object",
        ),
        (tree, "{a: [{}, {}, {}]}", "a: expected at most 2 items | a: expected unique items"),
        ("{required: ['', 'a/b', 'a~1']}", "{}", ": missing | a/b: missing | a~1: missing"),
        ("{properties: {a: false}}", "{a: 1}", "a: no value is allowed here"),
        ("{const: {a: [1, 'x']}}", "{}", "root: expected {\"a\":[1,\"x\"]}"),
        ("{not: {}}", "{}", "root: must not match the schema in not"),
        ("{propertyNames: {maxLength: 1}}", "{ab: 1}", "ab: invalid property name"),
        ("{minProperties: 2}", "{a: 1}", "root: expected at least 2 properties"),
        (
            "{dependentRequired: {a: ['b', 'c']}}",
            "{a: 1}",
            "b: required when a is present | c: required when a is present",
        ),
        (
            "{items: {type: 'integer'}, contains: {const: 1}}",
            "[2]",
            "root: expected at least 1 matching item",
        ),
        (
            "{contains: {const: 1}, minContains: 0, maxContains: 1}",
            "[1, 1]",
            "root: expected at most 1 matching item",
        ),
        (
            "{contains: {const: 1}, minContains: 2, maxContains: 3}",
            "[1]",
            "root: expected between 2 and 3 matching items",
        ),
        (
            "{type: 'string', pattern: '^a', format: 'ipv4'}",
            "'b'",
            "root: expected to match ^a | root: expected format ipv4",
        ),
        ("{if: {required: ['a']}, then: {required: ['b']}}", "{a: 1}", "b: missing"),
        ("{properties: {a: {}}, unevaluatedProperties: false}", "{a: 1, b: 2}", "b: unknown field"),
        ("{prefixItems: [{}], unevaluatedItems: false}", "[1, 2]", "1: unexpected item"),
        ("{minimum: NaN}", "5", "root: invalid"),
        ("{maximum: 5}", "-Infinity", "root: invalid"),
        ("{minimum: 5}", "NaN", "root: invalid"),
    ]);
}

#[test]
fn a_long_list_is_cut() {
    let values = (0..22).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    let listed = (0..20).map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    let expected = format!("root: expected one of [{listed}, ... and 2 more]");
    assert_eq!(outcome(&format!("{{enum: [{values}]}}"), "'x'"), expected);
}

#[test]
fn a_union_blames_the_member_that_was_meant() {
    let kinds = "{anyOf: [{type: 'object', properties: {kind: {const: 'text'}, text: {type: 'string'}}, required: ['kind', 'text']}, {type: 'object', properties: {kind: {const: 'image'}, width: {type: 'integer'}}, required: ['kind']}]}";
    let likely = "{anyOf: [{type: 'object', properties: {a: {type: 'integer'}, b: {type: 'integer'}}, additionalProperties: false}, {type: 'object', properties: {a: {type: 'integer'}, c: {type: 'object', properties: {d: {type: 'integer'}}}}}]}";
    hold(&[
        (kinds, "{kind: 'image', width: 'x'}", "width: expected integer, got string"),
        (kinds, "{kind: 'video'}", "kind: expected one of [\"text\",\"image\"]"),
        (likely, "{a: 'x', b: 'y'}", "a: expected integer, got string | b: expected integer, got string"),
        (likely, "{c: {d: 'x'}}", "c.d: expected integer, got string"),
        ("{oneOf: [{}, true]}", "{}", "root: matches more than one alternative"),
        ("{anyOf: []}", "{}", "root: matches no alternative"),
    ]);
}

#[test]
fn references_lead_where_uris_say() {
    hold(&[
        (
            "{$ref: '#/$defs/a~1b', $defs: {'a/b': {type: 'integer'}}}",
            "{}",
            "root: expected integer, got object",
        ),
        (
            "{$ref: '#x', $defs: {A: {$anchor: 'x', type: 'integer'}}}",
            "{}",
            "root: expected integer, got object",
        ),
        (
            "{$ref: 'tree', $defs: {A: {$id: 'tree', type: 'integer'}}}",
            "{}",
            "root: expected integer, got object",
        ),
        (
            "{$id: 'schemas/tool.json', $ref: '#/$defs/A', $defs: {A: {type: 'integer'}}}",
            "{}",
            "root: expected integer, got object",
        ),
        ("{properties: {a: {$ref: '#/nowhere'}}}", "{b: 1}", "accepted"),
        ("{properties: {a: {$ref: '#/nowhere'}}}", "{a: 1}", "a: unresolved reference #/nowhere"),
        (
            "{$ref: '#/type', type: 'object'}",
            "{}",
            "threw: A schema must be an object or a boolean, got \"object\"",
        ),
        (
            "{$id: 'x', $dynamicRef: '#A', $defs: {A: {$dynamicAnchor: 'A', type: 'integer'}}}",
            "{}",
            "root: does not match the dynamically referenced schema",
        ),
    ]);
}

#[test]
fn a_schema_that_is_none_throws() {
    hold(&[
        ("{properties: {a: null}}", "{}", "threw: A schema must be an object or a boolean, got null"),
        ("{items: 5}", "{}", "threw: A schema must be an object or a boolean, got 5"),
        ("{allOf: [['x']]}", "{}", "threw: A schema must be an object or a boolean, got [\"x\"]"),
        ("true", "{}", "threw: Invalid value used as weak map key"),
        // What nobody looks into is not compiled.
        ("{then: null, $defs: {A: 5}}", "{}", "accepted"),
        ("{if: null}", "{}", "accepted"),
        ("{if: null, type: 'string'}", "{}", "root: expected string, got object"),
        ("{if: null, minProperties: 1}", "{}", "threw: A schema must be an object or a boolean, got null"),
    ]);
}

#[test]
fn patterns_do_without_the_flag_where_they_must() {
    hold(&[
        ("{pattern: '^\\p{L}$'}", "'é'", "accepted"),
        ("{pattern: '^[\\w-\\.]+$'}", "'a-b'", "accepted"),
        // Without the flag a character beyond U+FFFF is two.
        ("{pattern: '^..\\-?$'}", "'😀'", "accepted"),
        ("{pattern: '^.$'}", "'😀'", "accepted"),
    ]);
    let illegal = super::compiled(&schema("{pattern: '('}"));
    let patterns: Vec<_> = illegal.patterns().map(|pattern| pattern.to_string_lossy().into_owned()).collect();
    assert_eq!(patterns, ["("]);
}

#[test]
fn multiples_are_exact() {
    hold(&[
        ("{type: 'number', multipleOf: 0.0001}", "0.0075", "accepted"),
        ("{type: 'number', multipleOf: 0.1}", "0.35", "root: expected a multiple of 0.1"),
        ("{multipleOf: 2n}", "5n", "root: expected a multiple of 2"),
    ]);
}

#[test]
fn the_first_release_takes_what_is_not_finite() {
    let outcome = |source: &str, values: &str| {
        let schema = Schema::compile(&schema(source), Edition::default(), Release::V1_5_0).unwrap();
        outcome_by(&schema, &arguments(values))
    };
    assert_eq!(outcome("{type: 'number'}", "NaN"), "accepted");
    assert_eq!(outcome("{type: 'bigint'}", "5n"), "root: expected bigint, got bigint");
    assert_eq!(outcome("{properties: {a: {}}, required: ['a']}", "{a: undefined}"), "a: missing");
    assert_eq!(
        outcome("{$id: 'schemas/tool.json', $ref: '#/$defs/A', $defs: {A: {}}}", "{}"),
        "root: invalid"
    );
}

#[test]
fn a_required_member_may_be_undefined_where_its_schema_takes_that() {
    hold(&[
        ("{properties: {a: {}}, required: ['a']}", "{a: undefined}", "accepted"),
        ("{properties: {a: {type: 'string'}}, required: ['a']}", "{a: undefined}", "a: missing"),
        ("{required: ['a']}", "{a: undefined}", "accepted"),
    ]);
}

#[test]
fn a_text_that_was_left_out_is_asked_for_only_where_it_decides() {
    let left_out: &[u8] = b"\x08\0\0\0\0\x46\0\0\0";
    for (source, expected) in [
        ("{type: 'string'}", "accepted"),
        ("{type: 'string', minLength: 35}", "accepted"),
        ("{type: 'string', minLength: 71}", "text wanted"),
        ("{type: 'string', maxLength: 34}", "text wanted"),
        ("{type: 'string', maxLength: 35}", "text wanted"),
        ("{type: 'string', maxLength: 70}", "accepted"),
        ("{type: 'string', pattern: 'a'}", "text wanted"),
        ("{type: 'number'}", "text wanted"),
        ("{type: 'boolean'}", "root: expected boolean, got string"),
        ("{type: 'null'}", "root: expected null, got string"),
        ("{enum: ['a', 'b']}", "root: expected one of [\"a\",\"b\"]"),
        ("{anyOf: [{type: 'string'}, {type: 'number'}]}", "accepted"),
    ] {
        assert_eq!(outcome_by(&super::compiled(&schema(source)), left_out), expected, "{source}");
    }
}
