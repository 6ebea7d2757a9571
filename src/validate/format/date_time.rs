//! `date`, `time` and `date-time`: RFC 3339, the latter with the suffixes of RFC 9557.

use super::scan::Scan;

pub fn is_date(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    let (Some(century), Some(year)) = (scan.two_digits(), scan.two_digits()) else { return false };
    let (true, Some(month)) = (scan.eat_byte(b'-'), scan.two_digits()) else { return false };
    let (true, Some(day)) = (scan.eat_byte(b'-'), scan.two_digits()) else { return false };
    scan.is_at_end() && (1..=days(century * 100 + year, month)).contains(&day)
}

/// How many days the month has; none when there is no such month.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    }
}

pub fn is_time(bytes: &[u8]) -> bool {
    read_time(bytes).unwrap_or(false)
}

/// The verdict; `None` when the text breaks off or holds another character than it has to.
fn read_time(bytes: &[u8]) -> Option<bool> {
    let mut scan = Scan(bytes);
    let hour = scan.two_digits()?;
    scan.eat_byte(b':').then_some(())?;
    let minute = scan.two_digits()?;
    scan.eat_byte(b':').then_some(())?;
    let second = scan.two_digits()?;
    if scan.eat_byte(b'.') && scan.eat_all(|byte| byte.is_ascii_digit()).is_empty() {
        return None;
    }
    let (offset_hour, offset_minute, behind) = if scan.eat(|byte| matches!(byte, b'Z' | b'z')) {
        (0, 0, false)
    } else {
        let behind = scan.eat_byte(b'-');
        (behind || scan.eat_byte(b'+')).then_some(())?;
        let hour = scan.two_digits()?;
        scan.eat_byte(b':').then_some(())?;
        (hour, scan.two_digits()?, behind)
    };
    if !scan.is_at_end() || hour > 23 || minute > 59 || second > 60 || offset_hour > 23 || offset_minute > 59
    {
        return None;
    }
    // A leap second is the last one of a day of UTC.
    const DAY: u32 = 24 * 60;
    let (local, offset) = (hour * 60 + minute, offset_hour * 60 + offset_minute);
    let utc = if behind { local + offset } else { DAY + local - offset };
    Some(second < 60 || utc % DAY == DAY - 1)
}

pub fn is_date_time(bytes: &[u8]) -> bool {
    let (date_time, suffix) =
        bytes.split_at(bytes.iter().position(|byte| *byte == b'[').unwrap_or(bytes.len()));
    let mut parts = date_time.split(|byte| matches!(byte, b'T' | b't'));
    let (Some(date), Some(time), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    is_date(date) && is_time(time) && is_suffix(suffix)
}

/// A time zone, or a tag, and further tags, each in brackets.
fn is_suffix(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    let mut first = true;
    while !scan.is_at_end() {
        if !scan.eat_byte(b'[') {
            return false;
        }
        scan.eat_byte(b'!');
        let inside = scan.eat_all(|byte| byte != b']');
        if !scan.eat_byte(b']') || !(is_tag(inside) || first && is_zone(inside)) {
            return false;
        }
        first = false;
    }
    true
}

fn is_zone(bytes: &[u8]) -> bool {
    let is_name = |name: &[u8]| {
        let is_initial = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'_');
        let is_other = |byte: &u8| is_initial(byte) || byte.is_ascii_digit() || matches!(byte, b'+' | b'-');
        name.len() <= 14
            && name.first().is_some_and(is_initial)
            && name.iter().all(is_other)
            && !matches!(name, b"." | b"..")
    };
    bytes.split(|byte| *byte == b'/').all(is_name) || is_offset(bytes)
}

fn is_offset(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    scan.eat(|byte| matches!(byte, b'+' | b'-'))
        && scan.two_digits().is_some_and(|hour| hour <= 23)
        && scan.eat_byte(b':')
        && scan.two_digits().is_some_and(|minute| minute <= 59)
        && scan.is_at_end()
}

fn is_tag(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    let is_initial = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    let key = scan.eat(is_initial);
    scan.eat_all(|byte| is_initial(byte) || byte.is_ascii_digit() || byte == b'-');
    let is_value = |value: &[u8]| !value.is_empty() && value.iter().all(u8::is_ascii_alphanumeric);
    key && scan.eat_byte(b'=') && scan.0.split(|byte| *byte == b'-').all(is_value)
}
