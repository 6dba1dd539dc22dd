import { build, transform } from "esbuild";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Bundles the command line into the one file that people run, and prints its path and size. The file is
 * dist/cli/shardwatch.cjs, or the given one. It has no package from outside in it.
 *
 * What only few commands import is in the file as a text, and compiled when it is imported. Node would read it as code at
 * each start of every command: the parser of YAML and the schemas of files alone took 12 ms.
 */
const standard = "dist/cli/shardwatch.cjs";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? here(`../../${standard}`);

const target = { platform: "node", target: "node20.19", minify: true };
const nameOf = (path) => `./${basename(path)}`;

const { outputFiles, metafile } = await build({
  ...target,
  entryPoints: [here("src/main.ts")],
  outdir: here("out"),
  write: false,
  metafile: true,
  bundle: true,
  format: "esm",
  splitting: true,
  // For Node, yaml is CommonJS, of which nothing is left out.
  alias: { yaml: here("../../node_modules/yaml/browser/dist/index.js") },
});

/** The names of what a part imports at once, and of what that imports. */
function importedBy(name) {
  const [, output] = Object.entries(metafile.outputs).find(([path]) => nameOf(path) === name);
  const own = output.imports.filter(({ kind, external }) => kind === "import-statement" && !external);
  return [name, ...own.flatMap(({ path }) => importedBy(nameOf(path)))];
}

const first = new Set(importedBy("./main.js"));
const parts = await Promise.all(
  outputFiles.map(async ({ path, text }) => {
    const name = nameOf(path);
    // It starts a little sooner than modules.
    const { code } = await transform(text, {
      ...target,
      format: "cjs",
      supported: { "dynamic-import": false },
    });
    // In parentheses, a function is compiled at once, and not read twice.
    const part = first.has(name) ? `(function(require,module,exports){${code}})` : JSON.stringify(code);
    return `${JSON.stringify(name)}:${part}`;
  }),
);
const bundle = `#!/usr/bin/env node
const parts={${parts.join(",\n")}},loaded={};
function load(name){
if(!(name in parts))return require(name);
if(name in loaded)return loaded[name].exports;
const part=parts[name],module=loaded[name]={exports:{}};
const run=typeof part==="string"?require("node:vm").compileFunction(part,["require","module","exports"]):part;
run(load,module,module.exports);
return module.exports}
load("./main.js");
`;

mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, bundle);
chmodSync(file, 0o755);
console.log(`${process.argv[2] ?? standard}: ${Math.ceil(Buffer.byteLength(bundle) / 1_024)} KB`);
