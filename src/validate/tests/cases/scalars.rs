//! What is said about single values.

use super::Case;

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
