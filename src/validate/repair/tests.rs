//! What is parsed, and what is left alone.

use super::Repair;
use crate::validate::source::Source;
use crate::validate::tests::wire_of::{json_of, wire_of};

fn repaired(schema: &str, arguments: &str) -> Option<String> {
    let source = Source::read(wire_of(schema).into()).expect("it is well formed");
    let mut out = Vec::new();
    Repair::compile(&source).apply(&wire_of(arguments), &mut out).then(|| json_of(&out))
}

#[test]
fn text_is_parsed_where_an_array_or_object_is_wanted() {
    let schema = r##"{"type":"object","properties":{
        "list":{"type":"array","items":{"type":"object","properties":{"tags":{"type":["array","null"]}}}},
        "map":{"$ref":"#/$defs/map"},
        "one":{"anyOf":[{"type":"array"},{"type":"null"}]},
        "both":{"oneOf":[{"type":"array"},{"type":"object"}]}
    },"$defs":{"map":{"type":"object"}}}"##;
    for (arguments, expected) in [
        (r#"{"list":"[1]"}"#, r#"{"list":[1]}"#),
        (r#"{"list":[{"tags":"[\"a\"]"}]}"#, r#"{"list":[{"tags":["a"]}]}"#),
        (r#"{"list":"[{\"tags\":\"[1]\"}]"}"#, r#"{"list":[{"tags":[1]}]}"#),
        (r#"{"map":" {\"a\": null} "}"#, r#"{"map":{"a":null}}"#),
        (r#"{"one":"[]","both":"{}"}"#, r#"{"one":[],"both":{}}"#),
    ] {
        assert_eq!(repaired(schema, arguments).as_deref(), Some(expected), "{arguments}");
    }
}

#[test]
fn arguments_that_are_text_as_a_whole_are_parsed() {
    assert_eq!(repaired(r#"{"type":"object"}"#, r#""{\"a\":1}""#).as_deref(), Some(r#"{"a":1}"#));
}

#[test]
fn text_that_is_wanted_or_is_no_such_json_is_never_touched() {
    for (wanted, text) in [
        (r#"{"type":"string"}"#, "[1]"),
        (r#"{"type":["string","array"]}"#, "[1]"),
        (r#"{"anyOf":[{"type":"array"},{"type":"string"}]}"#, "[1]"),
        (r#"{"anyOf":[{"type":"array"},{}]}"#, "[1]"),
        (r#"{"enum":["[1]"]}"#, "[1]"),
        ("{}", "[1]"),
        ("true", "[1]"),
        (r#"{"type":"array"}"#, "[1"),
        (r#"{"type":"array"}"#, "{}"),
        (r#"{"type":"object"}"#, "null"),
        (r#"{"type":"array"}"#, "1, 2"),
    ] {
        let schema = format!(r#"{{"type":"object","properties":{{"a":{wanted}}}}}"#);
        let arguments = format!(r#"{{"a":{}}}"#, serde_json::to_string(text).expect("text"));
        assert_eq!(repaired(&schema, &arguments), None, "{wanted} {text}");
    }
}

#[test]
fn schemas_that_refer_to_themselves_come_to_an_end() {
    for schema in [
        r##"{"$ref":"#"}"##,
        r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}],"properties":{"a":{"$ref":"#"}}}"##,
        r##"{"anyOf":[{"$ref":"#"}]}"##,
    ] {
        assert_eq!(repaired(schema, r#"{"a":{"a":"[1]"}}"#), None);
    }
    let tree = r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##;
    assert_eq!(repaired(tree, r#"{"a":{"a":"{}"}}"#).as_deref(), Some(r#"{"a":{"a":{}}}"#));
}
