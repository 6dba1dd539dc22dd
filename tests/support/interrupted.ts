import { createTable, type Table } from "@shardwatch/core/table/table";
import type { World } from "./world.ts";

/** A table on which something happens between what is read and the first request of that kind. */
export function interrupted(world: World, kind: RegExp, happens: () => Promise<unknown>): Table {
  let pending: (() => Promise<unknown>) | undefined = happens;
  const send = async (command: { constructor: { name: string } }) => {
    const now = kind.test(command.constructor.name) ? pending : undefined;
    if (now) {
      pending = undefined;
      await now();
    }
    return await world.recorder.client.send(command as never);
  };
  return createTable({ client: { send: send as never }, name: world.database.tableName });
}
