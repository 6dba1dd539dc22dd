import { build } from "esbuild";
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Bundles the server into one file, and prints its path and size. The file is
 * dist/server/shardwatch-server.mjs, or the given one. Beside it, it needs the package @dynoxide/linux-x64 for
 * the embedded database, and in WEB_DIST the built web application.
 */
const standard = "dist/server/shardwatch-server.mjs";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? here(`../../${standard}`);
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"));

await build({
  entryPoints: [here("src/main.ts")],
  outfile: file,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  define: { "process.env.SHARDWATCH_VERSION": JSON.stringify(version) },
  // Packages in CommonJS load node's own modules with require().
  banner: {
    js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
});

console.log(`${process.argv[2] ?? standard}: ${Math.ceil(statSync(file).size / 1_024)} KB`);
