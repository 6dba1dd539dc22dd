import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { ReportedSlot } from "@shardwatch/core/contract/report/slots";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { duePasses } from "@shardwatch/core/incident/due";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { silenceRule } from "../support/silences.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "../support/world.ts";
import { type Described, type DescribedDatabase } from "./described.ts";
import { fleet } from "./fleet.ts";
import { ids } from "./question.ts";
import { mebibyte, minute, morning } from "./morning.ts";
import { events, slotOf } from "./events.ts";

/* Plays the described morning in a world: reports, readings of accounts, passes, and what people did. */

const bytes = (mebibytes: number | null): string | null =>
  mebibytes === null ? null : String(mebibytes * mebibyte);

const is = (one: Described, { name }: { name: string }): boolean => one.name === name;
const within = (now: number, { from, until }: { from: number; until: number }): boolean =>
  now >= from && now < until;

/** What a database was at a time of the morning. */
function databaseAt(now: number, one: Described, database: DescribedDatabase) {
  const { limit, used, policy, persistence, tls, ...rest } = database;
  const wasOther = is(one, events.policy) && now < events.policy.at;
  const wasOld = is(one, events.upgraded) && now < events.upgraded.at;
  return {
    ...rest,
    ...(wasOld && { version: events.upgraded.from }),
    status: "active",
    memoryUsed: bytes(slotOf(one.name, now - morning.every)?.used ?? used),
    memoryLimit: bytes(limit),
    tlsEnabled: tls,
    evictionPolicy: (wasOther ? events.policy.from : policy) ?? null,
    persistence: persistence ?? null,
    ...(one.evicted !== undefined && { evicted: one.evicted }),
    ...(one.cannotSave && { persistenceFailed: true }),
  };
}

function reportedAt(now: number, one: Described): ReportedDeployment {
  const isAway = is(one, events.unreachable) && within(now, events.unreachable);
  const isWorse = is(one, events.degraded) && within(now, events.degraded);
  return {
    key: one.key,
    name: one.name,
    type: one.type as ReportedDeployment["type"],
    status: isAway ? "unreachable" : isWorse || one.degraded !== undefined ? "degraded" : "active",
    ...(one.degraded !== undefined && { statusMessage: one.degraded }),
    ...(isAway && { statusMessage: events.unreachable.message }),
    ...(!isAway && { databases: one.databases.map((database) => databaseAt(now, one, database)) }),
    ...(one.certificateEnd !== undefined && { certificateEnd: one.certificateEnd }),
    ...(one.gaps && { gaps: [...one.gaps] }),
    ...(one.license && { license: licenseOf(one.license) }),
  };
}

const licenseOf = ({ ends, ram, ramLimit }: NonNullable<Described["license"]>) => ({
  activationDate: null,
  expirationDate: ends,
  clusterName: null,
  owner: null,
  ramShardsInUse: ram,
  ramShardsLimit: ramLimit,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: ramLimit,
  features: [],
});

/** The slot that ended just now. */
function slotAt(now: number, own: readonly Described[]): ReportedSlot {
  const begin = now - morning.every;
  const deployments = own.flatMap(({ key, name, databases: [first] }) => {
    const figures = slotOf(name, begin);
    if (!figures || !first) return [];
    const { used, ops, clients, hits, misses, keys } = figures;
    const columns = {
      ops: [ops],
      clients: [clients],
      hits: [hits],
      misses: [misses],
      keys: [keys],
      ...(figures.fragmentation !== undefined && { fragmentation: [figures.fragmentation] }),
      ...(figures.lag !== undefined && { lagBytes: [figures.lag] }),
    };
    const limit = [(first.limit ?? 0) * mebibyte];
    return [
      { key, status: "active", databases: { ids: [first.id], used: [used * mebibyte], limit, ...columns } },
    ];
  });
  return { at: new Date(begin).toISOString(), deployments };
}

const isThere = (now: number, { from = 0, until = Infinity }: Described): boolean =>
  now >= from && now < until;

/** What an account holds, as its reading observes it. */
const observed = (id: string, one: Described): Observation => ({
  id,
  name: one.name,
  type: one.type,
  status: "active",
  statusMessage: null,
  databases: one.databases.map((database) => databaseAt(morning.end, one, database)),
  license: null,
  cloudSubscription: one.plan
    ? {
        subscriptionType: one.plan.type,
        provider: one.plan.provider,
        regions: [...one.plan.regions],
        link: null,
      }
    : null,
  enterpriseAdminUrl: null,
  gaps: [],
});

/** Plays the whole morning. The world's clock is at its end afterwards, and the ids of the deployments are known. */
export async function playMorning(world: World): Promise<Person> {
  world.clock.time = morning.begin;
  const person = await signUp(world);
  const keys = {
    berlin: (await createKey(world, person, "Berlin servers")).compositeKey,
    lab: (await createKey(world, person, "Lab servers")).compositeKey,
  };
  for (let now = morning.begin; now <= morning.end; now += morning.every) {
    world.clock.time = now;
    for (const by of ["berlin", "lab"] as const) {
      const own = fleet.filter((one) => one.by === by && isThere(now, one));
      if (own.length === 0) continue;
      const accepted = await reportAll(world, keys[by], by, own);
      for (const { key, id } of accepted.deployments) ids.set(key, id);
    }
    await readAccounts(world, person);
    if (now === events.deleted.at) await deleteOne(world, person);
    await lookAt(world, person);
  }
  await acknowledge(world, person);
  await silenceRule(world, person, events.silenced.rule);
  await lookAt(world, person, { time: morning.end + minute });
  // Counts the minute, so that lists say when organizations were last looked at.
  await duePasses(world.services);
  return person;
}

async function reportAll(world: World, key: string, by: string, own: readonly Described[]) {
  const now = world.clock.now();
  const agent = { id: `${by}00000000001`, name: `${by}-1`, version: "0.3.0", platform: "linux-x64" };
  const slots = now > morning.begin ? [slotAt(now, own)] : [];
  const report = reportOf(
    world,
    own.map((one) => reportedAt(now, one)),
    { agent, slots },
  );
  const answer = await send(world, key, report);
  if (answer.status !== 202) throw new Error(await answer.text());
  return (await answer.json()) as ReportAccepted;
}

async function readAccounts(world: World, person: Person): Promise<void> {
  const organization = scopeOf(person);
  for (const kind of ["redis-cloud", "elasticache"] as const) {
    const own = fleet.filter(({ source }) => source === kind);
    for (const { key } of own) ids.set(key, deploymentId(organization, kind, key));
    await ingest(world.services, {
      organization,
      source: { kind, id: `src_${kind}`, instance: "-" },
      measuredAt: world.clock.now(),
      observations: own.map((one) => observed(ids.get(one.key) ?? "", one)),
      authority: authorityOfIntegration(person.accountId),
    });
  }
}

async function deleteOne(world: World, person: Person): Promise<void> {
  const { key } = fleet.find((one) => is(one, events.deleted)) ?? { key: "" };
  const as = await signInAgain(world, person);
  const answer = await call(world, "DELETE", `/deployments/${ids.get(key)}`, { as });
  if (answer.status !== 204) throw new Error(await answer.text());
}

async function acknowledge(world: World, person: Person): Promise<void> {
  const { name, note } = events.acknowledged;
  const open = await incidentsOf(world, person);
  const found = open.find(({ cause }) => cause.name === name);
  const as = await signInAgain(world, person);
  const path = `/incidents/${found?.id}/acknowledgement`;
  const answer = await call(world, "POST", path, { as, body: { note } });
  if (answer.status !== 200) throw new Error(await answer.text());
}
