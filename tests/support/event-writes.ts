import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { auditKind } from "@shardwatch/core/audit/audit.table";
import type { StoredRow } from "@shardwatch/core/table/row";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { eventText } from "./audit.ts";
import type { World } from "./world.ts";

interface Part {
  Item?: Record<string, AttributeValue>;
  Key?: Record<string, AttributeValue>;
}

interface Command {
  constructor: { name: string };
  input: Part & { TransactItems?: Partial<Record<"Put" | "Update" | "Delete", Part>>[] };
}

const isWrite = /^(Put|Update|Delete|TransactWrite)/;
const isEvent = ({ pk }: StoredRow) => pk.startsWith("AUDIT#");
/** How often somebody asked, and how many rows an organization has. They follow from other rows. */
const isCounter = ({ pk, sk }: StoredRow) => pk.startsWith("ATTEMPTS#") || sk === "QUOTA";

/** The rows that a command writes, or their keys. What a transaction only checks is not written. */
function rowsOf({ constructor, input }: Command): StoredRow[] {
  if (!isWrite.test(constructor.name)) return [];
  const parts = input.TransactItems?.flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
  return (parts ?? [input]).flatMap(({ Item, Key }) => {
    const written = Item ?? Key;
    return written ? [textsOf(written)] : [];
  });
}

/** The attributes that are texts or numbers, among which are those of every key and of an event's action. */
function textsOf(item: Record<string, AttributeValue>): StoredRow {
  const plain = Object.entries(item).map(([name, { S, N }]) => [
    name,
    S ?? (N === undefined ? N : Number(N)),
  ]);
  return Object.fromEntries(plain) as StoredRow;
}

/** A write with events, which the database gets as one. */
interface EventWrite {
  /** What the events say, as "accessKey.created ok". */
  events: string[];
  /** The rows that it changes beside them, as "partition sort-key". */
  changes: string[];
}

export interface EventWrites {
  /** A world on the same database, whose writes are watched. */
  world: World;
  /** The rows that were changed before the first event. */
  before: string[];
  writes: EventWrite[];
}

/**
 * Watches what is changed before events, and together with them.
 * @param cut whether the process dies when it is about to write the first event: neither that write arrives nor a later
 * request
 */
export function watchEvents(world: World, { cut = false } = {}): EventWrites {
  const before: string[] = [];
  const writes: EventWrite[] = [];
  let dead = false;
  const send = async (command: Command) => {
    const rows = rowsOf(command);
    const events = rows.filter(isEvent).map(auditKind.read).map(eventText);
    const changed = rows.filter((row) => !isEvent(row) && !isCounter(row));
    const changes = changed.map(({ pk, sk }) => `${pk} ${sk}`);
    if (events.length > 0) {
      writes.push({ events, changes });
      dead ||= cut;
    }
    if (dead) throw new Error("the process has died");
    const answer = await world.recorder.client.send(command as never);
    if (writes.length === 0) before.push(...changes);
    return answer;
  };
  const client: TableClient = { send: send as never };
  const services = { ...world.services, table: createTable({ client, name: world.database.tableName }) };
  return { world: { ...world, services, app: createApp(services) }, before, writes };
}
