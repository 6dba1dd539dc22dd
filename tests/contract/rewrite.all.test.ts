import { type OrganizationId, ownOrganization } from "@shardwatch/core/access/scope";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import type { SourceReport } from "@shardwatch/core/deployment/ingest/source-report";
import { deploymentKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { summaryKind } from "@shardwatch/core/deployment/rows/deployment.table";
import {
  deploymentId,
  fingerprint,
  previousReleaseFingerprint,
  type Observation,
} from "@shardwatch/core/deployment/rows/observation";
import { fingerprintOfPage } from "@shardwatch/core/deployment/rows/page-fingerprint";
import { keyOfPulse, pulseKind } from "@shardwatch/core/deployment/rows/pulse.table";
import { inBatches } from "@shardwatch/core/kit/in-batches";
import { minute } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { databases } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();

function organizationOf({ accountId, organizationId }: Person): OrganizationId {
  const id = ownOrganization({ kind: "member", accountId, organizationId, roles: [] });
  if (!id) throw new Error("no organization");
  return id;
}

interface Agent extends Pick<SourceReport, "organization" | "source" | "authority"> {
  observation: Observation;
}

/** An agent with one deployment. A key takes a hundred of them. */
function agentOf(person: Person, index: number): Agent {
  const organization = organizationOf(person);
  const instance = `agent${String(index).padStart(8, "0")}`;
  return {
    organization,
    source: { kind: "agent", id: `key_${Math.floor(index / 100)}`, instance },
    authority: authorityOfIntegration(person.accountId),
    observation: {
      id: deploymentId(organization, "agent", instance),
      name: instance,
      type: "STANDALONE",
      status: "active",
      statusMessage: null,
      databases: databases(1),
      license: null,
      cloudSubscription: null,
      enterpriseAdminUrl: null,
    },
  };
}

async function report(...agents: Agent[]): Promise<void> {
  await inBatches(agents, 25, async ({ observation, ...agent }) => {
    const measuredAt = world.clock.now();
    const { outcome } = await ingest(world.services, { ...agent, measuredAt, observations: [observation] });
    expect(outcome).toBe("written");
  });
}

/** Makes the rows those of the release before, whose fingerprints had other fields. */
async function toFormerVersion({ organization, source, observation }: Agent): Promise<void> {
  const former = previousReleaseFingerprint(observation);
  const { table } = world.services;
  const ofPage = pulseKind.changes({ fingerprint: fingerprintOfPage([former]) });
  await table.update(keyOfPulse(organization, source, 0), { set: ofPage });
  const ofRow = summaryKind.changes({ fingerprint: former });
  await table.update(deploymentKey(organization, observation.id), { set: ofRow });
}

const versionOf = async ({ organization, observation }: Agent) => {
  const row = await world.services.table.get(deploymentKey(organization, observation.id));
  const stored = row && summaryKind.read(row).fingerprint;
  return stored === fingerprint(observation)
    ? "new"
    : stored === previousReleaseFingerprint(observation)
      ? "former"
      : "";
};

const rewrites = () =>
  world.recorder.sent.filter(({ command }) => command.startsWith("TransactWrite")).length;
const writeUnits = () => world.recorder.sent.reduce((sum, one) => sum + one.writeUnits, 0);

test("R22 P1 after a release that adds fields to shapes, all rows are rewritten within an hour, a few each minute", async () => {
  const person = await signUp(world);
  const agents = Array.from({ length: 60 }, (_, index) => agentOf(person, index));
  await report(...agents);
  await inBatches(agents, 25, toFormerVersion);
  const byMinute: number[] = [];
  for (let past = 0; past < 60; past += 1) {
    world.clock.advance(minute);
    world.recorder.clear();
    await report(...agents);
    byMinute.push(rewrites());
    // Every other report stays one write.
    if (past === 0) expect(writeUnits()).toBeLessThan(60 + 12 * 10);
  }
  expect(byMinute.reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(Math.max(...byMinute)).toBeLessThanOrEqual(10);
  expect(new Set(await Promise.all(agents.map(versionOf)))).toEqual(new Set(["new"]));
}, 120_000);

test("R22 a deployment that changes before the minutes of its page is rewritten at once", async () => {
  const person = await signUp(world);
  const agents = Array.from({ length: 10 }, (_, index) => agentOf(person, index));
  await report(...agents);
  await inBatches(agents, 10, toFormerVersion);
  world.clock.advance(minute);
  await report(...agents);
  const waiting: Agent[] = [];
  for (const agent of agents) if ((await versionOf(agent)) === "former") waiting.push(agent);
  const [changed] = waiting;
  if (!changed) throw new Error("all pages are rewritten in the same minute");
  const renamed = { ...changed, observation: { ...changed.observation, name: "renamed" } };
  world.clock.advance(minute);
  await report(renamed);
  expect(await versionOf(renamed)).toBe("new");
});
