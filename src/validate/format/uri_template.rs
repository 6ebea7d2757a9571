//! `uri-template`: RFC 6570.

use super::scan::Scan;

pub fn is_uri_template(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    loop {
        scan.eat_all(is_literal);
        if scan.is_at_end() {
            return true;
        }
        if !scan.eat_percent_encoded() && !eat_expression(&mut scan) {
            return false;
        }
    }
}

fn is_literal(byte: u8) -> bool {
    byte > b' ' && byte != 0x7F && !b"\"<>%\\^`{|}".contains(&byte)
}

/// One or more variables in braces, after an operator or none.
fn eat_expression(scan: &mut Scan<'_>) -> bool {
    if !scan.eat_byte(b'{') {
        return false;
    }
    scan.eat(|byte| b"+#./;?&=,!@|".contains(&byte));
    loop {
        if !eat_variable(scan) {
            return false;
        }
        if !scan.eat_byte(b',') {
            return scan.eat_byte(b'}');
        }
    }
}

/// A name with parts between dots, then a length to cut it to, or an asterisk.
fn eat_variable(scan: &mut Scan<'_>) -> bool {
    loop {
        if !eat_name(scan) {
            return false;
        }
        if !scan.eat_byte(b'.') {
            break;
        }
    }
    if scan.eat_byte(b':') {
        let digits = scan.eat_all(|byte| byte.is_ascii_digit());
        return (1..=4).contains(&digits.len()) && digits[0] != b'0';
    }
    scan.eat_byte(b'*');
    true
}

fn eat_name(scan: &mut Scan<'_>) -> bool {
    let before = scan.0.len();
    loop {
        scan.eat_all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !scan.eat_percent_encoded() {
            return scan.0.len() < before;
        }
    }
}
