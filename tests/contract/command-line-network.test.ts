import { once } from "node:events";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { duePasses } from "@shardwatch/core/incident/due";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { CommandLine, served } from "../support/command-line.ts";
import { lookAt } from "../support/incidents.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { serve } from "../support/serve.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const owner = await signUp(world);
const { secret } = await createToken(world, owner);
const line = new CommandLine({ SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret }, world.clock.now);
const run = line.run.bind(line);

afterEach(() => {
  api.instead = () => undefined;
});

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

/** Answers with each of these once, then as the API does. */
function first(...answers: readonly (() => Response)[]): { readonly calls: number } {
  const left = [...answers];
  const before = api.calls.length;
  api.instead = () => left.shift()?.();
  return {
    get calls() {
      return api.calls.length - before;
    },
  };
}
const busy = (status: number, seconds?: number) => () =>
  json(
    { code: "BUSY", message: "Busy.", requestId: "r" },
    status,
    seconds === undefined ? {} : { "retry-after": String(seconds) },
  );

describe("OUT13 what can't be asked ends with 2", () => {
  test("OUT13 a server that is not there", async () => {
    const env = { SHARDWATCH_URL: `http://127.0.0.1:${await freePort()}` };
    const { code, stdout, stderr } = await run(["check"], { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^shardwatch: 127\.0\.0\.1:\d+ refused the connection\.\n$/);
  });

  test("OUT13 a server that does not answer, after the time that was given", async () => {
    api.instead = () => new Promise<Response>(() => undefined);
    const { code, stderr } = await run(["databases", "--timeout", "1"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("did not answer within 1 seconds")]);
  });

  test.each<[what: string, answer: () => Response]>([
    ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    [
      "half an answer",
      () => new Response('{"databases": [', { headers: { "content-type": "application/json" } }),
    ],
    ["another object", () => json({ well: true })],
    ["a list", () => json([])],
    ["no object", () => json(null)],
    [
      "a bomb",
      () =>
        new Response(gzipSync(Buffer.alloc(40 * 1_048_576)), {
          headers: { "content-type": "application/json", "content-encoding": "gzip" },
        }),
    ],
    [
      "a wrong encoding",
      () =>
        new Response("{}", { headers: { "content-type": "application/json", "content-encoding": "gzip" } }),
    ],
    [
      "an error page",
      () => new Response("<html>", { status: 500, headers: { "content-type": "text/html" } }),
    ],
  ])("OUT13 an answer that is not the API's: %s", async (_, answer) => {
    api.instead = answer;
    for (const args of [["databases"], ["check"]]) {
      const { code, stdout, stderr } = await run(args);
      expect([code, stdout.split("\n").length, stderr.includes("\n    at ")], stderr).toEqual([
        2,
        expect.any(Number),
        false,
      ]);
      expect(stdout.split("\n").length).toBeLessThanOrEqual(2);
    }
  });

  test("OUT13 a connection that breaks off", async () => {
    const broken = createServer((_, answer) => {
      answer.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      answer.write("{");
      setTimeout(() => answer.destroy(), 10);
    }).listen(0, "127.0.0.1");
    await once(broken, "listening");
    const { port } = broken.address() as { port: number };
    const env = { SHARDWATCH_URL: `http://127.0.0.1:${port}` };
    expect((await run(["list"], { env })).code).toBe(2);
    broken.close();
  });
});

test("OUT13 a redirect is not followed, so the token goes nowhere else", async () => {
  let reached = 0;
  const other = await serve(() => {
    reached += 1;
    return json({ deployments: [] });
  });
  afterAll(() => other.stop());
  api.instead = () => new Response(null, { status: 307, headers: { location: other.url } });
  for (const args of [["list"], ["token", "revoke", "--yes"]])
    expect(await run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not followed") as string,
    });
  expect(reached).toBe(0);
});

