//! Each keyword, against what the reference says.

use super::cases::{self, Case};
use super::{Host, compiled, outcome, outcome_of};
use crate::validate::Verdict;
use crate::validate::tests::wire_of::{key_of, sized, wire_of};
use crate::validate::wire::tag;

fn hold(cases: &[Case]) {
    for (schema, arguments, expected) in cases {
        assert_eq!(outcome_of(schema, arguments), *expected, "{schema} {arguments}");
    }
}

#[test]
fn types() {
    hold(cases::TYPES);
}

#[test]
fn keywords_for_objects() {
    hold(cases::OBJECTS);
}

#[test]
fn keywords_for_arrays() {
    hold(cases::ARRAYS);
}

#[test]
fn keywords_for_texts() {
    hold(cases::TEXTS);
}

#[test]
fn keywords_for_numbers() {
    hold(cases::NUMBERS);
}

#[test]
fn const_and_enum() {
    hold(cases::VALUES);
}

#[test]
fn applicators() {
    hold(cases::APPLICATORS);
}

#[test]
fn unevaluated() {
    hold(cases::UNEVALUATED);
}

#[test]
fn references() {
    hold(cases::REFERENCES);
}

/// `{a: <value>}`
fn member_a(value: &[u8]) -> Vec<u8> {
    sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of("a").as_slice(), value].concat())
}

/// `{properties: {a: {<keyword>: <value>}}}`
fn about_a(keyword: &str, value: &[u8]) -> Vec<u8> {
    let schema = sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of(keyword).as_slice(), value].concat());
    let properties = member_a(&schema);
    sized(&[tag::OBJECT], &[b"\x01\0\0\0", key_of("properties").as_slice(), &properties].concat())
}

fn bigint(digits: &str) -> Vec<u8> {
    sized(&[tag::BIGINT], digits.as_bytes())
}

