import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// light-dark() is kept as written: these are the first versions that know it and AbortSignal.any (2024).
const browsers = ["chrome123", "edge123", "firefox124", "safari17.5"];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    rolldownOptions: {
      // The contract's schemas run in the API. Here a schema that nothing uses falls away, and zod with it.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // What the first page needs in two files: the libraries, which seldom change, and our own code.
        codeSplitting: {
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 2 },
            { name: "start", tags: ["$initial"], priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: "localhost", port: Number(process.env["WEB_PORT"] ?? 5173), strictPort: true },
});
