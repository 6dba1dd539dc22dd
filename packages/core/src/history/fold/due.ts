import type { Services } from "../../access/context.ts";
import type { Job } from "../../contract/job.ts";
import { sha256 } from "../../kit/hash.ts";
import { day, hour, minute } from "../../kit/time.ts";
import { allIds } from "../../organization/organization.ts";
import { organizationIn } from "../../table/keys.ts";
import { foldedFrom } from "./fold-day.ts";
import { unfinishedFolds } from "./progress.table.ts";

export type FoldJob = Extract<Job, { kind: "foldDays" }>;

const tickEvery = 5 * minute;
/** The first folds of a day are spread over this time. */
const spread = (6 * hour) / tickEvery;
/** Each organization has its turn again an hour later, for what a failure left behind. Most of them find nothing to do. */
const again = hour / tickEvery;

/** The folds that a tick queues: of the organizations whose turn it is, and of those that have begun and not finished. */
export async function dueFolds(services: Services): Promise<FoldJob[]> {
  const now = services.clock.now();
  const tick = Math.floor(((now % day) - foldedFrom) / tickEvery);
  const [organizations, unfinished] = await Promise.all([
    tick < 0 ? [] : allIds(services),
    services.table.findAll(unfinishedFolds),
  ]);
  const due = organizations.filter((id) => {
    const turn = sha256(id).readUInt32BE() % spread;
    return tick >= turn && (tick - turn) % again === 0;
  });
  const ids = new Set([...due, ...unfinished.map(({ pk }) => organizationIn(pk))]);
  return [...ids].map((organizationId) => ({ kind: "foldDays", organizationId }));
}
