import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { atOnce } from "../../lib/loading/in-slices.ts";
import type { Steps } from "../../lib/list/index.ts";
import { type Figures, figureCollector } from "./figures.ts";
import { type Findings, findingCollector } from "./findings.ts";
import { type Dimension, dimensions, type MemoryShare, shareCollector } from "./memory-shares.ts";
import { type VersionLine, versionCollector } from "./versions.ts";

/** What the overview shows of the deployments. */
export interface Summary {
  figures: Figures;
  findings: Findings;
  memory: Record<Dimension, MemoryShare[]>;
  versions: VersionLine[];
}

/** How many deployments are summarized between two chances to pause. It takes about a millisecond. */
const stepRows = 100;

/**
 * Summarizes the deployments in steps, in one pass.
 * @param loadedAt when they were loaded, Unix epoch in milliseconds; the list asks its filters for that time
 */
export function* summarizeInSteps(rows: readonly DeploymentListItem[], loadedAt: number): Steps<Summary> {
  const parts = {
    figures: figureCollector(),
    findings: findingCollector(),
    versions: versionCollector(loadedAt),
  };
  const shares = dimensions.map((dimension) => [dimension, shareCollector(dimension)] as const);
  const all = [...Object.values(parts), ...shares.map(([, share]) => share)];
  for (const [index, row] of rows.entries()) {
    if (index % stepRows === 0) yield;
    const facts = factsOf(row, loadedAt);
    for (const part of all) part.add(row, facts);
  }
  yield;
  const memory = Object.fromEntries(shares.map(([dimension, share]) => [dimension, share.result()]));
  return {
    figures: parts.figures.result(),
    findings: parts.findings.result(),
    memory: memory as Summary["memory"],
    versions: parts.versions.result(),
  };
}

/** The summary of these deployments. */
export const summarize = (...given: Parameters<typeof summarizeInSteps>): Summary =>
  atOnce(summarizeInSteps(...given));
