//! Conversion, as tables of schemas, values, and what `Value.Convert` of typebox 1.4.3 makes of them.

use bumpalo::Bump;

use super::Convert;
use crate::validate::effort::Stop;
use crate::validate::notation::{NoHost, arguments, print, schema};
use crate::validate::schema::Thrown;
use crate::validate::source::Source;
use crate::validate::wire;

/// What becomes of arguments: their print, or why there is none.
fn convert(by: &str, value: &str) -> Result<String, Stop> {
    let source = Source::read(schema(by).into()).expect("a schema");
    let bytes = arguments(value);
    let bump = Bump::new();
    let (mut heap, value) = wire::decode(&bytes, &bump).expect("a value");
    let before = print(&heap, value);
    let changed = Convert::compile(&source).run(&source, &mut heap, &mut NoHost, value)?;
    let after = print(&heap, value);
    assert_eq!(changed, before != after, "{by} says wrongly of {before} whether it changed to {after}");
    Ok(after)
}

/// What becomes of a value behind the key `v`.
fn convert_member(by: &str, value: &str) -> Result<String, Stop> {
    let by = format!("{{Object, type: 'object', properties: {{v: {by}}}}}");
    let converted = convert(&by, &format!("{{v: {value}}}"))?;
    Ok(converted["{v: ".len()..converted.len() - 1].to_owned())
}

fn check(table: &[(&str, &str, &str)]) {
    for (by, value, expected) in table {
        let converted = convert_member(by, value);
        assert_eq!(converted.as_deref(), Ok(*expected), "{value} by {by}");
    }
}

fn thrown(message: &'static str) -> Result<String, Stop> {
    Err(Stop::Threw(Thrown::new(message)))
}

#[test]
fn scalars_are_converted_by_kind() {
    check(&[
        ("{String}", "5", "'5'"),
        ("{String}", "-0", "'0'"),
        ("{String}", "12n", "'12'"),
        ("{String}", "true", "'true'"),
        ("{String}", "null", "'null'"),
        ("{String}", "undefined", "''"),
        ("{String}", "NaN", "NaN"),
        ("{String}", "{}", "{}"),
        ("{Number}", "'0x10'", "16"),
        ("{Number}", "' 7 '", "7"),
        ("{Number}", "''", "0"),
        ("{Number}", "'12n'", "12"),
        ("{Number}", "'9007199254740993n'", "'9007199254740993n'"),
        ("{Number}", "'True'", "1"),
        ("{Number}", "null", "0"),
        ("{Number}", "9007199254740992n", "9007199254740992n"),
        ("{Number}", "'1_000'", "'1_000'"),
        ("{Number}", "'Infinity'", "'Infinity'"),
        ("{Integer}", "'-1.9'", "-1"),
        ("{Integer}", "-0.5", "-0"),
        ("{Boolean}", "'FALSE'", "false"),
        ("{Boolean}", "'1'", "true"),
        ("{Boolean}", "0", "false"),
        ("{Boolean}", "2", "2"),
        ("{Boolean}", "'yes'", "'yes'"),
        ("{Boolean}", "1n", "true"),
        ("{BigInt}", "'12.9'", "12n"),
        ("{BigInt}", "-1.9", "-1n"),
        ("{BigInt}", "'true'", "1n"),
        ("{BigInt}", "'012'", "'012'"),
        ("{Null}", "'NULL'", "null"),
        ("{Null}", "'0'", "null"),
        ("{Null}", "false", "null"),
        ("{Null}", "0n", "null"),
        ("{Null}", "' '", "' '"),
        ("{Undefined}", "'undefined'", "undefined"),
        ("{Void}", "null", "undefined"),
        ("{Any}", "'5'", "'5'"),
        ("{type: 'number'}", "'5'", "'5'"),
    ]);
}

