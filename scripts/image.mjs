// `npm run image [-- server|agent]`: builds the container images into dist/images. Needs apt-get, dpkg-deb and Debian's
// keyring, but neither root nor Docker. apt downloads three libraries, npm downloads Node.
import { mkdirSync } from "node:fs";
import { buildProgram, imageFolder, writeSums } from "./image/build.mjs";
import { programs } from "./image/programs.mjs";
import { missingDebianTools } from "./lib/debian.mjs";
import { Unreachable, unreachableCode } from "./lib/unreachable.mjs";
import { buildWeb, webIsStale } from "./lib/web-build.mjs";

/** @typedef {keyof typeof programs} ProgramName */
const all = /** @type {ProgramName[]} */ (Object.keys(programs));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.some((one) => one === name));
if (unknown.length > 0) {
  console.error(`There is no image of ${unknown.join(", ")}, only of ${all.join(" and ")}.`);
  process.exit(2);
}
const lacking = missingDebianTools();
if (lacking.length > 0) {
  console.error(
    `This needs apt, dpkg and the package debian-archive-keyring. Missing: ${lacking.join(", ")}.`,
  );
  process.exit(1);
}
const names = all.filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.includes("server") && webIsStale() && (await buildWeb()) !== 0) process.exit(1);
mkdirSync(imageFolder, { recursive: true });
try {
  writeSums(names.flatMap((name) => buildProgram(name)));
  console.log(`dist/images: a layout of each image, the archives, and SHA256SUMS`);
} catch (error) {
  if (!(error instanceof Unreachable)) throw error;
  console.error(error.message);
  process.exitCode = unreachableCode;
}
