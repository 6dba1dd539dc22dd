import { build } from "esbuild";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Bundles the agent into the one file that customers run, and prints its path and size. The file is
 * dist/agent/shardwatch-agent.mjs, or the given one.
 */
const standard = "dist/agent/shardwatch-agent.mjs";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? here(`../../${standard}`);

await build({
  entryPoints: [here("src/main.ts")],
  outfile: file,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node22",
  mainFields: ["module", "main"],
  // yaml is CommonJS for Node and loads node's own modules with require().
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
});

console.log(`${process.argv[2] ?? standard}: ${Math.ceil(statSync(file).size / 1_024)} KB`);
