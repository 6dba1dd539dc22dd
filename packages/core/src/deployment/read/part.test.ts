import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { OrganizationId } from "../../access/scope.ts";
import type { Services } from "../../access/context.ts";
import { largestPart } from "../../contract/token/metric-limits.ts";
import { derivedId, idAlphabet } from "../../kit/ids.ts";
import { summarySortKey } from "../rows/deployment.keys.ts";
import { divisionOf } from "./part.ts";

/** How many keys a page of the database has at most. */
const page = 1_000;

/** A table of one organization's deployments, and how many keys were read. */
function tableOf(ids: readonly string[]) {
  const keys = ids.map(summarySortKey).toSorted();
  let read = 0;
  const query = (_: unknown, { limit = page, after }: { limit?: number; after?: string }) => {
    const rows = keys.filter((sk) => after === undefined || sk > after).slice(0, Math.min(limit, page));
    read += rows.length;
    const last = rows.at(-1);
    return Promise.resolve({
      rows: rows.map((sk) => ({ pk: "", sk })),
      last: last === keys.at(-1) ? undefined : last,
    });
  };
  return { services: { table: { query } } as unknown as Services, read: () => read };
}

const idOf = (name: string) => derivedId("deployment", createHash("sha256").update(name).digest());

test("AMD17 parts have at most 1,500 deployments, also of fleets near the limit between two divisions, and few keys are read to find them", async () => {
  for (const count of [0, 1, 400, 401, 1_299, 1_300, 1_400, 2_600, 5_100, 5_300, 9_000, 10_000, 10_500])
    for (let seed = 0; seed < 4; seed += 1) {
      const ids = Array.from({ length: count }, (_, index) => idOf(`${seed}-${count}-${index}`));
      const { services, read } = tableOf(ids);
      const of = await divisionOf(services, "org_1" as OrganizationId, largestPart.onAverage);
      const wide = idAlphabet.length / of;
      const sizes = Map.groupBy(ids, (id) => Math.floor(idAlphabet.indexOf(id.charAt(4)) / wide));
      const largest = Math.max(0, ...[...sizes.values()].map((part) => part.length));
      expect(largest, `${count} deployments in ${of} parts`).toBeLessThanOrEqual(largestPart.atMost);
      // Never more parts than the next division of a fleet that has a quarter more.
      expect((of / 2) * largestPart.onAverage, `${count} in ${of}`).toBeLessThanOrEqual(
        Math.max(650, count * 1.25),
      );
      // 9,000 are far from the limits of eight parts: a first look and a page say so.
      if (count === 9_000) expect(read()).toBeLessThanOrEqual(400 + page);
    }
});
