import { createTable, type Table } from "@shardwatch/core/table/table";
import type { World } from "./world.ts";

/** A table on which something happens before or after the first request of that kind. */
export function interrupted(
  world: World,
  kind: RegExp,
  happens: () => Promise<unknown>,
  when: "before" | "after" = "before",
): Table {
  let pending: (() => Promise<unknown>) | undefined = happens;
  const send = async (command: { constructor: { name: string } }) => {
    const now = kind.test(command.constructor.name) ? pending : undefined;
    if (now) pending = undefined;
    if (when === "before") await now?.();
    const answer = await world.recorder.client.send(command as never);
    if (when === "after") await now?.();
    return answer;
  };
  return createTable({ client: { send: send as never }, name: world.database.tableName });
}
