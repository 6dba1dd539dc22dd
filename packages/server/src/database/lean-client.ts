import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { TableClient } from "@shardwatch/core/table/table";
import { atMost } from "../machine/at-most.ts";

/** The operations of a table, by the SDK's commands. Their names in a bundle are not those of the operations. */
const operations = [
  [GetItemCommand, "GetItem"],
  [UpdateItemCommand, "UpdateItem"],
  [PutItemCommand, "PutItem"],
  [QueryCommand, "Query"],
  [TransactWriteItemsCommand, "TransactWriteItems"],
  [BatchGetItemCommand, "BatchGetItem"],
  [DeleteItemCommand, "DeleteItem"],
] as const;

type Command = InstanceType<(typeof operations)[number][0]>;

const attempts = 3;
/** As many as the SDK opens. */
export const connections = 50;
const region = "eu-central-1";
const day = "20260101";

/** A client that can be ended. */
export type LeanClient = TableClient & { destroy(): void };

/**
 * Talks to an emulator on this machine without the SDK, which signs each request and rebuilds each answer by a schema.
 * That took three quarters of the time of a request, and a report needs two. Deadline, attempts and errors are as in
 * `createTableClient`. Emulators want the form of a signature, and check none.
 * @param endpoint such as http://127.8.3.1:4000
 * @param agent makes the connections, where TCP does not lead to the endpoint; it ends with the client
 * @param deadlineMs for one attempt
 */
export function createLeanClient({
  endpoint,
  accessKeyId,
  agent = new Agent({ keepAlive: true, maxSockets: connections }),
  deadlineMs = 3_000,
}: {
  endpoint: string;
  accessKeyId: string;
  agent?: Agent | undefined;
  deadlineMs?: number;
}): LeanClient {
  const { hostname, port } = new URL(endpoint);
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-date": `${day}T000000Z`,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${day}/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`,
  };
  const target = { hostname, port, agent, method: "POST", path: "/" };
  // An agent whose connections are made elsewhere does not count those that are still being made.
  const inTurn = atMost(connections);

  async function post(operation: string, body: Buffer): Promise<{ status: number; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const sent = request({
      ...target,
      headers: {
        ...headers,
        "content-length": body.length,
        "x-amz-target": `DynamoDB_20120810.${operation}`,
      },
    });
    let timer: NodeJS.Timeout | undefined;
    // It counts from the connection to the end of the answer. Waiting for one of the connections is no fault.
    sent.once("socket", () => {
      timer = setTimeout(() => {
        const late = failure("TimeoutError", "the database did not answer in time");
        reject(late);
        sent.destroy(late);
      }, deadlineMs);
    });
    sent.once("error", reject);
    sent.once("response", (answer) => {
      text(answer).then((received) => resolve({ status: answer.statusCode ?? 500, body: received }), reject);
    });
    sent.end(body);
    return await promise.finally(() => clearTimeout(timer));
  }

  async function send(command: Command): Promise<unknown> {
    const operation = operations.find(([kind]) => command instanceof kind)?.[1];
    if (operation === undefined) throw new TypeError("the command is none of a table");
    const body = Buffer.from(JSON.stringify(inputOf(command), base64));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await inTurn(() => post(operation, body));
        if (answer.status === 200) return parsed(answer.body);
        throw errorOf(answer.status, answer.body);
      } catch (error) {
        if (attempt === attempts || !mayPass(error)) throw error;
      }
    }
  }

  return { send: send as TableClient["send"], destroy: () => agent.destroy() };
}

/** A transaction that is sent again after a lost answer counts once. */
const inputOf = ({ input }: Command): object =>
  "TransactItems" in input ? { ClientRequestToken: randomUUID(), ...input } : input;

/** JSON has no bytes. DynamoDB's has them as base64 in the type "B". */
function base64(this: unknown, key: string, value: unknown): unknown {
  const bytes = key === "B" ? (this as { B: unknown }).B : undefined;
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString("base64") : value;
}

const bytes = (key: string, value: unknown): unknown =>
  key === "B" && typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value;

/** Looking at every value doubles the time of parsing, and few rows have bytes. */
const parsed = (body: string): unknown =>
  body.includes('"B":') ? JSON.parse(body, bytes) : JSON.parse(body);

/** The SDK's error of an answer: named after its type, with the fields of the answer. */
function errorOf(status: number, body: string): Error {
  let fields: Record<string, unknown> = {};
  try {
    fields = parsed(body) as Record<string, unknown>;
  } catch {
    // Not an answer of the emulator's. The status says enough.
  }
  const { __type: type, message, Message, ...rest } = fields;
  const name = typeof type === "string" ? type.replace(/^.*#/, "") : "ServiceUnavailable";
  const said = [message, Message].find((each) => typeof each === "string");
  const error = failure(name, said ?? `the database answered ${status}`);
  return Object.assign(error, rest, { $metadata: { httpStatusCode: status } });
}

function failure(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** Whether another attempt may succeed: no connection, no answer in time, or a fault of the emulator's. */
function mayPass(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode: number } };
  return $metadata === undefined || $metadata.httpStatusCode >= 500;
}
