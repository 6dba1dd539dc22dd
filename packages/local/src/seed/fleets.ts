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
import { connect, foundOf, noteReading } from "./connections.ts";
import { generate, type Generated, type GeneratedKind } from "./generate.ts";
import { rarities } from "./globex.ts";
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
  /** Ids of the keys of its agents, of at most `perAgent` deployments each. */
  keys: z.array(z.string()),
  /** Ids of its integrations by what they report; a fleet of a former version has none. */
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
  const agents = generate(count, seed).filter(({ kind }) => kind === "agent").length;
  const keys: string[] = [];
  for (let made = 0; made === 0 || made * perAgent < agents; made += 1) {
    const { keyId } = await create(admin, `Generated fleet ${seed} agent ${made + 1}`);
    keys.push(keyId);
  }
  const seededAt = admin.clock.now();
  const added: Fleet = { organizationId: organization, seed, count, rare, seededAt, keys, integrations: {} };
  for (const group of groupsOf(added)) {
    const id = await connectSource(admin, organization, group, added);
    if (id !== undefined) added.integrations = { ...added.integrations, [group.source.id]: id };
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

/** The id of the integration that a group comes from, once it is connected; none for a group of agents. */
async function connectSource(
  admin: MemberContext,
  organization: OrganizationId,
  { source: { kind, id }, silent, deployments }: Group,
  { seed, seededAt }: Fleet,
): Promise<string | undefined> {
  const [first] = deployments;
  if (kind === "agent" || !first) return undefined;
  const account =
    kind === "elasticache"
      ? { name: id, accountId: silent ? "444455556666" : "777788889999" }
      : {
          name: `${silent ? "Retired" : "Generated"} fleet ${seed}`,
          accountId: String(5_000 + 2 * seed + Number(silent)),
        };
  const createdAt = seededAt - 30 * day;
  const found = silent ? undefined : foundOf(deployments);
  const at = silent ? seededAt - silentFor : seededAt;
  const deployment = deploymentId(organization, kind, first.key);
  const connection = { kind, ...account, createdAt, at, deployment, found };
  return (await connect(admin, organization, connection)).id;
}

/** Larger fleets have no past: it would take minutes to make one up. */
const mostWithPast = 500;
export const hasPast = ({ count }: Pick<Fleet, "count">): boolean => count <= mostWithPast;

/** The sources of a fleet with the times of their last reports. */
export const pastSourcesOfFleet = (one: Fleet): PastSource[] =>
  groupsOf(one).map(({ source, silent, deployments }) => ({
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
  source: SourceInstance & { kind: GeneratedKind };
  silent: boolean;
  deployments: Generated[];
}

/** The deployments of a fleet by the source that reports them. */
function groupsOf({ seed, count, rare, keys, integrations = {} }: Fleet): Group[] {
  const generated = [...(rare ? rarities : []), ...generate(count, seed)].map((deployment) => ({
    ...deployment,
    key: `${seed} ${deployment.key}`,
  }));
  const silent = (index: number) => index % silentShare === silentShare - 1;
  return (["agent", "redis-cloud", "elasticache"] as const).flatMap((kind) => {
    const all = generated.filter((deployment) => deployment.kind === kind);
    const talking = all.filter((_, index) => !silent(index));
    const quiet = all.filter((_, index) => silent(index));
    if (kind !== "agent") {
      const source = (name: string): Group["source"] => ({
        kind,
        id: integrations[name] ?? name,
        instance: "-",
      });
      return [
        { source: source(`generated-${kind}-${seed}`), silent: false, deployments: talking },
        { source: source(`retired-${kind}-${seed}`), silent: true, deployments: quiet },
      ];
    }
    const groups = keys.map((id, index): Group => ({
      source: { kind, id, instance: `generated${seed}` },
      silent: false,
      deployments: talking.slice(index * perAgent, (index + 1) * perAgent),
    }));
    const retired = { kind, id: keys[0] ?? "", instance: `retired${seed}` };
    return [...groups, { source: retired, silent: true, deployments: quiet }];
  });
}

async function leaveSlotOf(
  ctx: MemberContext,
  { organizationId }: Fleet,
  { source, deployments }: Group,
  at: number,
): Promise<void> {
  const organization = chosenOrganization(ctx.actor, organizationId);
  if (organization) await leaveSlot(ctx, { organization, source, at }, deployments);
}

async function say(
  ctx: MemberContext,
  { organizationId, seededAt }: Fleet,
  { source, deployments }: Group,
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
  const report = { organization, source, measuredAt: at, observations, authority };
  await ingest({ ...ctx, clock: { now: () => at } }, report);
}
