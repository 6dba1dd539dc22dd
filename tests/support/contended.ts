import { createTable, type Table } from "@shardwatch/core/table/table";
import type { World } from "./world.ts";

/**
 * The SDK's error for a conflict with another transaction at one of the rows. The emulator never throws it.
 */
const conflict = {
  Transact: { name: "TransactionCanceledException", CancellationReasons: [{ Code: "TransactionConflict" }] },
  single: { name: "TransactionConflictException" },
};

/** A table on which every second write conflicts with another transaction, beginning with the first. */
export function contended(world: World): { table: Table; conflicts: () => number } {
  let [writes, conflicts] = [0, 0];
  const send = async (command: { constructor: { name: string } }) => {
    const [kind] = /^(Transact|Put|Update|Delete)/.exec(command.constructor.name) ?? [];
    if (kind !== undefined && writes++ % 2 === 0) {
      conflicts += 1;
      throw Object.assign(new Error("conflict"), kind === "Transact" ? conflict.Transact : conflict.single);
    }
    return await world.recorder.client.send(command as never);
  };
  const table = createTable({ client: { send: send as never }, name: world.database.tableName });
  return { table, conflicts: () => conflicts };
}
