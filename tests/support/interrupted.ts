import { createTable, type Table } from "@shardwatch/core/table/table";
import type { World } from "./world.ts";

/**
 * A table on which something happens before or after the first request of that kind.
 * @param kind matches the name of the command, which the input as JSON follows
 */
export function interrupted(
  world: World,
  kind: RegExp,
  happens: () => Promise<unknown>,
  when: "before" | "after" = "before",
): Table {
  let pending: (() => Promise<unknown>) | undefined = happens;
  const send = async (command: { constructor: { name: string }; input: unknown }) => {
    const named = `${command.constructor.name} ${JSON.stringify(command.input)}`;
    const now = kind.test(named) ? pending : undefined;
    if (now) pending = undefined;
    if (when === "before") await now?.();
    const answer = await world.recorder.client.send(command as never);
    if (when === "after") await now?.();
    return answer;
  };
  return createTable({ client: { send: send as never }, name: world.database.tableName });
}
