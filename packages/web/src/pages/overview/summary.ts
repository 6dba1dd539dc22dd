import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf, type TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { atOnce } from "../../lib/loading/in-slices.ts";
import type { Steps } from "../../lib/list/index.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import type { Collector } from "./collector.ts";
import { type Figures, figureCollector } from "./figures.ts";
import { organizationCollector, type TroubledOrganization } from "./levels.ts";
import { type Dimension, dimensions, type MemoryShare, shareCollector } from "./memory-shares.ts";
import { type NextEnd, nextEndCollector } from "./ahead/next-end.ts";
import { type VersionLine, versionCollector } from "./versions.ts";

/** What the overview shows of the deployments. */
export interface Summary {
  figures: Figures;
  /** Whether the incidents were joined. Until then, it is not known what is not well. */
  isJudged: boolean;
  organizations: readonly TroubledOrganization[];
  /** What sources say of their deployments, by `keyOf`. */
  messages: ReadonlyMap<string, string>;
  memory: Record<Dimension, MemoryShare[]>;
  versions: VersionLine[];
  /** Undefined where no license is known to end. */
  nextEnd: NextEnd | undefined;
}

function messageCollector(): Collector<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  return {
    add(deployment) {
      if (deployment.statusMessage !== null) messages.set(keyOf(deployment), deployment.statusMessage);
    },
    result: () => messages,
  };
}

/** How many deployments are summarized between two chances to pause. It takes about a millisecond. */
const stepRows = 100;

/**
 * Summarizes the deployments in steps, in one pass.
 * @param loadedAt when they were loaded, Unix epoch in milliseconds; the list asks its filters for that time
 * @param troubleOf what the open incidents say about them; undefined until these are loaded
 */
export function* summarizeInSteps(
  rows: readonly DeploymentListItem[],
  loadedAt: number,
  troubleOf?: TroubleOf,
): Steps<Summary> {
  const parts = {
    figures: figureCollector(),
    organizations: organizationCollector(),
    messages: messageCollector(),
    versions: versionCollector(loadedAt),
    nextEnd: nextEndCollector(),
  };
  const shares = dimensions.map((dimension) => [dimension, shareCollector(dimension)] as const);
  const all = [...Object.values(parts), ...shares.map(([, share]) => share)];
  for (const [index, row] of rows.entries()) {
    if (index % stepRows === 0) yield;
    const facts = factsOf(row, loadedAt, troubleOf);
    for (const part of all) part.add(row, facts);
  }
  yield;
  const memory = Object.fromEntries(shares.map(([dimension, share]) => [dimension, share.result()]));
  return {
    figures: parts.figures.result(),
    isJudged: troubleOf !== undefined,
    organizations: parts.organizations.result(),
    messages: parts.messages.result(),
    memory: memory as Summary["memory"],
    versions: parts.versions.result(),
    nextEnd: parts.nextEnd.result(),
  };
}

/** The summary of these deployments. */
export const summarize = (...given: Parameters<typeof summarizeInSteps>): Summary =>
  atOnce(summarizeInSteps(...given));
