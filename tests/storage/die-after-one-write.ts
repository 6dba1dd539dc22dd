import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { disturb } from "../support/disturb.ts";
import { type Person, signInAgain, webOrigin, type World } from "../support/world.ts";

/** Sends a request to a process that crashes after its first write. */
export async function dieAfterOneWrite(
  world: World,
  person: Person,
  method: string,
  path: string,
): Promise<void> {
  const as = await signInAgain(world, person);
  const { client } = disturb(world.recorder.client, 1);
  const table = createTable({ client, name: world.database.tableName });
  const headers = { origin: webOrigin, cookie: `shardwatch_session=${as.session.reveal()}` };
  const { status } = await createApp({ ...world.services, table }).request(path, { method, headers });
  if (status !== 500) throw new Error(`${method} ${path} was answered ${status}, and should have died`);
}
