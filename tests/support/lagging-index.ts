import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import type { World } from "./world.ts";

/**
 * The same API on the same database, but with an index that stays behind: it repeats its first answer to each query.
 * DynamoDB's index is eventually consistent, and the emulator's is not.
 */
export function withLaggingIndex(world: World): World {
  const former = new Map<string, unknown>();
  const send = async (command: { input: object }) => {
    if (!("IndexName" in command.input)) return await world.recorder.client.send(command as never);
    const question = JSON.stringify(command.input);
    const answer: unknown = former.get(question) ?? (await world.recorder.client.send(command as never));
    former.set(question, answer);
    return answer;
  };
  const table = createTable({ client: { send: send as never }, name: world.database.tableName });
  const services = { ...world.services, table };
  return { ...world, services, app: createApp(services) };
}
