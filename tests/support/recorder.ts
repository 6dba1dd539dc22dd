import type { TableClient } from "@shardwatch/core/table/table";

export interface Sent {
  command: string;
  /** Every partition key that the command names. */
  partitions: string[];
  /** The rights that the command needs; a transaction needs those of its single writes. */
  actions: string[];
  writeUnits: number;
  readUnits: number;
  /** The places of request and answer among all of them. */
  start: number;
  end: number;
}

export interface Recorder {
  client: TableClient;
  sent: Sent[];
  /** Clears the recorded requests. */
  clear(): void;
  /** The longest chain of sequential requests. */
  sequentialRoundTrips(): number;
}

interface ConsumedCapacity {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

const isRead = /^(Get|BatchGet|Query|Scan)/;

/** Wraps DynamoDB's client and records the keys, the units and the place of every request. */
export function record(client: TableClient): Recorder {
  const sent: Sent[] = [];
  // Requests and answers are counted in their order, because a clock may give two of them the same time.
  let events = 0;
  const send = async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
    const start = (events += 1);
    command.input["ReturnConsumedCapacity"] = "TOTAL";
    const entry: Sent = {
      command: command.constructor.name,
      partitions: partitionsOf(command.input),
      actions: actionsOf(command),
      writeUnits: 0,
      readUnits: 0,
      start,
      end: Infinity,
    };
    sent.push(entry);
    try {
      const answer = (await client.send(command as never)) as unknown as {
        ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
      };
      for (const consumed of [answer.ConsumedCapacity ?? []].flat()) {
        const units = consumed.CapacityUnits ?? 0;
        if (isRead.test(entry.command)) entry.readUnits += units;
        else entry.writeUnits += units;
      }
      return answer;
    } finally {
      entry.end = events += 1;
    }
  };
  return {
    client: { send: send as never },
    sent,
    clear: () => {
      sent.length = 0;
    },
    sequentialRoundTrips: () => {
      let trips = 0;
      let end = -Infinity;
      // Overlapping requests count once: the next trip begins with the first request that starts after all
      // former ones ended.
      for (const entry of sent.toSorted((left, right) => left.start - right.start)) {
        if (entry.start > end) trips += 1;
        end = trips && entry.start > end ? entry.end : Math.max(end, entry.end);
      }
      return trips;
    },
  };
}

const writes = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

function actionsOf({ constructor, input }: { constructor: { name: string }; input: object }): string[] {
  const items = (input as { TransactItems?: object[] }).TransactItems;
  const single = items
    ? items.flatMap((item) => Object.keys(item)).map((kind) => writes[kind as keyof typeof writes])
    : [constructor.name.replace(/Command$/, "")];
  return single.map((action) => `dynamodb:${action}`);
}

/** Finds partition keys in all parts of a command: keys, items, key conditions. */
function partitionsOf(input: unknown): string[] {
  if (Array.isArray(input)) return input.flatMap(partitionsOf);
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    const text = (value as { S?: unknown } | null)?.S;
    const isPartition = name === "pk" || name === ":pk" || name === "gsi1pk" || name === ":value";
    return isPartition && typeof text === "string" ? [text] : partitionsOf(value);
  });
}
