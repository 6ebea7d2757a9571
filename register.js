// `import "pi-toolcalls/register"` or `node --import pi-toolcalls/register`. What it does is in `js/register/`.
import register from "./js/register/index.js";

export const activity = register.activity;
