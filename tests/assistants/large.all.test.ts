import { charactersOfToken, longestAnswer } from "@shardwatch/core/contract/assistants/parts";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "../support/incidents.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";
import { ask, readerIn } from "./play.ts";
import { rowsOf, type Structured } from "./question.ts";

const world = await worldOfFile();
const owner = await signUp(world);
const ctx = readerIn(world, owner);
const organization = scopeOf(owner);
const [deployments, databases, agents] = [10_000, 15, 50] as const;
const mebibyte = 1_048_576;

/** A name of the greatest length, in which JSON escapes each character. */
const long = (begin: string, most: number) => `${begin}${'"'.repeat(most)}`.slice(0, most);

const observed = (index: number): Observation => ({
  id: deploymentId(organization, "agent", String(index)),
  name: long(`n${index}`, 200),
  type: "STANDALONE",
  status: "active",
  statusMessage: null,
  databases: Array.from({ length: databases }, (_, place) => ({
    id: String(place),
    name: long(`d${place}`, 200),
    status: "active",
    version: long(`v${index % 300}`, 64),
    memoryUsed: String(((index + place) % 100) * mebibyte),
    memoryLimit: String(100 * mebibyte),
    tlsEnabled: true,
    engine: "redis",
    evictionPolicy: "noeviction",
  })),
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
  gaps: [],
});

beforeAll(async () => {
  const each = deployments / agents;
  for (let agent = 0; agent < agents; agent += 1)
    await ingest(world.services, {
      organization,
      source: { kind: "agent", id: `key_${agent}`, instance: "-" },
      measuredAt: world.clock.now(),
      observations: Array.from({ length: each }, (_, index) => observed(agent * each + index)),
      authority: authorityOfIntegration(owner.accountId),
    });
  await lookAt(world, owner);
}, 600_000);

const questions: [string, Structured][] = [
  ["find_deployments", { limit: 50, sort: "util", order: "desc", columns: ["policy", "region", "tls"] }],
  ["find_databases", { limit: 50, filter: "util>90 policy:noeviction" }],
  ["count_by", { field: "version", of: "databases" }],
  ["count_by", { field: "severity" }],
  ["list_incidents", { limit: 50 }],
  ["list_incidents", { limit: 50, filter: "util>98" }],
  ["what_changed", { limit: 50 }],
  ["license_and_support", { limit: 50 }],
];

test.each(questions)(
  "OUT15 P27 %s %j answers about 10,000 deployments of 15 databases in 4,000 tokens, and says that it is cut",
  async (tool, input) => {
    const answer = await ask(ctx, { tool, input });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
    expect(answer["truncated"]).toBe(answer["cursor"] !== undefined);
    const total = Number(answer["total"] ?? 0);
    if (tool.startsWith("find")) {
      expect(total).toBeGreaterThan(rowsOf(answer).length);
      expect(answer["truncated"]).toBe(true);
    }
  },
);

test("OUT15 P27 one of 10,000 deployments is explained by its whole name", async () => {
  const [first] = rowsOf(await ask(ctx, { tool: "find_deployments", input: { limit: 1 } }));
  const answer = await ask(ctx, { tool: "explain_deployment", input: { deployment: first?.["name"] } });
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
  expect(answer["id"]).toBe(first?.["id"]);
});
