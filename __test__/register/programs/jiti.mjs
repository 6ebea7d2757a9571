// Loads TypeScript as pi loads its extensions: by jiti.
import { createJiti } from "jiti";

await createJiti(import.meta.url).import("./typed.ts");
