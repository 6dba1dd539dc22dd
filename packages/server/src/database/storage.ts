import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@shardwatch/core/ports/log";
import { createTableClient } from "@shardwatch/core/table/client";
import type { TableClient } from "@shardwatch/core/table/table";
import { amongReplicas, alone, type WorkSharing } from "../jobs/work-sharing.ts";
import type { Cleanup } from "../machine/cleanup.ts";
import { lockDataFolder } from "../machine/data-lock.ts";
import { StartFailure } from "../machine/failure.ts";
import type { StorageSettings, TableSettings } from "../settings/storage.ts";
import { databaseFile } from "./address.ts";
import { type Database, startDatabase } from "./database.ts";
import { hasEngine } from "./engines.ts";
import { prepareTable } from "./table.ts";

export interface Storage {
  client: TableClient;
  tableName: string;
  /** How processes on this database share the work. */
  turns: WorkSharing;
}

interface StorageEvents {
  log: Log;
  /** Called when the embedded database has ended by itself. */
  onLoss: (part: string) => void;
}

/** How long a database may take to come up that is started beside us, in milliseconds. */
const startMs = 60_000;

/**
 * Starts the embedded database, or connects to the table of the settings.
 */
export async function openStorage(
  settings: StorageSettings,
  cleanup: Cleanup,
  events: StorageEvents,
): Promise<Storage> {
  const { table } = settings;
  return table
    ? await connectTable(table, cleanup, events.log)
    : await startEmbedded(settings, cleanup, events);
}

async function startEmbedded(
  { dataFolder: folder, databaseWall }: StorageSettings,
  cleanup: Cleanup,
  { log, onLoss }: StorageEvents,
): Promise<Storage> {
  if (!hasEngine("dynoxide"))
    throw new StartFailure(
      "The embedded database runs on Linux x64 only, with the package @dynoxide/linux-x64. " +
        "Elsewhere set TABLE_NAME, AWS_REGION and AWS_ENDPOINT_URL_DYNAMODB.",
    );
  makeFolder(folder);
  cleanup.add(lockDataFolder(folder));
  const wall = databaseWall === "off" ? undefined : databaseWall;
  const file = databaseFile(folder);
  const database = await startDatabase({ file, kind: "dynoxide", ...(wall && { wall }) });
  if (wall) warnIfOpen(database, log);
  return { ...useDatabase(database, cleanup, onLoss), turns: alone };
}

/** A client of the embedded database for as long as everything runs. */
export function useDatabase(database: Database, cleanup: Cleanup, onLoss: StorageEvents["onLoss"]) {
  const client = database.leanClient();
  let isStopping = false;
  cleanup.add(async () => {
    isStopping = true;
    client.destroy();
    await database.stop();
  });
  void database.ended.then(() => {
    if (!isStopping) onLoss("the database");
  });
  return { client, tableName: database.tableName };
}

/** One line at the start says who gets in, and what to do. */
export function warnIfOpen({ openBecause }: Pick<Database, "openBecause">, log: Log): void {
  if (openBecause === undefined) return;
  log.warn("the embedded database is open", {
    to: "every program that shares this network: of all users of the machine, or of all containers of the pod",
    because: openBecause,
    remedy: "give the server a machine or a pod of its own, or use a table; see docs/operating.md",
  });
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartFailure(`SHARDWATCH_DATA: the folder ${folder} can't be made (${code})`, { cause: error });
  }
}

async function connectTable(
  { name, region, endpoint }: TableSettings,
  cleanup: Cleanup,
  log: Log,
): Promise<Storage> {
  const client = createTableClient({ region, ...(endpoint !== undefined && { endpoint }) });
  cleanup.add(() => client.destroy());
  for (const deadline = Date.now() + startMs; ; await sleep(1_000)) {
    try {
      await prepareTable(client, name);
      return { client, tableName: name, turns: amongReplicas };
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      if (isFinal(error) || Date.now() > deadline)
        throw new StartFailure(
          `TABLE_NAME: the table "${name}" at ${endpoint ?? region} can't be used. ${String(error)}`,
          { cause: error },
        );
      log.warn("waiting for the database", { error });
    }
  }
}

/** Whether the next attempt would fail, too. Those who can't be reached have no answer of 400 to 499. */
function isFinal(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { $metadata, name } = error as { $metadata?: { httpStatusCode?: number }; name?: string };
  const status = $metadata?.httpStatusCode ?? 500;
  return name === "CredentialsProviderError" || (status >= 400 && status < 500);
}
