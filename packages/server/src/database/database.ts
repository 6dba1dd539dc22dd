import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect as connectSocket, type Socket } from "node:net";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createTableClient, deadlines } from "@shardwatch/core/table/client";
import { type Child, startChild } from "../machine/child.ts";
import { Cleanup } from "../machine/cleanup.ts";
import { StartFailure } from "../machine/failure.ts";
import { freePort } from "../machine/ports.ts";
import { type DatabaseAddress, socketBeside } from "./address.ts";
import { type EngineCommand, type EngineKind, engineCommand } from "./engines.ts";
import { connections, createLeanClient, type LeanClient } from "./lean-client.ts";
import { prepareTable } from "./table.ts";
import { startWalled } from "./wall.ts";

export interface DatabaseOptions {
  /** The emulator; without it, the first that this machine has. */
  kind?: EngineKind;
  /** Where to keep the data; in memory without it. Its folder is closed to other users of the machine. */
  file?: string;
  /** Name of the table that is created when it is missing. */
  tableName?: string;
  /** Whether other programs are kept out: where the kernel allows it, or else not at all. By default nobody is. */
  wall?: "auto" | "required";
  /** Whether other programs of the same user get in, by a Unix socket beside the file. */
  shared?: boolean;
}

export interface Database extends DatabaseAddress {
  kind: EngineKind;
  /** Why every program that shares our network gets an answer; undefined where none does. */
  openBecause: string | undefined;
  /** A client of the SDK. Every caller may make its own. */
  client(): DynamoDBClient;
  /** A client with which the program that started it serves people and agents. */
  leanClient(): LeanClient;
  /** Settles when the emulator has ended, wanted or not. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

const startDeadlineMs = 30_000; // DynamoDB Local takes two seconds, and several times that on a busy machine

/**
 * Starts the embedded database, and creates its table.
 * @throws StartFailure when there is no emulator, it does not answer in time, or the wall is required and impossible
 */
export async function startDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { file, tableName = "shardwatch" } = options;
  if (file) makePrivate(dirname(file));
  const engine = engineCommand(await freePort(), file, options.kind);
  const { kind, address: endpoint, accessKeyId } = engine;
  const { child, agent, socket, openBecause } = await startEngine(engine, options);
  const cleanup = new Cleanup();
  if (socket) cleanup.add(() => rmSync(socket, { force: true }));
  cleanup.add(() => child.stop());
  try {
    await waitUntilItAnswers(endpoint, child, agent);
    const client = () => connect({ endpoint, accessKeyId }, agent?.());
    const leanClient = () => createLeanClient({ endpoint, accessKeyId, agent: agent?.() });
    const first = client();
    await prepareTable(first, tableName).finally(() => first.destroy());
    const stop = () => cleanup.stopAll();
    const address = { endpoint, socket, accessKeyId, tableName };
    return { ...address, kind, openBecause, client, leanClient, ended: child.ended, stop };
  } catch (error) {
    await cleanup.stopAll();
    throw error;
  }
}

interface Started {
  child: Child;
  /** Makes connections, where TCP does not lead to the emulator. */
  agent?: () => Agent;
  socket?: string;
  openBecause?: string | undefined;
}

async function startEngine(engine: EngineCommand, { file, wall, shared }: DatabaseOptions): Promise<Started> {
  const plain = () => startChild({ command: engine.command, args: engine.args });
  if (engine.isSecret) return { child: plain() };
  if (wall === undefined) return { child: plain(), openBecause: "no wall was asked for" };
  const socket = shared && file ? socketBeside(file) : undefined;
  if (socket) rmSync(socket, { force: true }); // of a process that was killed
  const walled = await startWalled(engine, socket);
  if ("child" in walled) return { ...walled, ...(socket && { socket }) };
  if (wall === "required")
    throw new StartFailure(
      `DATABASE_WALL: other programs can't be kept out of the embedded database here: ${walled.refused}`,
    );
  return { child: plain(), openBecause: walled.refused };
}

/** The emulators write files that everybody may read, and the folder may be there already. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/**
 * Makes every connection at a Unix socket. The kernel takes at most 107 bytes as its path, and the data folder may be
 * anywhere. So the folder is opened, and named by its descriptor.
 */
class SocketAgent extends Agent {
  readonly #path: string;

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: connections });
    this.#path = path;
  }

  override createConnection(): Socket {
    const folder = openSync(dirname(this.#path), "r");
    try {
      return connectSocket({ path: `/proc/self/fd/${folder}/${basename(this.#path)}` });
    } finally {
      closeSync(folder);
    }
  }
}

/**
 * A client with the made-up credentials that the emulators ask for.
 * @param agent makes the connections; by default the address says how
 */
export function connect(
  { endpoint, socket, accessKeyId }: Omit<DatabaseAddress, "tableName">,
  agent: Agent | undefined = socket === undefined ? undefined : new SocketAgent(socket),
): DynamoDBClient {
  const credentials = { accessKeyId, secretAccessKey: "local" };
  const requestHandler = agent && { requestHandler: { ...deadlines, httpAgent: agent } };
  return createTableClient({ endpoint, region: "eu-central-1", credentials, ...requestHandler });
}

async function waitUntilItAnswers(address: string, child: Child, agent?: () => Agent): Promise<void> {
  const own = agent?.() ?? new Agent();
  try {
    for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline; await sleep(10)) {
      if (child.hasEnded())
        throw new StartFailure(`The DynamoDB emulator ended at its start:\n${child.lastLines()}`);
      if (await answers(address, own)) return;
    }
  } finally {
    own.destroy();
  }
  throw new StartFailure(
    `The DynamoDB emulator did not answer within ${startDeadlineMs / 1_000} seconds:\n${child.lastLines()}`,
  );
}

/** Any answer will do: DynamoDB Local says 400 to a request without a signature. */
async function answers(address: string, agent: Agent): Promise<boolean> {
  return await new Promise((resolve) => {
    const asked = get(address, { agent, timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(false));
  });
}
