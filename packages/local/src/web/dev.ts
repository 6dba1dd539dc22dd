import { fileURLToPath } from "node:url";
import type { WebConfig } from "@shardwatch/core/contract/config";
import { busyPort, type RunningServer } from "@shardwatch/server/http/listen";
import type { Plugin } from "vite";

const webFolder = fileURLToPath(new URL("../../../web", import.meta.url));

/** Vite's server with hot reload; `/config.json` is this environment's, as in every other. */
export async function startDevServer(port: number, config: WebConfig): Promise<RunningServer> {
  // Loaded here: a product that is only run has no use for Vite.
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: `${webFolder}/vite.config.ts`,
    // The other loaders write a file that is imported once, at which `node --watch` would start us anew.
    configLoader: "native",
    root: webFolder,
    plugins: [configPlugin(config)],
    server: { port, strictPort: true },
  });
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    // Vite throws a plain error that only its text distinguishes.
    const busy = error instanceof Error && error.message.includes("already in use");
    throw busy ? busyPort("the web application", port, "WEB_PORT") : error;
  }
  return { stop: () => server.close() };
}

function configPlugin(config: WebConfig): Plugin {
  return {
    name: "shardwatch-config",
    configureServer(server) {
      server.middlewares.use("/config.json", (_request, response) => {
        response.setHeader("content-type", "application/json");
        response.setHeader("cache-control", "no-store");
        response.end(JSON.stringify(config));
      });
    },
  };
}
