import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// light-dark() is kept as written: these are the first versions that know it and AbortSignal.any (2024).
const browsers = ["chrome123", "edge123", "firefox124", "safari17.5"];

/** Names in the page what its first script will import, so that the browser asks for everything in one go. */
const preloadMain: Plugin = {
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
        if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith("/src/main.tsx")) add(file);
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadMain],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    rolldownOptions: {
      // The contract's schemas run in the API. Here a schema that nothing uses falls away, and zod with it.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // What every page needs comes as three files: what starts at once, the libraries, which seldom change, and
        // the application. What is needed behind the sign-in first is a fourth, with all that it imports: as thirty
        // small files it came a second later.
        codeSplitting: {
          groups: [
            { name: "boot", tags: ["$initial"], priority: 3 },
            {
              name: "libraries",
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
              priority: 2,
            },
            { name: "start", test: /\/main\.tsx$/, priority: 1 },
            { name: "app", test: /\/signed-in\.ts$/ },
          ],
        },
      },
    },
  },
  server: { host: "localhost", port: Number(process.env["WEB_PORT"] ?? 5173), strictPort: true },
});
