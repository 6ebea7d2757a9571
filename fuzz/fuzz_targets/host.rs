//! What stands in for JavaScript.

use arbitrary::Unstructured;
use pi_toolcalls::validate::Refine;
use pi_toolcalls::validate::refine::{Copying, Held};
use pi_toolcalls::validate::schema::Thrown;

/// A JavaScript side whose functions answer as the input says.
pub struct Host<'i, 'b>(pub &'i mut Unstructured<'b>);

impl Host<'_, '_> {
    fn answer(&mut self) -> Result<bool, Thrown> {
        match self.0.arbitrary::<u8>().unwrap_or(0) {
            0 => Err(Thrown::new("the refinement fails")),
            other => Ok(other & 1 == 1),
        }
    }
}

impl Refine for Host<'_, '_> {
    fn check(&mut self, _: u32, _: &[u8]) -> Result<Held, Thrown> {
        Ok(match self.answer()? {
            true => Held::Yes,
            false => Held::No,
        })
    }

    fn error(&mut self, _: u32, _: &[u8]) -> Result<Vec<u8>, Thrown> {
        self.answer().map(|_| b"not this".to_vec())
    }

    fn test(&mut self, _: u32, _: &[u8]) -> Result<bool, Thrown> {
        self.answer()
    }

    fn show(&mut self, _: u32) -> Vec<u8> {
        b"/a/".to_vec()
    }

    fn assign(&mut self, _: u32, property: &[u8]) -> Result<Vec<u8>, Thrown> {
        // A number that says how the property stands, what it is, and what its object is compared by.
        let standing = u8::from(self.answer()?) | if property.len() % 2 == 0 { 4 } else { 0 };
        Ok(vec![4, standing, 0, 0, 0, 1, 0])
    }

    fn copy(&mut self, object: u32, _: Copying) -> Result<u32, Thrown> {
        self.answer().map(|_| object)
    }

    fn take_over(&mut self, _: u32, _: u32) -> Result<(), Thrown> {
        self.answer().map(drop)
    }
}
