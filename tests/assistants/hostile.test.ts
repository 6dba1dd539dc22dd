import { callTool } from "@shardwatch/core/assistants/call";
import type { Answer } from "@shardwatch/core/assistants/tool";
import { tools } from "@shardwatch/core/assistants/tools";
import { charactersOfToken, longestAnswer, longestText } from "@shardwatch/core/contract/assistants/parts";
import { cleanText, unseenIn } from "@shardwatch/core/kit/foreign-text";
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "../support/incidents.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";
import { ask, readerIn } from "./play.ts";
import { type Call, rowsOf, type Structured } from "./question.ts";

const world = await worldOfFile();
const owner = await signUp(world);
const { compositeKey } = await createKey(world, owner, "Agents");
const ctx = readerIn(world, owner);
const minute = 60_000;
/** Begins every text that is no name. So it is recognized wherever it is. */
const marker = "zqmark";

/** Two hundred full stores whose names are hostile, and whatever else an agent may write. */
const fleetOf = (round: number) =>
  hostileTexts.map((text, index) => {
    const own = {
      name: `${marker} ${text}`,
      status: index % 2 ? "active" : `${marker} ${text}`.slice(0, 40),
    };
    return reported(`key${index}`, {
      name: text,
      status: index % 3 ? "active" : "unreachable",
      statusMessage: `${marker} ${text}`,
      gaps: [`${marker} ${text}`],
      databases: databases(2, 62).map((database) => ({
        ...database,
        ...own,
        id: `${index} ${database.id}`,
        version: `${marker}${round} ${text}`.slice(0, 64),
        evictionPolicy: `${marker}${round} ${text}`.slice(0, 40),
        persistence: `${marker} ${text}`.slice(0, 60),
      })),
    });
  });

beforeAll(async () => {
  for (let passed = 0; passed < 6; passed += 1) {
    world.clock.advance(minute);
    const agent = { id: "agent00000000001", version: "1.0.0", name: `${marker} agent` };
    const report = reportOf(world, fleetOf(passed < 3 ? 1 : 2), { agent });
    const answer = await send(world, compositeKey, report);
    expect(answer.status, await answer.clone().text()).toBe(202);
    await lookAt(world, owner);
  }
});

/** Every text inside of a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Texts of customers are clean and cut, below `data`, and nowhere else. */
function expectData({ data, ...own }: Structured, where: string): void {
  expect(JSON.stringify(own), where).not.toContain(marker);
  for (const text of textsIn(own)) expect(unseenIn(text), where).toBeUndefined();
  for (const text of textsIn(data)) {
    expect(Array.from(text).length, where).toBeLessThanOrEqual(longestText);
    expect(unseenIn(text), where).toBeUndefined();
  }
  const length = JSON.stringify({ data, ...own }).length;
  expect(length, where).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
}

/** All answers to a question, page by page. */
async function everyPage({ tool, input }: Call): Promise<Structured[]> {
  const answers: Structured[] = [];
  let cursor: unknown;
  do {
    const answer = await ask(ctx, { tool, input: { ...input, ...(cursor !== undefined && { cursor }) } });
    expectData(answer, tool);
    answers.push(answer);
    cursor = answer["cursor"];
  } while (cursor !== undefined);
  return answers;
}

const rowsIn = (answers: readonly Structured[]) => answers.flatMap((answer) => rowsOf(answer));

test("R24 OUT15 200 hostile names are data in every list of an assistant, and each comes once", async () => {
  const columns = ["policy", "persistence"];
  const deployments = rowsIn(await everyPage({ tool: "find_deployments", input: { limit: 50, columns } }));
  expect(deployments).toHaveLength(hostileTexts.length);
  expect(new Set(deployments.map(({ id }) => id)).size).toBe(hostileTexts.length);
  const found = rowsIn(
    await everyPage({ tool: "find_databases", input: { limit: 50, columns: ["persistence"] } }),
  );
  expect(found).toHaveLength(2 * hostileTexts.length);
  expect(found.filter(({ name }) => String(name).startsWith(marker)).length).toBe(found.length);
  for (const of of ["deployments", "databases"])
    await everyPage({ tool: "count_by", input: { field: "policy", of } });
  const changes = rowsIn(await everyPage({ tool: "what_changed", input: { limit: 50 } }));
  expect(changes.filter(({ to }) => String(to).startsWith(`${marker}2`)).length).toBeGreaterThan(100);
  await everyPage({ tool: "license_and_support", input: { limit: 50 } });
  const incidents = rowsIn(await everyPage({ tool: "list_incidents", input: { limit: 50 } }));
  expect(incidents.length).toBeGreaterThan(1);
  for (const { id } of incidents)
    expectData(await ask(ctx, { tool: "explain_incident", input: { id } }), "incident");
});

test("R24 OUT15 each of 200 hostile deployments is explained with its texts as data, by its name or its id", async () => {
  const all = rowsIn(await everyPage({ tool: "find_deployments", input: { limit: 50 } }));
  for (const { id, name } of all) {
    const answer = await ask(ctx, { tool: "explain_deployment", input: { deployment: id } });
    expectData(answer, "explain_deployment");
    expect((answer["data"] as Structured)["name"]).toBe(name);
  }
  const [{ id } = { id: "" }] = all;
  expectData(
    await ask(ctx, { tool: "history_of", input: { deployment: id, metric: "memoryUsed" } }),
    "history",
  );
});

const argumentsOf = tools.flatMap(({ name, input }) =>
  Object.keys(input.shape)
    .filter((argument) => argument !== "limit" && argument !== "days")
    .map((argument) => [name, argument] as const),
);

test("R24 OUT15 nothing outside of data quotes what the caller sent, and no failure does", async () => {
  const quoted = (answer: Answer, text: string): boolean => {
    const clean = cleanText(text).trim();
    if (clean.length < 5) return false;
    const { data: _, ...own } = "failed" in answer ? { failed: answer.failed } : answer.structured;
    return JSON.stringify(own).includes(JSON.stringify(clean).slice(1, -1));
  };
  const others = { find_deployments: {}, count_by: { field: "type" }, explain_incident: { id: "inc_1" } };
  for (const [index, text] of hostileTexts.entries())
    for (const offset of [0, 7, 13]) {
      const [name, argument] = argumentsOf[(index + offset) % argumentsOf.length] ?? ["", ""];
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw new Error(name);
      const given = {
        ...others[name as keyof typeof others],
        [argument]: argument === "columns" ? [text] : text,
      };
      const answer = await callTool(ctx, tool, given);
      expect(quoted(answer, text), `${name} ${argument} ${text}`).toBe(false);
      const extra = await callTool(ctx, tool, { [text]: 1, [`${marker}-${text}`]: text });
      expect(quoted(extra, text), `${name} with a further argument ${text}`).toBe(false);
      expect("failed" in extra && !extra.failed.includes(marker)).toBe(true);
    }
});
