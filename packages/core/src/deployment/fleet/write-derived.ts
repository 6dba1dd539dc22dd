import type { Services } from "../../access/context.ts";
import { ConditionFailed } from "../../table/errors.ts";
import type { Write } from "../../table/table.ts";

/**
 * Writes derived rows. The caller has computed their content already, so a failure only means that the next
 * reading computes it again.
 */
export async function writeDerived(services: Services, writes: readonly Write[]): Promise<void> {
  try {
    await services.table.transact(writes);
  } catch (error) {
    // Another reading has written the row, or the organization is gone.
    if (error instanceof ConditionFailed) return;
    services.log.warn("a row of the fleet was not stored", { error });
  }
}
