import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import type { AddressInfo } from "node:net";
import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { makeCertificates } from "../../../test/certificates.ts";
import { bulk, startFakeRedis } from "../../../test/fake-redis.ts";
import type { FakeRedis, FakeRedisOptions } from "../../../test/fake-redis.ts";
import { startedServer } from "../../../test/redis-server.ts";
import type { RedisServerOptions } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { Connection } from "./connection/connection.ts";
import { RedisSource } from "./source.ts";

const cleanups = cleanUpAfterEach();

const server = (options?: RedisServerOptions) => startedServer(cleanups, options);

async function fake(answer: (command: string) => string, options?: FakeRedisOptions): Promise<FakeRedis> {
  const started = await startFakeRedis(answer, options);
  cleanups.push(() => started.stop());
  return started;
}

function source(port: number, more?: Partial<RedisSettings>): RedisSource {
  const settings = redisSettings(port, more);
  const created = new RedisSource(
    settings,
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => created.close());
  return created;
}

/** What `check` and the report say of a server, each from a source of its own. */
async function both(port: number, more?: Partial<RedisSettings>) {
  const check = await source(port, more).check();
  const { deployment } = await source(port, more).read();
  return { ok: check.ok, output: check.lines.join("\n"), deployment };
}

test("AGT25 AGT33 at a server without room for another client, check tells what the report tells", async () => {
  const redis = await server({ args: ["--maxclients", "1"] });
  const holder = source(redis.port);
  await vi.waitFor(async () => expect((await holder.read()).deployment.status).toBe("active"), 30_000);
  const { ok, output, deployment } = await both(redis.port);
  expect(ok).toBe(false);
  expect(deployment).toMatchObject({ status: "unreachable" });
  expect(deployment.statusMessage).toContain("maxclients");
  expect(output).toContain(`FAILED       ${deployment.statusMessage}`);
  expect(output).toContain("status       unreachable");
  expect(output).not.toContain("PING");
});

/** A server with one place, which is free again a moment after its client has left. */
async function onePlace(answer: (request: string) => string): Promise<number> {
  let taken = false;
  const listener = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    if (taken) return void socket.end("-ERR max number of clients reached\r\n");
    taken = true;
    socket.on("data", (request) => socket.write(answer(request.toString())));
    socket.on("end", () =>
      setTimeout(() => {
        taken = false;
        socket.end();
      }, 60),
    );
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  cleanups.push(() => listener.close());
  return (listener.address() as AddressInfo).port;
}

test("AGT33 check needs one place at a server, also between its own connections", async () => {
  const port = await onePlace((request) => (request.includes("INFO") ? bulk(memory) : "+PONG\r\n"));
  const { ok, lines } = await source(port).check();
  expect(lines.join("\n")).toContain("status       active");
  expect(ok).toBe(true);
});

test("AGT25 a server that cuts TLS for want of room is unreachable, and maxclients is named", async () => {
  const tls = await makeCertificates();
  cleanups.push(() => tls.remove());
  const redis = await server({ tls, args: ["--maxclients", "1", "--tls-auth-clients", "no"] });
  const secure = { tls: { ca: readFileSync(tls.ca), insecureSkipVerify: false } };
  const holder = source(redis.port, secure);
  await vi.waitFor(async () => expect((await holder.read()).deployment.status).toBe("active"), 30_000);
  const { output, deployment } = await both(redis.port, secure);
  expect(deployment).toMatchObject({ status: "unreachable" });
  expect(deployment.statusMessage).toContain("maxclients");
  expect(output).toContain(`FAILED       ${deployment.statusMessage}`);
});

const noRoom = ["-ERR max number ", "of clients reached\r\n"];

test.each([
  ["at maxclients", noRoom, "unreachable", "maxclients"],
  [
    "in protected mode",
    ["-DENIED Redis is running in protected mode because ...\r\n"],
    "denied",
    "protected mode",
  ],
])(
  "AGT25 AGT33 a server %s says so unasked and closes; the words are read first",
  async (_, farewell, ...said) => {
    const redis = await fake(() => "", { farewell });
    const connection = await Connection.open(
      { host: redis.host, port: redis.port },
      { limits: usualLimits, sent: new Set() },
    );
    await expect.poll(() => connection.usable).toBe(false);
    await expect(connection.send(["INFO"])).rejects.toThrow(farewell.join("").slice(1, -2));

    const [status, word] = said;
    for (const more of [{}, { password: new Secret("Sesame") }]) {
      const { ok, output, deployment } = await both(redis.port, more);
      expect(ok).toBe(false);
      expect(deployment).toMatchObject({ status });
      expect(deployment.statusMessage).toContain(word);
      expect(output).toContain(`FAILED       ${deployment.statusMessage}`);
      expect(output).toContain(`status       ${status}`);
    }
  },
);

