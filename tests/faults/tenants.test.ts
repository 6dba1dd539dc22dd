import { startJobs } from "@shardwatch/server/jobs/jobs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unreachable } from "../support/own-api.ts";
import { patience } from "../support/patience.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { call, type Person, signUp, startWorld, type World } from "../support/world.ts";

const accounts = 30;
let usual: Cloud;
let huge: Cloud;
let hanging: Cloud;
let world: World;
/** The provider that answers for a key; the default one for all others. */
const answering = new Map<string, Cloud>();

beforeAll(async () => {
  [usual, huge, hanging] = [await startCloud(), await startCloud(), await startCloud(patience, patience)];
  world = await startWorld({
    accounts: {
      "redis-cloud": {
        read: (credentials, budget) => {
          const cloud = answering.get(credentials.apiKey.reveal()) ?? usual;
          return cloud.api.read(credentials, budget);
        },
      },
    },
  });
});
afterAll(async () => {
  await world.stop();
  await Promise.all([usual.stop(), huge.stop()]);
});

let account = 0;

/** Connects another account; its first reading is queued. */
async function connect(as: Person): Promise<ReturnType<typeof keysOf>> {
  account += 1;
  // The schedule queues the older ones first.
  world.clock.advance(1_000);
  const keys = keysOf(account);
  const answer = await call(world, "POST", "/redis-cloud", { as, body: keys });
  expect(answer.status).toBe(201);
  return keys;
}

async function statusesOf(as: Person): Promise<string[]> {
  const answer = await call(world, "GET", "/redis-cloud", { as });
  const { redisClouds } = (await answer.json()) as { redisClouds: { status: string }[] };
  return redisClouds.map(({ status }) => status);
}

test("R14 LIM09 a tenant whose many accounts hang, and one with ten thousand databases, let every other tenant be read in the same round", async () => {
  const [greedy, large, small] = [await signUp(world), await signUp(world), await signUp(world)];
  for (let count = 0; count < accounts; count += 1) answering.set((await connect(greedy)).apiKey, hanging);
  await hanging.control({ every: "hanging" });
  await huge.control({ flexible: 50, databases: 200, fixed: 0 });
  answering.set((await connect(large)).apiKey, huge);
  await connect(small);
  // Only the schedule's jobs: connecting has queued others.
  while (world.queue.take());
  const jobs = startJobs(world.services, world.queue, unreachable);
  try {
    await expect.poll(() => statusesOf(small), { timeout: patience }).toEqual(["ok"]);
    expect((await statusesOf(greedy)).filter((status) => status === "pending").length).toBeGreaterThan(
      accounts / 2,
    );
  } finally {
    // Jobs that wait for an answer would be waited for.
    await hanging.stop();
    await jobs.stop();
  }
});
