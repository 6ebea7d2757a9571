use super::text::Text;
#[derive(Debug)]
pub struct Format;
impl Format {
    pub fn named(_: Text<'_>) -> Option<Self> {
        None
    }
    pub fn test(&self, _: Text<'_>) -> bool {
        true
    }
}
