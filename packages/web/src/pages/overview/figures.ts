import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { type ListTotals, totalsOfList } from "../../lib/list-totals.ts";
import { shardFigures } from "../../lib/shard-figures.ts";
import { type Collector, type Count, counter } from "./collector.ts";
import { asks } from "./question.ts";

/** The deployments with a license that limits their shards, and these shards. */
export interface LicensedShards extends Count {
  inUse: number;
  limit: number;
}

export interface Figures {
  totals: ListTotals;
  shards: LicensedShards;
  /** Of which something is wrong. */
  notWell: Count;
  noTls: Count;
  noLimit: Count;
}

/** Adds up the shards of licenses with a limit. */
function shardCollector(): Collector<LicensedShards> {
  const question = "shards=-none";
  const isLicensed = asks(question);
  let [deployments, inUse, limit] = [0, 0, 0];
  return {
    add({ license }: DeploymentListItem, facts) {
      if (!isLicensed(facts)) return;
      const figures = shardFigures(license);
      deployments += 1;
      limit += figures?.limit ?? 0;
      if (figures?.kind === "used") inUse += figures.inUse;
    },
    result: () => ({ question, deployments, inUse, limit }),
  };
}

/** The figures of the whole fleet. */
export function figureCollector(): Collector<Figures> {
  const rows: DeploymentListItem[] = [];
  const parts = {
    shards: shardCollector(),
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
      notWell: parts.notWell.result(),
      noTls: parts.noTls.result(),
      noLimit: parts.noLimit.result(),
    }),
  };
}
