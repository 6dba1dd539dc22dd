import type { Job } from "@shardwatch/core/contract/job";
import { workerOf } from "@shardwatch/core/contract/workers";
import { remove } from "@shardwatch/core/offboarding/organization";
import { startJobs } from "@shardwatch/server/jobs/jobs";
import { expect, test, vi } from "vitest";
import { unreachable } from "../../../../tests/support/own-api.ts";
import { worldOfFile } from "../../../../tests/support/world-of-file.ts";
import { call, createKey, signUp } from "../../../../tests/support/world.ts";
import { deliver } from "./deliver.ts";
import { evaluate } from "./evaluate.ts";
import { housekeeping } from "./housekeeping.ts";
import { keepHistory } from "./keep-history.ts";
import { readElastiCache } from "./read-elasticache.ts";
import { readRedisCloud } from "./read-redis-cloud.ts";
import { tick } from "./tick.ts";
import { work } from "./work.ts";
import { doJob } from "./worker.ts";

const world = await worldOfFile();
const root = await signUp(world, { email: "root@example.com" });

/** An organization whose deletion ended after one row, as if the process had died there. */
async function halfDeleted(): Promise<string> {
  const owner = await signUp(world);
  await createKey(world, owner);
  const { accountId, organizationId } = root;
  const actor = { kind: "member", accountId, organizationId, roles: ["SUPER_ADMIN"] } as const;
  expect(await remove({ ...world.services, actor, requestId: "request" }, owner.organizationId, 1)).toBe(
    false,
  );
  return owner.organizationId;
}

const isThere = async (id: string) => {
  const answer = await call(world, "GET", "/organizations", { as: root });
  return JSON.stringify(await answer.json()).includes(id);
};

test("OPS18 a deletion that nobody came back to is finished by the next tick, however often its message comes", async () => {
  const id = await halfDeleted();
  expect(await isThere(id)).toBe(true);
  const messages: string[] = [];
  const queue = {
    send: async (jobs: readonly Job[]) => {
      // The time of the day and an organization's id decide about work on history.
      messages.push(
        ...jobs.filter((job) => workerOf(job) !== "keep-history").map((job) => JSON.stringify(job)),
      );
    },
  };
  await tick(world.services, queue);
  expect(messages).toHaveLength(1);
  const [message = ""] = messages;
  expect(await work(world.services, message)).toBe(true);
  expect(await isThere(id)).toBe(false);
  expect(await work(world.services, message)).toBe(true);
  messages.length = 0;
  await tick(world.services, queue);
  expect(messages).toEqual([]);
});

test("the queue, the worker and the schedule of one machine do the same by themselves", async () => {
  const id = await halfDeleted();
  const jobs = startJobs(world.services, world.queue, unreachable);
  await vi.waitFor(async () => expect(await isThere(id)).toBe(false), 30_000);
  await jobs.stop();
});

test("a message that cannot be read is not done, and the log says why without its content", async () => {
  for (const message of ["{", '{"kind":"another","organizationId":"secret-looking"}', "null"]) {
    world.logLines.splice(0);
    expect(await work(world.services, message)).toBe(false);
    expect(world.logLines.join()).toContain("job failed");
    expect(world.logLines.join()).not.toContain("secret-looking");
  }
});

test("SEC21 SYN19 a worker refuses the jobs of the others: they are logged and not done", async () => {
  const id = await halfDeleted();
  const read = { kind: "syncIntegration", organizationId: id, integrationId: "one" };
  const jobs = {
    "read-redis-cloud": { ...read, source: "redis-cloud" },
    "read-elasticache": { ...read, source: "elasticache" },
    "keep-history": { kind: "census", organizationId: id },
    evaluate: { kind: "evaluate", organizationIds: [id], minute: 0, previous: 0, since: 0 },
    deliver: { kind: "deliver", organizationId: id, channelId: "none", deliveryId: "none" },
    housekeeping: { kind: "finishOrganizationDeletion", organizationId: id },
  };
  const workers = {
    "read-redis-cloud": readRedisCloud,
    "read-elasticache": readElastiCache,
    "keep-history": keepHistory,
    evaluate,
    deliver,
    housekeeping,
  };
  const sealing = { kind: "sealAnew", organizationId: id, id: "chn_00000000000000000000000000" };
  const owned = [["read-redis-cloud", sealing] as const, ...Object.entries(jobs)];
  for (const [name, perform] of Object.entries(workers))
    for (const [owner, due] of owned) {
      world.logLines.length = 0;
      const done = await doJob(world.services, JSON.stringify(due), perform);
      expect(done, `a job of ${owner} at ${name}`).toBe(owner === name);
      if (!done) expect(world.logLines.join()).toContain(`a job of ${owner} came to ${name}`);
      expect(await isThere(id)).toBe(!(owner === "housekeeping" && done));
    }
});

test("a message for an organization that is not being deleted deletes nothing", async () => {
  const person = await signUp(world);
  const message = JSON.stringify({
    kind: "finishOrganizationDeletion",
    organizationId: person.organizationId,
  });
  expect(await work(world.services, message)).toBe(true);
  expect(await isThere(person.organizationId)).toBe(true);
});
