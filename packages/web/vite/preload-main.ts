import type { Plugin } from "vite";

/**
 * Adds preload links for the imports of the first script, so that the browser requests all of them at once.
 */
export const preloadMain: Plugin = {
  name: "preload-main",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const files = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== "chunk" || files.has(file)) return;
        files.add(file);
        chunk.imports.forEach(add);
      };
      for (const [file, chunk] of Object.entries(bundle))
        if (chunk.type === "chunk" && chunk.moduleIds.some((id) => id.endsWith("/src/main.tsx"))) add(file);
      return [...files]
        .toReversed()
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          injectTo: "head-prepend" as const,
        }));
    },
  },
};
