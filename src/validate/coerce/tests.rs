//! Coercion, as tables of schemas, arguments, and what pi-ai 0.73.1 makes of them.

use bumpalo::Bump;

use super::{Coerce, Coerced};
use crate::validate::effort::Stop;
use crate::validate::notation::{NoHost, arguments, print, schema};
use crate::validate::schema::Thrown;
use crate::validate::source::Source;
use crate::validate::wire;

/// What becomes of arguments: their print, with `instead ` in front of other ones in their place.
fn coerce(by: &str, value: &str) -> Result<String, Stop> {
    let source = Source::read(schema(by).into()).expect("a schema");
    coerce_bytes(&source, &arguments(value))
}

fn coerce_bytes(source: &Source, bytes: &[u8]) -> Result<String, Stop> {
    let bump = Bump::new();
    let (mut heap, value) = wire::decode(bytes, &bump).expect("a value");
    let before = print(&heap, value);
    match Coerce::compile(source).run(source, &mut heap, &mut NoHost, value)? {
        Coerced::Same { changed } => {
            let after = print(&heap, value);
            assert!(changed || before == after, "says wrongly that {before} did not change to {after}");
            Ok(after)
        }
        Coerced::Other(other) => Ok(format!("instead {}", print(&heap, other))),
    }
}

fn check(table: &[(&str, &str, &str)]) {
    for (by, value, expected) in table {
        assert_eq!(coerce(by, value).as_deref(), Ok(*expected), "{value} by {by}");
    }
}

/// The same for a value behind the key `v`.
fn check_members(table: &[(&str, &str, &str)]) {
    for (by, value, expected) in table {
        let by = format!("{{type: 'object', properties: {{v: {by}}}}}");
        let coerced = coerce(&by, &format!("{{v: {value}}}"));
        assert_eq!(coerced, Ok(format!("{{v: {expected}}}")), "{value} by {by}");
    }
}

fn thrown(message: &'static str) -> Result<String, Stop> {
    Err(Stop::Threw(Thrown::new(message)))
}

#[test]
fn scalars_are_coerced_to_the_type() {
    check_members(&[
        ("{type: 'number'}", "'0x10'", "16"),
        ("{type: 'number'}", "' 7 '", "7"),
        ("{type: 'number'}", "' '", "' '"),
        ("{type: 'number'}", "'Infinity'", "'Infinity'"),
        ("{type: 'number'}", "null", "0"),
        ("{type: 'number'}", "true", "1"),
        ("{type: 'integer'}", "'3.0'", "3"),
        ("{type: 'integer'}", "'3.5'", "'3.5'"),
        ("{type: 'integer'}", "'9007199254740993'", "9007199254740992"),
        ("{type: 'integer'}", "3.5", "3.5"),
        ("{type: 'boolean'}", "'true'", "true"),
        ("{type: 'boolean'}", "'False'", "'False'"),
        ("{type: 'boolean'}", "1", "true"),
        ("{type: 'boolean'}", "-0", "false"),
        ("{type: 'boolean'}", "null", "false"),
        ("{type: 'string'}", "null", "''"),
        ("{type: 'string'}", "-0", "'0'"),
        ("{type: 'string'}", "NaN", "'NaN'"),
        ("{type: 'string'}", "5n", "5n"),
        ("{type: 'string'}", "['a']", "['a']"),
        ("{type: 'null'}", "''", "null"),
        ("{type: 'null'}", "0", "null"),
        ("{type: 'null'}", "'null'", "'null'"),
        ("{type: 'any'}", "'5'", "'5'"),
        ("{}", "'5'", "'5'"),
    ]);
}

#[test]
fn of_several_types_the_first_that_changes_something_is_taken() {
    check_members(&[
        ("{type: ['number', 'null']}", "null", "null"),
        ("{type: ['number', 'boolean']}", "'true'", "true"),
        ("{type: ['boolean', 'number']}", "'1'", "1"),
        ("{type: ['integer', 'string']}", "1.5", "'1.5'"),
        ("{type: ['number', 5]}", "null", "0"),
        ("{type: ['array', 'integer']}", "'5'", "5"),
        ("{type: []}", "'5'", "'5'"),
        // NaN is not even itself.
        ("{type: ['integer', 'string']}", "NaN", "NaN"),
    ]);
}

#[test]
fn members_and_items_are_coerced_where_the_type_is_named() {
    check_members(&[
        ("{type: 'object', properties: {a: {type: 'number'}}}", "{a: '1', b: '1'}", "{a: 1, b: '1'}"),
        ("{properties: {a: {type: 'number'}}}", "{a: '1'}", "{a: '1'}"),
        (
            "{type: ['object', 'null'], properties: {a: {}}, additionalProperties: {type: 'number'}}",
            "{a: '1', b: '1'}",
            "{a: '1', b: 1}",
        ),
        (
            "{type: 'object', properties: 'ab', additionalProperties: {type: 'number'}}",
            "{'0': '1', '2': '1'}",
            "{0: '1', 2: 1}",
        ),
        ("{type: 'array', items: {type: 'number'}}", "['1',, null]", "[1, undefined, 0]"),
        (
            "{type: 'array', items: [{type: 'number'}, false, {type: 'number'}]}",
            "['1', '1', '1', '1']",
            "[1, '1', 1, '1']",
        ),
        ("{type: 'array', items: {type: 'string'}}", "'[1]'", "'[1]'"),
    ]);
}

