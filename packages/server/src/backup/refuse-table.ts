import { StartFailure } from "../machine/failure.ts";
import type { StorageSettings } from "../settings/storage.ts";

/** A table elsewhere has backups of its own. */
export function refuseTable({ table }: Pick<StorageSettings, "table">): void {
  if (table)
    throw new StartFailure(
      "TABLE_NAME is set, so the database isn't the embedded one. Use the backups of that database.",
    );
}
