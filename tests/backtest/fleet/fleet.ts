import type { DeploymentType } from "@shardwatch/core/contract/deployment/deployment";
import type { SlotDatabases } from "@shardwatch/core/contract/report/slots";
import { demandOfOne, families } from "../generator-one/generator.ts";
import { demandOfTwo, kinds } from "../generator-two/generator.ts";
import { Random } from "../random.ts";
import { type Demand, firstFull, hours, record, recordedHours } from "../recording.ts";
import type { Story } from "../types.ts";

/*
 * A simulated fleet of which the future is known. Each database is one of a generator of the backtest. Its troubles are
 * those of the fleet: they come to all databases of an agent or of a server.
 */

export interface SimulatedDatabase {
  id: string;
  name: string;
  policy: string | null;
  /** Bytes at present; null when not known, 0 for none. */
  limit: number | null;
  /** What a reading of a past hour gives. The newest hour is the last one. Null: before it was created. */
  used: (number | null)[];
  evicted: number[];
  /** Bytes of each past day. */
  limits: (number | null)[];
  /** At six hours after now. */
  present: number;
  /** It was created some days ago. */
  isYoung: boolean;
  story: Story;
}

export interface SimulatedDeployment {
  key: string;
  type: Exclude<DeploymentType, "CLOUD">;
  /** Which agent reports it until now. */
  agent: number;
  databases: SimulatedDatabase[];
}

export const agents = 6;
const hoursOfDay = 24;
/** How many databases a cluster of Redis Enterprise has. */
const inCluster = 14;
const inThree = ["STANDALONE", "CLUSTER", "ENTERPRISE"] as const;

/** @param now a midnight of UTC */
export function fleetOf(seed: number, deployments: number, now: number): SimulatedDeployment[] {
  let made = 0;
  return Array.from({ length: deployments }, (_, place): SimulatedDeployment => {
    const type = inThree[place % inThree.length] ?? "STANDALONE";
    const count = type === "ENTERPRISE" ? inCluster : 1;
    const random = new Random(seed * 31 + place);
    // Every fifth server restarted, and read its keys from disk for some hours.
    const restarts = place % 5 === 4 ? [-3, -20, -50].map((ago) => hours.past + ago * hoursOfDay + 7) : [];
    return {
      key: `server-${String(place).padStart(2, "0")}`,
      type,
      agent: place % agents,
      databases: Array.from({ length: count }, (_unused, index) => {
        made += 1;
        const isYoung = made % youngOnes === 0;
        return databaseOf(demandOf(seed, made, now), String(index), { random, restarts, isYoung });
      }),
    };
  });
}

/** The databases of both generators take turns. */
function demandOf(seed: number, index: number, now: number): Demand {
  const half = Math.floor(index / 2);
  if (index % 2 === 0) {
    const family = families[half % families.length];
    if (family) return demandOfOne(family, seed, half, now);
  }
  const kind = kinds[half % kinds.length];
  if (!kind) throw new Error("there is no kind");
  return demandOfTwo(kind, seed, half, now);
}

/** Every so many databases one gets a larger limit after its trend was found. */
const raisedOnes = 9;
const raisedBy = 1.25;
/** Every so many databases one is only some days old. */
const youngOnes = 40;
const youngFor = 5 * hoursOfDay;

function databaseOf(
  demand: Demand,
  id: string,
  { random, restarts, isYoung }: { random: Random; restarts: readonly number[]; isYoung: boolean },
): SimulatedDatabase {
  const recorded = record(demand, random);
  const isRaised = random.whole(1, raisedOnes) === 1 && demand.limit && !recorded.isAtLimit;
  const limit = demand.limit && isRaised ? Math.round(demand.limit * raisedBy) : demand.limit;
  const story: Story = {
    ...recorded,
    truth: limit ? firstFull(demand.bytes, limit, demand.now) : undefined,
  };
  // What a generator says of its source is not taken: a source is that of the whole agent.
  const { slots = new Uint8Array(hours.past).fill(12), ...seen } = demand;
  const created = isYoung ? hours.past - youngFor : slots.findIndex((covered) => covered > 0);
  const { used, evicted } = recordedHours(seen, random);
  const refill = [0.02, 0.3, 0.7];
  for (const restart of restarts)
    for (const [index, share] of refill.entries())
      used[restart + index] = (used[restart + index] ?? 0) * share;
  return {
    id,
    name: demand.id,
    policy: demand.policy,
    limit,
    used: used.map((bytes, index) => (index < created ? null : bytes)),
    evicted,
    limits: Array.from({ length: hours.past / hoursOfDay }, (_, day) => demand.limits?.[day] ?? demand.limit),
    isYoung,
    present: Math.min(demand.bytes[hours.past + 6] ?? 0, 1.001 * (limit || Infinity)),
    story,
  };
}

/** The figures of a deployment in a past hour, counted from the first one. Databases to come are left out. */
export function figuresOf({ databases }: SimulatedDeployment, hour: number): SlotDatabases {
  const some = databases.filter(({ used }) => used[hour] != null);
  const dayOf = Math.floor(hour / hoursOfDay);
  return {
    ids: some.map(({ id }) => id),
    used: some.map(({ used }) => Math.round(used[hour] ?? 0)),
    limit: some.map(({ limits }) => limits[dayOf] ?? null),
    evicted: some.map(({ evicted }) => evicted[hour] ?? 0),
  };
}
