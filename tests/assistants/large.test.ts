import { charactersOfToken, longestAnswer } from "@shardwatch/core/contract/assistants/parts";
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";
import { ask, readerIn } from "./play.ts";
import { type Call, rowsOf, type Structured } from "./question.ts";

/* Names of the greatest length, in which JSON escapes each character. */

const world = await worldOfFile();
const owner = await signUp(world);
const { compositeKey } = await createKey(world, owner, "Agents");
const ctx = readerIn(world, owner);
const minute = 60_000;
const count = 120;
const long = (begin: string, most: number) => `${begin}${'"'.repeat(most)}`.slice(0, most);

const fleetOf = (round: number) =>
  Array.from({ length: count }, (_, index) =>
    reported(`key${index}`, {
      name: long(`n${String(index).padStart(3, "0")}`, 200),
      status: index % 2 ? "active" : long("s", 40),
      statusMessage: long("m", 500),
      gaps: Array.from({ length: 20 }, (__, gap) => long(`g${gap}`, 300)),
      databases: databases(15, 63).map((database) => ({
        ...database,
        id: long(`d${database.id}`, 64),
        name: long(`d${database.id}`, 200),
        version: long(`v${round}`, 64),
        evictionPolicy: long(`p${round}-${index}`, 40),
        persistence: long("q", 60),
        region: long(`r${index}`, 60),
      })),
    }),
  );

beforeAll(async () => {
  for (let passed = 0; passed < 6; passed += 1) {
    world.clock.advance(minute);
    for (let start = 0; start < count; start += 30) {
      const agent = { id: `agent0000000000${start}`, version: "1", name: long("a", 60) };
      const report = reportOf(world, fleetOf(passed < 4 ? 1 : 2).slice(start, start + 30), { agent });
      const answer = await send(world, compositeKey, report);
      expect(answer.status, await answer.clone().text()).toBe(202);
    }
    await lookAt(world, owner);
  }
});

let longest = 0;

async function everyPage({ tool, input }: Call): Promise<Structured[]> {
  const answers: Structured[] = [];
  let cursor: unknown;
  do {
    const answer = await ask(ctx, { tool, input: { ...input, ...(cursor !== undefined && { cursor }) } });
    const { length } = JSON.stringify(answer);
    longest = Math.max(longest, length);
    expect(length, tool).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
    expect(answer["truncated"]).toBe(answer["cursor"] !== undefined);
    answers.push(answer);
    cursor = answer["cursor"];
  } while (cursor !== undefined);
  return answers;
}

const further = ["policy", "persistence", "region", "tls", "plan", "via"];
const lists: [string, Record<string, unknown>, key: (row: Record<string, unknown>) => string, all: number][] =
  [
    ["find_deployments", { columns: further }, ({ id }) => String(id), count],
    [
      "find_databases",
      { columns: ["region", "persistence"] },
      (row) => `${String(row["deployment"])} ${String(row["id"])}`,
      15 * count,
    ],
    ["count_by", { field: "region", of: "databases" }, (row) => String(row["value"]), count],
  ];

test.each(lists)(
  "OUT15 P27 %s cuts its rows below 4,000 tokens, and its cursors lead to each of the rest once",
  async (tool, input, keyOf, all) => {
    const answers = await everyPage({ tool, input: { ...input, ...(tool !== "count_by" && { limit: 50 }) } });
    expect(answers.length).toBeGreaterThan(1);
    const keys = answers.flatMap((answer) => rowsOf(answer)).map(keyOf);
    expect(keys).toHaveLength(all);
    expect(new Set(keys).size).toBe(all);
  },
);

test("OUT15 P27 changes and incidents are cut below 4,000 tokens, and cursors lead on", async () => {
  const changes = (await everyPage({ tool: "what_changed", input: { limit: 50 } })).flatMap((one) =>
    rowsOf(one),
  );
  expect(new Set(changes.map(({ deployment }) => deployment)).size).toBe(count);
  const incidents = (await everyPage({ tool: "list_incidents", input: { limit: 50 } })).flatMap((one) =>
    rowsOf(one),
  );
  for (const { id } of incidents) {
    const { length } = JSON.stringify(await ask(ctx, { tool: "explain_incident", input: { id } }));
    longest = Math.max(longest, length);
    expect(length).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
  }
  await everyPage({ tool: "list_incidents", input: { limit: 1 } });
});

test("OUT15 P27 one deployment with everything at its longest is explained in 4,000 tokens", async () => {
  const [first] = rowsOf(await ask(ctx, { tool: "find_deployments", input: { limit: 1 } }));
  const answer = await ask(ctx, { tool: "explain_deployment", input: { deployment: first?.["id"] } });
  const { length } = JSON.stringify(answer);
  longest = Math.max(longest, length);
  expect(length).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
});

test("OUT15 a cursor holds no text of a customer, and leads on where something came or went before it", async () => {
  const input = { limit: 10, sort: "name" };
  const first = await ask(ctx, { tool: "find_databases", input });
  const cursor = String(first["cursor"]);
  expect(Buffer.from(cursor, "base64url").toString()).toMatch(
    /^\{"at":"10","of":"[\w-]{8}","mark":"[\w-]{12}"\}$/,
  );
  const before = rowsOf(await ask(ctx, { tool: "find_databases", input: { ...input, cursor } }));
  world.clock.advance(minute);
  const added = [
    reported("first", { name: "a", databases: databases(1).map((one) => ({ ...one, name: "a" })) }),
  ];
  const agent = { id: "agent0000000000xx", version: "1" };
  expect((await send(world, compositeKey, reportOf(world, added, { agent }))).status).toBe(202);
  const after = rowsOf(await ask(ctx, { tool: "find_databases", input: { ...input, cursor } }));
  expect(after).toEqual(before);
});
