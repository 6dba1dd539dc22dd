// `npm run notices`: writes the notices of the software that the agent and the web application contain.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { noticesOf, shipped } from "./lib/notices.mjs";
import { root } from "./lib/paths.mjs";

for (const part of shipped) {
  writeFileSync(join(root, part.file), noticesOf(part));
  console.log(part.file);
}
