import type { CodedDeployment } from "../coded-deployment.ts";
import { tagNames } from "../tags.ts";
import { pastColumnNames, pastColumns } from "./columns.ts";
import { columnIn, cover, databaseOf, mayHold, type Timeline } from "./timeline.ts";

/**
 * Adds what a slot says about the deployment. Slots outside of the timeline are left out, and so is a slot that is there
 * already. A repeated report with other databases may have divided its deployments into other groups. Databases that
 * the timeline may not hold are left out: those that come first count.
 */
export function addSlot(timeline: Timeline, slot: number, deployment: CodedDeployment): void {
  const index = slot - timeline.first;
  if (index < 0 || index >= timeline.length || timeline.covered[index]) return;
  cover(timeline, index, deployment.statusCode, 1);
  if (deployment.columns.size === 0) return;
  const tags = tagNames(deployment.tags, deployment.databases);
  for (const [at, tag] of tags.entries()) {
    if (!mayHold(timeline, tag)) continue;
    const database = databaseOf(timeline, tag);
    for (const name of pastColumnNames) {
      const codes = deployment.columns.get(pastColumns[name].from);
      if (codes) columnIn(database, name, timeline.length)[index] = codes[at] ?? 0;
    }
  }
}
