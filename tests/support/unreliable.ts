import { createTable, type Table } from "@shardwatch/core/table/table";
import type { World } from "./world.ts";

const isWrite = /^(Put|Update|Delete|Transact)/;

/** What the SDK throws for it. */
const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const conflict = { CancellationReasons: [{ Code: "TransactionConflict" }] };

/**
 * A table that loses requests before they arrive and answers after they were done, throttles, reports conflicts, and
 * answers from its index what was there at an earlier time.
 * @param chance gives numbers from 0 to 1
 */
export function unreliable(world: World, chance: () => number): Table {
  const earlier = new Map<string, unknown>();
  const send = async (command: { constructor: { name: string }; input: object }) => {
    const { name } = command.constructor;
    const luck = chance();
    if (luck < 0.02) throw named("ThrottlingException");
    if (luck < 0.04) throw named("TimeoutError");
    if (luck < 0.07 && name.startsWith("Transact")) throw named("TransactionCanceledException", conflict);
    const answer: unknown = await world.recorder.client.send(command as never);
    if (luck > 0.97 && isWrite.test(name)) throw named("TimeoutError");
    if (!("IndexName" in command.input)) return answer;
    const question = JSON.stringify(command.input);
    const before = earlier.get(question);
    earlier.set(question, answer);
    return luck > 0.5 && before !== undefined ? before : answer;
  };
  return createTable({ client: { send: send as never }, name: world.database.tableName });
}
