//! What the reference says, by keyword: schema, arguments, outcome.
//!
//! Each was measured by running pi-ai's `validateToolArguments`. Lines of a refusal are separated by `|`.

pub type Case = (&'static str, &'static str, &'static str);

pub const TYPES: &[Case] = &[
    (r#"{"type":"object","properties":{"a":{"type":"string"}}}"#, r#"{"a":{"b":1}}"#, r#"a: must be string"#),
    (r#"{"type":"object","properties":{"a":{"type":"string"}}}"#, r#"{"a":[1]}"#, r#"a: must be string"#),
    (r#"{"type":"object","properties":{"a":{"type":"string"}}}"#, r#"{"a":1.5}"#, r#"changed: {"a":"1.5"}"#),
    (r#"{"type":"object","properties":{"a":{"type":"number"}}}"#, r#"{"a":{"b":1}}"#, r#"a: must be number"#),
    (r#"{"type":"object","properties":{"a":{"type":"number"}}}"#, r#"{"a":[1]}"#, r#"a: must be number"#),
    (r#"{"type":"object","properties":{"a":{"type":"number"}}}"#, r#"{"a":1.5}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#,
        r#"{"a":{"b":1}}"#,
        r#"a: must be integer"#,
    ),
    (r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#, r#"{"a":[1]}"#, r#"a: must be integer"#),
    (r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#, r#"{"a":1.5}"#, r#"a: must be integer"#),
    (
        r#"{"type":"object","properties":{"a":{"type":"boolean"}}}"#,
        r#"{"a":{"b":1}}"#,
        r#"a: must be boolean"#,
    ),
    (r#"{"type":"object","properties":{"a":{"type":"boolean"}}}"#, r#"{"a":[1]}"#, r#"a: must be boolean"#),
    (r#"{"type":"object","properties":{"a":{"type":"boolean"}}}"#, r#"{"a":1.5}"#, r#"a: must be boolean"#),
    (r#"{"type":"object","properties":{"a":{"type":"null"}}}"#, r#"{"a":{"b":1}}"#, r#"a: must be null"#),
    (r#"{"type":"object","properties":{"a":{"type":"null"}}}"#, r#"{"a":[1]}"#, r#"a: must be null"#),
    (r#"{"type":"object","properties":{"a":{"type":"null"}}}"#, r#"{"a":1.5}"#, r#"a: must be null"#),
    (r#"{"type":"object","properties":{"a":{"type":"object"}}}"#, r#"{"a":{"b":1}}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"type":"object"}}}"#, r#"{"a":[1]}"#, r#"a: must be object"#),
    (r#"{"type":"object","properties":{"a":{"type":"object"}}}"#, r#"{"a":1.5}"#, r#"a: must be object"#),
    (r#"{"type":"object","properties":{"a":{"type":"array"}}}"#, r#"{"a":{"b":1}}"#, r#"a: must be array"#),
    (r#"{"type":"object","properties":{"a":{"type":"array"}}}"#, r#"{"a":[1]}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"type":"array"}}}"#, r#"{"a":1.5}"#, r#"a: must be array"#),
    (r#"{"type":"object","properties":{"a":{"type":"bigint"}}}"#, r#"{"a":{"b":1}}"#, r#"a: must be bigint"#),
    (r#"{"type":"object","properties":{"a":{"type":"bigint"}}}"#, r#"{"a":[1]}"#, r#"a: must be bigint"#),
    (r#"{"type":"object","properties":{"a":{"type":"bigint"}}}"#, r#"{"a":1.5}"#, r#"a: must be bigint"#),
    (
        r#"{"type":"object","properties":{"a":{"type":"undefined"}}}"#,
        r#"{"a":{"b":1}}"#,
        r#"a: must be undefined"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"type":"undefined"}}}"#,
        r#"{"a":[1]}"#,
        r#"a: must be undefined"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"type":"undefined"}}}"#,
        r#"{"a":1.5}"#,
        r#"a: must be undefined"#,
    ),
    (r#"{"type":"object","properties":{"a":{"type":"symbol"}}}"#, r#"{"a":{"b":1}}"#, r#"a: must be symbol"#),
    (r#"{"type":"object","properties":{"a":{"type":"symbol"}}}"#, r#"{"a":[1]}"#, r#"a: must be symbol"#),
    (r#"{"type":"object","properties":{"a":{"type":"symbol"}}}"#, r#"{"a":1.5}"#, r#"a: must be symbol"#),
    (
        r#"{"type":"object","properties":{"a":{"type":"function"}}}"#,
        r#"{"a":{"b":1}}"#,
        r#"a: must be function"#,
    ),
    (r#"{"type":"object","properties":{"a":{"type":"function"}}}"#, r#"{"a":[1]}"#, r#"a: must be function"#),
    (r#"{"type":"object","properties":{"a":{"type":"function"}}}"#, r#"{"a":1.5}"#, r#"a: must be function"#),
    (r#"{"type":"object","properties":{"a":{"type":"date"}}}"#, r#"{"a":{"b":1}}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"type":"date"}}}"#, r#"{"a":[1]}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"type":"date"}}}"#, r#"{"a":1.5}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#,
        r#"{"a":{}}"#,
        r#"a: must be either string or null"#,
    ),
    (r#"{"type":"object","properties":{"a":{"type":[]}}}"#, r#"{"a":1}"#, r#"a: must be either "#),
    (
        r#"{"type":"object","properties":{"a":{"type":["object","object"]}}}"#,
        r#"{"a":1}"#,
        r#"a: must be either object or object"#,
    ),
    (r#"{"type":"object","properties":{"a":{"type":5}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"type":["string",5]}}}"#, r#"{"a":{}}"#, r#"accepted"#),
];

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

pub const TEXTS: &[Case] = &[
    (
        r#"{"type":"object","properties":{"a":{"minLength":2}}}"#,
        r#"{"a":"😀"}"#,
        r#"a: must not have fewer than 2 characters"#,
    ),
    (r#"{"type":"object","properties":{"a":{"maxLength":1}}}"#, r#"{"a":"😀"}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"maxLength":1}}}"#,
        r#"{"a":"ab"}"#,
        r#"a: must not have more than 1 characters"#,
    ),
    (r#"{"type":"object","properties":{"a":{"minLength":0.5}}}"#, r#"{"a":""}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"minLength":1073741824}}}"#, r#"{"a":""}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"minLength":"2"}}}"#, r#"{"a":""}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"pattern":"^a"}}}"#,
        r#"{"a":"b"}"#,
        r#"a: must match pattern "^a""#,
    ),
    (r#"{"type":"object","properties":{"a":{"pattern":"^\\p{L}+$"}}}"#, r#"{"a":"é"}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"format":"email"}}}"#,
        r#"{"a":"x"}"#,
        r#"a: must match format "email""#,
    ),
    (r#"{"type":"object","properties":{"a":{"format":"unknown"}}}"#, r#"{"a":"x"}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"pattern":"(?<=a+)b$"}}}"#, r#"{"a":"aab"}"#, r#"accepted"#),
];

pub const NUMBERS: &[Case] = &[
    (
        r#"{"type":"object","properties":{"a":{"minimum":2,"maximum":0}}}"#,
        r#"{"a":1}"#,
        r#"a: must be >= 2 | a: must be <= 0"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"exclusiveMinimum":1,"exclusiveMaximum":1}}}"#,
        r#"{"a":1}"#,
        r#"a: must be > 1 | a: must be < 1"#,
    ),
    (r#"{"type":"object","properties":{"a":{"exclusiveMinimum":true}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"multipleOf":2}}}"#, r#"{"a":3}"#, r#"a: must be multiple of 2"#),
    (r#"{"type":"object","properties":{"a":{"multipleOf":0.1}}}"#, r#"{"a":0.3}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"multipleOf":0}}}"#, r#"{"a":3}"#, r#"a: must be multiple of 0"#),
    (r#"{"type":"object","properties":{"a":{"minimum":1e+21}}}"#, r#"{"a":3}"#, r#"a: must be >= 1e+21"#),
    (r#"{"type":"object","properties":{"a":{"minimum":1e-7}}}"#, r#"{"a":0}"#, r#"a: must be >= 1e-7"#),
    (r#"{"type":"object","properties":{"a":{"minimum":-0.0}}}"#, r#"{"a":-1}"#, r#"a: must be >= 0"#),
    (
        r#"{"type":"object","properties":{"a":{"type":"integer","minimum":1}}}"#,
        r#"{"a":0.5}"#,
        r#"a: must be integer | a: must be >= 1"#,
    ),
];

pub const VALUES: &[Case] = &[
    (r#"{"type":"object","properties":{"a":{"const":1}}}"#, r#"{"a":2}"#, r#"a: must be equal to constant"#),
    (r#"{"type":"object","properties":{"a":{"const":{"b":[1]}}}}"#, r#"{"a":{"b":[1]}}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"const":{"b":[1]}}}}"#,
        r#"{"a":{"b":[2]}}"#,
        r#"a: must be equal to constant"#,
    ),
    (
        r#"{"type":"object","properties":{"a":{"const":{"length":0}}}}"#,
        r#"{"a":[]}"#,
        r#"a: must be equal to constant"#,
    ),
    (r#"{"type":"object","properties":{"a":{"const":[]}}}"#, r#"{"a":{"length":0}}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"const":null}}}"#, r#"{"a":null}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"enum":[1,"x",{"b":1}]}}}"#, r#"{"a":{"b":1}}"#, r#"accepted"#),
    (
        r#"{"type":"object","properties":{"a":{"enum":[]}}}"#,
        r#"{"a":1}"#,
        r#"a: must be equal to one of the allowed values"#,
    ),
    (r#"{"type":"object","properties":{"a":{"enum":"x"}}}"#, r#"{"a":1}"#, r#"accepted"#),
    (r#"{"type":"object","properties":{"a":{"const":-0.0}}}"#, r#"{"a":0}"#, r#"accepted"#),
];

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
