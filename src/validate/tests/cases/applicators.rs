//! What other schemas have a say in.

use super::Case;

pub const APPLICATORS: &[Case] = &[
    (
        r#"{"type":"object","properties":{"a":{"if":{"type":"object"},"then":{"required":["b"]},"else":{"type":"array"}}}}"#,
        r#"{"a":{}}"#,
        r#"a: must match "then" schema"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"if":{"type":"object"},"then":{"required":["b"]},"else":{"type":"array"}}}}"#,
        r#"{"a":1}"#,
        r#"a: must be array | a: must match "else" schema"#,
    ),
    (r#"{"type":"object","properties":{"a":{"then":false,"else":false}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"not":{}}}}"#, r#"{"a":1}"#, r#"a: must not be valid"#),
    (r#"{"type":"object","properties":{"a":{"not":{"type":"object"}}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"allOf":[{"type":"object"},{"type":"array"},{}]}}}"#,
        r#"{"a":1}"#,
        r#"a: must be object | a: must be array"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"anyOf":[{"type":"object"},{"type":"array"}]}}}"#,
        r#"{"a":1}"#,
        r#"a: must be object | a: must be array | a: must match a schema in anyOf"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"oneOf":[{"type":"object"},{"type":"array"}]}}}"#,
        r#"{"a":1}"#,
        r#"a: must be object | a: must be array | a: must match exactly one schema in oneOf"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"oneOf":[{},{"type":"object"},{}]}}}"#,
        r#"{"a":1}"#,
        r#"a: must match exactly one schema in oneOf"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"anyOf":[]}}}"#,
        r#"{"a":1}"#,
        r#"a: must match a schema in anyOf"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"oneOf":[]}}}"#,
        r#"{"a":1}"#,
        r#"a: must match exactly one schema in oneOf"#,
    ),
    (r#"{"type":"object","properties":{"a":{"allOf":[]}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"allOf":[{},5]}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":false}}"#, r#"{"a":1}"#, r#"a: schema is false"#),
    (r#"{"type":"object","properties":{"a":true}}"#, r#"{"a":1}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"anyOf":[{"properties":{"b":{"minProperties":9}}}]}}}"#,
        r#"{"a":{"b":{}}}"#,
        r#"a.b: must not have fewer than 9 properties | a: must match a schema in anyOf"#,
    ),
    (
        r#"{"allOf":[{"properties":{"a":false,"b":false,"c":false,"d":false,"e":false,"f":false,"g":false,"h":false,"i":false,"j":false}},false]}"#,
        r#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}"#,
        r#"a: schema is false | b: schema is false | c: schema is false | d: schema is false | e: schema is false | f: schema is false | g: schema is false | h: schema is false"#,
    ),
];

pub const UNEVALUATED: &[Case] = &[
    (
        r#"{"properties":{"a":{}},"unevaluatedProperties":false}"#,
        r#"{"a":1,"b":2}"#,
        r#"root: must not have unevaluated properties"#,
    ),
    (
        r#"{"allOf":[{"properties":{"a":{}}}],"anyOf":[{"properties":{"b":{}}},{"required":["q"],"properties":{"c":{}}}],"unevaluatedProperties":false}"#,
        r#"{"a":1,"b":2,"c":3}"#,
        r#"root: must not have unevaluated properties"#,
    ),
    (
        r#"{"not":{"properties":{"a":{"type":"object"}}},"unevaluatedProperties":false}"#,
        r#"{"a":1}"#,
        r#"root: must not have unevaluated properties"#,
    ),
    (
        r#"{"if":{"properties":{"a":{"type":"object"}}},"else":{"properties":{"b":{}}},"unevaluatedProperties":false}"#,
        r#"{"a":1,"b":2}"#,
        r#"root: must not have unevaluated properties"#,
    ),
    (
        r##"{"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":{}}}},"unevaluatedProperties":false}"##,
        r#"{"a":1,"b":2}"#,
        r#"root: must not have unevaluated properties"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"prefixItems":[{}],"unevaluatedItems":false}}}"#,
        r#"{"a":[1,2]}"#,
        r#"a: must not have unevaluated items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"contains":{"type":"object"},"unevaluatedItems":{"type":"array"}}}}"#,
        r#"{"a":[{},[],1]}"#,
        r#"a: must not have unevaluated items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"items":{},"unevaluatedItems":false}}}"#,
        r#"{"a":[1,2]}"#,
        r#"accepted"#,
    ),
    (
        r#"{"unevaluatedProperties":{"type":"object"}}"#,
        r#"{"a":{},"b":1}"#,
        r#"root: must not have unevaluated properties"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"unevaluatedProperties":false}}}"#,
        r#"{"a":[1]}"#,
        r#"a: must not have unevaluated properties"#,
    ),
];

pub const REFERENCES: &[Case] = &[
    (
        r##"{"$ref":"#/$defs/x","$defs":{"x":{"required":["a"]}}}"##,
        r#"{}"#,
        r#"a: must have required properties a"#,
    ),
    (r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}}}"##, r#"{"a":1}"#, r#"a: schema is false"#),
    (r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}}}"##, r#"{}"#, r#"accepted"#),
    (
        r##"{"properties":{"a":{"$ref":"#"}},"required":["b"]}"##,
        r#"{"a":{"b":1,"a":{"b":1,"a":{}}},"b":1}"#,
        r#"a.a.a.b: must have required properties b"#,
    ),
    (r##"{"$ref":"#"}"##, r#"{}"#, r#"threw: Maximum call stack size exceeded"#),
    (r##"{"anyOf":[{"type":"object"},{"$ref":"#"}]}"##, r#"{}"#, r#"accepted"#),
    (
        r##"{"type":"object","properties":{"a":{"$ref":"#/description","description":"x"}}}"##,
        r#"{"a":1}"#,
        r#"threw: Cannot use 'in' operator to search for 'type' in x"#,
    ),
    (
        r##"{"description":"words","properties":{"a":{"$ref":"#/description"}}}"##,
        r#"{"a":1}"#,
        r#"threw: Cannot use 'in' operator to search for 'type' in words"#,
    ),
    (r##"{"x":[1],"properties":{"a":{"$ref":"#/x"}}}"##, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"$ref":"toString"}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r##"{"type":"object","properties":{"a":{"$ref":"#/%zz"}}}"##, r#"{"a":1}"#, r#"threw: URI malformed"#),
    (
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a~1b","$defs":{"x":1}}}}"##,
        r#"{"a":1}"#,
        r#"a: schema is false"#,
    ),
    (
        r##"{"$defs":{"a/b":{"type":"object"},"c d":{"type":"array"}},"properties":{"a":{"$ref":"#/$defs/a~1b"},"b":{"$ref":"#/$defs/c%20d"},"c":{"$ref":"#/$defs/c d"}}}"##,
        r#"{"a":1,"b":2,"c":3}"#,
        r#"a: must be object | b: must be array | c: must be array"#,
    ),
    (
        r##"{"properties":{"a":{"$ref":"#/properties/b"},"c":{"properties":{"b":{"type":"object"}}}}}"##,
        r#"{"a":1}"#,
        r#"a: must be object"#,
    ),
    (
        r#"{"$id":"http://x.example/s","$defs":{"x":{"$id":"t","type":"object"}},"properties":{"a":{"$ref":"t"},"b":{"$ref":"http://x.example/t"},"c":{"$ref":"http://x.example/s#/$defs/x"}}}"#,
        r#"{"a":1,"b":2,"c":3}"#,
        r#"a: must be object | b: must be object | c: must be object"#,
    ),
    (
        r##"{"$defs":{"x":{"$anchor":"here","type":"object"}},"properties":{"a":{"$ref":"#here"}}}"##,
        r#"{"a":1}"#,
        r#"a: must be object"#,
    ),
    (
        r##"{"$id":"tree","$dynamicAnchor":"node","properties":{"kids":{"items":{"$dynamicRef":"#node"}}},"required":["v"]}"##,
        r#"{"v":1,"kids":[{}]}"#,
        r#"kids.0.v: must have required properties v"#,
    ),
    (
        r##"{"$recursiveAnchor":true,"properties":{"a":{"$recursiveRef":"#"}},"required":["v"]}"##,
        r#"{"v":1,"a":{}}"#,
        r#"a.v: must have required properties v"#,
    ),
    (
        r##"{"$defs":{"#old":{"$id":"#old","type":"object"}},"properties":{"a":{"$ref":"#old"}}}"##,
        r#"{"a":1}"#,
        r#"a: must be object"#,
    ),
    (r#"{"$ref":5}"#, r#"{}"#, r#"accepted"#),
    (
        r##"{"definitions":{"Q":{"type":"object","properties":{"n":{"type":"object"}}}},"properties":{"q":{"$ref":"#/definitions/Q"}}}"##,
        r#"{"q":{"n":"10"}}"#,
        r#"q.n: must be object"#,
    ),
];
