import { databaseColumns } from "@shardwatch/core/contract/csv/databases";
import { deploymentColumns } from "@shardwatch/core/contract/csv/deployments";
import type { DatabaseList } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);
const names = Array.from({ length: 30 }, (_, index) => `cache ${index}`);
const hostile = '=HYPERLINK("https://evil.example")';

beforeAll(async () => {
  const { compositeKey } = await createKey(world, person);
  const fleet = [...names, hostile].map((name, index) =>
    reported(`key ${index}`, { name, status: index % 3 === 0 ? "degraded" : "active" }),
  );
  expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
});

const ask = (query = "", as: Person = person) => call(world, "GET", `/deployments.csv${query}`, { as });
const read = (text: string) => parse<Record<string, string>>(text, { columns: true, bom: true });

async function list(query = "", as: Person = person): Promise<DeploymentListItem[]> {
  const answer = await call(world, "GET", `/deployments${query}`, { as });
  return ((await answer.json()) as DeploymentList).deployments;
}

/** Follows the pages, as a script would, and joins their texts. */
async function exportAll(query: string, as: Person = person): Promise<{ text: string; types: string[] }> {
  const types: string[] = [];
  let [text, next] = ["", `/deployments.csv${query}` as string | undefined];
  while (next !== undefined) {
    const answer = await call(world, "GET", next, { as });
    expect(answer.status).toBe(200);
    types.push(answer.headers.get("content-type") ?? "");
    text += await answer.text();
    next = /^<([^<>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return { text, types };
}

test("LSX08 the file has the rows of the list in its order, with a name to save it under", async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  const today = new Date(world.clock.now()).toISOString().slice(0, 10);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="deployments-${today}.csv"`);
  expect(answer.headers.get("link")).toBeNull();
  const text = await answer.text();
  expect(text.split("\r\n")[0]).toBe(Object.keys(deploymentColumns).join(","));
  const rows = await list();
  expect(rows).toHaveLength(31);
  expect(
    read(text).map(({ id, memoryUsedBytes, lastUpdated }) => [id, memoryUsedBytes, lastUpdated]),
  ).toEqual(rows.map(({ id, memoryUsed, lastUpdated }) => [id, memoryUsed, lastUpdated]));
});

test("LSX08 a name that is a formula comes as text", async () => {
  const found = read(await (await ask("?search=evil")).text()).map(({ name }) => name);
  expect(found).toEqual([`'${hostile}`]);
});

test("LSX08 it takes the filter of the list, and answers the same rows", async () => {
  const query = "?status=degraded&databases=1";
  const found = read(await (await ask(query)).text());
  expect(found.length).toBeGreaterThan(5);
  expect(found.map(({ id }) => id)).toEqual((await list(query)).map(({ id }) => id));
});

test("FIL05 what makes no sense is answered 400, with a sentence that begins with the parameter", async () => {
  const refused = async (query: string) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    return ((await answer.json()) as { details: string[] }).details;
  };
  expect(await refused("?stauts=active")).toEqual(["stauts: is not a field; did you mean status?"]);
  expect(await refused("?memory=much")).toEqual([
    "memory: must be a size such as 500MiB, or a range such as 1GiB..4GiB",
  ]);
  expect(await refused("?bom=yes")).toEqual(['bom: must be "1", or left out']);
  expect(await refused("?limit=10001")).toEqual(["limit: must be a whole number from 1 to 10000"]);
  expect(await refused("?cursor=elsewhere")).toEqual([
    "cursor: must be the nextCursor of an earlier page of the same list",
  ]);
});

test("LSX08 a byte order mark comes only when it is asked for", async () => {
  const bytes = async (query: string) => [
    ...new Uint8Array(await (await ask(query)).arrayBuffer()).slice(0, 3),
  ];
  expect(await bytes("?bom=1")).toEqual([0xef, 0xbb, 0xbf]);
  expect(await bytes("")).toEqual([...Buffer.from("id,")]);
});

test("LSX08 the pages of a long list are one file when they are joined, in every size", async () => {
  const { text: whole } = await exportAll("?bom=1");
  for (const limit of [1, 7, 30, 31]) {
    const { text, types } = await exportAll(`?bom=1&limit=${limit}`);
    expect(text).toBe(whole);
    expect(types.slice(1).every((type) => type === "text/csv; charset=utf-8; header=absent")).toBe(true);
  }
  const { text } = await exportAll("?status=degraded&limit=7");
  expect(read(text)).toHaveLength(read(await (await ask("?status=degraded")).text()).length);
});

test("ROL07 a super admin exports every organization, or one; others only their own", async () => {
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const [first, second] = [await signUp(world), await signUp(world)];
  for (const [name, other] of Object.entries({ first, second })) {
    const { compositeKey } = await createKey(world, other);
    const three = [1, 2, 3].map((index) => reported(`${name} ${index}`));
    expect((await send(world, compositeKey, reportOf(world, three))).status).toBe(202);
  }
  const found = async (query: string, as: Person) =>
    read((await exportAll(query, as)).text).map(({ name = "" }) => name);
  const whole = await found("", root);
  expect(whole).toHaveLength(31 + 6);
  // With seven, a page ends inside of an organization that was read together with others.
  for (const limit of [1, 2, 7]) expect(await found(`?limit=${limit}`, root)).toEqual(whole);
  const ofFirst = ["first 1", "first 2", "first 3"];
  expect((await found(`?org=${first.organizationId}`, root)).toSorted()).toEqual(ofFirst);
  expect((await found("", first)).toSorted()).toEqual(ofFirst);
  expect((await ask(`?organizationId=${person.organizationId}`, first)).status).toBe(403);
});

describe("GET /databases.csv", () => {
  let owner: Person;

  beforeAll(async () => {
    owner = await signUp(world);
    const { compositeKey } = await createKey(world, owner);
    const fleet = [
      reported("=orders", { databases: databases(20) }),
      reported("billing", { databases: databases(9) }),
    ];
    expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
  });

  const askDatabases = (query: string, as: Person = owner) =>
    call(world, "GET", `/databases.csv${query}`, { as });

  /** Follows the pages, as a script would, and joins their texts. */
  async function walkDatabases(query: string): Promise<{ text: string; pages: number }> {
    let [text, pages, next] = ["", 0, `/databases.csv${query}` as string | undefined];
    while (next !== undefined) {
      const answer = await call(world, "GET", next, { as: owner });
      expect(answer.status).toBe(200);
      text += await answer.text();
      pages += 1;
      next = /^<([^<>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    return { text, pages };
  }

  test("LSX08 DBS01 the file has the databases of the list, filtered and sorted as it is", async () => {
    const query = "?sort=memory&order=desc&memory=3MiB..&limit=100";
    const answer = await askDatabases(query);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="databases-[\d-]{10}\.csv"$/,
    );
    const text = await answer.text();
    expect(text.split("\r\n")[0]).toBe(Object.keys(databaseColumns).join(","));
    const listed = (await (
      await call(world, "GET", `/databases${query}`, { as: owner })
    ).json()) as DatabaseList;
    expect(listed.databases).toHaveLength(25);
    expect(
      read(text).map(({ deploymentId, id, memoryUsedBytes }) => [deploymentId, id, memoryUsedBytes]),
    ).toEqual(listed.databases.map(({ deploymentId, id, memoryUsed }) => [deploymentId, id, memoryUsed]));
    expect(new Set(read(text).map(({ deploymentName }) => deploymentName))).toEqual(
      new Set(["'=orders", "billing"]),
    );
  });

  test("LSX08 the pages of a long list are one file when they are joined, in every order", async () => {
    for (const sort of ["", "&sort=memory", "&sort=region&order=desc"]) {
      const { text: whole } = await walkDatabases(`?bom=1${sort}`);
      expect(read(whole)).toHaveLength(29);
      const { text, pages } = await walkDatabases(`?bom=1&limit=4${sort}`);
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
      const answer = await askDatabases(query);
      expect(answer.status, query).toBe(400);
      expect(((await answer.json()) as { details: string[] }).details).toEqual([sentence]);
    }
  });

  test("DBS01 another organization is refused, and a super admin names one", async () => {
    const [root, other] = [await signUp(world, {}, ["SUPER_ADMIN"]), await signUp(world)];
    expect((await askDatabases(`?organizationId=${owner.organizationId}`, other)).status).toBe(403);
    expect(read(await (await askDatabases("", other)).text())).toEqual([]);
    expect((await askDatabases("", root)).status).toBe(400);
    expect(read(await (await askDatabases(`?org=${owner.organizationId}`, root)).text())).toHaveLength(29);
  });
});

test("OUT11 a token downloads ten files a minute, of all kinds together, and a person as many as they like", async () => {
  const owner = await signUp(world);
  const { secret: key } = await createToken(world, owner);
  const files = ["/deployments.csv", "/databases.csv", "/audit.csv", "/outlook/licenses.csv"];
  for (let count = 0; count < 10; count += 1) {
    const answer = await call(world, "GET", files[count % files.length] ?? "", { key });
    expect([answer.status, answer.headers.get("ratelimit-policy")]).toEqual([200, '"files";q=10;w=60']);
    expect(answer.headers.get("ratelimit")).toMatch(`"files";r=${9 - count};t=`);
  }
  const refused = await call(world, "GET", "/deployments.csv", { key });
  expect([refused.status, (await refused.json()) as object]).toEqual([
    429,
    expect.objectContaining({
      code: "TOKEN_LIMIT",
      message: "You may download files 10 times a minute.",
    }),
  ]);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await call(world, "GET", "/deployments", { key })).status).toBe(200);
  for (let count = 0; count < 11; count += 1)
    expect((await call(world, "GET", "/deployments.csv", { as: owner })).status).toBe(200);
});
