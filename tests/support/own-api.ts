import { createOwnReports } from "@shardwatch/core/adapters/own-reports";
import type { OwnReports } from "@shardwatch/core/ports/own-reports";
import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import type { World } from "./world.ts";

/** Our own reports where no API answers. */
export const unreachable = createOwnReports("http://127.0.0.1:9");

interface OwnApi {
  ownReports: OwnReports;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The API of a world at an address of its own. It can stop and start again. */
export async function startOwnApi(world: World): Promise<OwnApi> {
  const port = await freePort();
  const serve = () =>
    startServer({
      name: "the API",
      port,
      variable: "API_PORT",
      fetch: (request) => world.app.fetch(request),
    });
  let server: Awaited<ReturnType<typeof serve>> | undefined = await serve();
  return {
    ownReports: createOwnReports(`http://localhost:${port}`),
    async start() {
      server ??= await serve();
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
  };
}
