//! The groups of a regular expression, as a first look at its source tells them: whether a number is a reference to a
//! group depends on how many there are.

/// What a first look at the source tells of its groups.
pub struct Groups {
    pub count: u32,
    /// The names, with the numbers of their groups.
    pub names: Vec<(Vec<u16>, u32)>,
}

impl Groups {
    pub fn count(units: &[u16]) -> Self {
        let mut groups = Self { count: 0, names: Vec::new() };
        let (mut at, mut in_class) = (0, false);
        while let Some(unit) = units.get(at) {
            at += 1;
            match u8::try_from(*unit) {
                Ok(b'\\') => at += 1,
                Ok(b'[') => in_class = true,
                Ok(b']') => in_class = false,
                Ok(b'(') if !in_class => groups.open(&units[at..]),
                _ => {}
            }
        }
        groups
    }

    fn open(&mut self, rest: &[u16]) {
        if rest.first() != Some(&u16::from(b'?')) {
            self.count += 1;
        } else if let Some(name) = group_name(&rest[1..]) {
            self.count += 1;
            self.names.push((name.to_vec(), self.count));
        }
    }
}

/// The name in `<name>`, if that is what the units begin with.
pub fn group_name(units: &[u16]) -> Option<&[u16]> {
    let rest = units.strip_prefix(&[u16::from(b'<')])?;
    let name = &rest[..rest.iter().position(|unit| *unit == u16::from(b'>'))?];
    let begins = |unit: &u16| !matches!(u8::try_from(*unit), Ok(b'=' | b'!'));
    name.first().is_some_and(begins).then_some(name)
}
