import type { Services } from "../access/context.ts";
import { number, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind } from "../table/row.ts";

/** The file that was applied last. */
export const appliedFileKey: Key = { pk: "CONFIGURATION", sk: "FILE" };

/** The configuration file that a process read last. */
export const appliedFileKind = new RowKind("configuration file", 1, {
  /** SHA-256 of its text, in base64url. */
  hash: text(),
  /** Unix epoch in milliseconds. */
  readAt: number(),
});

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
