import * as api from "pi-toolcalls";
import batch from "./batch.cjs";

console.log(await batch(api));
