import net from "node:net";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { startRedisServer } from "../test/redis-server.ts";
import { redisSettings, usualLimits } from "../test/settings.ts";
import { createLog } from "./log.ts";
import { Reporter } from "./report.ts";
import { RedisSource } from "./sources/redis/source.ts";
import { SentCommands } from "./sources/sent-commands.ts";
import type { Reading, Source } from "./sources/source.ts";
import { Semaphore } from "./semaphore.ts";
import { Watched } from "./watched.ts";

const quiet = createLog("error", () => undefined);
const cleanups = cleanUpAfterEach();
const own = "127.0.0.1";

/** Lets the time of this process pass only when the test says so. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  cleanups.push(() => vi.useRealTimers());
}

function redisSource(key: string, port: number, host = own, limits = usualLimits): RedisSource {
  const settings = redisSettings(port, { key, name: key, addresses: [{ host, port }] });
  const source = new RedisSource(settings, quiet, limits);
  cleanups.push(() => source.close());
  return source;
}

/** A server that accepts connections and never answers, like a machine with a hanging disk. */
async function startSilent(): Promise<number> {
  const port = await freePort();
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

test("FIL01 evictions that a check counted are in the next report, with those since", async () => {
  const evictions = [1, 5, 2, Number.MAX_SAFE_INTEGER, 1, 0];
  const counting: Source = {
    key: "k",
    name: "k",
    sent: new SentCommands(),
    read: () => {
      const figures = { memoryUsed: "1", memoryLimit: "2", evicted: evictions.shift() ?? 0 };
      const database = {
        id: "0",
        name: null,
        version: "7.4.2",
        tlsEnabled: false,
        status: "active",
        ...figures,
      };
      const deployment = { key: "k", name: "k", type: "STANDALONE" as const, status: "active" as const };
      return Promise.resolve({ deployment: { ...deployment, databases: [database] } });
    },
    check: () => Promise.reject(new Error("not part of this test")),
    close: () => undefined,
  };
  stopTime();
  const watched = new Watched(counting, new Semaphore(1, 1), quiet);
  const evictedOf = (reading: Reading | undefined) => reading?.deployment.databases?.[0]?.evicted;
  expect(evictedOf(await watched.reading(true))).toBe(1);
  expect(await watched.check()).toBe(false);
  expect(await watched.check()).toBe(false);
  expect(evictedOf(await watched.reading(true))).toBe(7);
  // A server may say anything. The API would refuse a report with more.
  await watched.check();
  await watched.check();
  expect(evictedOf(await watched.reading(true))).toBeUndefined();
});

test("FIL01 evictions of a reading are reported once, although a server that hangs keeps its last reading", async () => {
  const reading = (evicted: number): Reading => {
    const [known, figures] = [
      { version: "7.4.2", tlsEnabled: false, status: "active" },
      { memoryUsed: "1", memoryLimit: "2", evicted },
    ];
    const databases = [{ id: "0", name: null, ...known, ...figures }];
    return { deployment: { key: "k", name: "k", type: "STANDALONE", status: "active", databases } };
  };
  const never = new Promise<Reading>(() => undefined);
  const answers = [Promise.resolve(reading(7)), never];
  const hanging: Source = {
    key: "k",
    name: "k",
    sent: new SentCommands(),
    read: () => answers.shift() ?? never,
    check: () => Promise.reject(new Error("not tried")),
    close: () => undefined,
  };
  const watched = new Watched(hanging, new Semaphore(1, 1), quiet, {
    usual: 50,
    brief: 10,
    longest: 600_000,
  });
  const counts: unknown[] = [];
  for (let count = 0; count < 3; count += 1)
    counts.push((await watched.reading(false))?.deployment.databases?.[0]?.evicted);
  expect(counts).toEqual([7, 0, 0]);
});

test("AGT26 AGT25 R12 of 500 deployments the hanging ones are told as such and delay the others once", async () => {
  // All of 127/8 is this machine, so one server can act as hundreds.
  const redis = await startRedisServer({ args: ["--bind", "0.0.0.0", "--protected-mode", "no"] });
  cleanups.push(() => redis.stop());
  const silent = await startSilent();
  const limits = { ...usualLimits, answerMilliseconds: 500 };
  const sources = Array.from({ length: 500 }, (_, index) =>
    index % 50 === 7
      ? redisSource(`silent ${index}`, silent, own, limits)
      : redisSource(`server ${index}`, redis.port, `127.1.${index >> 7}.${(index & 127) + 1}`),
  );
  const reporter = new Reporter(sources, "0123456789abcdef", quiet, {
    patience: { usual: 600_000, brief: 200, longest: 600_000 },
  });
  // The first report waits for the deadline of the silent servers.
  const first = await reporter.collect(Date.now);
  // From now on that deadline is too far away for a report that waits for it again.
  limits.answerMilliseconds = 600_000;
  const second = await reporter.collect(Date.now);
  for (const { deployments } of [first, second]) {
    expect(deployments).toHaveLength(500);
    for (const { key, status, databases } of deployments)
      if (key.startsWith("silent")) expect(status).toBe("unreachable");
      else expect([status, databases?.length]).toEqual(["active", 1]);
  }
});

/** A source whose readings the test ends. */
class HeldSource implements Source {
  readonly key = "held";
  readonly name = "held";
  readonly sent = new SentCommands();
  readonly ends: ((reading: Reading) => void)[] = [];
  read = (): Promise<Reading> => new Promise((resolve) => this.ends.push(resolve));
  check = (): Promise<never> => Promise.reject(new Error("not part of this test"));
  close = (): void => undefined;

  static reading(status: "active" | "unreachable"): Reading {
    return { deployment: { key: "held", name: "held", type: "ENTERPRISE", status, databases: [] } };
  }
}

test("R12 a reading that takes longer than a report is told in the next one; one that never ends becomes unreachable", async () => {
  stopTime();
  const held = new HeldSource();
  const patience = { usual: 10_000, brief: 1_000, longest: 45_000 };
  const reporter = new Reporter([held], "0123456789abcdef", quiet, { patience });
  /** The deployment in a report that waits as long as it may. */
  const waitedFor = async () => {
    const report = reporter.collect(Date.now);
    await vi.advanceTimersByTimeAsync(patience.usual);
    return (await report).deployments[0];
  };
  const first = reporter.collect(Date.now);
  await vi.advanceTimersByTimeAsync(0);
  held.ends[0]?.(HeldSource.reading("active"));
  expect((await first).deployments).toMatchObject([{ status: "active" }]);
  // Slow, but not dead: the last reading is used, and no second reading starts beside the first.
  expect(await waitedFor()).toMatchObject({ status: "active" });
  expect(await waitedFor()).toMatchObject({ status: "active" });
  expect(held.ends).toHaveLength(2);
  held.ends[1]?.(HeldSource.reading("unreachable"));
  await vi.advanceTimersByTimeAsync(0);
  expect(await waitedFor()).toMatchObject({ status: "unreachable" });
  held.ends[2]?.(HeldSource.reading("active"));
  await vi.advanceTimersByTimeAsync(0);
  // The fourth reading began with this report, and has 45 seconds.
  for (let report = 0; report < 5; report += 1) expect(await waitedFor()).toMatchObject({ status: "active" });
  expect(held.ends).toHaveLength(4);
  const { databases, ...others } = (await waitedFor()) ?? {};
  expect(others).toMatchObject({ status: "unreachable", type: "ENTERPRISE" });
  expect(databases).toBeUndefined();
});

test("a defect in one source leaves the others reported", async () => {
  const redis = await startRedisServer();
  cleanups.push(() => redis.stop());
  const lines: string[] = [];
  const broken = new HeldSource();
  broken.read = () => Promise.reject(new TypeError("a defect"));
  const log = createLog("error", (line) => lines.push(line));
  const reporter = new Reporter([broken, redisSource("good", redis.port)], "0123456789abcdef", log);
  expect((await reporter.collect(Date.now)).deployments).toMatchObject([{ key: "good", status: "active" }]);
  expect(lines.join("")).toContain("reading failed unexpectedly");
});

test("HIS08 a reading that is reported again gives its samples to the slots once", async () => {
  const held = new HeldSource();
  const patience = { usual: 40, brief: 10, longest: 600_000 };
  const given: number[] = [];
  const slots = {
    add: (_: number, readings: readonly Reading[]) =>
      given.push(...readings.map(({ samples = [] }) => samples.length)),
  };
  const reporter = new Reporter([held], "0123456789abcdef", quiet, { patience, slots });
  const first = reporter.collect(Date.now);
  await expect.poll(() => held.ends.length).toBe(1);
  const lag = { lagBytes: null, lagSeconds: null };
  const unknown = {
    ...lag,
    used: 1,
    limit: 1,
    clients: 1,
    keys: 1,
    expiring: 1,
    fragmentation: 1,
    rates: undefined,
  };
  held.ends[0]?.({ ...HeldSource.reading("active"), samples: [{ id: "0", ...unknown }] });
  await first;
  await reporter.collect(Date.now);
  await reporter.collect(Date.now);
  expect(given).toEqual([1, 0, 0]);
});

test("DEX04 a report counts the commands since the report before, those of checks included", async () => {
  const sent = new SentCommands();
  const counting: Source = {
    key: "k",
    name: "k",
    sent,
    read: () => {
      sent.add("INFO");
      return Promise.resolve({ deployment: { key: "k", name: "k", type: "STANDALONE", status: "active" } });
    },
    check: () => Promise.reject(new Error("not part of this test")),
    close: () => undefined,
  };
  stopTime();
  const watched = new Watched(counting, new Semaphore(1, 1), quiet);
  const commands = async () => (await watched.reading(true))?.deployment.commands;
  expect(await commands()).toEqual({ INFO: 1 });
  await watched.check();
  await watched.check();
  // The reading of a check that has just ended is reported as it is.
  expect(await commands()).toEqual({ INFO: 2 });
});
