import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createSqsSimulator } from "@shardwatch/local/simulators/aws/sqs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Job } from "../../contract/job.ts";
import type { WorkerName } from "../../contract/workers.ts";
import type { Queue } from "../../ports/queue.ts";
import { createSqsQueue } from "./sqs.ts";

const simulator = createSqsSimulator();
let queue: Queue;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ name: "SQS", port, variable: "PORT", fetch: simulator.fetch });
  const urlOf = (worker: WorkerName) => `http://127.0.0.1:${port}/123456789012/${worker}`;
  const urls = {
    "read-redis-cloud": urlOf("read-redis-cloud"),
    "read-elasticache": urlOf("read-elasticache"),
    housekeeping: urlOf("housekeeping"),
    "keep-history": urlOf("keep-history"),
    evaluate: urlOf("evaluate"),
  };
  queue = createSqsQueue(urls, {
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "secret" },
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  simulator.messages.length = 0;
  for (const sent of Object.values(simulator.queues)) sent.length = 0;
});

const jobFor = (organizationId: string): Job => ({ kind: "finishOrganizationDeletion", organizationId });

test("any number of jobs is sent, ten in one call", async () => {
  const jobs = Array.from({ length: 23 }, (_, index) => jobFor(`org_${index}`));
  await queue.send(jobs);
  expect(simulator.messages.map((message) => JSON.parse(message) as Job)).toEqual(jobs);
});

/** The organizations whose jobs each queue has. */
const queued = () =>
  Object.fromEntries(
    Object.entries(simulator.queues).map(([name, sent]) => [
      name,
      sent.map((message) => (JSON.parse(message) as { organizationId?: string }).organizationId),
    ]),
  );
const read = (source: "redis-cloud" | "elasticache", organizationId: string): Job => ({
  kind: "syncIntegration",
  source,
  organizationId,
  integrationId: "one",
});

test("SEC21 SYN02 every job goes to the queue of the one worker that has the rights for it, in the order given", async () => {
  await queue.send([
    read("elasticache", "org_1"),
    jobFor("org_2"),
    read("redis-cloud", "org_3"),
    read("elasticache", "org_4"),
    { kind: "notifyMembers", organizationId: "org_5", announcement: "one" },
    { kind: "finishAcceptance", accountId: "acc_1", invitationId: "inv_1" },
    { kind: "census", organizationId: "org_6" },
  ]);
  expect(queued()).toEqual({
    "read-redis-cloud": ["org_3"],
    "read-elasticache": ["org_1", "org_4"],
    housekeeping: ["org_2", "org_5", undefined],
    "keep-history": ["org_6"],
  });
});

test("R14 a queue that refuses its messages keeps no other worker from its jobs, and the failure is thrown", async () => {
  const jobs = [jobFor("refuse me"), read("redis-cloud", "org_1"), read("elasticache", "org_2")];
  await expect(queue.send(jobs)).rejects.toThrow("refused 1 of 1 messages for housekeeping");
  expect(queued()).toMatchObject({ "read-redis-cloud": ["org_1"], "read-elasticache": ["org_2"] });
});

test("CHN03 jobs that wait carry their delay to SQS, and others none", async () => {
  await queue.send([jobFor("org_1"), jobFor("org_2")], { delaySeconds: 5 });
  await queue.send([jobFor("org_3")]);
  expect(Object.values(simulator.delays)).toEqual([5, 5]);
});

test("nothing to send is no call", async () => {
  await queue.send([]);
  expect(simulator.messages).toEqual([]);
});

test("a message that SQS refuses is an error, though the call succeeds", async () => {
  await expect(queue.send([jobFor("org_1"), jobFor("refuse me")])).rejects.toThrow("refused 1 of 2");
});

test("a busy SQS is asked again", async () => {
  await queue.send([jobFor("too busy")]);
  expect(simulator.messages).toHaveLength(1);
});
