import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const ownIcon = new URL("./lean-icon.mjs", import.meta.url);

/**
 * Leaves out what no icon on a screen needs. Its name is another class, and a label for developers. Its former names
 * are further classes. The keys of its lines are for lists that change. The library also builds icons for other
 * frameworks, from settings that no screen has: `lean-icon.mjs` draws the same without.
 */
export const leanIcons: Plugin = {
  name: "lean-icons",
  apply: "build",
  transform: {
    filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](icons[\\/]|createLucideIcon\.)/ },
    handler: (code, id) => ({
      code: id.includes("createLucideIcon") ? readFileSync(ownIcon, "utf8") : lean(code),
      map: null,
    }),
  },
};

export const lean = (code: string): string =>
  code
    .replaceAll(/,\s*key: "\w+"/g, "")
    .replace(/\bname: "[\w-]+",/, "")
    .replace(/,\s*aliases: \[[^\]]*\]/, "")
    // A read without a use, which a bundler has to keep.
    .replace(/^__iconData\.node;$/m, "");
