import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./paths.mjs";

const folder = join(root, "packages", "core", "src", "assistants");
const from = async (/** @type {string} */ name) => await import(pathToFileURL(join(folder, name)).href);

/**
 * Writes the definitions of the tools for assistants at the build. They are the same at each call, and Zod's writer of JSON
 * schemas is 8 KB of a bundle with gzip.
 * @returns {import("esbuild").Plugin}
 */
export function writtenDefinitions() {
  return {
    name: "written-definitions",
    setup({ onLoad, onEnd }) {
      let isUsed = false;
      onLoad({ filter: /[\\/]core[\\/]src[\\/]assistants[\\/]definitions\.ts$/ }, async () => {
        isUsed = true;
        const { definitionsOf } = await from("definitions.ts");
        const { tools } = await from("tools.ts");
        const written = JSON.stringify(definitionsOf(tools));
        return {
          contents: `const written = ${written}; export const definitionsOf = () => written;`,
          loader: "js",
        };
      });
      onEnd(() => ({ errors: isUsed ? [] : [{ text: "no module has the definitions of tools any more" }] }));
    },
  };
}
