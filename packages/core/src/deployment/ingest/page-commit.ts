import type { House } from "../../access/context.ts";
import { Problem } from "../../kit/problem.ts";
import { standBack } from "../../table/decide-again.ts";
import { ConditionFailed } from "../../table/errors.ts";
import { admitAgent } from "./agent-limit.ts";
import { planPage } from "./page-plan.ts";
import { preserveLastFigures } from "../rows/last-figures.ts";
import { type Growth, noGrowth } from "../rows/growth.ts";
import { type Outcome, type PageCommit, shortestInterval, type IngestResult } from "./source-report.ts";
import { type PulseRow, readPulse, refusedOf } from "../rows/pulse.table.ts";

/** What became of a page, and by how much its pulse grew. */
export interface PageResult extends IngestResult {
  growth: Growth;
}

const attempts = 5;

/**
 * The rare way of a report: something else than a figure changed, or it is not newer. Pulse and changed shapes
 * are written in one transaction, on the condition that the pulse is still the one that the decision was made
 * by; when it is not, the decision is made again. Throws tooMany for one agent too many at its key, tooLarge for
 * more databases than a row holds, and unavailable when other reports come in between every time.
 */
export async function commitPage(house: House, commit: PageCommit): Promise<PageResult> {
  let { before } = commit;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const known = refusedOf(before);
    const refusal = skipReason(commit, before);
    if (refusal)
      return { outcome: refusal, growth: noGrowth, refused: [...known].map((id) => ({ id, isNew: false })) };
    try {
      if (before) await preserveLastFigures(house, commit.organization, before, idsOf(commit));
      else await admitAgent(house, commit.organization, commit.source);
      const { writes, growth, refused } = await planPage(house, commit, before);
      await house.table.transact(writes);
      const told = [...refused].map((id) => ({ id, isNew: !known.has(id) }));
      return { outcome: "written", growth, refused: told };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await standBack(attempt);
      const row = await house.table.get(commit.key);
      before = row && readPulse(row);
    }
  }
  throw new Problem("unavailable", "Too many reports for the same deployments at once. Please try again.", {
    retryAfterSeconds: 5,
  });
}

const idsOf = ({ page }: PageCommit) => new Set(page.map(({ id }) => id));

/** Why a page is not to be written over the pulse as it was found; undefined when it is. */
export function skipReason(
  { measuredAt, next }: Pick<PageCommit, "measuredAt" | "next">,
  before: PulseRow | undefined,
): Exclude<Outcome, "written"> | undefined {
  if (before && before.at >= measuredAt) return "older";
  return before && next.rx - before.rx < shortestInterval ? "too soon" : undefined;
}