#[test]
fn members_that_every_object_inherits_become_its_own() {
    check_members(&[
        (
            "{type: 'object', properties: {toString: {type: 'string'}}}",
            "{a: 1}",
            "{a: 1, toString: inherited toString}",
        ),
        ("{type: 'object', properties: {constructor: {}}}", "{}", "{constructor: inherited constructor}"),
        ("{type: 'object', properties: {'__proto__': {type: 'string'}}}", "{}", "{}"),
        (
            "{type: 'object', properties: {'__proto__': {type: 'string'}}}",
            "{'__proto__': 1}",
            "{__proto__: '1'}",
        ),
    ]);
    assert_eq!(
        coerce("{type: 'object', properties: {constructor: {anyOf: [{}]}}}", "{}"),
        thrown("function Object() { [native code] } could not be cloned.")
    );
}

#[test]
fn the_first_alternative_that_accepts_its_copy_is_taken() {
    check_members(&[
        ("{anyOf: [{type: 'number'}, {type: 'null'}]}", "null", "0"),
        ("{anyOf: [{type: 'number', minimum: 1}, {type: 'null'}]}", "null", "null"),
        ("{oneOf: [{type: 'boolean'}, {type: 'string'}]}", "'true'", "true"),
        ("{anyOf: [true, {type: 'number'}]}", "'5'", "5"),
        ("{anyOf: [{type: 'number'}], oneOf: [{type: 'string'}]}", "'5'", "'5'"),
        ("{allOf: [{type: 'number'}, {type: 'string'}]}", "'5.0'", "'5'"),
        (
            "{anyOf: [{type: 'object', properties: {a: {type: 'number'}}, required: ['b']}, {type: 'object', properties: {a: {type: 'boolean'}}}]}",
            "{a: '1'}",
            "{a: '1'}",
        ),
        (
            "{anyOf: [{type: 'object', properties: {a: {type: 'number'}}, required: ['a']}]}",
            "{a: '1'}",
            "{a: 1}",
        ),
        // What an alternative refers to is looked for in the alternative.
        ("{anyOf: [{'$ref': '#/$defs/a'}, {type: 'number'}], '$defs': {a: {type: 'string'}}}", "'5'", "5"),
        // A list of types that are not all names asserts nothing.
        ("{anyOf: [{type: ['null', 5], allOf: [{type: 'array', items: {type: 'null'}}]}]}", "['']", "[null]"),
        // A pattern that is none cannot be compiled, so it accepts nothing.
        ("{anyOf: [{type: 'string', pattern: '('}, {type: 'number'}]}", "'5'", "5"),
    ]);
}

#[test]
fn at_the_root_other_arguments_come_in_the_place_of_the_old_ones() {
    check(&[
        ("{type: 'number'}", "'5'", "instead 5"),
        ("{type: 'number'}", "5", "5"),
        ("{type: 'string'}", "NaN", "instead 'NaN'"),
        ("{}", "NaN", "instead NaN"),
        ("{anyOf: [{type: 'object', properties: {a: {type: 'number'}}}]}", "{b: 1, a: '1'}", "{b: 1, a: 1}"),
        ("{anyOf: [{type: 'object'}]}", "{'__proto__': 1, a: @0}", "{a: {__proto__: 1, a: @}}"),
        ("{anyOf: [{type: 'array', items: [{type: 'number'}, {}]}]}", "['1',, '2']", "[1, undefined, '2']"),
    ]);
}

#[test]
fn schemas_that_are_nothing_throw_when_they_are_met() {
    let of_null = "Cannot read properties of null (reading 'allOf')";
    let of_undefined = "Cannot read properties of undefined (reading 'allOf')";
    let member = "{type: 'object', properties: {a: null}}";
    assert_eq!(coerce(member, "{b: 1}").as_deref(), Ok("{b: 1}"));
    assert_eq!(coerce(member, "{a: 1}"), thrown(of_null));
    assert_eq!(coerce("{type: 'object', additionalProperties: null}", "{a: 1}").as_deref(), Ok("{a: 1}"));
    assert_eq!(coerce("{allOf: [undefined]}", "{}"), thrown(of_undefined));
    assert_eq!(coerce("{anyOf: [null]}", "{}"), thrown(of_null));
    assert_eq!(coerce("{allOf: [true, 'x', 5, []]}", "{}").as_deref(), Ok("{}"));
}

#[test]
fn circles_end_where_the_references_stack_would() {
    assert_eq!(coerce("{allOf: [@0]}", "5"), thrown("Maximum call stack size exceeded"));
    let nested = "{type: 'object', properties: {a: @0, b: {type: 'number'}}}";
    assert_eq!(coerce(nested, "{a: {a: {b: '1'}}}").as_deref(), Ok("{a: {a: {b: 1}}}"));
    assert_eq!(coerce(nested, "{a: @0}"), thrown("Maximum call stack size exceeded"));
}

#[test]
fn texts_that_were_left_out_are_asked_for_where_they_decide() {
    // A text of 100 units.
    let left_out = [8, 0, 0, 0, 0, 100, 0, 0, 0];
    for (by, expected) in [
        ("{type: 'number'}", Err(Stop::TextWanted)),
        ("{type: ['boolean', 'integer']}", Err(Stop::TextWanted)),
        ("{type: 'string'}", Ok("text 0".to_owned())),
        ("{type: 'boolean'}", Ok("text 0".to_owned())),
        ("{type: 'null'}", Ok("text 0".to_owned())),
        ("{anyOf: [{const: 'a', type: 'string'}]}", Ok("text 0".to_owned())),
    ] {
        let source = Source::read(schema(by).into()).expect("a schema");
        assert_eq!(coerce_bytes(&source, &left_out), expected, "{by}");
    }
}