#[test]
fn the_compiled_check_takes_a_bigint_in_the_schema_for_a_number() {
    let schema = about_a("const", &bigint("5"));
    assert_eq!(outcome(&schema, &wire_of(r#"{"a":5}"#)), "accepted");
    // The errors are looked for with the bigint itself, which it is equal to.
    assert_eq!(outcome(&schema, &member_a(&bigint("5"))), "Unknown validation error");
    let schema = about_a("minimum", &bigint("5"));
    assert_eq!(outcome(&schema, &member_a(&bigint("4"))), "a: must be >= 5");
    assert_eq!(outcome(&schema, &member_a(&bigint("9"))), "accepted");
}

#[test]
fn numbers_that_are_not_finite_are_no_numbers() {
    let infinity = [&[tag::DOUBLE], f64::INFINITY.to_le_bytes().as_slice()].concat();
    let schema = wire_of(r#"{"properties":{"a":{"type":"integer","maximum":1}}}"#);
    assert_eq!(outcome(&schema, &member_a(&infinity)), "a: must be integer");
    let schema = wire_of(r#"{"properties":{"a":{"maximum":1}}}"#);
    assert_eq!(outcome(&schema, &member_a(&infinity)), "accepted");
}

#[test]
fn an_optional_member_that_is_undefined_counts_as_absent() {
    let arguments = member_a(&[tag::UNDEFINED]);
    let optional = r#"{"properties":{"a":{"type":"object"}}}"#;
    assert_eq!(outcome(&wire_of(optional), &arguments), "accepted");
    let required = r#"{"required":["a"],"properties":{"a":{"type":"object"}}}"#;
    assert_eq!(outcome(&wire_of(required), &arguments), "a: must be object");
}

#[test]
fn holes_are_passed_over_or_undefined() {
    // [ , 1, , ] under several keywords.
    let item = [key_of("1").as_slice(), &[tag::INT32, 1, 0, 0, 0]].concat();
    let holed = sized(&[tag::IRREGULAR_ARRAY], &[b"\x03\0\0\0\x01\0\0\0", item.as_slice()].concat());
    for (schema, expected) in [
        (r#"{"items":{"type":"object"}}"#, "a.1: must be object"),
        (r#"{"prefixItems":[{"type":"object"}]}"#, "a.0: must be object"),
        (r#"{"uniqueItems":true}"#, "Unknown validation error"),
        (r#"{"minItems":4}"#, "a: must not have fewer than 4 items"),
    ] {
        let schema = wire_of(&format!(r#"{{"properties":{{"a":{schema}}}}}"#));
        assert_eq!(outcome(&schema, &member_a(&holed)), expected, "{schema:?}");
    }
}

#[test]
fn refinements_are_asked_when_all_else_holds() {
    let refinement = |function: u8| {
        let mut rest = b"\x02\0\0\0".to_vec();
        for key in ["check", "error"] {
            rest.extend(key_of(key));
            rest.extend([tag::FUNCTION, function, 0, 0, 0]);
        }
        sized(&[tag::OBJECT], &rest)
    };
    let list =
        |function: u8| sized(&[tag::ARRAY], &[b"\x01\0\0\0", refinement(function).as_slice()].concat());
    let schema = about_a("~refine", &list(1));
    assert_eq!(outcome(&schema, &wire_of(r#"{"a":5}"#)), "accepted");
    assert_eq!(outcome(&schema, &wire_of(r#"{"a":null}"#)), "a: refused by the refinement");
    assert_eq!(
        outcome(&about_a("~refine", &list(9)), &wire_of(r#"{"a":5}"#)),
        "threw: thrown by the refinement"
    );
}

#[test]
fn a_regexp_object_is_asked_for_itself() {
    let regexp = sized(&[tag::FOREIGN_OBJECT, 0, 0, 0, 0, 2], &[0; 4]);
    let schema = about_a("pattern", &regexp);
    let text = |text: &str| member_a(&[&[tag::SHORT_TEXT, text.len() as u8], text.as_bytes()].concat());
    assert_eq!(outcome(&schema, &text("ab")), "accepted");
    assert_eq!(outcome(&schema, &text("b")), r#"a: must match pattern "/^a/""#);
}

#[test]
fn a_left_out_text_is_asked_for_only_where_its_content_decides() {
    // 100 code units.
    let arguments = member_a(&[tag::LEFT_OUT_TEXT, 0, 0, 0, 0, 100, 0, 0, 0]);
    for (schema, expected) in [
        (r#"{"type":"string"}"#, "accepted"),
        (r#"{"type":"object"}"#, "a: must be object"),
        (r#"{"enum":["a","b"]}"#, "a: must be equal to one of the allowed values"),
        (r#"{"minLength":10,"maxLength":100}"#, "accepted"),
        (r#"{"maxLength":10}"#, "a: must not have more than 10 characters"),
        (r#"{"maxLength":60}"#, "text wanted"),
        (r#"{"pattern":"a"}"#, "text wanted"),
        (r#"{"format":"email"}"#, "text wanted"),
        (r#"{"format":"unknown"}"#, "accepted"),
    ] {
        let schema = wire_of(&format!(r#"{{"properties":{{"a":{schema}}}}}"#));
        assert_eq!(outcome(&schema, &arguments), expected, "{schema:?}");
    }
    let long = format!(r#"{{"properties":{{"a":{{"const":"{}"}}}}}}"#, "x".repeat(100));
    assert_eq!(outcome(&wire_of(&long), &arguments), "text wanted");
}

#[test]
fn patterns_are_listed_in_the_order_of_the_reference() {
    let schema = r##"{"additionalProperties":false,"patternProperties":{"^p":{"pattern":"1"}},
        "properties":{"a.b":{"pattern":"2"},"c":{"$ref":"#/$defs/d"}},"$defs":{"d":{"pattern":"3"}},"anyOf":[{"pattern":"4"}]}"##;
    let schema = compiled(&wire_of(schema));
    let patterns: Vec<_> = schema.patterns().map(|pattern| pattern.as_str().unwrap().to_owned()).collect();
    assert_eq!(patterns, [r"(^p|^a\.b$|^c$)", "^p", "1", "2", "3", "4"]);
}

#[test]
fn a_schema_that_is_no_object_refuses_every_call() {
    for (schema, text) in [
        ("true", "threw: Invalid value used as weak map key"),
        ("null", "threw: Cannot use 'in' operator to search for 'type' in null"),
        ("\"x\"", "threw: Cannot use 'in' operator to search for 'type' in x"),
    ] {
        assert_eq!(outcome_of(schema, "{}"), text);
    }
    let mut out = b"before".to_vec();
    compiled(&wire_of("false")).validate(&wire_of("{}"), &mut Host, &mut out);
    assert_eq!(out, b"before");
    assert_eq!(
        compiled(&wire_of("{}")).validate(b"", &mut Host, &mut out),
        Verdict::Threw("the bytes from JavaScript are malformed; this is a bug of pi-toolcalls".to_owned())
    );
}
