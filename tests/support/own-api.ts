import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCanaryReports } from "@shardwatch/core/adapters/aws/canary-reports";
import type { CanaryReports } from "@shardwatch/core/ports/canary-reports";
import { listenerOf } from "@shardwatch/server/http/listener";
import { host } from "@shardwatch/server/machine/ports";
import { patientPost } from "./patience.ts";
import type { World } from "./world.ts";

/** Our own reports where no API answers. */
export const unreachable = createCanaryReports("http://127.0.0.1:9");

/** Our own reports at that address, where a busy machine counts as no outage. */
export const canaryReportsTo = (url: string): CanaryReports => createCanaryReports(url, patientPost);

interface OwnApi {
  canaryReports: CanaryReports;
  /** Answers again. */
  start(): void;
  /** Refuses every connection from now on. The port stays its own. */
  silence(): void;
  stop(): Promise<void>;
}

/** The API of a world at an address of its own. */
export async function startOwnApi(world: World): Promise<OwnApi> {
  let answers = true;
  const server = createServer(listenerOf((request) => world.app.fetch(request), host));
  server.on("connection", (socket) => {
    if (!answers) socket.destroy();
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    canaryReports: canaryReportsTo(`http://localhost:${(server.address() as AddressInfo).port}`),
    start: () => {
      answers = true;
    },
    silence: () => {
      answers = false;
    },
    async stop() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}
