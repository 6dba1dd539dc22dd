// `npm run fonts`: makes the font files of the web application from their packages.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { subsetOf, typefaces } from "./lib/fonts.mjs";
import { root } from "./lib/paths.mjs";

for (const { file, source } of typefaces) {
  const font = await subsetOf(source);
  writeFileSync(join(root, file), font);
  console.log(`${file}: ${(font.length / 1_024).toFixed(1)} KB`);
}
