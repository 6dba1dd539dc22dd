import { databaseColumns } from "@shardwatch/core/contract/csv/databases";
import type { DatabaseList } from "@shardwatch/core/contract/database";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);

beforeAll(async () => {
  const { compositeKey } = await createKey(world, person);
  const fleet = [
    reported("=orders", { databases: databases(20) }),
    reported("billing", { databases: databases(9) }),
  ];
  expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
});

const ask = (query: string, as: Person = person) => call(world, "GET", `/databases.csv${query}`, { as });
const read = (text: string) => parse<Record<string, string>>(text, { columns: true, bom: true });

/** Follows the pages, as a script would, and joins their texts. */
async function walk(query: string): Promise<{ text: string; pages: number }> {
  let [text, pages, next] = ["", 0, `/databases.csv${query}` as string | undefined];
  while (next !== undefined) {
    const answer = await call(world, "GET", next, { as: person });
    expect(answer.status).toBe(200);
    text += await answer.text();
    pages += 1;
    next = /^<([^<>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return { text, pages };
}

test("LSX08 DBS01 the file has the databases of the list, filtered and sorted as it is", async () => {
  const query = "?sort=memory&order=desc&memory=3MiB..&limit=100";
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="databases-[\d-]{10}\.csv"$/,
  );
  const text = await answer.text();
  expect(text.split("\r\n")[0]).toBe(Object.keys(databaseColumns).join(","));
  const list = (await (
    await call(world, "GET", `/databases${query}`, { as: person })
  ).json()) as DatabaseList;
  expect(list.databases).toHaveLength(25);
  expect(
    read(text).map(({ deploymentId, id, memoryUsedBytes }) => [deploymentId, id, memoryUsedBytes]),
  ).toEqual(list.databases.map(({ deploymentId, id, memoryUsed }) => [deploymentId, id, memoryUsed]));
  expect(new Set(read(text).map(({ deploymentName }) => deploymentName))).toEqual(
    new Set(["'=orders", "billing"]),
  );
});

test("LSX08 the pages of a long list are one file when they are joined, in every order", async () => {
  for (const sort of ["", "&sort=memory", "&sort=region&order=desc"]) {
    const { text: whole } = await walk(`?bom=1${sort}`);
    expect(read(whole)).toHaveLength(29);
    const { text, pages } = await walk(`?bom=1&limit=4${sort}`);
    expect(pages).toBe(8);
    expect(text).toBe(whole);
  }
});

test("FIL05 what makes no sense is answered 400, with a sentence that begins with the parameter", async () => {
  const refusals: [query: string, sentence: string][] = [
    ["?stauts=active", "stauts: is not a field; did you mean status?"],
    ["?order=up", "order: must be one of asc, desc"],
    ["?page=2", "page: is not a field"],
    ["?limit=10001", "limit: must be a whole number from 1 to 10000"],
  ];
  for (const [query, sentence] of refusals) {
    const answer = await ask(query);
    expect(answer.status, query).toBe(400);
    expect(((await answer.json()) as { details: string[] }).details).toEqual([sentence]);
  }
});

test("DBS01 another organization is refused, and a super admin names one", async () => {
  const [root, other] = [await signUp(world, {}, ["SUPER_ADMIN"]), await signUp(world)];
  expect((await ask(`?organizationId=${person.organizationId}`, other)).status).toBe(403);
  expect(read(await (await ask("", other)).text())).toEqual([]);
  expect((await ask("", root)).status).toBe(400);
  expect(read(await (await ask(`?org=${person.organizationId}`, root)).text())).toHaveLength(29);
});
