import { join } from "node:path";
import type { Services } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { remove } from "@shardwatch/core/offboarding/organization";
import { withJobLease } from "@shardwatch/core/schedule/job-lease";
import { claimRun } from "@shardwatch/core/schedule/run";
import { startDatabase } from "@shardwatch/server/database/database";
import { startJobs } from "@shardwatch/server/jobs/jobs";
import { createQueue } from "@shardwatch/server/jobs/queue";
import { amongReplicas } from "@shardwatch/server/jobs/work-sharing";
import { expect, onTestFinished, test, vi } from "vitest";
import { unreachable } from "../support/own-api.ts";
import { startProvider } from "../support/provider.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, createKey, signUp, startWorld, type World } from "../support/world.ts";
import { namesSeenBy, newFolder, newKey, reportOf, send, signIn, startIn, until } from "./process.ts";
import { patience } from "../support/patience.ts";

const world = await worldOfFile();

/** The job that finishes the deletion of an organization, as if the process had died after one row. */
async function halfDeleted(where: World): Promise<Job> {
  const owner = await signUp(where);
  await createKey(where, owner);
  expect(await remove(asRoot(where), owner.organizationId, 1)).toBe(false);
  return { kind: "finishOrganizationDeletion", organizationId: owner.organizationId };
}

const linesWith = (output: string, ...parts: string[]): string[] =>
  output.split("\n").filter((line) => parts.every((part) => line.includes(part)));

const finished = ['"message":"job done"', '"finishOrganizationDeletion"'];

test(
  "SLF03 two servers on one database serve the same, and do each job of the schedule once",
  { timeout: 300_000 },
  async () => {
    const database = await startDatabase({});
    onTestFinished(() => database.stop());
    const stage = await startWorld({ database });
    onTestFinished(() => stage.stop());
    const jobs: Job[] = [];
    for (let count = 0; count < 12; count += 1) jobs.push(await halfDeleted(stage));
    const provider = await startProvider();
    onTestFinished(() => provider.stop());
    const folder = newFolder();
    const shared = {
      TABLE_NAME: database.tableName,
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ACCESS_KEY_ID: database.accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
      VAULT_KEY_FILE: join(folder, "vault.key"),
    };
    const begin = Date.now();
    const servers = await Promise.all([1, 2].map(() => startIn(folder, provider, shared)));
    const all = () => servers.map((server) => server.output()).join("\n");
    await until(() => linesWith(all(), ...finished).length >= jobs.length, "the deletions are finished");

    const [first, second] = servers;
    if (!first || !second) throw new Error("there are two");
    const admin = await signIn(first, provider, "admin@example.com");
    expect(await send(first.apiUrl, await newKey(admin), reportOf(1))).toBe(202);
    expect(await namesSeenBy(admin, second.apiUrl)).toEqual(["server-0001"]);

    for (const server of servers) expect(await server.stop()).toBe(0);
    expect(linesWith(all(), ...finished)).toHaveLength(jobs.length);
    const turn = (time: number) => Math.floor(time / 300_000);
    // A turn that began a moment ago may not have been seen by either.
    const ticks = linesWith(all(), '"message":"tick"').length;
    expect(ticks).toBeGreaterThanOrEqual(1);
    expect(ticks).toBeLessThanOrEqual(turn(Date.now()) - turn(begin) + 1);
  },
);

test("SLF03 a replica with another vault key does not start", { timeout: 300_000 }, async () => {
  const database = await startDatabase({});
  onTestFinished(() => database.stop());
  const provider = await startProvider();
  onTestFinished(() => provider.stop());
  const shared = {
    TABLE_NAME: database.tableName,
    AWS_REGION: "eu-central-1",
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_ACCESS_KEY_ID: database.accessKeyId,
    AWS_SECRET_ACCESS_KEY: "local",
  };
  await startIn(newFolder(), provider, shared);
  await expect(startIn(newFolder(), provider, shared)).rejects.toThrow(/VAULT_KEY_FILE: there is no/);
});

test("SLF03 jobs that two replicas have queued are done by one of them", async () => {
  const jobs: Job[] = [];
  for (let count = 0; count < 6; count += 1) jobs.push(await halfDeleted(world));
  const done: Job[] = [];
  const log: Services["log"] = {
    ...world.services.log,
    info: (message, fields) => void (message === "job done" && done.push(fields as Job)),
  };
  const turns = { ...amongReplicas, claim: () => Promise.resolve(false) };
  const replicas = [1, 2].map(() => {
    const queue = createQueue(() => world.clock.now());
    return { queue, jobs: startJobs({ ...world.services, log, queue }, queue, unreachable, { turns }) };
  });
  await Promise.all(replicas.map(({ queue }) => queue.send(jobs)));
  await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(jobs.length), patience);
  for (const replica of replicas) await replica.jobs.stop();
  const organizations = done.map((job) => "organizationId" in job && job.organizationId);
  expect(new Set(organizations).size).toBe(jobs.length);
  expect(organizations).toHaveLength(jobs.length);
});

test("SLF03 a job of a replica that has died is free again, and one that failed at once", async () => {
  const job = await halfDeleted(world);
  const performed: string[] = [];
  const attempt = async (who: string, isDone = true) =>
    await withJobLease(world.services, job, world.clock.now(), async () => {
      performed.push(who);
      return isDone;
    });
  const { promise: never } = Promise.withResolvers<boolean>();
  const { promise: held, resolve: hold } = Promise.withResolvers<undefined>();
  void withJobLease(world.services, job, world.clock.now(), () => {
    hold(undefined);
    return never;
  });
  await held;
  expect(await attempt("too early")).toBe(true);
  world.clock.advance(89_000);
  expect(await attempt("too early, too")).toBe(true);
  expect(performed).toEqual([]);
  world.clock.advance(2_000);
  expect(await attempt("failing", false)).toBe(false);
  expect(await attempt("next")).toBe(true);
  expect(performed).toEqual(["failing", "next"]);
});

test("SLF03 of eight processes one gets a turn, and a clock that was ahead for a day stops nothing", async () => {
  const claim = (turn: number) => claimRun(world.services, "a test", turn);
  const winners = async (turn: number) =>
    (await Promise.all(Array.from({ length: 8 }, () => claim(turn)))).filter(Boolean).length;
  expect(await winners(1_000)).toBe(1);
  expect(await winners(1_000)).toBe(0);
  expect(await winners(1_001)).toBe(1);
  expect(await winners(1_000)).toBe(0);
  expect(await winners(2_441)).toBe(1);
  expect(await winners(1_002)).toBe(1);
  expect(await winners(1_002)).toBe(0);
});
