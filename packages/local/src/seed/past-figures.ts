import type { SlotDatabases } from "@shardwatch/core/contract/report/slots";
import { atLimit } from "@shardwatch/core/contract/outlook/runway";
import { day } from "@shardwatch/core/kit/time";
import { databasesAt, type DeploymentPast } from "./past-events.ts";
import { shareOf } from "./share.ts";
import { columnsOf, seenBy } from "./slots.ts";

const year = 365 * day;
/** Of a limit that was raised later, so much was in use at most: before its last days, and at its end. */
const [full, fullest] = [0.8, 0.96];
/** In the last days before a limit was raised, what it held grew to that. */
const rushOf = ({ deployment: { key } }: DeploymentPast): number => (2 + 6 * shareOf(`${key} rush`)) * day;

/** A new database is as full as others after so long. */
const filling = 20 * day;

/** The last database was created empty. */
function filledAt({ seededAt }: DeploymentPast, created: number, at: number): number {
  const length = Math.min(filling, seededAt - created);
  return Math.min(1, Math.max(0, (at - created) / length));
}

interface Factors {
  memory: number;
  load: number;
  /** A cache that is less full evicts less. */
  evictions: number;
}

/**
 * How much of its present memory a deployment had, and how busy it was: more every month, less at weekends. In the last
 * weeks before the seeding the factors become 1.
 */
function factorsAt({ deployment: { key }, seededAt }: DeploymentPast, at: number): Factors {
  const growth = 0.1 + 0.5 * shareOf(`${key} growth`);
  const age = Math.max(0, seededAt - at) / year;
  const fading = Math.min(1, age * 50);
  const slowFading = Math.min(1, age * 5);
  const week = Math.sin((2 * Math.PI * (at - 4 * day)) / (7 * day));
  const season = Math.sin(2 * Math.PI * (at / (80 * day) + shareOf(`${key} season`)));
  const memory = (1 - growth * age) * (1 - fading * 0.01 * (1 + week) - slowFading * 0.03 * (1 + season));
  return {
    memory: Math.max(0.05, memory),
    load: Math.max(0.1, 1 - 0.6 * growth * age) * (1 + fading * 0.2 * week + slowFading * 0.08 * season),
    evictions: Math.min(1, Math.max(0, 1 - 6 * (1 - memory))),
  };
}

const ofMemory = ["used", "keys", "expiring"] as const;
const ofLoad = ["ops", "hits", "misses", "expired", "clients", "lagBytes"] as const;

/** The figures of a demo deployment at a time that is over, as its source would have reported them. */
export function pastColumns(past: DeploymentPast, at: number): SlotDatabases {
  const { deployment, raise } = past;
  const count = databasesAt(past, at);
  const existing =
    count === deployment.databases.length
      ? deployment
      : { ...deployment, databases: deployment.databases.slice(0, count) };
  const columns = columnsOf(existing, { at, seededAt: past.seededAt });
  if (at >= past.seededAt) return seenBy(past.kind, columns);
  const { memory, load, evictions } = factorsAt(past, at);
  const limited = raise && at < raise.at ? raise.before : undefined;
  const left = raise ? Math.min(1, Math.max(0, (raise.at - at) / rushOf(past))) : 1;
  const most = full + (fullest - full) * (1 - left);
  const [used] = columns.used ?? [];
  // The first database could not grow further.
  const capped = limited !== undefined && used ? Math.min(1, (most * limited) / (used * memory)) : 1;
  const filled = past.added ? filledAt(past, past.added.at, at) : 1;
  const last = deployment.databases.length - 1;
  const shareOfAll = (index: number) => (index === last ? filled : 1);
  // Where it is said how memory grew, nothing more is made up.
  const ofDatabase = (index: number) =>
    deployment.databases[index]?.grew ? 1 : index === 0 ? memory * capped : memory;
  // Where it is said how memory grew, keys are evicted at the limit only.
  const fullness = (index: number) =>
    Number((columns.used?.[index] ?? 0) >= atLimit * (columns.limit?.[index] || Infinity));
  const scale = (names: readonly (keyof SlotDatabases)[], factorOf: (index: number) => number) => {
    for (const name of names) {
      const column = columns[name] as (number | null)[] | undefined;
      for (const [index, value] of column?.entries() ?? [])
        if (column && value !== null) column[index] = value * factorOf(index);
    }
  };
  scale(ofMemory, (index) => ofDatabase(index) * shareOfAll(index));
  scale(ofLoad, (index) => load * shareOfAll(index));
  scale(["evicted"], (index) => load * (deployment.databases[index]?.grew ? fullness(index) : evictions));
  if (limited !== undefined && columns.limit) columns.limit[0] = limited;
  return seenBy(past.kind, columns);
}
