import { type DatabaseList, type DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import { type DatabaseSort, databaseSorts } from "@shardwatch/core/contract/deployment/database-sorts";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { beforeAll, describe, expect, test } from "vitest";
import { assign, superAdmin } from "../support/administer.ts";
import { lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);
const [mebibyte, minute] = [1_048_576, 60_000];

async function ask(query: string, as: Person = person): Promise<Response> {
  return await call(world, "GET", `/databases?${query}`, { as });
}

async function list(query: string, as: Person = person): Promise<DatabaseList> {
  const answer = await ask(query, as);
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as DatabaseList;
}
const namesOf = ({ databases: rows }: DatabaseList) => rows.map(({ name }) => name);

const one = (name: string, fields: object = {}) =>
  ({ ...databases(1)[0], id: "1", name, ...fields }) as never;

beforeAll(async () => {
  const { compositeKey } = await createKey(world, person);
  const fleet = [
    reported("orders", {
      databases: [
        one("über-cache", { memoryUsed: String(60 * mebibyte) }),
        one("Alpha", { id: "2", status: "pending", memoryUsed: null, version: null }),
        one("beta", { id: "3", memoryLimit: "0", tlsEnabled: false }),
      ],
    }),
    reported("billing", {
      databases: [one("gamma", { version: "6.2.1", memoryUsed: String(2 * mebibyte) })],
    }),
    reported("empty", { databases: [] }),
  ];
  expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
});

describe("DBS01 GET /databases", () => {
  test("DBS01 lists every database with its facts and those of its deployment", async () => {
    const { databases: rows, ...sums } = await list("");
    expect(sums).toEqual({
      total: 4,
      deployments: 2,
      memoryUsed: String(63 * mebibyte),
      memoryLimit: String(3 * 64 * mebibyte),
      unlimited: 1,
      empty: ["policy", "region", "nodeType", "persistence"],
    });
    expect((await list("search=gamma")).empty).toEqual(sums.empty);
    expect(rows.map(({ name }) => name)).toEqual(["Alpha", "beta", "gamma", "über-cache"]);
    const gamma: Partial<DatabaseRow> = {
      id: "1",
      name: "gamma",
      status: "active",
      version: "6.2.1",
      memoryUsed: String(2 * mebibyte),
      memoryLimit: String(64 * mebibyte),
      utilization: 3.1,
      tlsEnabled: true,
      deploymentName: "billing",
      organizationId: person.organizationId,
      type: "STANDALONE",
      source: "agent",
    };
    expect(rows[2]).toMatchObject(gamma);
  });

  test("DBS01 sorts by each column in both orders, with unknown values last and ties by id", async () => {
    expect(namesOf(await list("sort=memory&order=desc"))).toEqual(["über-cache", "gamma", "beta", "Alpha"]);
    const keyOf = (row: DatabaseRow) => `${row.deploymentId}/${row.id}`;
    const shown: Record<DatabaseSort, (row: DatabaseRow) => unknown> = {
      name: ({ name }) => name?.toLowerCase(),
      deployment: ({ deploymentName }) => deploymentName,
      status: ({ status, utilization }) => (Number(utilization) > 90 ? 0 : status === "pending" ? 1 : 2),
      version: ({ version }) => version,
      memory: ({ memoryUsed }) => memoryUsed && Number(memoryUsed),
      limit: ({ memoryLimit }) => Number(memoryLimit) || undefined,
      utilization: ({ utilization }) => utilization,
      policy: ({ evictionPolicy }) => evictionPolicy,
      tls: ({ tlsEnabled }) => (tlsEnabled ? "yes" : "no"),
      region: ({ region }) => region,
      ops: ({ figures }) => figures?.opsPerSecond,
      clients: ({ figures }) => figures?.clients,
      hits: ({ figures }) => figures?.hitRatio,
      lag: ({ figures }) => figures?.replicationLag,
      frag: ({ figures }) => figures?.fragmentation,
      runway: ({ outlook }) => outlook?.earliest,
      persistence: ({ persistence }) => persistence,
    };
    for (const sort of databaseSorts)
      for (const order of ["asc", "desc"] as const) {
        const { databases: rows } = await list(`sort=${sort}&order=${order}`);
        const compare = (a: DatabaseRow, b: DatabaseRow): number => {
          const [x, y] = [shown[sort](a) ?? undefined, shown[sort](b) ?? undefined] as never[];
          if (x === y) return keyOf(a) < keyOf(b) ? -1 : 1;
          if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
          return x < y === (order === "asc") ? -1 : 1;
        };
        expect(rows, `${sort} ${order}`).toEqual(rows.toSorted(compare));
      }
  });

  test("DBS01 pages by cursor and by number hold every row once, in any order", async () => {
    for (const sort of databaseSorts)
      for (const order of ["asc", "desc"]) {
        const view = `sort=${sort}&order=${order}`;
        const { databases: all } = await list(view);
        const [byCursor, byNumber]: [DatabaseRow[], DatabaseRow[]] = [[], []];
        let cursor: string | undefined;
        for (let page = 1; page === 1 || cursor !== undefined; page += 1) {
          const next = await list(`${view}&limit=1${cursor === undefined ? "" : `&cursor=${cursor}`}`);
          byCursor.push(...next.databases);
          byNumber.push(...(await list(`${view}&limit=1&page=${page}`)).databases);
          expect(next.total).toBe(all.length);
          cursor = next.nextCursor;
        }
        expect(byCursor, view).toEqual(all);
        expect(byNumber, view).toEqual(all);
      }
  });

  test("DBS01 the filter asks about the database, or about its deployment", async () => {
    expect(namesOf(await list("util=90.."))).toEqual(["über-cache"]);
    expect(namesOf(await list("maxmemory=none"))).toEqual(["beta"]);
    expect(namesOf(await list("version=..7"))).toEqual(["gamma"]);
    expect(namesOf(await list("tls=no"))).toEqual(["beta"]);
    expect(namesOf(await list("status=-active"))).toEqual(["Alpha"]);
    // As urgent as an incident is that concerns it. There is none before the first pass.
    expect(namesOf(await list("severity=critical,warning"))).toEqual([]);
    for (let ago = 4; ago >= 0; ago -= 1)
      await lookAt(world, person, { time: world.clock.now() - ago * minute });
    expect(namesOf(await list("severity=critical,warning"))).toEqual(["über-cache"]);
    expect(namesOf(await list("search=BILL"))).toEqual(["gamma"]);
    expect(namesOf(await list("search=lph"))).toEqual(["Alpha"]);
    const deploymentId = (await list("search=gamma")).databases[0]?.deploymentId ?? "";
    expect(namesOf(await list(`search=${deploymentId}`))).toEqual(["gamma"]);
    expect(namesOf(await list(`id=${deploymentId}`))).toEqual(["gamma"]);
    expect(await list("memory=50MiB..")).toMatchObject({ total: 1, memoryUsed: String(60 * mebibyte) });
    expect(await list("version=9")).toMatchObject({ total: 0, memoryUsed: null, databases: [] });
  });

  test("DBS01 FIL01 databases are evicting by the last report of their deployment, as in the list", async () => {
    const other = await signUp(world);
    const { compositeKey } = await createKey(world, other);
    const evicting = async (evicted: number) => {
      world.clock.advance(60_000);
      const fleet = [reported("cache", { databases: [one("cache", { evicted })] })];
      expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
      const listed = await call(world, "GET", "/deployments?evicting=yes", { as: other });
      const { deployments } = (await listed.json()) as DeploymentList;
      return [deployments.length, (await list("evicting=yes", other)).total];
    };
    expect(await evicting(0)).toEqual([0, 0]);
    expect(await evicting(7)).toEqual([1, 1]);
    expect(await evicting(0)).toEqual([0, 0]);
  });

  test("DBS01 databases that their source cannot read have the state of their deployment", async () => {
    const other = await signUp(world);
    const { compositeKey } = await createKey(world, other);
    const fleet = ["unreachable", "denied", "degraded"].map((status) =>
      reported(status, { status, databases: [one(`of ${status}`)] }),
    );
    expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
    const shown = (await list("sort=status", other)).databases;
    expect(shown.map(({ name, status }) => [name, status])).toEqual([
      ["of unreachable", "unreachable"],
      ["of denied", "denied"],
      ["of degraded", "active"],
    ]);
    expect(namesOf(await list("status=active", other))).toEqual(["of degraded"]);
  });

  test("DBS01 FIL05 the API answers 400 with a sentence for each parameter that makes no sense", async () => {
    const refusals: [query: string, message: string | RegExp][] = [
      ["stauts=stale", "stauts is not a field; did you mean status?"],
      ["memory=much", "memory must be a size such as 500MiB, or a range such as 1GiB..4GiB"],
      ["sort=size", /^sort must be one of name, deployment, status/],
      ["order=up", "order must be one of asc, desc"],
      ["limit=101", "limit must be a whole number from 1 to 100"],
      ["page=0", "page must be a whole number from 1 to 999999"],
      ["cursor=abc", "This cursor isn't from this list."],
    ];
    for (const [query, message] of refusals) {
      const answer = await ask(query);
      expect(answer.status, query).toBe(400);
      expect(((await answer.json()) as { message: string }).message).toMatch(message);
    }
    const { nextCursor = "" } = await list("limit=1&sort=name");
    for (const view of ["sort=memory", "sort=name&order=desc"])
      expect((await ask(`limit=1&${view}&cursor=${nextCursor}`)).status, view).toBe(400);
  });

  test("DBS01 another organization is refused, and a super admin names one", async () => {
    const [root, other] = [await signUp(world, {}, ["SUPER_ADMIN"]), await signUp(world)];
    expect((await ask(`organizationId=${person.organizationId}`, other)).status).toBe(403);
    expect(await list("", other)).toMatchObject({ total: 0 });
    expect(await (await ask("", root)).json()).toMatchObject({
      details: ["organizationId: must name the organization whose databases are listed"],
    });
    expect(await list(`organizationId=${person.organizationId}`, root)).toMatchObject({ total: 4 });
    expect(await list(`org=${person.organizationId}`, root)).toMatchObject({ total: 4 });
  });

  test("DBS01 DBS02 SES23 the 15 seconds of a reading show nobody more than their organization of that moment", async () => {
    const [root, guest] = [await superAdmin(world), await signUp(world)];
    const home = guest.organizationId;
    await join(world, guest, person);
    expect(await list("", guest)).toMatchObject({ total: 4 });
    expect((await assign(world, root, guest, ["VIEWER"], home)).status).toBe(200);
    expect(await list("", guest)).toMatchObject({ total: 0 });
    expect((await ask(`organizationId=${person.organizationId}`, guest)).status).toBe(403);
    expect(await list("")).toMatchObject({ total: 4 });

    const everybody = `organizationId=${person.organizationId}`;
    expect(await list(everybody, root)).toMatchObject({ total: 4 });
    expect(await list(`organizationId=${home}`, root)).toMatchObject({ total: 0 });
    const other = await superAdmin(world);
    expect((await assign(world, other, root, ["ORG_ADMIN"])).status).toBe(200);
    expect((await ask(everybody, root)).status).toBe(403);
  });
});
