import { createTable, type Table } from "@shardwatch/core/table/table";
import type { World } from "./world.ts";

const isWrite = /^(Put|Update|Delete|Transact)/;

/** The SDK's error for it. */
const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const conflict = { CancellationReasons: [{ Code: "TransactionConflict" }] };

/**
 * Makes tables that lose requests before they arrive, and answers after they are done. They also throttle,
 * report conflicts, and return former states from their index. Each table has its own source of numbers from
 * 0 to 1. With a shared one, two concurrent callers would get other faults at every run.
 */
export function unreliable(world: World): (chance: () => number) => Table {
  const earlier = new Map<string, unknown>();
  return (chance) => unreliableTable(world, earlier, chance);
}

function unreliableTable(world: World, earlier: Map<string, unknown>, chance: () => number): Table {
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
