import { activityFromStats } from "./activity.ts";
import type { Activity } from "./activity.ts";
import type { EnterpriseClient } from "./client.ts";
import { ContentError, explain } from "./errors.ts";
import type { Failure } from "./errors.ts";
import { toCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { memoryFromShards, memoryFromStats } from "./databases.ts";
import type { Part } from "./requests.ts";

/** The result of a request: a value or a failure. */
export type Outcome<Value = unknown> = { value: Value } | { failure: Failure };

/** Everything that one reading requests. The cluster itself is required: without it there is no reading. */
export interface Parts {
  cluster: Cluster;
  license: Outcome;
  nodes: Outcome;
  databases: Outcome;
  /** Bytes used by the uid of the database. */
  memoryUsed: Outcome<ReadonlyMap<string, string>>;
  /** By the uid of the database; empty when the statistics could not be read. */
  activity: ReadonlyMap<string, Activity>;
  shards: Outcome;
}

type Statistics = Pick<Parts, "memoryUsed" | "activity" | "shards">;

/** Called after each request, for the log and for a person who sets the agent up. */
export type Witness = (part: Part, outcome: Outcome, milliseconds: number) => void;

/**
 * Requests one part after the other, because a monitor should not load a cluster. Throws without a cluster.
 */
export async function readParts(client: EnterpriseClient, witness: Witness): Promise<Parts> {
  const ask = async (part: Part): Promise<Outcome> => {
    const started = performance.now();
    const outcome = await attempt(client.get(part));
    witness(part, outcome, Math.round(performance.now() - started));
    return outcome;
  };
  const first = await ask("cluster");
  if ("failure" in first) throw new PartFailed(first.failure);
  const cluster = toCluster(first.value);
  const license = await ask("license");
  const nodes = await ask("nodes");
  const databases = await ask("databases");
  const none: Statistics = { memoryUsed: { value: new Map() }, activity: new Map(), shards: { value: [] } };
  // A cluster without databases answers 404 for its statistics.
  const any = "value" in databases && Array.isArray(databases.value) && databases.value.length > 0;
  return { cluster, license, nodes, databases, ...(any ? await readStatistics(ask) : none) };
}

/** The cluster could not be read, so no part of it can. */
export class PartFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "PartFailed";
    this.failure = failure;
  }
}

/**
 * Reads the statistics, which are deprecated from 7.22 on, and the shards. The shards have the memory used, too, for
 * statistics without it.
 */
async function readStatistics(ask: (part: Part) => Promise<Outcome>): Promise<Statistics> {
  const answer = await ask("stats");
  const activity = activityFromStats("value" in answer ? answer.value : undefined);
  const memoryUsed = converted(answer, memoryFromStats);
  // A user without the right to the statistics has no right to the shards either.
  if ("failure" in answer && answer.failure.status === "denied")
    return { memoryUsed, activity, shards: answer };
  const shards = await ask("shards");
  if ("value" in memoryUsed && memoryUsed.value.size > 0) return { memoryUsed, activity, shards };
  const ofShards = converted(shards, memoryFromShards);
  return { memoryUsed: "value" in ofShards ? ofShards : memoryUsed, activity, shards };
}

function converted<Value>(outcome: Outcome, convert: (value: unknown) => Value | undefined): Outcome<Value> {
  if ("failure" in outcome) return outcome;
  const value = convert(outcome.value);
  return value === undefined ? { failure: explain(new ContentError("unknown form")) } : { value };
}

async function attempt(answer: Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await answer };
  } catch (error) {
    return { failure: explain(error) };
  }
}
