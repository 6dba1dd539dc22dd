import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { serve, type Served } from "../support/serve.ts";
import { Secret } from "@shardwatch/core/kit/secret";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiHttp } from "../../packages/agent/src/api/http.ts";
import { Pusher } from "../../packages/agent/src/api/push.ts";
import { Backoff } from "../../packages/agent/src/backoff.ts";
import { Health } from "../../packages/agent/src/health.ts";
import { createLog } from "../../packages/agent/src/log.ts";
import { EarlyReporter } from "../../packages/agent/src/early-reports.ts";
import { runLoop } from "../../packages/agent/src/loop.ts";
import { Parts } from "../../packages/agent/src/parts.ts";
import { Reporter } from "../../packages/agent/src/report.ts";
import { SentCommands } from "../../packages/agent/src/sources/sent-commands.ts";
import type { Source } from "../../packages/agent/src/sources/source.ts";
import { FakeClock } from "../../packages/agent/test/fake-clock.ts";
import { databases } from "../support/reports.ts";
import {
  call,
  createKey,
  type Person,
  signInAgain,
  signUp,
  startWorld,
  type World,
} from "../support/world.ts";

const fleetSize = 42;
let world: World;
let server: Served;

beforeAll(async () => {
  world = await startWorld();
  server = await serve(world.app.fetch);
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

/** Clusters with so many databases each. */
function sources(size: { databases: number }): Source[] {
  return Array.from({ length: fleetSize }, (_, index) => ({
    key: `cluster ${index}`,
    name: `cluster ${index}`,
    sent: new SentCommands(),
    read: () =>
      Promise.resolve({
        deployment: {
          key: `cluster ${index}`,
          name: `cluster ${index}`,
          type: "ENTERPRISE",
          status: "active",
          databases: databases(size.databases),
        },
      }),
    check: () => Promise.reject(new Error("not part of this test")),
    close: () => undefined,
  }));
}

async function list(person: Person): Promise<DeploymentList["deployments"]> {
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", "/deployments", { as });
  return ((await answer.json()) as DeploymentList).deployments;
}

test("AGT05 AGT26 R7 a fleet that needs two reports keeps all its deployments, also when it grows out of one", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const clock = new FakeClock(world.clock.now());
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  const http = new ApiHttp({ address: server.url, key: new Secret(compositeKey) });
  const pusher = new Pusher(http, clock, log);
  const size = { databases: 60 };
  const ids = new Set<string>();
  const push: Pusher["push"] = (report, signal) => {
    ids.add(report.agent.id);
    return pusher.push(report, signal);
  };
  const controller = new AbortController();
  const done = runLoop(
    {
      reporter: new Reporter(sources(size), "0123456789abcdef", log),
      parts: new Parts(),
      pusher: { push, now: pusher.now, clockSkewMs: undefined },
      backoff: new Backoff({ random: () => 0.5, rejectedKeySeconds: 600, share: 0.5 }),
      health: new Health(clock.now()),
      earlyReporter: new EarlyReporter({ sources: [], clock, log }),
      clock,
      log,
    },
    controller.signal,
  );
  try {
    for (let round = 1; round <= 8; round += 1) {
      await clock.asleep();
      const deployments = await list(person);
      expect(deployments).toHaveLength(fleetSize);
      for (const { status, lastUpdated } of deployments) {
        expect(status).toBe("active");
        // A database that moves to the other report is current again after that report at the latest.
        expect(world.clock.now() - Date.parse(lastUpdated)).toBeLessThanOrEqual(round === 4 ? 60_000 : 0);
      }
      expect(ids.size).toBe(round < 4 ? 1 : 2);
      if (round === 3) size.databases = 140;
      world.clock.time = clock.time + (clock.waits.at(-1) ?? 0);
      await clock.pass();
    }
    expect(lines.filter((line) => line.includes("not delivered") || line.includes("refused"))).toEqual([]);
  } finally {
    controller.abort();
    await done;
    http.close();
  }
});
