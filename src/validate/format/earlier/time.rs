//! `time` and `date-time` with leap seconds at the end of an hour's last minute only.

use crate::validate::format::date_time::is_date;
use crate::validate::format::scan::Scan;

pub fn is_date_time(bytes: &[u8]) -> bool {
    let mut parts = bytes.split(|byte| matches!(byte, b'T' | b't'));
    let (Some(date), Some(time), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    is_date(date) && is_time(time)
}

pub fn is_time(bytes: &[u8]) -> bool {
    read_time(bytes).unwrap_or(false)
}

/// The verdict; `None` when the text breaks off or holds another character than it has to.
fn read_time(bytes: &[u8]) -> Option<bool> {
    let mut scan = Scan(bytes);
    let hour = i64::from(scan.two_digits()?);
    scan.eat_byte(b':').then_some(())?;
    let minute = i64::from(scan.two_digits()?);
    scan.eat_byte(b':').then_some(())?;
    let second = scan.two_digits()?;
    if scan.eat_byte(b'.') && scan.eat_all(|byte| byte.is_ascii_digit()).is_empty() {
        return None;
    }
    let (mut offset_hour, mut offset_minute) = (0, 0);
    if !scan.eat(|byte| matches!(byte, b'Z' | b'z')) {
        let sign = if scan.eat_byte(b'-') { -1 } else { 1 };
        (sign < 0 || scan.eat_byte(b'+')).then_some(())?;
        let hours = i64::from(scan.two_digits()?);
        scan.eat_byte(b':').then_some(())?;
        let minutes = i64::from(scan.two_digits()?);
        (hours <= 23 && minutes <= 59).then_some(())?;
        (offset_hour, offset_minute) = (sign * hours, sign * minutes);
    }
    scan.is_at_end().then_some(())?;
    if hour <= 23 && minute <= 59 && second < 60 {
        return Some(true);
    }
    let utc_minute = minute - offset_minute;
    let utc_hour = hour - offset_hour - i64::from(utc_minute < 0);
    Some(matches!(utc_hour, 23 | -1) && matches!(utc_minute, 59 | -1) && second < 61)
}
