import { readFile } from "node:fs/promises";

/** A text in a source, or several that are joined. Those with values in them are left alone. */
const text = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$\\]*`/.source;
const texts = `(?:${text})(?:\\s*\\+\\s*(?:${text}))*`;

/**
 * What only the API's document shows, by the folder of the source: of schemas, and of routes. In the contract, a field
 * `description` may be one that people see.
 */
const kinds = [
  {
    sources: /[\\/]packages[\\/]core[\\/]src[\\/]contract[\\/].*\.ts$/,
    documentation: new RegExp(`\\.describe\\(\\s*${texts},?\\s*\\)`, "g"),
  },
  {
    // Their definitions are written at the build.
    sources: /[\\/]packages[\\/]core[\\/]src[\\/]assistants[\\/].*\.ts$/,
    documentation: new RegExp(`\\b(?:title|description):\\s*${texts},`, "g"),
  },
  {
    sources: /[\\/]packages[\\/]functions[\\/]src[\\/]api[\\/].*\.ts$/,
    documentation: new RegExp(
      `\\.describe\\(\\s*${texts},?\\s*\\)|\\b(?:summary|description):\\s*${texts},`,
      "g",
    ),
  },
];

/**
 * Leaves out the texts of the API's document, which are 5 KB of a bundle with gzip. Only the function `reference` writes
 * the document.
 * @returns {import("esbuild").Plugin}
 */
export function withoutTexts() {
  return {
    name: "without-texts",
    setup({ onLoad, onEnd }) {
      let left = 0;
      for (const { sources, documentation } of kinds)
        onLoad({ filter: sources }, async ({ path }) => {
          const source = await readFile(path, "utf8");
          const contents = source.replace(documentation, "");
          left += source.length - contents.length;
          return { contents, loader: "ts" };
        });
      onEnd(() => ({ errors: left > 0 ? [] : [{ text: "no text of the API's document was found" }] }));
    },
  };
}
