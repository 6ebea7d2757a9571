pub mod number;
pub mod text;
