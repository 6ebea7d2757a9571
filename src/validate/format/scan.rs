//! Reading a text from left to right, byte by byte. In a WTF-8 text each byte that is not ASCII is part of something
//! that is not ASCII.

/// What is left to read.
#[derive(Clone, Copy)]
pub struct Scan<'t>(pub &'t [u8]);

impl<'t> Scan<'t> {
    pub fn is_at_end(self) -> bool {
        self.0.is_empty()
    }

    pub fn peek(self) -> Option<u8> {
        self.0.first().copied()
    }

    /// Goes on by one byte when it is such a one.
    pub fn eat(&mut self, wanted: impl Fn(u8) -> bool) -> bool {
        match self.0.split_first() {
            Some((byte, rest)) if wanted(*byte) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    pub fn eat_byte(&mut self, wanted: u8) -> bool {
        self.eat(|byte| byte == wanted)
    }

    /// Goes on as long as the bytes are such ones, and gives them.
    pub fn eat_all(&mut self, wanted: impl Fn(u8) -> bool) -> &'t [u8] {
        let length = self.0.iter().take_while(|byte| wanted(**byte)).count();
        let (eaten, rest) = self.0.split_at(length);
        self.0 = rest;
        eaten
    }

    /// Goes on by two digits when they are there, and gives their number.
    pub fn two_digits(&mut self) -> Option<u32> {
        let (&[tens, ones], rest) = self.0.split_first_chunk::<2>()?;
        if !tens.is_ascii_digit() || !ones.is_ascii_digit() {
            return None;
        }
        self.0 = rest;
        Some(u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    }

    /// Goes on by a percent sign and two hexadecimal digits.
    pub fn eat_percent_encoded(&mut self) -> bool {
        match self.0 {
            [b'%', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }
}

/// True when the text consists of such bytes and of percent-encoded ones.
pub fn is_encoded(bytes: &[u8], plain: impl Fn(u8) -> bool) -> bool {
    let mut scan = Scan(bytes);
    loop {
        scan.eat_all(&plain);
        if scan.is_at_end() {
            return true;
        }
        if !scan.eat_percent_encoded() {
            return false;
        }
    }
}
