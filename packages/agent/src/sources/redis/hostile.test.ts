import { once } from "node:events";
import net from "node:net";
import { report as reportSchema } from "@shardwatch/core/contract/report/report";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { startRedisServer } from "../../../test/redis-server.ts";
import { redisSettings, shortLimits, usualLimits } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { Reporter } from "../../report.ts";
import type { Limits } from "./connection/connection.ts";
import { RedisSource } from "./source.ts";

const silent = createLog("error", () => undefined);
const cleanups = cleanUpAfterEach();

/** The connections to the servers of this test. */
const sockets: net.Socket[] = [];
/** What a reading takes at most, in bytes: its limit of a megabyte, and what the kernel keeps for both ends. */
const mostTaken = 30_000_000;
/** How many bytes the servers of this test could send. */
const bytesTaken = () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);

/** A TCP server that handles every connection with the test's function. */
async function listen(treat: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => socket.destroy());
    treat(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function flood(socket: net.Socket, chunk: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", write);
  write();
}

const chunk = "x".repeat(65_536);
type Behaviour = [what: string, treat: (socket: net.Socket) => void, limits?: Limits];
const behaviours: Behaviour[] = [
  ["never answers", () => undefined, shortLimits],
  [
    "answers one byte at a time, for ever",
    (socket) => {
      const timer = setInterval(() => socket.write("+"), 50);
      socket.on("close", () => clearInterval(timer));
      socket.write("$1000\r\n");
    },
    shortLimits,
  ],
  ["sends an endless line", (socket) => flood(socket, `+${chunk}`)],
  [
    "sends an endless bulk string",
    (socket) => {
      socket.write("$999999999\r\n");
      flood(socket, chunk);
    },
  ],
  [
    "sends an endless list",
    (socket) => {
      socket.write("*999999999\r\n");
      flood(socket, ":1\r\n".repeat(1_000));
    },
  ],
  ["announces lists of a gigabyte", (socket) => socket.write("*30000000\r\n".repeat(20))],
  ["nests lists without end", (socket) => flood(socket, "*1\r\n".repeat(1_000))],
  ["speaks HTTP", (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ["sends random bytes", (socket) => socket.write(Buffer.from([0, 255, 13, 10, 42, 7, 36]))],
  ["answers with a number", (socket) => socket.write(":7\r\n")],
  ["answers with nothing", (socket) => socket.write("$-1\r\n")],
  ["answers twice", (socket) => socket.write("$0\r\n\r\n$0\r\n\r\n")],
  ["closes at once", (socket) => socket.end()],
  ["resets the connection", (socket) => socket.resetAndDestroy()],
];

test.each(behaviours)(
  "R12 AGT25 a server that %s is reported in time, with bounded memory",
  async (_, treat, limits = usualLimits) => {
    const port = await listen((socket) => {
      socket.once("data", () => treat(socket));
    });
    const source = new RedisSource(redisSettings(port), silent, limits);
    cleanups.push(() => source.close());
    const { deployment } = await source.read();
    expect(bytesTaken()).toBeLessThan(mostTaken);
    expect(deployment.status).toBe("unreachable");
    expect(deployment.databases).toBeUndefined();
  },
);

/** A server that answers every request as INFO, with this text. */
function informing(info: () => string): Promise<number> {
  return listen((socket) =>
    socket.on("data", () => socket.write(`$${Buffer.byteLength(info())}\r\n${info()}\r\n`)),
  );
}

test.each([
  ["escape sequences", "7.0\u001b]0;title\u0007\u001b[31m\u009b2J\u0000\u202e\u2028"],
  ["an endless text", `7.0${"\u001b[31m😀".repeat(20_000)}`],
])("R12 %s in INFO reaches neither the terminal nor the report", async (_, text) => {
  const port = await informing(
    () =>
      `# Server\r\nredis_version:${text}\r\nredis_mode:${text}\r\n# Memory\r\nused_memory:5\r\nmaxmemory:0\r\n`,
  );
  const source = new RedisSource(redisSettings(port), silent, usualLimits);
  cleanups.push(() => source.close());
  const { lines } = await source.check();
  expect(lines.find((line) => line.startsWith("server "))).toContain("Redis 7.0");
  for (const line of lines) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
    expect(line.length).toBeLessThan(500);
  }
  const report = await new Reporter([source], "0123456789abcdef", silent).collect(Date.now);
  expect(reportSchema.parse(report).deployments[0]?.databases?.[0]?.version).toMatch(
    /^7\.0[^\p{Cc}\p{Cf}\p{Cs}]*$/u,
  );
});

test("R12 a server that claims a replica's data set hides it no longer than it claims it", async () => {
  const primary = await startRedisServer({ args: ["--repl-diskless-sync-delay", "0"] });
  cleanups.push(() => primary.stop());
  const replica = await startRedisServer({ args: ["--replicaof", "127.0.0.1", String(primary.port)] });
  cleanups.push(() => replica.stop());
  await vi.waitFor(
    async () => expect(await replica.cli("INFO", "replication")).toContain("master_link_status:up"),
    30_000,
  );
  const dataSet = /master_replid:(\w+)/.exec(await replica.cli("INFO", "replication"))?.[1] ?? "";
  let replication = "";
  const port = await informing(
    () => `# Memory\r\nused_memory:5\r\nmaxmemory:0\r\n# Replication\r\n${replication}`,
  );
  const sources = [
    new RedisSource(redisSettings(replica.port, { key: "replica" }), silent, usualLimits),
    new RedisSource(redisSettings(port, { key: "hostile" }), silent, usualLimits),
  ];
  cleanups.push(() => {
    for (const source of sources) source.close();
  });
  const reporter = new Reporter(sources, "0123456789abcdef", silent);
  const reported = async (claim: string) => {
    replication = claim;
    return (await reporter.collect(Date.now)).deployments.map(({ key }) => key);
  };
  for (const honest of [
    "role:master\r\nmaster_replid:another\r\n",
    `role:slave\r\nmaster_replid:${dataSet}\r\n`,
    "",
  ]) {
    expect(await reported(`role:master\r\nmaster_replid:${dataSet}\r\n`)).toEqual(["hostile"]);
    expect(await reported(honest)).toEqual(["replica", "hostile"]);
  }
});

test("R12 an INFO without figures is unsupported, not a server of zero bytes", async () => {
  const port = await listen((socket) => socket.on("data", () => socket.write("$0\r\n\r\n")));
  const source = new RedisSource(redisSettings(port), silent, usualLimits);
  cleanups.push(() => source.close());
  expect((await source.read()).deployment).toMatchObject({ status: "unsupported" });
});

test("R12 a Sentinel and an old server without maxmemory in INFO are read as what they are", async () => {
  const answering = (info: string) =>
    listen((socket) =>
      socket.on("data", (request: Buffer) => {
        const text = request.toString().includes("CONFIG")
          ? "*4\r\n$16\r\nmaxmemory-policy\r\n$10\r\nnoeviction\r\n$9\r\nmaxmemory\r\n$4\r\n4096\r\n"
          : `$${info.length}\r\n${info}\r\n`;
        socket.write(text);
      }),
    );
  const sentinel = new RedisSource(
    redisSettings(await answering("# Server\r\nredis_mode:sentinel\r\n")),
    silent,
    usualLimits,
  );
  const old = new RedisSource(
    redisSettings(await answering("# Server\r\nredis_version:2.8.24\r\n# Memory\r\nused_memory:1000\r\n")),
    silent,
    usualLimits,
  );
  cleanups.push(
    () => sentinel.close(),
    () => old.close(),
  );
  expect((await sentinel.read()).deployment).toMatchObject({
    status: "unsupported",
    statusMessage: expect.stringContaining("Sentinel"),
  });
  expect((await old.read()).deployment.databases).toMatchObject([
    { version: "2.8.24", memoryUsed: "1000", memoryLimit: "4096" },
  ]);
});

test("R12 a server that talks while nobody asked is cut off, and read anew the next time", async () => {
  const port = await listen((socket) =>
    socket.once("data", () => {
      const info = "# Memory\r\nused_memory:1\r\nmaxmemory:0\r\n";
      socket.write(`$${info.length}\r\n${info}\r\n`);
    }),
  );
  const source = new RedisSource(redisSettings(port), silent, usualLimits);
  cleanups.push(() => source.close());
  for (let count = 0; count < 3; count += 1) {
    expect((await source.read()).deployment.status).toBe("active");
    for (const socket of sockets) flood(socket, chunk);
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  }
  expect(sockets).toHaveLength(3);
  expect(bytesTaken()).toBeLessThan(3 * mostTaken);
});

test("R12 a stopped process (SIGSTOP) is unreachable until it goes on", async () => {
  const redis = await startRedisServer();
  cleanups.push(() => redis.stop());
  const limits = { ...usualLimits };
  const source = new RedisSource(redisSettings(redis.port), silent, limits);
  cleanups.push(() => source.close());
  expect((await source.read()).deployment.status).toBe("active");
  process.kill(redis.pid, "SIGSTOP");
  Object.assign(limits, shortLimits);
  expect((await source.read()).deployment).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("did not answer in time"),
  });
  process.kill(redis.pid, "SIGCONT");
  Object.assign(limits, usualLimits);
  expect((await source.read()).deployment.status).toBe("active");
});
