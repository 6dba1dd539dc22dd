import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { create } from "@shardwatch/core/agent-key/agent-key";
import type { Services } from "@shardwatch/core/access/context";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import type { SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { day, hour } from "@shardwatch/core/kit/time";
import { invite } from "@shardwatch/core/invitation/invite";
import { nameOf } from "@shardwatch/core/organization/organization";
import { findSources } from "@shardwatch/core/sources";
import { agentSource, healthOf } from "./agents.ts";
import { connect, foundOf, noteReading } from "./connections.ts";
import { type DemoSource, fleet } from "./fleet/acme.ts";
import { measure } from "./measure.ts";
import { firstReported } from "./past-length.ts";
import type { PastSource } from "./past.ts";
import { leaveSlot } from "./slots.ts";
import { globexEmail, soloEmail } from "../simulators/provider/people.ts";
import { addFleet, reportFleets } from "./fleets.ts";
import { type DemoPeople, founder, seedPeople, seedSolo } from "./people.ts";

/** What was seeded, kept beside the database so that it happens once. */
export interface Seed {
  organizationId: string;
  seededAt: number;
  /** Ids of the keys under which the demo agents report. */
  keys: { production: string; staging: string };
  /** Ids of the connected Redis Cloud accounts; a seed of a former version has none. */
  integrations?: Record<CloudSource, string>;
}

type CloudSource = Extract<DemoSource, "cloud" | "retired-cloud">;

/** For how long the sources that are silent have been so at the time of seeding, in milliseconds. */
const silentFor: Partial<Record<DemoSource, number>> = { staging: 3 * day, "retired-cloud": 12 * day };

/**
 * Writes the demo people and the demo fleet at the first call. A later call with the same file changes
 * nothing, unless the database has lost the organization.
 */
export async function seedOnce(
  services: Services,
  file: string,
): Promise<{ people: DemoPeople; seed: Seed }> {
  const people = await seedPeople(services);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Seed) : undefined;
  if (known?.organizationId === people.organization) return { people, seed: known };
  const { keyId: production } = await create(people.admin, "Production agent");
  const { keyId: staging } = await create(people.admin, "Staging agent");
  const seededAt = services.clock.now();
  const integrations = {
    cloud: await connectAccount(people, seededAt, "cloud"),
    "retired-cloud": await connectAccount(people, seededAt, "retired-cloud"),
  };
  const keys = { production, staging };
  const seed = { organizationId: people.organization, seededAt, keys, integrations };
  for (const source of Object.keys(fleet) as DemoSource[]) {
    const last = seededAt - (silentFor[source] ?? 0);
    await report(services, { seed, people, source, at: seededAt - firstReported, withTrouble: false });
    await report(services, { seed, people, source, at: last - hour, withTrouble: false });
    await report(services, { seed, people, source, at: last, withTrouble: true, withSlot: true });
  }
  await seedSolo(services, people.superAdmin);
  await invite(people.admin, { inviteeEmail: soloEmail, role: "VIEWER" });
  await addFleet(await founder(services, globexEmail), fleetsBeside(file), { count: 120, rare: true });
  writeFileSync(file, JSON.stringify(seed, null, 2));
  return { people, seed };
}

const accounts = {
  cloud: { name: "Acme production", accountId: "4720" },
  "retired-cloud": { name: "Acme marketing", accountId: "4721" },
};

/** The account of a demo source; the keys of a silent one are refused. */
async function connectAccount(
  { admin, organization }: DemoPeople,
  seededAt: number,
  source: CloudSource,
): Promise<string> {
  const silent = silentFor[source];
  const { id } = await connect(admin, organization, {
    ...accounts[source],
    kind: "redis-cloud",
    createdAt: seededAt - 30 * day,
    at: seededAt - (silent ?? 0),
    found: silent === undefined ? foundOf(fleet[source]) : undefined,
  });
  return id;
}

/** The file of the generated fleets that belong to a file of seeds. */
export const fleetsBeside = (file: string): string => join(dirname(file), "fleets.json");

interface Reporting {
  seed: Seed;
  people: DemoPeople;
  source: DemoSource;
  at: number;
  withTrouble: boolean;
  /** Whether five minutes are over since the source's last report. */
  withSlot?: boolean;
}

/** Lets a demo source report as if it were that time. */
async function report(
  services: Services,
  { seed, people, source, at, withTrouble, withSlot = false }: Reporting,
): Promise<void> {
  const { organization } = people;
  const from = sourceOf(seed, source);
  const observations = fleet[source].map((deployment) =>
    measure(deployment, { organization, kind: from.kind, at, seededAt: seed.seededAt, withTrouble }),
  );
  const then = { ...services, clock: { now: () => at } };
  const authority = authorityOfIntegration(people.admin.actor.accountId);
  const agent = isAgent(source) ? healthOf(services, agents[source], seed.seededAt) : undefined;
  await ingest(then, { organization, source: from, measuredAt: at, observations, authority, agent });
  if (withSlot)
    await leaveSlot(services, { organization, source: from, at, seededAt: seed.seededAt }, fleet[source]);
}

/** What the configurations of the demo agents call them. */
const agents = { production: "agent-fra-01", staging: "agent-stg-01" };
const isAgent = (source: DemoSource): source is keyof typeof agents => source in agents;

function sourceOf({ keys, integrations }: Seed, source: DemoSource): SourceInstance {
  if (isAgent(source)) return agentSource(keys[source], agents[source]);
  return { kind: "redis-cloud", id: integrations?.[source] ?? `demo-${source}`, instance: "-" };
}

/** The sources of the demo fleet with the times of their last reports. */
export const pastSourcesOf = (seed: Seed): PastSource[] =>
  (Object.keys(fleet) as DemoSource[]).map((source) => {
    const silent = silentFor[source];
    return {
      source: sourceOf(seed, source),
      name: isAgent(source) ? agents[source] : accounts[source].name,
      deployments: fleet[source],
      until: silent === undefined ? Infinity : seed.seededAt - silent,
    };
  });

/**
 * One report of every demo source that is not silent. A source whose key was revoked, or whose account was
 * disconnected, falls silent too.
 * @param file the one that the seed is kept in
 * @param withSlot whether five minutes are over since the last report
 */
export async function reportAgain(
  services: Services,
  people: DemoPeople,
  seed: Seed,
  file: string,
  withSlot = true,
): Promise<void> {
  await reportFleets(people.superAdmin, fleetsBeside(file), withSlot);
  const { admin, organization } = people;
  if ((await nameOf(services, organization)) === undefined) return;
  const at = services.clock.now();
  const living = new Set((await findSources(services, organization)).map(({ id }) => id));
  const cloud = seed.integrations?.cloud;
  if (living.has(seed.keys.production))
    await report(services, { seed, people, source: "production", at, withTrouble: true, withSlot });
  if (cloud !== undefined && !living.has(cloud)) return;
  await report(services, { seed, people, source: "cloud", at, withTrouble: true, withSlot });
  if (cloud !== undefined)
    await noteReading(admin, organization, { kind: "redis-cloud", id: cloud }, foundOf(fleet.cloud));
}