test("AGT33 at a server that loads its data, check says loading, as the report does", async () => {
  const redis = await server({
    args: ["--enable-debug-command", "yes", "--loading-process-events-interval-bytes", "1024"],
  });
  await redis.cli("DEBUG", "POPULATE", "20000", "key", "100");
  await redis.cli("CONFIG", "SET", "key-load-delay", "500");
  const reload = redis.cli("DEBUG", "RELOAD").catch(() => "");
  await vi.waitFor(async () => expect(await redis.cli("PING").catch(String)).toContain("LOADING"), 30_000);
  const { output, deployment } = await both(redis.port);
  await redis.cli("CONFIG", "SET", "key-load-delay", "0");
  await reload;
  expect(deployment.status).toBe("loading");
  expect(output).toContain(`status       loading: ${deployment.statusMessage}`);
});

const memory = "# Server\r\nredis_version:5.0.14\r\n# Memory\r\nused_memory:1000\r\nmaxmemory:4096\r\n";

/** A server before Redis 6, whose AUTH knows no users. */
function redis5(password?: string): Promise<FakeRedis> {
  let open = password === undefined;
  return fake((command) => {
    const [word, ...rest] = command.split(" ");
    if (word === "AUTH" && rest.length > 1) return "-ERR wrong number of arguments for 'auth' command\r\n";
    if (word === "AUTH" && password === undefined) return "-ERR Client sent AUTH, but no password is set\r\n";
    if (word === "AUTH" && rest[0] !== password) return "-ERR invalid password\r\n";
    if (word === "AUTH") open = true;
    if (!open) return "-NOAUTH Authentication required.\r\n";
    return command === "INFO" ? bulk(memory) : "+OK\r\n";
  });
}

test.each([
  ["a wrong password", "SESAME", { password: new Secret("WRONG") }, "refuses the password"],
  ["no password", "SESAME", {}, "requires a password"],
  ["a user", "SESAME", { username: "agent", password: new Secret("SESAME") }, "older than Redis 6"],
])("AGT25 AGT33 before Redis 6, %s is denied in check and report, with the reason", async (...row) => {
  const [, password, credentials, words] = row;
  const { ok, output, deployment } = await both((await redis5(password)).port, credentials);
  expect(ok).toBe(false);
  expect(deployment).toMatchObject({ status: "denied", statusMessage: expect.stringContaining(words) });
  expect(output).toContain(`FAILED       ${deployment.statusMessage}`);
  expect(output).not.toMatch(/SESAME|WRONG\b/);
});

test("AGT33 before Redis 6, a password that the server does not have is superfluous in check and report", async () => {
  const { ok, output, deployment } = await both((await redis5()).port, { password: new Secret("SESAME") });
  expect(deployment.status).toBe("active");
  expect(output).toContain("login        not needed: the server has no password");
  expect(ok).toBe(true);
});

test.each([
  ["redis_version:7.2.4\r\nredict_version:7.3.1\r\n", "Redict 7.3.1"],
  ["redis_version:7.2.4\r\nserver_name:redict\r\n", "Redict 7.2.4"],
  ["redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.1.2\r\n", "Valkey 9.1.2"],
  ["redis_version:8.0.6\r\n", "Redis 8.0.6"],
])("AGT24 AGT33 a server is called what it calls itself: %j is %s", async (fields, name) => {
  const info = `# Server\r\n${fields}# Memory\r\nused_memory:1000\r\nmaxmemory:4096\r\n`;
  const redis = await fake((command) => (command === "INFO" ? bulk(info) : "+PONG\r\n"));
  const { output, deployment } = await both(redis.port);
  expect(output).toContain(`server       ${name}, `);
  expect(deployment.databases).toMatchObject([{ version: name.split(" ")[1] }]);
});
