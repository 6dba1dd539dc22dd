import type { House } from "../../access/context.ts";
import { deploymentKey } from "../../table/keys.ts";
import { databasesIn } from "../rows/figures.ts";
import { type Growth, noGrowth, sum } from "../rows/growth.ts";
import type { Observation } from "../rows/observation.ts";
import type { SourceReport, PageCommit } from "./source-report.ts";
import { databasesOfPulse, entriesOf, unownedOf } from "../rows/pulse.table.ts";
import { skipReason } from "./page-commit.ts";

/** What the pulses of pages that change held: an insertion moves deployments from one page to the next. */
function toldBefore(pages: readonly PageCommit[]) {
  const pulses = pages.flatMap(({ before }) => before ?? []);
  return {
    told: new Map(pulses.flatMap((pulse) => [...entriesOf(pulse)])),
    unowned: new Set(pulses.flatMap((pulse) => [...unownedOf(pulse)])),
  };
}

/**
 * What writing these pages adds at most: whose deployments they are is decided later, and those that were somebody
 * else's at the report before are taken to be so again.
 * @param existing ids of deployments that are known to be there
 */
export function expectedGrowth(pages: readonly PageCommit[], existing: ReadonlySet<string>): Growth {
  const { told, unowned } = toldBefore(pages);
  return pages
    .filter((each) => !skipReason(each, each.before))
    .map(({ page, next, before }) => {
      const own = page.map(({ id }) => !unowned.has(id));
      const added = page.filter(({ id }, index) => own[index] && !told.has(id) && !existing.has(id));
      const databases = databasesIn(next.entries.filter((_, index) => own[index]));
      return { deployments: added.length, databases: databases - databasesOfPulse(before) };
    })
    .reduce(sum, noGrowth);
}

/** Those deployments of changing pages that their source did not tell before, but that are there already. */
export async function existingAmong(
  house: House,
  { organization }: SourceReport,
  pages: readonly PageCommit[],
): Promise<Set<string>> {
  const { told } = toldBefore(pages);
  const found = await Promise.all(
    pages.map(async ({ page }) => {
      const ids = page.flatMap(({ id }) => (told.has(id) ? [] : [id]));
      const rows =
        ids.length > 0 ? await house.table.batchGet(ids.map((id) => deploymentKey(organization, id))) : [];
      return ids.filter((_, index) => rows[index]);
    }),
  );
  return new Set(found.flat());
}

/**
 * What is left of a report without that for which there is no room: deployments that are new, or where databases are
 * lacking, those that have more of them in the source's pulses than before.
 */
export function withoutGrowth(
  { observations }: SourceReport,
  pages: readonly PageCommit[],
  lacking: keyof Growth,
  existing: ReadonlySet<string>,
): Observation[] {
  const changing = new Set(pages.flatMap(({ page }) => page.map(({ id }) => id)));
  const { told, unowned } = toldBefore(pages);
  const fits = ({ id, databases = [] }: Observation) =>
    lacking === "deployments"
      ? told.has(id) || existing.has(id)
      : databases.length <= (told.get(id)?.[1].length ?? 0);
  return observations.filter((each) => !changing.has(each.id) || unowned.has(each.id) || fits(each));
}
