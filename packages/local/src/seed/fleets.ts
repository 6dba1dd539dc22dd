import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { MemberContext } from "@shardwatch/core/access/context";
import { chosenOrganization } from "@shardwatch/core/access/scope";
import { create, feeders } from "@shardwatch/core/access-key/access-key";
import { authorityOfIntegration } from "@shardwatch/core/deployment/authority";
import type { Source } from "@shardwatch/core/deployment/observation";
import { observe } from "@shardwatch/core/deployment/observe";
import { day, hour } from "@shardwatch/core/kit/time";
import { nameOf } from "@shardwatch/core/organization/organization";
import * as z from "zod";
import { generate, type Generated } from "./generate.ts";
import { rarities } from "./globex.ts";
import { measure } from "./measure.ts";

const fleetSchema = z.object({
  organizationId: z.string(),
  /** What its deployments are made from, so that they need not be kept. */
  seed: z.number(),
  count: z.number(),
  rare: z.boolean(),
  seededAt: z.number(),
  /** Ids of the keys of its agents, of at most `perAgent` deployments each. */
  keys: z.array(z.string()),
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
  const organizationId = admin.actor.organizationId;
  if (!organizationId) throw new Error("a fleet needs an organization");
  const known = readFleets(file);
  const seed = known.length + 1;
  const agents = generate(count, seed).filter(({ kind }) => kind === "agent").length;
  const keys: string[] = [];
  for (let made = 0; made === 0 || made * perAgent < agents; made += 1) {
    const { keyId } = await create(admin, `Generated fleet ${seed} agent ${made + 1}`);
    keys.push(keyId);
  }
  const seededAt = admin.clock.now();
  const added: Fleet = { organizationId, seed, count, rare, seededAt, keys };
  for (const group of groupsOf(added)) {
    const at = group.silent ? seededAt - silentFor : seededAt;
    // What is in trouble was fine before: its databases were read once.
    const troubled = { ...group, deployments: group.deployments.filter(({ trouble }) => trouble) };
    await say(admin, added, troubled, at - hour, false);
    await say(admin, added, group, at, true);
  }
  writeFileSync(file, JSON.stringify([...known, added], null, 2));
}

/** One report of every source of the fleets that is not silent, nor has a key that was revoked. */
export async function reportFleets(superAdmin: MemberContext, file: string): Promise<void> {
  for (const fleet of readFleets(file)) {
    const organization = chosenOrganization(superAdmin.actor, fleet.organizationId);
    if (!organization || (await nameOf(superAdmin, organization)) === undefined) continue;
    const living = new Set((await feeders(superAdmin, organization)).map(({ id }) => id));
    for (const group of groupsOf(fleet)) {
      const revoked = group.source.kind === "agent" && !living.has(group.source.id);
      if (!group.silent && !revoked) await say(superAdmin, fleet, group, superAdmin.clock.now(), true);
    }
  }
}

interface Group {
  source: Source;
  silent: boolean;
  deployments: Generated[];
}

/** The deployments of a fleet by the source that reports them. */
function groupsOf({ seed, count, rare, keys }: Fleet): Group[] {
  const generated = [...(rare ? rarities : []), ...generate(count, seed)].map((deployment) => ({
    ...deployment,
    key: `${seed} ${deployment.key}`,
  }));
  const silent = (index: number) => index % silentShare === silentShare - 1;
  return (["agent", "redis-cloud", "elasticache"] as const).flatMap((kind) => {
    const all = generated.filter((deployment) => deployment.kind === kind);
    const talking = all.filter((_, index) => !silent(index));
    const quiet = all.filter((_, index) => silent(index));
    if (kind !== "agent")
      return [
        {
          source: { kind, id: `generated-${kind}-${seed}`, instance: "-" },
          silent: false,
          deployments: talking,
        },
        { source: { kind, id: `retired-${kind}-${seed}`, instance: "-" }, silent: true, deployments: quiet },
      ];
    const groups = keys.map((id, index): Group => ({
      source: { kind, id, instance: `generated${seed}` },
      silent: false,
      deployments: talking.slice(index * perAgent, (index + 1) * perAgent),
    }));
    const retired = { kind, id: keys[0] ?? "", instance: `retired${seed}` };
    return [...groups, { source: retired, silent: true, deployments: quiet }];
  });
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
  await observe({ ...ctx, clock: { now: () => at } }, { organization, source, at, observations, authority });
}
