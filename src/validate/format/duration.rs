//! `duration`: ISO 8601 as in RFC 3339, appendix A.

use super::scan::Scan;

pub fn is_duration(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    if !scan.eat_byte(b'P') {
        return false;
    }
    if scan.eat_byte(b'T') {
        return eat_units(&mut scan, b"HMS") && scan.is_at_end();
    }
    let mut weeks = scan;
    if eat_units(&mut weeks, b"W") {
        return weeks.is_at_end();
    }
    eat_units(&mut scan, b"YMD")
        && (scan.is_at_end() || scan.eat_byte(b'T') && eat_units(&mut scan, b"HMS") && scan.is_at_end())
}

/// Goes on by one or more amounts whose units follow one another in this row, none left out between.
fn eat_units(scan: &mut Scan<'_>, row: &[u8]) -> bool {
    let mut next = None;
    loop {
        let mut ahead = *scan;
        let has_digits = !ahead.eat_all(|byte| byte.is_ascii_digit()).is_empty();
        let unit = ahead.peek().and_then(|unit| row.iter().position(|known| *known == unit));
        let unit = unit.filter(|unit| has_digits && next.is_none_or(|next| next == *unit));
        let Some(unit) = unit else { return next.is_some() };
        ahead.eat(|_| true);
        *scan = ahead;
        next = Some(unit + 1);
    }
}