#[test]
fn literals_are_converted_to_their_own_value_only() {
    check(&[
        ("{Literal, type: 'number', const: 5}", "'5.0'", "5"),
        ("{Literal, type: 'number', const: 0}", "'-0'", "-0"),
        ("{Literal, type: 'number', const: 5}", "'6'", "'6'"),
        ("{Literal, type: 'string', const: '5'}", "5", "'5'"),
        ("{Literal, type: 'boolean', const: true}", "'TRUE'", "true"),
        ("{Literal, type: 'bigint', const: 5n}", "5", "5n"),
        ("{Enum, enum: ['a', 1, '1']}", "'1'", "'1'"),
        ("{Enum, enum: ['a', 1]}", "'1'", "1"),
        ("{Enum, enum: ['true', 1]}", "true", "'true'"),
        ("{Enum, enum: [1, 'true']}", "true", "1"),
        ("{Enum, enum: ['a', 'b']}", "'c'", "'c'"),
        ("{Enum, enum: []}", "'c'", "'c'"),
    ]);
    let impossible = "{Enum, enum: ['a', null]}";
    assert_eq!(convert_member(impossible, "'a'"), thrown("Invalid Literal value"));
    assert_eq!(convert_member("{Literal, const: null}", "5"), thrown("Unreachable"));
    assert_eq!(convert_member("{Literal, const: null}", "null").as_deref(), Ok("null"));
}

#[test]
fn arrays_wrap_and_tuples_do_not() {
    check(&[
        ("{Array, items: {Number}}", "'5'", "[5]"),
        ("{Array, items: {Array, items: {Number}}}", "['5', [true]]", "[[5], [1]]"),
        ("{Array, items: {Number}}", "['5',, '6']", "[5, , 6]"),
        ("{Array}", "5", "[5]"),
        ("{Tuple, items: [{Number}, {String}]}", "['5', 5, 5]", "[5, '5', 5]"),
        ("{Tuple, items: [{Number}, {String}]}", "['5']", "[5]"),
        ("{Tuple, items: [{Number}]}", "5", "5"),
        ("{Tuple, items: [{Undefined}, {Number}]}", "[, '1']", "[undefined, 1]"),
    ]);
    let missing = "Cannot read properties of undefined (reading 'length')";
    assert_eq!(convert_member("{Tuple}", "[]"), thrown(missing));
}

#[test]
fn objects_are_converted_member_by_member() {
    check(&[
        ("{Object, properties: {a: {Number}}}", "{a: '1', b: '2'}", "{a: 1, b: '2'}"),
        ("{Object, properties: {a: {Number, '~optional': true}}}", "{a: undefined}", "{a: undefined}"),
        ("{Object, properties: {a: {Number}}}", "{a: undefined}", "{a: 0}"),
        ("{Object, properties: {a: {Number}}}", "[]", "[]"),
        ("{Object, properties: {toString: {Number}}}", "{}", "{}"),
        ("{Object, properties: {'__proto__': {Number}}}", "{'__proto__': '1'}", "{__proto__: 1}"),
        ("{Record, patternProperties: {'^.*$': {Number}}}", "{a: '1', b: 'x'}", "{a: 1, b: 'x'}"),
        ("{Record, patternProperties: {'^[ab]$': {Number}}}", "{a: '1', ab: '1'}", "{a: 1, ab: '1'}"),
    ]);
    assert_eq!(convert_member("{Object}", "{}"), thrown("Cannot convert undefined or null to object"));
    assert_eq!(convert_member("{Object}", "5").as_deref(), Ok("5"));
}

#[test]
fn property_names_are_regular_expressions() {
    check(&[
        (
            "{Object, properties: {'a.b': {Number}}}",
            "{'a.b': '1', axb: '1', a: '1'}",
            "{a.b: 1, axb: 1, a: '1'}",
        ),
        ("{Object, properties: {'x|y': {Number}}}", "{xz: '1', zy: '1', z: '1'}", "{xz: 1, zy: 1, z: '1'}"),
        ("{Object, properties: {'$ref': {Number}}}", "{'$ref': '1'}", "{$ref: '1'}"),
        ("{Object, properties: {'a*': {Number}, aa: {Boolean}}}", "{aa: '1', b: '1'}", "{aa: true, b: '1'}"),
        ("{Object, properties: {'.': {Number}}}", "{'😀': '1', 'é': '1'}", "{😀: '1', é: 1}"),
        ("{Object, properties: {'..': {Number}}}", "{'😀': '1'}", "{😀: 1}"),
    ]);
    let refused = Err(Stop::Refused(b"^(a$".as_slice().into()));
    assert_eq!(convert_member("{Object, properties: {'(a': {Number}}}", "{}"), refused);
}

