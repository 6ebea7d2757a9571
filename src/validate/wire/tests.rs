use bumpalo::Bump;

use super::*;
use crate::validate::value::{Id, Value};

/// Reads the bytes and writes them again.
fn again(bytes: &[u8]) -> Result<Vec<u8>, WireError> {
    let bump = Bump::new();
    let (heap, value) = decode(bytes, &bump)?;
    let mut out = Vec::new();
    encode(&heap, value, &mut out);
    Ok(out)
}

fn sized(head: &[u8], rest: &[u8]) -> Vec<u8> {
    [head, &(rest.len() as u32).to_le_bytes(), rest].concat()
}

fn samples() -> Vec<Vec<u8>> {
    let long = vec![b'x'; 300];
    vec![
        vec![UNDEFINED],
        vec![NULL],
        vec![FALSE],
        vec![TRUE],
        [&[INT32], (-7_i32).to_le_bytes().as_slice()].concat(),
        [&[DOUBLE], (-0.0_f64).to_le_bytes().as_slice()].concat(),
        [&[DOUBLE], f64::NAN.to_le_bytes().as_slice()].concat(),
        [&[DOUBLE], 2e9_f64.mul_add(2.0, 0.5).to_le_bytes().as_slice()].concat(),
        b"\x06\x02ab".to_vec(),
        sized(&[TEXT], "é\u{10FFFF}".as_bytes()),
        sized(&[TEXT], b"\xED\xA0\x80"),
        [&[LEFT_OUT_TEXT, 3, 0, 0, 0], 70_u32.to_le_bytes().as_slice()].concat(),
        sized(&[BIGINT], b"-123456789012345678901234567890"),
        sized(&[ARRAY], b"\x02\0\0\0\x01\x02"),
        sized(&[OBJECT], b"\x02\0\0\0\x01a\x01\x00\x03"),
        // An object that holds itself, twice, and a long key.
        sized(
            &[OBJECT],
            &[b"\x02\0\0\0\x01a\x0C\0\0\0\0\xFF\x2C\x01\0\0".as_slice(), &long, b"\x0C\0\0\0\0"].concat(),
        ),
        sized(
            &[FOREIGN_OBJECT, 5, 0, 0, 0, 1],
            &[b"\x01\0\0\0\x010".as_slice(), &sized(&[OBJECT], &[0; 4])].concat(),
        ),
        sized(&[IRREGULAR_ARRAY], b"\x09\0\0\0\x02\0\0\0\x014\x03\x01x\x02"),
    ]
}

#[test]
fn what_is_read_is_written_the_same() {
    for bytes in samples() {
        assert_eq!(again(&bytes).as_deref(), Ok(bytes.as_slice()), "{bytes:?}");
    }
}

#[test]
fn shared_containers_stay_shared() {
    // [{}, the same, []]
    let bytes = sized(
        &[ARRAY],
        &[b"\x03\0\0\0".as_slice(), &sized(&[OBJECT], &[0; 4]), b"\x0C\x01\0\0\0", &sized(&[ARRAY], &[0; 4])]
            .concat(),
    );
    assert_eq!(again(&bytes).as_deref(), Ok(bytes.as_slice()));
    let bump = Bump::new();
    let (heap, value) = decode(&bytes, &bump).unwrap();
    let items = heap.array(value).unwrap();
    assert_eq!(items.item(0), items.item(1));
    assert_eq!(items.item(2), Some(Value::Container(Id::from_ordinal(2))));
}

#[test]
fn bytes_that_are_no_value_are_refused() {
    for bytes in [
        b"".as_slice(),
        &[19],
        &[ROOT_MARK],
        &[FUNCTION, 0, 0, 0, 0],
        &[INHERITED, 0],
        &[ARRAY, 6, 0, 0, 0, 1, 0, 0, 0, INHERITED, 0],
        &[NULL, NULL],
        &[SEEN, 0, 0, 0, 0],
        &[BIGINT, 1, 0, 0, 0, b'-'],
        &[FOREIGN_OBJECT, 0, 0, 0, 0, 11, 4, 0, 0, 0, 0, 0, 0, 0],
        // Counts that cannot be true.
        &[ARRAY, 4, 0, 0, 0, 255, 255, 255, 255],
        &[OBJECT, 5, 0, 0, 0, 1, 0, 0, 0, 0],
        // Sizes that are not true.
        &[ARRAY, 5, 0, 0, 0, 0, 0, 0, 0, 0],
        &[ARRAY, 2, 0, 0, 0, 0, 0, 0, 0],
        // Indices out of order.
        &[IRREGULAR_ARRAY, 14, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 1, b'4', 1, 1, b'3', 1],
    ] {
        assert_eq!(again(bytes), Err(WireError::Malformed), "{bytes:?}");
    }
}

#[test]
fn cut_and_changed_bytes_do_not_panic() {
    for bytes in samples() {
        for length in 0..bytes.len() {
            assert!(again(&bytes[..length]).is_err());
        }
        for at in 0..bytes.len() {
            for byte in [0, 1, 6, 10, 11, 12, 14, 255] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                let _ = again(&changed);
            }
        }
    }
}

#[test]
fn depth_is_bounded() {
    fn nested(depth: usize) -> Vec<u8> {
        let header = 9;
        let mut bytes = Vec::new();
        for level in 0..depth {
            bytes.push(ARRAY);
            let last = level + 1 == depth;
            bytes.extend((4 + header * (depth - 1 - level) as u32).to_le_bytes());
            bytes.extend(u32::from(!last).to_le_bytes());
        }
        bytes
    }
    assert_eq!(again(&nested(3)).as_deref(), Ok(nested(3).as_slice()));
    assert!(again(&nested(DEEPEST)).is_ok());
    assert_eq!(again(&nested(DEEPEST + 1)), Err(WireError::TooDeep));
}
