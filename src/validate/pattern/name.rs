//! Names of groups.

use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};

use super::PatternError;
use super::parse::Parser;

impl Parser<'_> {
    /// What follows `(?<` or `\k<`, up to and with the closing bracket.
    pub fn group_name(&mut self) -> Result<Vec<u32>, PatternError> {
        let mut name = Vec::new();
        while !self.eat(">") {
            let mut point = self.next().ok_or(PatternError::Syntax)?;
            if point == u32::from('\\') {
                self.expect("u")?;
                point = self.unicode_escape()?;
            }
            if !may_stand_in_name(point, name.is_empty()) {
                return Err(PatternError::Syntax);
            }
            name.push(point);
        }
        if name.is_empty() { Err(PatternError::Syntax) } else { Ok(name) }
    }
}

fn may_stand_in_name(point: u32, first: bool) -> bool {
    if point == u32::from('$') || point == u32::from('_') {
        return true;
    }
    if first {
        return CodePointSetData::new::<IdStart>().contains32(point);
    }
    // The joiner and the non-joiner.
    matches!(point, 0x200C | 0x200D) || CodePointSetData::new::<IdContinue>().contains32(point)
}
