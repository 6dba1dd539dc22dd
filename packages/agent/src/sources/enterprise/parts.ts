import type { EnterpriseClient } from "./client.ts";
import { ContentError, explain } from "./errors.ts";
import type { Failure } from "./errors.ts";
import { toCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { memoryFromShards, memoryFromStats } from "./databases.ts";
import type { Part } from "./requests.ts";

/** What a request gave: a value, or why not. */
export type Outcome<Value = unknown> = { value: Value } | { failure: Failure };

/** Everything that one reading asks for. The cluster itself is there: without it there is no reading. */
export interface Parts {
  cluster: Cluster;
  license: Outcome;
  nodes: Outcome;
  databases: Outcome;
  /** Bytes used by the uid of the database. */
  memoryUsed: Outcome<ReadonlyMap<string, string>>;
}

/** Called after each request, for the log and for a person who sets the agent up. */
export type Witness = (part: Part, outcome: Outcome, milliseconds: number) => void;

/** Asks for one part after the other: a monitor should not be what keeps a cluster busy. Throws without a cluster. */
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
  const none: Outcome<ReadonlyMap<string, string>> = { value: new Map() };
  // The statistics of a cluster without databases are answered 404.
  const any = "value" in databases && Array.isArray(databases.value) && databases.value.length > 0;
  return { cluster, license, nodes, databases, memoryUsed: any ? await readMemory(ask) : none };
}

/** The cluster could not be read, so nothing of it can. */
export class PartFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "PartFailed";
    this.failure = failure;
  }
}

/** From the statistics, which are marked as deprecated from 7.22 on; from the shards where there are none. */
async function readMemory(
  ask: (part: Part) => Promise<Outcome>,
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const stats = converted(await ask("stats"), memoryFromStats);
  // Who may not see the statistics may not see the shards either.
  if ("value" in stats || stats.failure.status === "denied") return stats;
  const shards = converted(await ask("shards"), memoryFromShards);
  return "value" in shards ? shards : stats;
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
