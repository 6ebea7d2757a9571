pub mod pattern;
pub mod text;