#[test]
fn additional_properties_are_converted_once_for_each_name_that_they_do_not_have() {
    let one = "{Object, properties: {a: {Boolean}}, additionalProperties: {Number}}";
    let two = "{Object, properties: {a: {Boolean}, z: {Any}}, additionalProperties: {Number}}";
    check(&[
        (one, "{a: 'true', b: '1'}", "{a: true, b: 1}"),
        (two, "{a: 'true', b: '1'}", "{a: 1, b: 1}"),
        ("{Object, properties: {}, additionalProperties: {Number}}", "{a: '1'}", "{a: '1'}"),
        ("{Object, properties: {a: {Any}}, additionalProperties: false}", "{b: '1'}", "{b: '1'}"),
    ]);
}

#[test]
fn unions_keep_what_a_member_accepts_and_else_take_the_first_accepted_conversion() {
    let number_or_flag = "{Union, anyOf: [{Number, minimum: 3}, {Boolean}]}";
    check(&[
        (number_or_flag, "'5'", "5"),
        (number_or_flag, "'1'", "true"),
        (number_or_flag, "'x'", "'x'"),
        (number_or_flag, "true", "true"),
        ("{Union, anyOf: [{Number}, {String}]}", "'5'", "'5'"),
        ("{Union, anyOf: [{Null}, {Undefined}]}", "''", "null"),
        ("{Union, anyOf: [{Undefined}, {Null}]}", "''", "''"),
        ("{Union, anyOf: []}", "''", "''"),
        (
            "{Union, anyOf: [{Object, type: 'object', additionalProperties: false, properties: {a: {Number}}}]}",
            "{constructor: 1, a: '1'}",
            "{a: 1}",
        ),
        ("{Union, anyOf: [{Array, type: 'array', items: {Number}}]}", "['1',, '2']", "[1, , 2]"),
    ]);
    let missing = "Cannot read properties of undefined (reading 'some')";
    assert_eq!(convert_member("{Union}", "5"), thrown(missing));
}

#[test]
fn references_lead_to_definitions_of_cyclic_types() {
    let list = "{Cyclic, '$ref': 'A', '$defs': {A: {Object, properties: {v: {Number}, next: {'~kind': 'Ref', '$ref': 'A'}}}}}";
    check(&[
        (list, "{v: '1', next: {v: '2', next: '3'}}", "{v: 1, next: {v: 2, next: '3'}}"),
        ("{'~kind': 'Ref', '$ref': 'A'}", "'1'", "'1'"),
        ("{Cyclic, '$ref': 'toString', '$defs': {}}", "'1'", "'1'"),
    ]);
    let deep = thrown("Maximum call stack size exceeded");
    let circle = "{Cyclic, '$ref': 'A', '$defs': {A: {'~kind': 'Ref', '$ref': 'A'}}}";
    assert_eq!(convert_member(circle, "1"), deep);
    let wrapping = "{Cyclic, '$ref': 'A', '$defs': {A: {Array, items: {'~kind': 'Ref', '$ref': 'A'}}}}";
    assert_eq!(convert_member(wrapping, "1"), deep);
    assert_eq!(convert_member(list, "{next: @1}"), deep);
}