describe("OUT13 questions are asked again", () => {
  test("OUT13 a question waits as long as the answer says, within its time", async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds);
      await Promise.resolve();
    };
    const asked = first(busy(429, 7));
    expect((await run(["databases"], { wait })).code).toBe(0);
    expect([asked.calls, waits]).toEqual([2, [7_000]]);
    const long = first(busy(429, 3_600));
    expect(await run(["databases"])).toMatchObject({ code: 2, stderr: "shardwatch: Busy.\n" });
    expect(long.calls).toBe(1);
  });

  test("OUT13 a server that is busy for a moment is asked three times, and a defect is not repeated", async () => {
    const asked = first(busy(503), busy(502));
    expect((await run(["databases"])).code).toBe(0);
    expect(asked.calls).toBe(3);
    const defect = first(busy(500));
    expect(await run(["databases"])).toMatchObject({
      code: 2,
      stderr: "shardwatch: Busy.\n  Request ID: r\n",
    });
    expect(defect.calls).toBe(1);
  });

  test("OUT13 what changes something is sent once", async () => {
    for (const status of [429, 503]) {
      const asked = first(busy(status, 0));
      expect((await run(["ack", "inc_00000000000000000000000000"])).code).toBe(2);
      expect(asked.calls).toBe(1);
    }
  });

  test("OUT06 a silence is sent again when its answer did not arrive, and is one", async () => {
    const before = api.calls.length;
    let calls = 0;
    api.breaks = () => ((calls += 1) < 3 ? "after" : undefined);
    const { code, stdout } = await run(["silence", "nobody", "--for", "1h", "-m", "x", "--json", "id"]);
    api.breaks = () => undefined;
    expect([code, api.calls.slice(before)]).toEqual([
      0,
      [...Array<string>(3).fill("POST /silences"), "POST /silences/preview"],
    ]);
    const [{ id }] = JSON.parse(stdout) as [{ id: string }];
    expect((await run(["silence", "--columns", "id", "--no-header"])).stdout).toBe(`${id}\n`);
    // Another silence is another one, although it says the same.
    expect((await run(["silence", "nobody", "--for", "1h", "-m", "x"])).code).toBe(0);
    expect((await run(["silence", "--no-header"])).stdout.trimEnd().split("\n")).toHaveLength(2);
  });
});

test("OUT13 a refused token ends with 4, a refused request with 1", async () => {
  const unknown = first(() => json({ code: "BAD_TOKEN", message: "No." }, 401));
  expect((await run(["list"])).code).toBe(4);
  expect(unknown.calls).toBeGreaterThan(0);
  const { secret: elsewhere } = await createToken(world, owner, { networks: ["192.0.2.0/24"] });
  expect((await run(["check"], { env: { SHARDWATCH_TOKEN: elsewhere } })).code).toBe(4);
  expect((await run(["show", "dep_00000000000000000000"])).code).toBe(1);
});

test("OUT13 Ctrl-C ends with 130, while a question is open and while nothing is asked", async () => {
  const controller = new AbortController();
  api.instead = () => {
    setTimeout(() => controller.abort(), 10);
    return new Promise<Response>(() => undefined);
  };
  expect(await run(["list"], { interrupted: controller.signal })).toMatchObject({ code: 130, stderr: "" });
  api.instead = () => undefined;
  const later = new AbortController();
  const wait = async () => {
    later.abort();
    return await Promise.reject(new Error("aborted"));
  };
  expect(await run(["incidents", "--watch"], { interrupted: later.signal, wait })).toMatchObject({
    code: 130,
    stderr: "",
  });
});

test("OUT04 --watch prints each incident that opens, changes and ends, and goes on after a failed question", async () => {
  const { compositeKey } = await createKey(world, owner, "Agents");
  const minutes = async (used: number, count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      world.clock.advance(60_000);
      const report = reportOf(world, [reported("orders", { databases: databases(1, used) })]);
      await send(world, compositeKey, report);
      await duePasses(world.services);
      await lookAt(world, owner);
    }
  };
  await minutes(1, 2);
  const steps = [
    async () => await minutes(62, 7),
    async () => await Promise.resolve(void first(busy(500))),
    async () => await minutes(1, 15),
  ];
  const wait = async () => await steps.shift()?.();
  const args = ["incidents", "--watch", "--columns", "state,rule"];
  const { code, stdout, stderr } = await run(args, { wait, closesAfter: 3 });
  expect(stdout).toBe("STATE\tRULE\nopen\tmemory-full\nrecovered\tmemory-full\n");
  expect([code, stderr]).toEqual([0, "Busy. It is asked again.\n"]);
});
