//! `uuid`: 32 hexadecimal digits in five groups; version and variant are not looked at.

pub fn is_uuid(bytes: &[u8]) -> bool {
    let is_right = |(index, byte): (usize, &u8)| match index {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    bytes.len() == 36 && bytes.iter().enumerate().all(is_right)
}
