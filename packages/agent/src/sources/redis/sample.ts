import { eachCounter } from "../source.ts";
import type { Rates, Sample } from "../source.ts";
import { infoDigits, infoField } from "./info/info.ts";
import type { Info } from "./info/info.ts";
import { lagOf } from "./info/lag.ts";
import { memoryUsed as memoryIn } from "./info/server-info.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The figures of a deployment with one database, as the sums over its servers. A sum is not known when one of its parts
 * is not.
 * @param snapshots of one server, or of all primaries of a cluster
 */
export function sampleOf(
  snapshots: readonly Snapshot[],
  { memoryUsed, memoryLimit }: Record<"memoryUsed" | "memoryLimit", string | null>,
): Sample {
  const infos = snapshots.map(({ info }) => info);
  return {
    id: "0",
    used: numberIn(memoryUsed),
    limit: numberIn(memoryLimit),
    clients: sum(infos.map((info) => numberIn(infoDigits(info, "clients", "connected_clients") ?? null))),
    keys: sum(infos.map((info) => countKeys(info, "keys"))),
    expiring: sum(infos.map((info) => countKeys(info, "expires"))),
    fragmentation: fragmentationOf(infos),
    ...lagOf(infos),
    opsNow: sum(
      infos.map((info) => numberIn(infoDigits(info, "stats", "instantaneous_ops_per_sec") ?? null)),
    ),
    rates: sumRates(snapshots.map(({ rates }) => rates)),
  };
}

const numberIn = (digits: string | null): number | null => (digits === null ? null : Number(digits));

function sum(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total;
}

/** The servers of a round are read at the same time, so their rates are for about the same seconds. */
function sumRates(rates: readonly (Rates | undefined)[]): Rates | undefined {
  const known = rates.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < rates.length) return undefined;
  const seconds = Math.max(...known.map((one) => one.seconds));
  return { seconds, ...eachCounter((name) => sum(known.map((one) => one[name]))) };
}

/**
 * The fragmentation of all servers together: a server with more data counts more. The largest resident memory by the
 * largest memory used would mix two moments. The field is a decimal fraction, or "-nan" or "inf" on a server that has
 * just been started. An empty server has 5.7 to 8.5, which is its own process.
 */
function fragmentationOf(infos: readonly Info[]): number | null {
  const used = infos.map((info) => Number(memoryIn(info)));
  const resident = infos.map((info, index) => {
    const ratio = infoField(info, "memory", "mem_fragmentation_ratio") ?? "";
    return /^\d{1,7}(\.\d{1,6})?$/.test(ratio) ? Number(ratio) * (used[index] ?? 0) : null;
  });
  const [all, data] = [sum(resident), sum(used)];
  return all === null || !data ? null : all / data;
}

/**
 * Adds a count of the section Keyspace over all logical databases: "db0:keys=7,expires=2,avg_ttl=0". A server without
 * keys has no line there. Null for an INFO that is not a server's own.
 */
function countKeys(info: Info, name: "keys" | "expires"): number | null {
  const lines = info.get("keyspace");
  if (!lines) return infoDigits(info, "stats", "keyspace_hits") === undefined ? null : 0;
  const counts = [...lines].flatMap(([database, text]) => {
    const digits = new RegExp(`(?:^|,)${name}=(\\d{1,15})(?:,|$)`).exec(text.trim())?.[1];
    return /^db\d+$/.test(database) ? [digits === undefined ? null : Number(digits)] : [];
  });
  return sum(counts);
}
