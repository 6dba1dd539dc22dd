import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type Level, levelOf } from "@shardwatch/core/contract/filter/severity";
import { noticeDays } from "@shardwatch/core/contract/support/end-of-support";
import { worstLeft } from "@shardwatch/core/contract/support/worst";
import { type ListTotals, Sum, totalsOfList } from "../../lib/list/totals.ts";
import { partsOf } from "../../lib/words/deployment-key.ts";
import { shardFigures } from "../../lib/words/shard-figures.ts";
import { type Collector, type Count, counter } from "./collector.ts";
import { asks } from "./question.ts";

/** The deployments with a license that limits their shards, and these shards. */
export interface LicensedShards extends Count {
  /** Null when no license says how many. */
  inUse: number | null;
  limit: number;
}

/** The deployments whose key or account is silent. */
export interface SilentSources extends Count {
  /** How many keys and accounts that are. */
  sources: number;
  /** How urgent the most urgent of the deployments is. */
  level: Level;
}

export interface Figures {
  totals: ListTotals;
  /** Memory used and its limit, of the deployments whose databases all have a limit. Only these compare. */
  limited: Pick<ListTotals, "used" | "limit">;
  shards: LicensedShards;
  silent: SilentSources;
  /** Of which something is wrong. */
  notWell: Count;
  /** Of which something is wrong that cannot wait. */
  critical: Count;
  /** Whose status is not well and that are in no incident: it is not open yet, or their state is usual. */
  waiting: Count;
  noTls: Count;
  noLimit: Count;
  /** With a critical and with a high known vulnerability, without those that people said are patched. */
  criticalCve: Count;
  highCve: Count;
  /** The highest score of all; undefined where none is known. */
  worstScore: number | undefined;
  unsupported: Count;
  endingSupport: Count;
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

/** Counts the silent sources. Older rows name only the kind of their source. */
function silentCollector(): Collector<SilentSources> {
  const question = "status=stale";
  const isSilent = asks(question);
  const sources = new Set<string>();
  let deployments = 0;
  let level: Level = "ok";
  return {
    add({ source, via, organizationId }: DeploymentListItem, facts) {
      if (!isSilent(facts)) return;
      sources.add(via === undefined ? `${organizationId} ${source}` : partsOf(via)[0]);
      deployments += 1;
      const own = levelOf(facts);
      if (own === "critical" || level === "ok") level = own;
    },
    result: () => ({ question, deployments, sources: sources.size, level }),
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

/** The highest CVSS score of the known vulnerabilities. */
function scoreCollector(): Collector<number | undefined> {
  let highest: number | undefined;
  return {
    add(_, facts) {
      const score = worstLeft(facts)?.score ?? undefined;
      if (score !== undefined && score > (highest ?? -1)) highest = score;
    },
    result: () => highest,
  };
}

/** The figures of the whole fleet. */
export function figureCollector(): Collector<Figures> {
  const rows: DeploymentListItem[] = [];
  const parts = {
    shards: shardCollector(),
    limited: limitedCollector(),
    silent: silentCollector(),
    critical: counter("severity=critical"),
    notWell: counter("severity=critical,warning"),
    noTls: counter("tls=mixed,no"),
    waiting: counter("status=-active,-pending,-loading&incident=none"),
    noLimit: counter("maxmemory=none"),
    criticalCve: counter("cve=critical"),
    highCve: counter("cve=high"),
    worstScore: scoreCollector(),
    unsupported: counter("eos=ended"),
    endingSupport: counter(`eos=..${noticeDays}`),
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
      silent: parts.silent.result(),
      critical: parts.critical.result(),
      notWell: parts.notWell.result(),
      waiting: parts.waiting.result(),
      noTls: parts.noTls.result(),
      noLimit: parts.noLimit.result(),
      criticalCve: parts.criticalCve.result(),
      highCve: parts.highCve.result(),
      worstScore: parts.worstScore.result(),
      unsupported: parts.unsupported.result(),
      endingSupport: parts.endingSupport.result(),
    }),
  };
}
