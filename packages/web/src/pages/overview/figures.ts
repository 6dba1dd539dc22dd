import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type ListTotals, Sum, totalsOfList } from "../../lib/list/totals.ts";
import { shardFigures } from "../../lib/words/shard-figures.ts";
import { type Collector, type Count, counter } from "./collector.ts";
import { asks } from "./question.ts";

/** The deployments with a license that limits their shards, and these shards. */
export interface LicensedShards extends Count {
  /** Null when no license says how many. */
  inUse: number | null;
  limit: number;
}

export interface Figures {
  totals: ListTotals;
  /** Memory used and its limit, of the deployments whose databases all have a limit. Only these compare. */
  limited: Pick<ListTotals, "used" | "limit">;
  shards: LicensedShards;
  /** Of which something is wrong. */
  notWell: Count;
  /** Of which something is wrong that cannot wait. */
  critical: Count;
  noTls: Count;
  noLimit: Count;
}

/** Adds up the shards of licenses with a limit. */
function shardCollector(): Collector<LicensedShards> {
  const question = "shards=-none";
  const isLicensed = asks(question);
  let [deployments, limit] = [0, 0];
  let inUse: number | null = null;
  return {
    add({ license }: DeploymentListItem, facts) {
      if (!isLicensed(facts)) return;
      const figures = shardFigures(license);
      deployments += 1;
      limit += figures?.limit ?? 0;
      if (figures?.kind === "used") inUse = (inUse ?? 0) + figures.inUse;
    },
    result: () => ({ question, deployments, inUse, limit }),
  };
}

/** Adds up the memory of deployments whose databases all have a limit. */
function limitedCollector(): Collector<Figures["limited"]> {
  const [used, limit] = [new Sum(), new Sum()];
  return {
    add({ memoryUsed, memoryLimit, facts }) {
      const isLimited = memoryLimit !== null && memoryLimit !== "0" && memoryUsed !== null;
      if (!isLimited || (facts?.unlimited ?? 0) > 0 || (facts?.limitUnknown ?? 0) > 0) return;
      used.add(memoryUsed);
      limit.add(memoryLimit);
    },
    result: () => ({ used: used.text, limit: limit.text }),
  };
}

/** The figures of the whole fleet. */
export function figureCollector(): Collector<Figures> {
  const rows: DeploymentListItem[] = [];
  const parts = {
    shards: shardCollector(),
    limited: limitedCollector(),
    critical: counter("severity=critical"),
    notWell: counter("severity=critical,warning"),
    noTls: counter("tls=mixed,no"),
    noLimit: counter("maxmemory=none"),
  };
  const all = Object.values(parts);
  return {
    add(deployment, facts) {
      rows.push(deployment);
      for (const part of all) part.add(deployment, facts);
    },
    result: () => ({
      totals: totalsOfList(rows),
      shards: parts.shards.result(),
      limited: parts.limited.result(),
      critical: parts.critical.result(),
      notWell: parts.notWell.result(),
      noTls: parts.noTls.result(),
      noLimit: parts.noLimit.result(),
    }),
  };
}
