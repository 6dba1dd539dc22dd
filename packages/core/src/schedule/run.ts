import type { Services } from "../access/context.ts";
import { tryWrite } from "../table/errors.ts";
import { runKey, runKind } from "./schedule.table.ts";

/** A turn that is further ahead comes from a clock that was wrong. It must not stop the schedule. */
const mostAhead = 10;

/**
 * Claims one turn of a scheduled run for this process. Of all processes on one table, one gets true.
 * @param turn the number of the interval since the Unix epoch
 */
export async function claimRun(
  { table }: Pick<Services, "table">,
  name: string,
  turn: number,
): Promise<boolean> {
  const row = await table.get(runKey(name));
  const last = row && runKind.read(row).turn;
  if (last !== undefined && last >= turn && last - turn <= mostAhead) return false;
  return await tryWrite(
    table.put(
      { ...runKey(name), ...runKind.write({ turn }) },
      last === undefined ? [{ exists: false }] : runKind.equals({ turn: last }),
    ),
  );
}
