import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { notificationKind } from "@shardwatch/core/notification/notification.table";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeEach, expect, test } from "vitest";
import { group } from "../support/aws-world.ts";
import { connectAccount, roleOf, startAws } from "../support/aws.ts";
import { channelsIn, mailOf, typesFor } from "../support/channels.ts";
import { incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

/* One cause is one incident, one message and one recovery, however many deployments are behind it. */

const minute = 60_000;
const day = 24 * 60 * minute;
const many = 400;

const aws = await startAws();
const world = await worldOfFile({
  accounts: { elasticache: aws.api },
  mailer: { send: () => Promise.resolve({ outcome: "sent", milliseconds: 1 }) },
});
afterAll(() => aws.stop());
const { ask, addWebhook } = channelsIn(world);

let person: Person;
let key: { keyId: string; compositeKey: string };
let webhook: string;

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day;
  person = await signUp(world);
  key = await createKey(world, person);
  webhook = (await addWebhook(person)).channel.id;
  while (world.queue.take());
});

/** The deployments of so many agents together, each in one report. */
async function report(agents: readonly string[], by = key.compositeKey): Promise<void> {
  for (const agent of agents) {
    const own = Array.from({ length: many / agents.length }, (_, index) => reported(`${agent}-${index}`));
    const named = { agent: { id: agent.padEnd(16, "0"), name: agent, version: "1.0.0" } };
    expect((await send(world, by, reportOf(world, own, named))).status).toBe(202);
  }
}

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
}

/** What the members are notified of in the application. */
async function notifications(): Promise<string[]> {
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (next.job.kind === "notifyMembers") await work(world.services, JSON.stringify(next.job));
  // The API lists those of open incidents when these have ended.
  const rows = await world.services.table.queryAll(notificationsOf(person.accountId));
  const found = rows.map(notificationKind.read);
  return found.filter(({ type }) => type === "INCIDENT").map(({ message }) => message);
}

async function expectMessages(types: readonly string[]): Promise<void> {
  expect(await typesFor(world, person, webhook)).toEqual(types);
  expect(await typesFor(world, person, mailOf(person))).toEqual(types);
  expect(await notifications()).toHaveLength(1);
}

/** The only incident, of which everybody has learned once. Nothing is added while it lasts. */
async function onlyIncident(): Promise<Incident> {
  const open = await incidentsOf(world, person);
  const [incident] = open;
  if (!incident) throw new Error("there is no incident");
  expect(open.map(({ title }) => title)).toEqual([incident.title]);
  expect(incident).toMatchObject({ state: "open", severity: "critical" });
  await pass(1);
  world.clock.advance(19 * minute);
  await lookAt(world, person);
  expect(await incidentsOf(world, person)).toHaveLength(1);
  await expectMessages(["incident.opened"]);
  return incident;
}

/** All of it is over at once, and everybody has learned once. */
async function expectRecovery({ id }: Incident): Promise<void> {
  expect(await incidentsOf(world, person)).toEqual([]);
  const past = await incidentsOf(world, person, "past");
  expect(past).toMatchObject([{ id, state: "resolved", resolution: "recovered" }]);
  await expectMessages(["incident.opened", "incident.resolved"]);
}

test("INC03 a dead agent with 400 deployments is one incident, one message and one recovery", async () => {
  await report(["one"]);
  await lookAt(world, person);
  await pass(5);
  expect(await incidentsOf(world, person)).toEqual([]);
  await pass(1);
  const incident = await onlyIncident();
  expect(incident).toMatchObject({
    rule: "silent",
    cause: { kind: "agent", id: `${key.keyId}/one0000000000000`, name: "one" },
    title: "Agent one stopped reporting (400 deployments)",
    affected: { count: many },
    acknowledged: null,
    sequence: 1,
  });
  await report(["one"]);
  await pass(3);
  await expectRecovery(incident);
});

test("INC03 a revoked key with 400 deployments is one incident, one message and one recovery", async () => {
  const agents = ["one", "two"];
  await report(agents);
  await call(world, "DELETE", `/access-key/${key.keyId}`, { as: person });
  await pass(6);
  const incident = await onlyIncident();
  expect(incident).toMatchObject({
    title: "Agent key Test key has ended (400 deployments silent)",
    cause: { kind: "key", id: key.keyId },
    affected: { count: many },
  });
  const { evidence } = await incidentOf(world, person, incident.id);
  expect(evidence.words).toMatch(/^The agent key was revoked by Pat .+\.$/);
  expect(evidence.figures.map(({ label }) => label)).toEqual(["Last report", "Revoked"]);
  const { compositeKey } = await createKey(world, await signInAgain(world, person), "Next key");
  await report(agents, compositeKey);
  await pass(3);
  await expectRecovery(incident);
});

test("INC03 a network of four agents with 400 deployments is one incident, one message and one recovery", async () => {
  const agents = ["one", "two", "three", "four"];
  await report(agents);
  await pass(6);
  const incident = await onlyIncident();
  expect(incident).toMatchObject({ cause: { kind: "network", name: "4 agents" }, affected: { count: many } });
  await report(agents);
  await pass(3);
  await expectRecovery(incident);
});

/** An AWS account is one deployment so far. Here its source has four hundred, of which that one is the first. */
async function connectRole() {
  const accountId = "444455550003";
  const caches = { "eu-west-1": [group("orders", 1_000_000)] };
  aws.state.accounts[accountId] = { regions: ["eu-west-1"], parameterGroups: {}, caches };
  const roleArn = roleOf(accountId);
  const id = await connectAccount(world, aws, person, roleArn);
  const observed = (index: number): Observation => ({
    id: index === 0 ? id : deploymentId(person.organizationId, "elasticache", String(index)),
    name: `cache ${index}`,
    type: "STANDALONE",
    status: "active",
    statusMessage: null,
    databases: databases(1),
    license: null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
  });
  const role = aws.state.roles.find(({ arn }) => arn === roleArn);
  const trusted = role?.externalIds ?? [];
  /** Five minutes later: the schedule's reading, another one with further deployments, and a pass. */
  const read = async (isTrusted: boolean) => {
    world.clock.advance(5 * minute);
    if (role) role.externalIds = isTrusted ? trusted : [];
    await tick(world.services, world.queue);
    for (let next = world.queue.take(); next; next = world.queue.take())
      if (JSON.stringify(next.job).includes(person.organizationId))
        await work(world.services, JSON.stringify(next.job));
    world.clock.advance(1);
    if (isTrusted)
      await ingest(world.services, {
        organization: scopeOf(person),
        source: { kind: "elasticache", id, instance: "-" },
        measuredAt: world.clock.now(),
        observations: Array.from({ length: many }, (_, index) => observed(index)),
        authority: authorityOfIntegration(person.accountId),
      });
    await lookAt(world, person);
  };
  return { id, read };
}

test("INC03 a denied role with 400 deployments is one incident, one message and one recovery", async () => {
  const { id, read } = await connectRole();
  await read(true);
  // Its deployments are silent a quarter of an hour after the incident of their account, and join it.
  for (let round = 0; round < 6; round += 1) await read(false);
  const incident = await onlyIncident();
  expect(incident).toMatchObject({
    rule: "source-failing",
    cause: { kind: "source", id },
    affected: { count: many },
  });
  // The reading after a refusal can be long in coming: the person asks for one.
  await ask(person, "POST", `/api/elasticache/${id}/test`);
  for (let round = 0; round < 2; round += 1) await read(true);
  await expectRecovery(incident);
});
