import { patience } from "../../support/patience.ts";
import { serve } from "../../support/serve.ts";
import { createAwsSimulator } from "@shardwatch/local/simulators/aws/app";
import { createKmsSimulator } from "@shardwatch/local/simulators/aws/kms";
import { createSesSimulator } from "@shardwatch/local/simulators/aws/ses";
import { createSqsSimulator } from "@shardwatch/local/simulators/aws/sqs";
import { type AwsState, ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { createMailbox } from "@shardwatch/local/simulators/mailbox";
import type { Database } from "@shardwatch/server/database/database";
import type { Deployment } from "./deployment.ts";
import type { Call } from "./policy.ts";
import {
  arnOfQueue,
  callsOf,
  invokedBy,
  operationOf,
  readSigned,
  type SignedRequest,
} from "./signed-request.ts";

/** All of AWS at one address. It knows its callers by their access keys, and records what each function asks. */
export interface RecordingAws {
  url: string;
  state: AwsState;
  /** By the function that made them. */
  calls: Map<string, Call[]>;
  /** All requests of all functions: "dynamodb:TransactWriteItems". */
  operations: Set<string>;
  /** Takes the messages that wait in a queue, by its ARN. */
  takeMessages(queue: string): string[];
  stop(): Promise<void>;
}

/** The access key of a function's role. */
export const accessKeyOf = (name: string) => `ASIA${name.replaceAll("-", "").toUpperCase()}`;

/** @param invoke runs a function for another one, by the name of its bundle */
export async function startRecordingAws(
  { accountId, functions, names }: Deployment,
  database: Database,
  invoke: (name: string, event: object) => Promise<unknown>,
): Promise<RecordingAws> {
  const { app, state } = createAwsSimulator();
  const [kms, sqs] = [createKmsSimulator(), createSqsSimulator()];
  const ses = createSesSimulator(createMailbox(Date.now));
  const callers = new Map(Object.keys(functions).map((name) => [accessKeyOf(name), name]));
  const calls = new Map(Object.keys(functions).map((name) => [name, [] as Call[]]));
  const operations = new Set<string>();
  const queues = new Map<string, string[]>();

  /** A queue keeps its messages by the address that the request names. */
  function keep({ body, region }: SignedRequest): void {
    const { QueueUrl, Entries } = JSON.parse(body) as {
      QueueUrl: string;
      Entries: { MessageBody: string }[];
    };
    const arn = arnOfQueue(QueueUrl, region);
    queues.set(arn, [...(queues.get(arn) ?? []), ...Entries.map(({ MessageBody }) => MessageBody)]);
  }

  /** The simulators know one access key as ours. */
  function as(accessKeyId: string, request: Request, { accessKeyId: caller, body }: SignedRequest): Request {
    const headers = new Headers(request.headers);
    headers.set("authorization", (headers.get("authorization") ?? "").replace(caller, accessKeyId));
    return new Request(request.url, { method: "POST", headers, body });
  }

  async function answer(request: Request): Promise<Response> {
    const signed = await readSigned(request);
    const caller = callers.get(signed.accessKeyId);
    // Others are sessions in a customer's account. Their rights are the customer's policy.
    if (caller === undefined) return await app.fetch(as(signed.accessKeyId, request, signed));
    calls.get(caller)?.push(...callsOf(signed, accountId));
    operations.add(`${signed.service}:${operationOf(signed)}`);
    switch (signed.service) {
      case "dynamodb":
        return await askDatabase(as(database.accessKeyId, request, signed), database.endpoint);
      case "sqs":
        keep(signed);
        return await sqs.fetch(as(signed.accessKeyId, request, signed));
      case "kms":
        return await kms.fetch(as(signed.accessKeyId, request, signed));
      case "ses":
        return await ses.app.fetch(as(ourCredentials.accessKeyId, request, signed));
      case "lambda":
        return Response.json(await invoke(names[invokedBy(signed)] ?? "", JSON.parse(signed.body) as object));
      default:
        return await app.fetch(as(ourCredentials.accessKeyId, request, signed));
    }
  }

  const server = await serve(answer);
  return {
    url: server.url,
    state,
    calls,
    operations,
    takeMessages(queue) {
      const waiting = queues.get(queue) ?? [];
      queues.delete(queue);
      return waiting;
    },
    stop: () => server.stop(),
  };
}

/** Passes on the headers that belong to the request itself, and not to its connection. */
async function askDatabase(request: Request, endpoint: string): Promise<Response> {
  const kept = ["authorization", "content-type", "x-amz-date", "x-amz-target"];
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: kept.map((name): [string, string] => [name, request.headers.get(name) ?? ""]),
    body: await request.text(),
    signal: AbortSignal.timeout(patience),
  });
  const headers = { "content-type": "application/x-amz-json-1.0" };
  return new Response(await answer.text(), { status: answer.status, headers });
}
