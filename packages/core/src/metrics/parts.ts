import { longestSingle, mostOfPart } from "../contract/token/metric-limits.ts";
import { isInPart, mostParts, type Part } from "../deployment/read/part.ts";
import { measured, type RecentDeployments } from "../history/newest/recent-deployments.ts";
import { Problem } from "../kit/problem.ts";

/**
 * The deployments of a part, or the first ones of all, as they are at `now`, Unix epoch in milliseconds. Where there are no
 * smaller parts, a part has the first of its own. Throws conflict for a larger part that is too large.
 */
export function deploymentsOf(all: RecentDeployments, part: Part | undefined, now: number) {
  const wanted = part ? all.stored.filter(({ item }) => isInPart(part, item.id)) : all.stored;
  const most = part ? mostOfPart : longestSingle;
  const hasMore = wanted.length > most;
  if (part && hasMore && part.of < mostParts) throw tooLarge();
  return { items: wanted.slice(0, most).map((one) => measured(one, all, now)), hasMore };
}

const tooLarge = () =>
  new Problem(
    "conflict",
    "The part has more deployments than one answer. GET /metrics/parts names smaller ones.",
    {
      code: "PART_TOO_LARGE",
    },
  );
