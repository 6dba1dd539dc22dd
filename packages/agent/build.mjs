import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/** Bundles the agent into the one file that customers run: dist/agent/shardwatch-agent.mjs, or the file given. */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here("src/main.ts")],
  outfile: process.argv[2] ?? here("../../dist/agent/shardwatch-agent.mjs"),
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node22",
  mainFields: ["module", "main"],
  // yaml is CommonJS for Node and asks for node's own modules by require().
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
});
