import type { Plugin } from "vite";

/**
 * Leaves out what no icon on a screen needs. Its name is another class, and a label for developers. Its former names
 * are further classes. The keys of its lines are for lists that change.
 */
export const leanIcons: Plugin = {
  name: "lean-icons",
  apply: "build",
  transform: {
    filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) => ({ code: lean(code), map: null }),
  },
};

export const lean = (code: string): string =>
  code
    .replaceAll(/,\s*key: "\w+"/g, "")
    .replace(/\bname: "[\w-]+",/, "")
    .replace(/,\s*aliases: \[[^\]]*\]/, "")
    // A read without a use, which a bundler has to keep.
    .replace(/^__iconData\.node;$/m, "");
