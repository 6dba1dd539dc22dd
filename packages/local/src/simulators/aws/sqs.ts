import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";

interface Entry {
  Id: string;
  MessageBody: string;
  DelaySeconds?: number;
}

/** The largest call that SQS takes. */
const mostEntries = 10;

/**
 * Takes messages as SQS does, in its JSON protocol. A message with "refuse" in it is refused, as SQS can
 * refuse a part of a call. "too busy" makes the whole call fail once. Returns all messages, those of each
 * queue by its name, and the delays of messages that have one, in seconds.
 */
export function createSqsSimulator() {
  const messages: string[] = [];
  const queues: Record<string, string[]> = {};
  const delays: Record<string, number> = {};
  let busy = 0;
  const app = new Hono();
  app.post("/", async (c) => {
    const fail = (code: string) =>
      c.json({ __type: `com.amazonaws.sqs#${code}`, message: code }, 400, {
        "x-amzn-query-error": `${code};Sender`,
      });
    if (c.req.header("x-amz-target") !== "AmazonSQS.SendMessageBatch") return fail("InvalidAction");
    if (!c.req.header("authorization")?.startsWith("AWS4-HMAC-SHA256 "))
      return fail("MissingAuthenticationToken");
    const { QueueUrl, Entries } = (await c.req.json()) as { QueueUrl: string; Entries: Entry[] };
    if (Entries.length === 0) return fail("EmptyBatchRequest");
    if (Entries.length > mostEntries) return fail("TooManyEntriesInBatchRequest");
    if (busy === 0 && Entries.some(({ MessageBody }) => MessageBody.includes("too busy"))) {
      busy += 1;
      return c.json({ __type: "com.amazonaws.sqs#InternalError", message: "busy" }, 500);
    }
    const refused = (entry: Entry) => entry.MessageBody.includes("refuse");
    const taken = Entries.filter((entry) => !refused(entry));
    const bodies = taken.map(({ MessageBody }) => MessageBody);
    messages.push(...bodies);
    for (const { MessageBody, DelaySeconds } of taken)
      if (DelaySeconds !== undefined) delays[MessageBody] = DelaySeconds;
    (queues[QueueUrl.split("/").at(-1) ?? ""] ??= []).push(...bodies);
    return c.json({
      Successful: taken.map(({ Id, MessageBody }) => ({
        Id,
        MessageId: randomUUID(),
        MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
      })),
      Failed: Entries.filter(refused).map(({ Id }) => ({ Id, SenderFault: false, Code: "InternalError" })),
    });
  });
  return { fetch: app.fetch, messages, queues, delays };
}
