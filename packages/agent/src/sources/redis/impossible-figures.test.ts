import { once } from "node:events";
import net from "node:net";
import { report as reportSchema } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { Reporter } from "../../report.ts";
import { RedisSource } from "./source.ts";

const silent = createLog("error", () => undefined);
const cleanups = cleanUpAfterEach();

/** The port of a server that answers every request as INFO, with this text. */
async function informing(info: string): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", () => socket.write(`$${Buffer.byteLength(info)}\r\n${info}\r\n`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test.each([
  ["used_memory", "18446744073709551615", "0", "1"],
  ["maxmemory", "5", "18446744073709551615", "1"],
  ["evicted_keys", "5", "0", "18446744073709551615"],
])(
  "R12 AGT25 %s beyond all numbers does not get the other servers refused",
  async (_, used, limit, evicted) => {
    const memory = `# Memory\r\nused_memory:${used}\r\nmaxmemory:${limit}\r\n`;
    const [port, honest] = [
      await informing(`${memory}# Stats\r\nevicted_keys:${evicted}\r\n`),
      await informing("# Memory\r\nused_memory:5\r\nmaxmemory:0\r\n"),
    ];
    const sources = [port, honest].map((one) => {
      const settings = redisSettings(one, { key: String(one) });
      return new RedisSource(settings, silent, usualLimits);
    });
    cleanups.push(() => {
      for (const source of sources) source.close();
    });
    const report = await new Reporter(sources, "0123456789abcdef", silent).collect(Date.now);
    expect(reportSchema.parse(report).deployments).toMatchObject([
      { key: String(port) },
      { key: String(honest), status: "active", databases: [{ memoryUsed: "5" }] },
    ]);
  },
);
