import type { Level } from "@shardwatch/core/contract/filter/severity";
import { formatBytes, utilization } from "@shardwatch/core/kit/bytes";
import { counted, formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import type { Figures } from "./figures.ts";
import { levelsText } from "./levels.ts";
import { listOf } from "./question.ts";
import type { Summary } from "./summary.ts";

/** A figure of the fleet with its link. */
export interface FigureEntry {
  label: string;
  /** The address of what it counts. */
  to: string;
  /** Undefined when it is not known. */
  figure: string | undefined;
  note?: string | undefined;
  /** How much of a limit it is, in percent, and the name of that bar. */
  bar?: { percent: number; label: string } | undefined;
  /** How urgent the trouble is that it counts. */
  level?: Level;
}

export const figureLabels = [
  "Deployments",
  "Databases",
  "Memory used",
  "Licensed shards",
  "Unhealthy",
  "Silent sources",
] as const;
type Label = (typeof figureLabels)[number];
type Entry = Omit<FigureEntry, "label">;

function memoryEntry({ totals, limited }: Figures, to: string): Entry {
  const percent = utilization(limited.used, limited.limit);
  const share = percent === undefined || totals.unlimited > 0 ? "" : ` (${percent}%)`;
  const without = totals.unlimited > 0 ? `, ${formatCount(totals.unlimited)} without limit` : "";
  return {
    to,
    figure: totals.used === null ? undefined : formatBytes(totals.used),
    note: totals.limit === null ? undefined : `of ${formatBytes(totals.limit)}${share}${without}`,
    bar:
      percent === undefined
        ? undefined
        : { percent: Number(percent), label: "Memory used of limit, where all databases have one" },
  };
}

function shardEntry({ shards }: Figures, organization: string | undefined): Entry {
  const { inUse, limit, deployments, question } = shards;
  return {
    to: listOf(question, organization),
    figure: inUse === null ? undefined : formatCount(inUse),
    note:
      deployments === 0
        ? "No licenses"
        : `of ${formatCount(limit)} across ${counted(deployments, "deployment")}`,
    bar:
      inUse === null || limit === 0
        ? undefined
        : { percent: Math.round((inUse / limit) * 1_000) / 10, label: "Licensed shards used of limit" },
  };
}

function unhealthyEntry({ notWell, critical }: Figures, organization: string | undefined): Entry {
  const warning = notWell.deployments - critical.deployments;
  return {
    to: listOf(notWell.question, organization),
    figure: formatCount(notWell.deployments),
    note: levelsText({ critical: critical.deployments, warning }),
    level: critical.deployments > 0 ? "critical" : warning > 0 ? "warning" : "ok",
  };
}

/**
 * The figures of the fleet, in the order of their labels. Undefined while a figure waits for the incidents.
 * @param organization the one whose deployments are counted; undefined for all
 * @param listsDatabases whether the list of databases can show all of them; it shows one organization
 */
export function figureEntries(
  { figures, isJudged }: Summary,
  organization: string | undefined,
  listsDatabases: boolean,
): readonly (FigureEntry | undefined)[] {
  const all = listOf("", organization);
  const { totals, silent } = figures;
  const entries: Record<Label, Entry | undefined> = {
    Deployments: { to: all, figure: formatCount(totals.deployments) },
    Databases: {
      to: listsDatabases ? all.replace(paths.deployments(), paths.databases()) : all,
      figure: formatCount(totals.databases),
    },
    "Memory used": memoryEntry(figures, all),
    "Licensed shards": shardEntry(figures, organization),
    Unhealthy: isJudged ? unhealthyEntry(figures, organization) : undefined,
    "Silent sources": {
      to: listOf(silent.question, organization),
      figure: formatCount(silent.sources),
      note: silent.deployments > 0 ? `affecting ${counted(silent.deployments, "deployment")}` : undefined,
      level: isJudged ? silent.level : "ok",
    },
  };
  return figureLabels.map((label) => entries[label] && { label, ...entries[label] });
}
