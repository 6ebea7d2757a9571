pub struct Schema; pub enum Verdict{}
