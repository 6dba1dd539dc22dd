import type { Services } from "../access/context.ts";
import { appliedFileKey, appliedFileKind } from "./managed.table.ts";

/** Remembers which file was read last by any process. */
export async function rememberFile(
  { table, clock }: Pick<Services, "table" | "clock">,
  hash: string,
): Promise<void> {
  await table.put({ ...appliedFileKey, ...appliedFileKind.write({ hash, readAt: clock.now() }) });
}

/**
 * The hash of the file that was read last by any process; undefined when there was none. A replica that still has
 * the former file must not undo the new one.
 */
export async function currentFile({ table }: Pick<Services, "table">): Promise<string | undefined> {
  const row = await table.get(appliedFileKey);
  return row && appliedFileKind.read(row).hash;
}
