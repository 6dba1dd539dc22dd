import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { createTableClient } from "@shardwatch/core/table/client";
import { tableSchema, timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { type Child, startChild } from "../child.ts";
import { StartFailure } from "../failure.ts";
import { freePort, host } from "../ports.ts";
import { type EngineKind, engineCommand } from "./engines.ts";

export interface DatabaseOptions {
  /** The emulator; without it, the first that this machine has. */
  kind?: EngineKind;
  /** Where to keep the data; in memory without it. */
  file?: string;
  /** Name of the table that is created when it is missing. */
  tableName?: string;
}

export interface Database {
  kind: EngineKind;
  endpoint: string;
  tableName: string;
  /** A client for it. Every caller may make its own. */
  client(): DynamoDBClient;
  /** Settles when the emulator has ended, wanted or not. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

const startDeadlineMs = 30_000; // DynamoDB Local takes two seconds, and several times that on a busy machine

/**
 * Starts the embedded database on a free port and creates its table.
 * @throws StartFailure when there is no emulator, or it does not answer in time
 */
export async function startDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const port = await freePort();
  const tableName = options.tableName ?? "shardwatch";
  const { kind, command, args } = engineCommand(port, options.file, options.kind);
  if (options.file) mkdirSync(dirname(options.file), { recursive: true });
  const child = startChild({ command, args });
  const endpoint = `http://${host}:${port}`;
  try {
    await waitUntilItAnswers(endpoint, child);
    await prepareTable(endpoint, tableName);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    kind,
    endpoint,
    tableName,
    client: () => emulatorClient(endpoint),
    ended: child.ended,
    stop: () => child.stop(),
  };
}

/** A client with the made-up credentials that the emulators ask for. */
function emulatorClient(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return createTableClient({ endpoint, region: "eu-central-1", credentials });
}

async function waitUntilItAnswers(endpoint: string, child: Child): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    if (child.hasEnded())
      throw new StartFailure(`The DynamoDB emulator ended at its start:\n${child.lastLines()}`);
    // Any answer will do: DynamoDB Local says 400 to a request without a signature.
    const answered = await fetch(endpoint, { signal: AbortSignal.timeout(2_000) }).then(
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

/** Creates the table when it is missing and has expired rows removed; can be run again. */
async function prepareTable(endpoint: string, TableName: string): Promise<void> {
  const client = emulatorClient(endpoint);
  try {
    await client.send(new CreateTableCommand(tableSchema(TableName))).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    if (TimeToLiveDescription?.TimeToLiveStatus === "ENABLED") return;
    const TimeToLiveSpecification = { AttributeName: timeToLiveAttribute, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  } finally {
    client.destroy();
  }
}
