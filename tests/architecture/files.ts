import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the project. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const code = "{ts,tsx,mts,mjs}";
const folders = ["packages/*", "tests", "scripts", "infra"].map((folder) => `${folder}/**/*.${code}`);

/** Every source file, as a path from the root: the files on disk, not a list. */
export function sourceFiles(): string[] {
  const built = /(^|\/)(node_modules|dist)(\/|$)/;
  const exclude = (path: string) => built.test(path);
  return globSync([...folders, `*.${code}`], { cwd: root, exclude }).toSorted();
}

export const read = (path: string): string => readFileSync(join(root, path), "utf8");

export const exists = (path: string): boolean => existsSync(join(root, path));

/**
 * The file that an import names: relative, or of another package through its exports map. Undefined for
 * packages from outside, and for other files such as style sheets.
 */
export function resolveImport(from: string, specifier: string): string | undefined {
  const [, own, rest] = /^@shardwatch\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  if (own && rest) return resolveExport(own, rest);
  if (!specifier.startsWith(".")) return undefined;
  // What a bundler is asked to do with a file is no part of its name: "./chart.css?inline".
  const path = join(dirname(from), specifier.replace(/\?\w+$/, ""));
  if (!exists(path)) throw new Error(`${from} imports ${specifier}, which does not exist`);
  return /\.(ts|tsx|mts|mjs)$/.test(path) ? path : undefined;
}

/** Resolves a path with the exports map `"./*": "./src/*.ts"` of a package. */
function resolveExport(name: string, rest: string): string {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
    exports: Record<string, string>;
  };
  for (const [pattern, target] of Object.entries(exports)) {
    const prefix = pattern.slice("./".length, -1);
    const path = join("packages", name, target.replace("*", rest.slice(prefix.length)));
    if (rest.startsWith(prefix) && exists(path)) return path;
  }
  throw new Error(`@shardwatch/${name}/${rest} does not exist`);
}
