import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createTable, type Table, type TableClient } from "@shardwatch/core/table/table";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { emulators } from "../../../../tests/support/emulators.ts";
import { type Database, startDatabase } from "./database.ts";
import { createLeanClient } from "./lean-client.ts";

const large = "ä".repeat(30_000);

/** What a table answers: every operation, with all types of values, and the errors that callers look at. */
const story: Record<string, (table: Table) => Promise<unknown>> = {
  "all types of values": async (table) => {
    const row = { pk: "A", sk: "1", text: 'ä\u0000"B":', number: -1.5, yes: true, none: null };
    await table.put({ ...row, list: [1, "2", { three: [] }], map: { B: "no bytes", S: "x" } });
    await table.put({
      pk: "A",
      sk: "2",
      packed: new Uint8Array([0, 255, 7]),
      inner: { B: new Uint8Array([1]) },
    });
    return [await table.get({ pk: "A", sk: "1" }), await table.get({ pk: "A", sk: "2" })];
  },
  "no row": (table) => table.get({ pk: "A", sk: "none" }),
  "an update": async (table) => {
    await table.update({ pk: "A", sk: "1" }, { set: { text: "changed" }, remove: ["none"] });
    return await table.get({ pk: "A", sk: "1" });
  },
  "a condition that fails, with the row that was found": (table) =>
    table.update({ pk: "A", sk: "1" }, { set: { text: "again" } }, [
      { attribute: "text", is: "=", value: "something else" },
    ]),
  "a condition of a put": (table) => table.put({ pk: "A", sk: "1" }, [{ exists: false }]),
  "a transaction": (table) =>
    table.transact([
      { put: { pk: "A", sk: "3" } },
      { update: { pk: "A", sk: "1" }, change: { set: { number: 2 } } },
      { check: { pk: "A", sk: "2" }, when: [{ exists: true }] },
    ]),
  "a transaction that is cancelled": (table) =>
    table.transact([{ put: { pk: "A", sk: "4" } }, { put: { pk: "A", sk: "1" }, when: [{ exists: false }] }]),
  "an invalid write": (table) => table.put({ pk: "", sk: "1" }),
  "a batch": (table) => table.batchGet(["1", "2", "none", "3"].map((sk) => ({ pk: "A", sk }))),
  "pages of a query": async (table) => {
    for (let number = 0; number < 40; number += 1) await table.put({ pk: "L", sk: String(number), large });
    const first = await table.query({ pk: "L", prefix: "" });
    const texts = await table.queryTexts({ pk: "L", prefix: "" }, "large", { limit: 3, descending: true });
    return [
      first,
      texts,
      await table.queryAll({ pk: "L", prefix: "" }),
      await table.count({ pk: "L", prefix: "" }),
    ];
  },
  "the index": async (table) => {
    await table.put({ pk: "I", sk: "1", gsi1pk: "kind", gsi1sk: "1" });
    return await table.findAll("kind");
  },
  "a removed row": async (table) => {
    await table.remove({ pk: "A", sk: "3" }, [{ exists: true }]);
    return await table.queryAll({ pk: "A", prefix: "" }, { attributes: ["number"] });
  },
};

describe.each(emulators)("%s", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await startDatabase({ kind, tableName: "lean" });
  });
  afterAll(() => database.stop());

  test("P14 the lean client answers, fails and pages like the SDK's client", async () => {
    const other = await startDatabase({ kind, tableName: "lean" });
    onTestFinished(() => other.stop());
    const [sdk, lean] = [other.client(), database.leanClient()];
    onTestFinished(() => [sdk, lean].forEach((client) => client.destroy()));
    const [asBySdk, asByLean] = [await answersOf(sdk), await answersOf(lean)];
    expect(asByLean).toEqual(asBySdk);
    const failed = asByLean["a condition that fails, with the row that was found"];
    expect(failed).toMatchObject({ failed: { name: "ConditionFailed", row: { text: "changed" } } });
  });
});

type Told = Record<string, { answered?: unknown; failed?: object }>;

const runs = ["A", "L", "I"].map((pk) => ({ pk, prefix: "" }));

async function answersOf(client: TableClient): Promise<Told> {
  const table = createTable({ client, name: "lean" });
  const answers: Told = {};
  for (const [name, act] of Object.entries(story))
    answers[name] = await act(table).then(
      (answered) => ({ answered }),
      // What callers look at. The SDK's errors have more.
      ({ name: kind, message, row }: Error & { row?: unknown }) => ({ failed: { name: kind, message, row } }),
    );
  for (const run of runs) for (const { pk, sk } of await table.queryAll(run)) await table.remove({ pk, sk });
  return answers;
}

/** A lean client's table at a server that answers like this. */
async function tableAt(answer: RequestListener): Promise<{ table: Table; calls: () => number }> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createLeanClient({
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: "local",
    deadlineMs: 300,
  });
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { table: createTable({ client, name: "lean" }), calls: () => calls };
}

/** Never silent for long, and never done. */
function drip(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(200, { "content-length": "1000" });
  const timer = setInterval(() => response.write(" "), 100);
  response.once("close", () => clearInterval(timer));
}

describe("when the database fails", () => {
  test.each<[what: string, answer: RequestListener]>([
    ["breaks connections", (request) => request.socket.destroy()],
    ["answers 500 and no JSON", (_, response) => response.writeHead(500).end("<html>")],
    ["ends in the middle of an answer", (_, response) => response.write('{"It', () => response.destroy())],
  ])("one that %s is asked three times, and the error is the caller's to handle", async (_, answer) => {
    const { table, calls } = await tableAt(answer);
    await expect(table.get({ pk: "A", sk: "1" })).rejects.toThrow();
    expect(calls()).toBe(3);
  });

  test.each<[what: string, answer: RequestListener]>([
    ["does not answer", () => undefined],
    ["begins an answer and goes on without end", drip],
  ])("one that %s is given up", async (_, answer) => {
    const { table, calls } = await tableAt(answer);
    await expect(table.get({ pk: "A", sk: "1" })).rejects.toMatchObject({ kind: "unavailable" });
    expect(calls()).toBe(3);
  });

  test("one that is gone is unavailable", async () => {
    const client = createLeanClient({ endpoint: "http://127.0.0.1:9", accessKeyId: "local" });
    const table = createTable({ client, name: "lean" });
    await expect(table.get({ pk: "A", sk: "1" })).rejects.toMatchObject({ kind: "unavailable" });
  });
});
