pub mod format;
pub mod pattern;
pub mod text;
