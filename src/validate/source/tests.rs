use super::*;

fn read(bytes: &[u8]) -> Result<Source, WireError> {
    Source::read(bytes.into())
}

/// `{a: [true, 5n], b: "x", c: <the array>}` with a hidden `~kind: "Object"` and the mark of the root.
const SAMPLE: &[u8] = b"\x12\x10\x34\0\0\0\x03\0\0\0\x01\0\0\0\
    \x01a\x0A\x0B\0\0\0\x02\0\0\0\x03\x09\x01\0\0\x005\
    \x01b\x06\x01x\
    \x01c\x0C\x01\0\0\0\
    \x05~kind\x06\x06Object";

#[test]
fn a_schema_is_read() {
    let source = read(SAMPLE).unwrap();
    let Item::Node(root) = source.root() else { panic!() };
    assert!(source.is_marked() && !source.is_cyclic());
    assert_eq!((source.len(), source.kind(root)), (2, NodeKind::Object));
    assert_eq!(source.get(root, "b"), Some(Item::Text(Text::from("x"))));
    assert_eq!(source.get(root, "~kind"), Some(Item::Text(Text::from("Object"))));
    assert_eq!(source.get(root, "d"), None);
    let keys = |pairs: Vec<(Text<'_>, Item<'_>)>| {
        pairs.iter().map(|pair| pair.0.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(keys(source.entries(root).collect()), ["a", "b", "c"]);
    assert_eq!(keys(source.all_entries(root).collect()), ["a", "b", "c", "~kind"]);
    let Some(Item::Node(array)) = source.get(root, "a") else { panic!() };
    assert_eq!(source.get(root, "c"), Some(Item::Node(array)));
    assert_eq!(source.items(array).collect::<Vec<_>>(), [Item::Bool(true), Item::BigInt("5")]);
    assert_eq!(source.get(array, "1"), Some(Item::BigInt("5")));
    assert_eq!(source.get(array, "length"), Some(Item::Number(2.0)));
    assert_eq!(source.entries(array).len(), 0);
}

#[test]
fn an_object_that_holds_itself_is_noticed() {
    let source = read(b"\x10\x0F\0\0\0\x01\0\0\0\0\0\0\0\x01a\x0C\0\0\0\0").unwrap();
    assert!(source.is_cyclic());
}

#[test]
fn cut_and_changed_bytes_do_not_panic() {
    for length in 0..SAMPLE.len() {
        assert!(read(&SAMPLE[..length]).is_err());
    }
    for at in 0..SAMPLE.len() {
        for byte in 0..=u8::MAX {
            let mut changed = SAMPLE.to_vec();
            changed[at] = byte;
            let _ = read(&changed);
        }
    }
}
