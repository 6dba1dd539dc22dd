import type { ReaderContext } from "../access/context.ts";
import { withViewAudit } from "../audit/bounded.ts";
import type { Sparks } from "../contract/history/fleet-history.ts";
import { sparksOf } from "./census.keys.ts";
import { chosenOrganization } from "./fleet-history.ts";
import { sparkText } from "./spark.ts";
import { readSparks } from "./sparks.table.ts";

/**
 * The memory of every deployment of an organization in the 24 hours until the last census. One Query: 1,000 deployments cost 3.5 read units. Throws as `organizationOf` does.
 */
export async function sparks(ctx: ReaderContext, named: string | undefined): Promise<Sparks> {
  const organization = chosenOrganization(ctx, named);
  const reading =
    organization === null
      ? undefined
      : await withViewAudit(
          ctx,
          organization,
          ctx.table.queryAll(sparksOf(organization), { eventually: true }),
        );
  const found = readSparks(reading ?? []);
  return {
    at: found ? new Date(found.hour).toISOString() : null,
    step: 3_600,
    sparks: Object.fromEntries([...(found?.sparks ?? [])].map(([id, spark]) => [id, sparkText(spark)])),
  };
}
