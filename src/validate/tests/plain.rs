//! What the scan takes upon itself, and what it leaves to the exact passes.

use super::compiled;
use super::wire_of::{sized, wire_of};
use crate::validate::Edition;
use crate::validate::pi_schema::{self, Release};
use crate::validate::wire::tag;

fn scanned(schema: &str, arguments: &[u8]) -> bool {
    let schema = compiled(&wire_of(schema));
    schema.plain.as_ref().is_some_and(|plain| plain.accepts(schema.program.as_ref().unwrap(), arguments))
}

fn hold(cases: &[(&str, &str, bool)]) {
    for (schema, arguments, expected) in cases {
        assert_eq!(scanned(schema, &wire_of(arguments)), *expected, "{schema} {arguments}");
    }
}

#[test]
fn plain_arguments_are_accepted() {
    let read = r#"{"type":"object","required":["path"],"properties":{"path":{"type":"string"},"offset":{"type":"number","minimum":1}}}"#;
    let edits = r#"{"properties":{"edits":{"type":"array","minItems":1,"items":{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":["a"],"additionalProperties":false}}}}"#;
    hold(&[
        (read, r#"{"path":"a","offset":2}"#, true),
        (read, r#"{"offset":2,"path":"a","other":[{}]}"#, true),
        (read, r#"{"path":"a","offset":0}"#, false),
        (read, r#"{"path":"a","offset":"2"}"#, false),
        (read, r#"{"offset":2}"#, false),
        (read, "[]", false),
        (edits, r#"{"edits":[{"a":"x"},{"a":"y"}]}"#, true),
        (edits, r#"{"edits":[]}"#, false),
        (edits, r#"{"edits":[{"a":""}]}"#, false),
        (edits, r#"{"edits":[{"a":"x","b":1}]}"#, false),
        (r#"{"properties":{"a":{"enum":["x",1,null]}}}"#, r#"{"a":1}"#, true),
        (r#"{"properties":{"a":{"enum":["x",1,null]}}}"#, r#"{"a":2}"#, false),
        (
            r#"{"properties":{"a":{"type":"string","pattern":"^x","format":"email"}}}"#,
            r#"{"a":"x@y.zz"}"#,
            true,
        ),
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"integer"}}}"##,
            r#"{"a":1}"#,
            true,
        ),
        (r##"{"$ref":"#"}"##, "{}", false),
    ]);
}

#[test]
fn a_union_is_accepted_where_coercion_cannot_prefer_another_member() {
    let either =
        |first: &str, second: &str| format!(r#"{{"properties":{{"a":{{"anyOf":[{first},{second}]}}}}}}"#);
    let (text, number, null) = (r#"{"type":"string"}"#, r#"{"type":"number"}"#, r#"{"type":"null"}"#);
    let list = r#"{"type":"array"}"#;
    let kind = |kind: &str| {
        format!(r#"{{"type":"object","properties":{{"kind":{{"const":"{kind}"}}}},"required":["kind"]}}"#)
    };
    for (schema, arguments, expected) in [
        (either(text, null), r#"{"a":"x"}"#, true),
        // The first member would turn it into the empty text.
        (either(text, null), r#"{"a":null}"#, false),
        (either(list, null), r#"{"a":null}"#, true),
        (either(number, text), r#"{"a":"word"}"#, true),
        (either(number, text), r#"{"a":"5"}"#, false),
        (either(text, list), r#"{"a":[1]}"#, true),
        (either(&kind("x"), &kind("y")), r#"{"a":{"kind":"y"}}"#, true),
        (either(&kind("x"), &kind("y")), r#"{"a":{"kind":"z"}}"#, false),
        (either("true", text), r#"{"a":"x"}"#, false),
        (either(text, r#"{"minLength":1}"#).replace("anyOf", "oneOf"), r#"{"a":"x"}"#, false),
        (either(text, number).replace("anyOf", "oneOf"), r#"{"a":"x"}"#, true),
    ] {
        assert_eq!(scanned(&schema, &wire_of(arguments)), expected, "{schema} {arguments}");
    }
}

#[test]
fn what_may_change_or_surprise_is_left_to_the_exact_passes() {
    hold(&[
        (r#"{"properties":{"toString":{"type":"string"}}}"#, "{}", false),
        (r#"{"required":["valueOf"]}"#, "{}", false),
        (r#"{"type":"object"}"#, r#"{"__proto__":{}}"#, true),
        (r#"{"properties":{}, "required":["a"]}"#, r#"{"a":1,"__proto__":{}}"#, false),
        (r#"{"properties":{"a":{"type":"string"},"b":5}}"#, r#"{"a":"x"}"#, false),
        (r#"{"not":{"type":"array"}}"#, "{}", false),
        (r#"{"properties":{"a":{}},"unevaluatedProperties":false}"#, r#"{"a":1}"#, false),
    ]);
    // The same object twice: a union would put a clone in its place.
    let shared =
        [b"\x02\0\0\0\x01a", sized(&[tag::OBJECT], &[0; 4]).as_slice(), b"\x01b\x0C\x01\0\0\0"].concat();
    let shared = sized(&[tag::OBJECT], &shared);
    assert!(scanned("{}", &shared));
    assert!(!scanned(r#"{"properties":{"a":{"anyOf":[{"type":"object"}]}}}"#, &shared));
}

/// The members that a second look replaces, the same by both engines, or nothing.
fn mended(schema: &str, arguments: &str) -> Option<Vec<u8>> {
    let (schema, arguments) = (wire_of(schema), wire_of(arguments));
    let (mut by_typebox, mut by_pi_schema) = (Vec::new(), Vec::new());
    let mends = compiled(&schema).mends_at_sight(&arguments, &mut by_typebox);
    let other = pi_schema::Schema::compile(&schema, Edition::default(), Release::default()).unwrap();
    assert_eq!(other.mends_at_sight(&arguments, &mut by_pi_schema), mends);
    assert_eq!(by_typebox, by_pi_schema);
    mends.then_some(by_typebox)
}

#[test]
fn texts_where_a_number_or_a_boolean_is_wanted_are_mended() {
    let read = r#"{"type":"object","required":["path"],"properties":{"path":{"type":"string"},"limit":{"type":"integer","minimum":1},"all":{"type":"boolean"}}}"#;
    let limit = |number: u8| [b"\x05limit", [tag::INT32, number, 0, 0, 0].as_slice()].concat();
    assert_eq!(
        mended(read, r#"{"path":"5","limit":"5"}"#),
        Some([1_u32.to_le_bytes().as_slice(), &limit(5)].concat())
    );
    assert_eq!(
        mended(read, r#"{"all":"true","limit":"7","path":"x"}"#),
        Some([2_u32.to_le_bytes().as_slice(), b"\x03all", &[tag::TRUE], &limit(7)].concat())
    );
    for arguments in [
        r#"{"limit":"5"}"#,
        r#"{"path":"x","limit":"0"}"#,
        r#"{"path":"x","limit":"5.5"}"#,
        r#"{"path":"x","limit":"word"}"#,
        r#"{"path":"x","all":"1"}"#,
        r#"{"path":5,"limit":"5"}"#,
        "[]",
        "5",
    ] {
        assert_eq!(mended(read, arguments), None, "{arguments}");
    }
    for schema in [
        r#"{"properties":{"a":{"type":"number"}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number","enum":[5]}}}"#,
        r#"{"type":"object","properties":{"a":{"anyOf":[{"type":"number"}]}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number","not":{}}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number"}},"allOf":[{"maxProperties":0}]}"#,
        r#"{"type":"object","properties":{"a":{"type":"number"}},"minProperties":2}"#,
    ] {
        assert_eq!(mended(schema, r#"{"a":"5"}"#), None, "{schema}");
    }
}
