//! What is said about objects and arrays.

use super::Case;

pub const OBJECTS: &[Case] = &[
    (r#"{"required":["a","b"]}"#, r#"{}"#, r#"a: must have required properties a, b"#),
    (r#"{"required":["a","b"]}"#, r#"{"b":1}"#, r#"a: must have required properties a"#),
    (
        r#"{"properties":{"x":{"required":["a/b","c~d"]}}}"#,
        r#"{"x":{}}"#,
        r#"x.a/b: must have required properties a/b, c~d"#,
    ),
    (r#"{"required":[""]}"#, r#"{}"#, r#"root: must have required properties "#),
    (r#"{"required":["toString"]}"#, r#"{}"#, r#"accepted"#),
    (r#"{"required":["constructor"]}"#, r#"{}"#, r#"constructor: must have required properties constructor"#),
    (r#"{"required":true}"#, r#"{}"#, r#"accepted"#),
    (r#"{"required":["a",5]}"#, r#"{}"#, r#"accepted"#),
    (
        r#"{"additionalProperties":false}"#,
        r#"{"a":1,"path":2}"#,
        r#"a: schema is false | path: schema is false | root: must not have additional properties"#,
    ),
    (
        r#"{"properties":{"a":{}},"additionalProperties":false}"#,
        r#"{"a":1,"b":2}"#,
        r#"b: schema is false | root: must not have additional properties"#,
    ),
    (
        r#"{"properties":{"a":{}},"required":["a"],"additionalProperties":false}"#,
        r#"{"a":1,"b":2}"#,
        r#"b: schema is false | root: must not have additional properties"#,
    ),
    (
        r#"{"properties":{"a":{}},"patternProperties":{"^x":{}},"additionalProperties":{"type":"object"}}"#,
        r#"{"a":1,"x1":2,"y":[3]}"#,
        r#"y: must be object | root: must not have additional properties"#,
    ),
    (
        r#"{"properties":{"a.b":{},"(":{}},"additionalProperties":false}"#,
        r#"{"a.b":1,"(":1,"axb":2}"#,
        r#"axb: schema is false | root: must not have additional properties"#,
    ),
    (
        r#"{"dependencies":{"a":["b","c"],"d":{"required":["e"]}}}"#,
        r#"{"a":1,"d":2}"#,
        r#"root: must have properties b, c when property a is present | e: must have required properties e"#,
    ),
    (r#"{"dependencies":{"toString":["x"]}}"#, r#"{}"#, r#"accepted"#),
    (
        r#"{"dependencies":{"toString":["x"]}}"#,
        r#"{"y":1}"#,
        r#"root: must have properties x when property toString is present"#,
    ),
    (
        r#"{"dependentRequired":{"a":["b","c"]}}"#,
        r#"{"a":1}"#,
        r#"root: must have properties b, c when property a is present | root: must have properties b, c when property a is present"#,
    ),
    (
        r#"{"dependentSchemas":{"a":{"required":["b"]}}}"#,
        r#"{"a":1}"#,
        r#"b: must have required properties b"#,
    ),
    (
        r#"{"patternProperties":{"^a":{"type":"object"},"b$":{"type":"array"}}}"#,
        r#"{"ab":1,"c":2}"#,
        r#"ab: must be object | ab: must be array"#,
    ),
    (
        r#"{"properties":{"a":{"type":"object"},"b":{"type":"array"}}}"#,
        r#"{"a":1,"b":2}"#,
        r#"a: must be object | b: must be array"#,
    ),
    (r#"{"properties":{"a":{"type":"object"}}}"#, r#"{"a":null}"#, r#"a: must be object"#),
    (r#"{"properties":{"toString":{"type":"object"}}}"#, r#"{}"#, r#"toString: must be object"#),
    (r#"{"properties":{"constructor":{"type":"object"}}}"#, r#"{}"#, r#"accepted"#),
    (r#"{"properties":[{"type":"object"}]}"#, r#"{"0":1}"#, r#"0: must be object"#),
    (r#"{"properties":{"a":5}}"#, r#"{"a":1}"#, r#"accepted"#),
    (
        r#"{"propertyNames":{"maxLength":1}}"#,
        r#"{"ab":1,"c":2,"de":3}"#,
        r#"ab: must not have more than 1 characters | de: must not have more than 1 characters | root: property names ab, de are invalid"#,
    ),
    (
        r#"{"propertyNames":false}"#,
        r#"{"a":1}"#,
        r#"a: schema is false | root: property names a are invalid"#,
    ),
    (r#"{"propertyNames":[]}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"minProperties":2}"#, r#"{"a":1}"#, r#"root: must not have fewer than 2 properties"#),
    (r#"{"maxProperties":1}"#, r#"{"a":1,"b":2}"#, r#"root: must not have more than 1 properties"#),
];

pub const ARRAYS: &[Case] = &[
    (
        r#"{"type":"object","properties":{"a":{"items":{"type":"object"}}}}"#,
        r#"{"a":[1,{},2]}"#,
        r#"a.0: must be object | a.2: must be object"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"items":[{"type":"object"},{}],"additionalItems":{"type":"object"}}}}"#,
        r#"{"a":[1,2,3,4]}"#,
        r#"a.2: must be object | a.0: must be object"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"items":{},"additionalItems":false}}}"#,
        r#"{"a":[1]}"#,
        r#"accepted"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"items":[{}],"additionalItems":false}}}"#,
        r#"{"a":[1,2,3]}"#,
        r#"a.1: schema is false"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"prefixItems":[{"type":"object"}],"items":{"type":"array"}}}}"#,
        r#"{"a":[1,2]}"#,
        r#"a.1: must be array | a.0: must be object"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"contains":{"type":"object"}}}}"#,
        r#"{"a":[1]}"#,
        r#"a: must contain at least 1 valid item"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"contains":{"type":"object"}}}}"#,
        r#"{"a":[]}"#,
        r#"a: must contain at least 1 valid item"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"contains":{"type":"object"},"minContains":0}}}"#,
        r#"{"a":[]}"#,
        r#"accepted"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"contains":{"type":"object"},"minContains":2}}}"#,
        r#"{"a":[{},1]}"#,
        r#"a: must contain at least 1 valid item"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"contains":{"type":"object"},"maxContains":1}}}"#,
        r#"{"a":[{},{}]}"#,
        r#"a: must contain at least 1 valid item"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"minContains":2,"maxContains":0}}}"#,
        r#"{"a":[]}"#,
        r#"accepted"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"minItems":2}}}"#,
        r#"{"a":[1]}"#,
        r#"a: must not have fewer than 2 items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"maxItems":1}}}"#,
        r#"{"a":[1,2]}"#,
        r#"a: must not have more than 1 items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"minItems":1.5}}}"#,
        r#"{"a":[1]}"#,
        r#"a: must not have fewer than 1.5 items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"uniqueItems":true}}}"#,
        r#"{"a":[1,2,1]}"#,
        r#"a: must not have duplicate items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"uniqueItems":true}}}"#,
        r#"{"a":[{"a":1,"b":2},{"b":2,"a":1}]}"#,
        r#"a: must not have duplicate items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"uniqueItems":true}}}"#,
        r#"{"a":[[[1],2],[[1,2]]]}"#,
        r#"a: must not have duplicate items"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"uniqueItems":true}}}"#,
        r#"{"a":[0,-0.0,false,"0",null]}"#,
        r#"accepted"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"uniqueItems":true}}}"#,
        r#"{"a":[{"constructor":1},{}]}"#,
        r#"a: must not have duplicate items"#,
    ),
    (r#"{"type":"object","properties":{"a":{"uniqueItems":"yes"}}}"#, r#"{"a":[1,1]}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"items":[{"type":"string"},5]}}}"#,
        r#"{"a":[{}]}"#,
        r#"accepted"#,
    ),
];
