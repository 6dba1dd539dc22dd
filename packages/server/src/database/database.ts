import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createTableClient } from "@shardwatch/core/table/client";
import { type Child, startChild } from "../machine/child.ts";
import { Cleanup } from "../machine/cleanup.ts";
import { StartFailure } from "../machine/failure.ts";
import { freePort, host } from "../machine/ports.ts";
import type { DatabaseAddress } from "./address.ts";
import { type EngineKind, engineCommand } from "./engines.ts";
import { createLeanClient, type LeanClient } from "./lean-client.ts";
import { startProxy } from "./proxy.ts";
import { prepareTable } from "./table.ts";

export interface DatabaseOptions {
  /** The emulator; without it, the first that this machine has. */
  kind?: EngineKind;
  /** Where to keep the data; in memory without it. Its folder is closed to other users of the machine. */
  file?: string;
  /** Name of the table that is created when it is missing. */
  tableName?: string;
}

export interface Database extends DatabaseAddress {
  kind: EngineKind;
  /** The emulator itself, behind the endpoint, which asks no browser's page in. */
  engine: string;
  /** A client of the SDK for the endpoint. Every caller may make its own. */
  client(): DynamoDBClient;
  /** A client for the emulator itself, with which the program that started it serves people and agents. */
  leanClient(): LeanClient;
  /** Settles when the emulator has ended, wanted or not. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

const startDeadlineMs = 30_000; // DynamoDB Local takes two seconds, and several times that on a busy machine

/**
 * Starts the embedded database on a free port, behind a proxy, and creates its table.
 * @throws StartFailure when there is no emulator, or it does not answer in time
 */
export async function startDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const port = await freePort();
  const tableName = options.tableName ?? "shardwatch";
  if (options.file) makePrivate(dirname(options.file));
  const { kind, command, args, address, accessKeyId } = engineCommand(port, options.file, options.kind);
  const cleanup = new Cleanup();
  const child = startChild({ command, args });
  cleanup.add(() => child.stop());
  try {
    await waitUntilItAnswers(address, child);
    const proxy = await startProxy(address);
    cleanup.add(() => proxy.stop());
    const endpoint = `http://${host}:${proxy.port}`;
    const client = () => connect({ endpoint, accessKeyId });
    const first = client();
    await prepareTable(first, tableName).finally(() => first.destroy());
    const stop = () => cleanup.stopAll();
    const leanClient = () => createLeanClient({ endpoint: address, accessKeyId });
    return {
      kind,
      endpoint,
      accessKeyId,
      engine: address,
      tableName,
      client,
      leanClient,
      ended: child.ended,
      stop,
    };
  } catch (error) {
    await cleanup.stopAll();
    throw error;
  }
}

/** The emulators write files that everybody may read, and the folder may be there already. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/** A client with the made-up credentials that the emulators ask for. */
export function connect({
  endpoint,
  accessKeyId,
}: Pick<DatabaseAddress, "endpoint" | "accessKeyId">): DynamoDBClient {
  const credentials = { accessKeyId, secretAccessKey: "local" };
  return createTableClient({ endpoint, region: "eu-central-1", credentials });
}

async function waitUntilItAnswers(address: string, child: Child): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    if (child.hasEnded())
      throw new StartFailure(`The DynamoDB emulator ended at its start:\n${child.lastLines()}`);
    // Any answer will do: DynamoDB Local says 400 to a request without a signature.
    const answered = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return true;
      },
      () => false,
    );
    if (answered) return;
    await sleep(10);
  }
  throw new StartFailure(
    `The DynamoDB emulator did not answer within ${startDeadlineMs / 1_000} seconds:\n${child.lastLines()}`,
  );
}
