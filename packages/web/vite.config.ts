import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { groups } from "./vite/chunks.ts";
import { collapseFacades } from "./vite/collapse-facades.ts";
import { leanIcons } from "./vite/lean-icons.ts";
import { leanLibraries } from "./vite/lean-libraries.ts";
import { leanRouter } from "./vite/lean-router.ts";
import { preloadMain } from "./vite/preload-main.ts";
import { withoutCookies } from "./vite/without-cookies.ts";

// light-dark() is not transpiled: these are the first versions that support it and AbortSignal.any (2024).
const browsers = ["chrome123", "edge123", "firefox124", "safari17.5"];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    withoutCookies,
    preloadMain,
    collapseFacades,
    leanIcons,
    leanLibraries(),
    leanRouter,
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    cssCodeSplit: false,
    // As data in a script, an image could not be the target of a <use>.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser above has it.
      polyfill: false,
      // Each file lists what its imports need. What every page has is left out.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(libraries|rolldown-runtime|start|boot)-/.test(file)),
    },
    rolldownOptions: {
      // The contract's schemas run only in the API. Marked as pure, unused schemas are removed, and zod with
      // them.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // The first scripts name a hundred files, so each digit of a hash costs a tenth of a kilobyte.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: { groups },
      },
    },
  },
  server: { host: "localhost", port: Number(process.env["WEB_PORT"] ?? 5173), strictPort: true },
});
