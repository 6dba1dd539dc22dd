import { freePort } from "@shardwatch/local/ports";
import { startServer } from "@shardwatch/local/server";
import { createSqsSimulator } from "@shardwatch/local/simulators/aws/sqs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Job } from "../contract/job.ts";
import type { Queue } from "../ports/queue.ts";
import { createSqsQueue } from "./sqs.ts";

const simulator = createSqsSimulator();
let queue: Queue;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ name: "SQS", port, variable: "PORT", fetch: simulator.fetch });
  queue = createSqsQueue(`http://127.0.0.1:${port}/123456789012/jobs`, {
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "secret" },
  });
});
afterAll(() => server.stop());
beforeEach(() => void simulator.messages.splice(0));

const jobFor = (organizationId: string): Job => ({ kind: "finishOrganizationDeletion", organizationId });

test("any number of jobs is sent, ten in one call", async () => {
  const jobs = Array.from({ length: 23 }, (_, index) => jobFor(`org_${index}`));
  await queue.send(jobs);
  expect(simulator.messages.map((message) => JSON.parse(message) as Job)).toEqual(jobs);
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