#[test]
fn intersections_are_reduced_first() {
    let both = "{Intersect, allOf: [{Object, properties: {a: {Number}}}, {Object, properties: {b: {Number}, a: {Integer}}}]}";
    check(&[
        (both, "{a: '1.5', b: '1.5'}", "{a: 1, b: 1.5}"),
        ("{Intersect, allOf: [{Number}, {Integer}]}", "'1.5'", "1"),
        ("{Intersect, allOf: [{String}, {Number}]}", "5", "5"),
        ("{Intersect, allOf: [{Union, anyOf: [{Number}, {Boolean}]}, {Number}]}", "'1'", "1"),
        ("{Intersect, allOf: [{Tuple, items: [{Number}]}, {Any}]}", "['1']", "['1']"),
        (
            "{Intersect, allOf: [{Tuple, items: [{Number}]}, {Object, properties: {a: {Number}}}]}",
            "{'0': '1', a: '1'}",
            "{0: 1, a: 1}",
        ),
        ("{Intersect, allOf: []}", "'1'", "'1'"),
    ]);
    let nothing = "Cannot convert undefined or null to object";
    assert_eq!(convert_member("{Intersect, allOf: [null]}", "5"), thrown(nothing));
}

#[test]
fn template_literals_are_unions_of_their_texts_or_strings() {
    check(&[
        ("{TemplateLiteral, pattern: '^(1|2)$'}", "1", "'1'"),
        ("{TemplateLiteral, pattern: '^(1|2)$'}", "3", "3"),
        ("{TemplateLiteral, pattern: '^a(1|2)(b|c)$'}", "5", "5"),
        ("{TemplateLiteral, pattern: '^a.*$'}", "5", "'5'"),
        ("{TemplateLiteral, pattern: 'no template'}", "5", "'5'"),
        ("{TemplateLiteral, pattern: '^tr(ue)$'}", "true", "'true'"),
    ]);
}

#[test]
fn of_the_root_only_what_is_inside_is_converted() {
    for (by, value, expected) in [
        ("{Number}", "'5'", "'5'"),
        ("{Array, items: {Number}}", "['5']", "['5']"),
        ("{Array, items: {Object, properties: {a: {Number}}}}", "[{a: '5'}]", "[{a: 5}]"),
        ("{Tuple, items: [{Number}]}", "['5']", "[5]"),
        ("{Union, anyOf: [{Object, type: 'object', properties: {a: {Number}}}]}", "{a: '5'}", "{a: '5'}"),
    ] {
        assert_eq!(convert(by, value).as_deref(), Ok(expected), "{value} by {by}");
    }
}

#[test]
fn containers_that_are_referred_to_twice_stay_one_or_become_two_as_in_the_reference() {
    let by = "{Object, properties: {a: {Array, items: {Number}}, b: {Any}, c: {Object, properties: {x: {Number}}}}}";
    let converted = convert(by, "{a: ['1'], b: @1, c: {x: '1'}, d: @2}");
    assert_eq!(converted.as_deref(), Ok("{a: [1], b: ['1'], c: {x: 1}, d: {x: 1}}"));
}

#[test]
fn what_takes_no_end_is_given_up() {
    let types = (0..40)
        .map(|nth| format!("{{Union, anyOf: [{{Literal, const: 'a{nth}'}}, {{Number}}, {{Boolean}}]}}"));
    let product = format!("{{Intersect, allOf: [{}]}}", types.collect::<Vec<_>>().join(", "));
    let texts = format!("{{TemplateLiteral, pattern: '^{}$'}}", "(a|b|c|d)".repeat(30));
    let given_up = "The tool's schema is too complex to convert arguments by it";
    for by in [product, texts] {
        assert_eq!(convert_member(&by, "'1'"), thrown(given_up));
    }
}

#[test]
fn what_is_converted_over_and_over_is_given_up() {
    let again = "{'~kind': 'Ref', '$ref': 'A'}";
    let members = format!("'a*': {again}, '.?': {again}, v: {{Number}}");
    let by = format!("{{Cyclic, '$ref': 'A', '$defs': {{A: {{Object, properties: {{{members}}}}}}}}}");
    let deep = format!("{}{{}}{}", "{a: ".repeat(60), "}".repeat(60));
    let given_up = "The arguments take too long to be fitted to the tool's schema";
    assert_eq!(convert_member(&by, &deep), thrown(given_up));
}
