import { build } from "esbuild";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Bundles the command line into the one file that people run, and prints its path and size. The file is
 * dist/cli/shardwatch.cjs, or the given one. It has no package from outside in it.
 */
const standard = "dist/cli/shardwatch.cjs";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? here(`../../${standard}`);

await build({
  entryPoints: [here("src/main.ts")],
  outfile: file,
  bundle: true,
  minify: true,
  // It starts a little sooner than a module.
  format: "cjs",
  platform: "node",
  target: "node20.19",
  banner: { js: "#!/usr/bin/env node" },
});

console.log(`${process.argv[2] ?? standard}: ${Math.ceil(statSync(file).size / 1_024)} KB`);
