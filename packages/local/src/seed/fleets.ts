import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { MemberContext } from "@shardwatch/core/access/context";
import { chosenOrganization, type OrganizationId, ownOrganization } from "@shardwatch/core/access/scope";
import { create } from "@shardwatch/core/agent-key/agent-key";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { deploymentId, type SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { day, hour } from "@shardwatch/core/kit/time";
import { nameOf } from "@shardwatch/core/organization/organization";
import { findSources } from "@shardwatch/core/sources";
import * as z from "zod";
import { agentSource, healthOf } from "./agents.ts";
import { connect, foundOf, noteReading } from "./connections.ts";
import { generate, type Generated, type GeneratedKind, type Region } from "./generate.ts";
import { rarities } from "./fleet/globex.ts";
import { measure } from "./measure.ts";
import { firstReported } from "./past-length.ts";
import type { PastSource } from "./past.ts";
import { leaveSlot } from "./slots.ts";

const fleetSchema = z.object({
  organizationId: z.string(),
  /** What its deployments are made from, so that they need not be kept. */
  seed: z.number(),
  count: z.number(),
  rare: z.boolean(),
  seededAt: z.number(),
  /** Ids of the keys of its agents, one for each site. */
  keys: z.array(z.string()),
  /** Ids of its Redis Cloud accounts by `cloudKey`; a fleet of a former version has none. */
  integrations: z.record(z.string(), z.string()).optional(),
});
/** A generated fleet, as it is kept beside the database. */
export type Fleet = z.infer<typeof fleetSchema>;

const perAgent = 1_000;
/** One in so many deployments belongs to a source that fell silent two days before the seeding. */
const silentShare = 25;
const silentFor = 2 * day;

/** The fleets of a file; none when there is no such file. */
export function readFleets(file: string): Fleet[] {
  return existsSync(file) ? z.array(fleetSchema).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

export interface Wanted {
  count: number;
  /** Whether it has the rare states too. */
  rare: boolean;
}

/** Writes a fleet into the organization of a person, who gets the keys of its agents, and adds it to the file. */
export async function addFleet(admin: MemberContext, file: string, { count, rare }: Wanted): Promise<void> {
  const organization = ownOrganization(admin.actor);
  if (!organization) throw new Error("a fleet needs an organization");
  const known = readFleets(file);
  const seed = known.length + 1;
  const keys: string[] = [];
  for (const { place } of sites) {
    const { keyId } = await create(admin, seed === 1 ? `${place} agents` : `${place} agents ${seed}`);
    keys.push(keyId);
  }
  const seededAt = admin.clock.now();
  const added: Fleet = { organizationId: organization, seed, count, rare, seededAt, keys, integrations: {} };
  for (const group of groupsOf(added)) {
    const id = await connectSource(admin, organization, group, added);
    if (id !== undefined) added.integrations = { ...added.integrations, [cloudKey(seed, group.silent)]: id };
  }
  for (const group of groupsOf(added)) {
    if (hasPast(added)) await say(admin, added, group, seededAt - firstReported, false);
    const at = group.silent ? seededAt - silentFor : seededAt;
    // What is in trouble was fine before: its databases were read once.
    const troubled = { ...group, deployments: group.deployments.filter(({ trouble }) => trouble) };
    await say(admin, added, troubled, at - hour, false);
    await say(admin, added, group, at, true);
    await leaveSlotOf(admin, added, group, at);
  }
  writeFileSync(file, JSON.stringify([...known, added], null, 2));
}

/** The id of the Redis Cloud account that a group comes from, once its source is connected. */
async function connectSource(
  admin: MemberContext,
  organization: OrganizationId,
  { name, source: { kind, id }, silent, deployments }: Group,
  { seed, seededAt }: Fleet,
): Promise<string | undefined> {
  const [first] = deployments;
  if (kind === "agent" || !first) return undefined;
  const common = {
    createdAt: seededAt - 30 * day,
    at: silent ? seededAt - silentFor : seededAt,
    found: silent ? undefined : foundOf(deployments),
  };
  if (kind === "elasticache") {
    const { accountId = "" } = first;
    await connect(admin, organization, { ...common, kind, accountId, deployment: id });
    return undefined;
  }
  const accountId = String(5_000 + 2 * seed + Number(silent));
  return (await connect(admin, organization, { ...common, kind, name, accountId })).id;
}

/** Larger fleets have no past: it would take minutes to make one up. */
const mostWithPast = 500;
export const hasPast = ({ count }: Pick<Fleet, "count">): boolean => count <= mostWithPast;

/** The sources of a fleet with the times of their last reports. */
export const pastSourcesOfFleet = (one: Fleet): PastSource[] =>
  groupsOf(one).map(({ name, source, silent, deployments }) => ({
    name,
    source,
    deployments,
    until: silent ? one.seededAt - silentFor : Infinity,
  }));

/** One report of every source of the fleets that is not silent, nor has a key or an account that is gone. */
export async function reportFleets(
  superAdmin: MemberContext,
  file: string,
  withSlot: boolean,
): Promise<void> {
  for (const fleet of readFleets(file)) {
    const organization = chosenOrganization(superAdmin.actor, fleet.organizationId);
    if (!organization || (await nameOf(superAdmin, organization)) === undefined) continue;
    const living = new Set((await findSources(superAdmin, organization)).map(({ id }) => id));
    for (const group of groupsOf(fleet)) {
      const { kind, id } = group.source;
      const known = kind === "agent" || fleet.integrations !== undefined;
      if (group.silent || (known && !living.has(id))) continue;
      const at = superAdmin.clock.now();
      await say(superAdmin, fleet, group, at, true);
      if (withSlot) await leaveSlotOf(superAdmin, fleet, group, at);
      if (known && kind !== "agent")
        await noteReading(superAdmin, organization, { kind, id }, foundOf(group.deployments));
    }
  }
}

interface Group {
  /** What people call its source. */
  name: string;
  source: SourceInstance & { kind: GeneratedKind };
  silent: boolean;
  deployments: Generated[];
}

/** Where the agents of a fleet run, and the regions of the servers that they read. */
const sites: readonly { place: string; code: string; reads: readonly Region[] }[] = [
  { place: "Frankfurt", code: "fra", reads: ["eu-central-1", "eu-west-1"] },
  { place: "Virginia", code: "iad", reads: ["us-east-1", "us-west-2"] },
  { place: "Mumbai", code: "bom", reads: ["ap-south-1"] },
];
const siteOf = ({ region = "eu-central-1" }: Generated): number =>
  sites.findIndex(({ reads }) => reads.includes(region));

const isSilent = (_: unknown, index: number) => index % silentShare === silentShare - 1;
const isTalking = (_: unknown, index: number) => !isSilent(_, index);

/** The deployments of a fleet by the source that reports them. */
function groupsOf(fleet: Fleet): Group[] {
  const { seed, count, rare } = fleet;
  const generated = [...(rare ? rarities : []), ...generate(count, seed)].map((deployment) => ({
    ...deployment,
    key: `${seed} ${deployment.key}`,
  }));
  const of = (wanted: GeneratedKind) => generated.filter(({ kind }) => kind === wanted);
  return [
    ...groupsOfAgents(fleet, of("agent")),
    ...groupsOfCloud(fleet, of("redis-cloud")),
    ...of("elasticache").map((account) => {
      const id = deploymentId(fleet.organizationId, "elasticache", account.key);
      const source = { kind: "elasticache" as const, id, instance: "-" };
      return { name: account.name, source, silent: false, deployments: [account] };
    }),
  ];
}

/** Each site has its agents, and one host of the first site is gone. */
function groupsOfAgents({ keys }: Fleet, all: readonly Generated[]): Group[] {
  const group = (site: number, number: number, silent: boolean, deployments: Generated[]): Group => {
    const name = `agent-${sites[site]?.code}-${String(number).padStart(2, "0")}`;
    const source = agentSource(keys[site] ?? keys[0] ?? "", name);
    return { name, source: { ...source, kind: "agent" }, silent, deployments };
  };
  const talking = Map.groupBy(all.filter(isTalking), siteOf);
  const groups = [...talking].flatMap(([site, some]) =>
    Array.from({ length: Math.ceil(some.length / perAgent) }, (_, index) =>
      group(site, index + 1, false, some.slice(index * perAgent, (index + 1) * perAgent)),
    ),
  );
  const inFirst = Math.ceil((talking.get(0)?.length ?? 0) / perAgent);
  return [...groups, group(0, inFirst + 1, true, all.filter(isSilent))];
}

/** What the file calls a Redis Cloud account. */
const cloudKey = (seed: number, silent: boolean) => `${silent ? "retired" : "generated"}-redis-cloud-${seed}`;

function groupsOfCloud({ seed, integrations = {} }: Fleet, all: readonly Generated[]): Group[] {
  const group = (called: string, silent: boolean, deployments: Generated[]): Group => {
    const name = seed === 1 ? called : `${called} ${seed}`;
    const id = integrations[cloudKey(seed, silent)] ?? name;
    const source = { kind: "redis-cloud" as const, id, instance: "-" };
    return { name, source, silent, deployments };
  };
  return [
    group("Cloud production", false, all.filter(isTalking)),
    group("Cloud archive", true, all.filter(isSilent)),
  ];
}

async function leaveSlotOf(
  ctx: MemberContext,
  { organizationId, seededAt }: Fleet,
  { source, deployments }: Group,
  at: number,
): Promise<void> {
  const organization = chosenOrganization(ctx.actor, organizationId);
  if (organization) await leaveSlot(ctx, { organization, source, at, seededAt }, deployments);
}

async function say(
  ctx: MemberContext,
  { organizationId, seededAt }: Fleet,
  { name, source, deployments }: Group,
  at: number,
  withTrouble: boolean,
): Promise<void> {
  if (deployments.length === 0) return;
  const organization = chosenOrganization(ctx.actor, organizationId);
  if (!organization) return;
  const observations = deployments.map((deployment) =>
    measure(deployment, { organization, kind: source.kind, at, seededAt, withTrouble }),
  );
  const authority = authorityOfIntegration(ctx.actor.accountId);
  const agent = source.kind === "agent" ? healthOf(ctx, name, seededAt) : undefined;
  const report = { organization, source, measuredAt: at, observations, authority, agent };
  await ingest({ ...ctx, clock: { now: () => at } }, report);
}
