import { gunzipSync } from "node:zlib";
import {
  type Deployment,
  type DeploymentList,
  deploymentList,
  type DeploymentListItem,
} from "@shardwatch/core/contract/deployment/deployment";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { everyPage } from "../support/administer.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);

beforeAll(async () => {
  const { compositeKey } = await createKey(world, person);
  const many = Array.from({ length: 230 }, (_, index) => reported(`server ${index}`));
  await send(world, compositeKey, reportOf(world, many));
});

async function page(query: string, as = person): Promise<DeploymentList> {
  const answer = await call(world, "GET", `/deployments${query}`, { as });
  expect(answer.status).toBe(200);
  return deploymentList.parse(await answer.json());
}

async function listAll(limit: number, as = person): Promise<{ names: string[]; pages: number }> {
  const names: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const next = await page(`?limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, as);
    names.push(...next.deployments.map((deployment) => deployment.name));
    cursor = next.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  return { names, pages };
}

test("API14 API51 the list is walked by cursor, every deployment on exactly one page", async () => {
  for (const limit of [7, 100, 229, 230, 1_000]) {
    const { names } = await listAll(limit);
    expect(new Set(names).size).toBe(230);
    expect(names).toHaveLength(230);
  }
  expect((await page("")).nextCursor).toBeUndefined();
});

test("API13 API14 a super admin walks through every organization, also where one spans several pages", async () => {
  for (let index = 0; index < 23; index += 1) {
    const other = await signUp(world);
    if (index % 2 === 0) continue;
    const { compositeKey } = await createKey(world, other);
    await send(
      world,
      compositeKey,
      reportOf(world, [reported(`a${index}`), reported(`b${index}`), reported(`c${index}`)]),
    );
  }
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  for (const limit of [2, 50, 1_000]) {
    const { names } = await listAll(limit, root);
    expect(names).toHaveLength(230 + 11 * 3);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("ROL06 API14 API51 a super admin meets everything exactly once, also while rows and organizations are added", async () => {
  const founders = [];
  for (let index = 0; index < 30; index += 1) {
    const founder = await signUp(world);
    const { compositeKey: key } = await createKey(world, founder);
    const own = Array.from({ length: index % 7 }, (_, number) => reported(`busy ${index} ${number}`));
    if (own.length > 0) await send(world, key, reportOf(world, own));
    founders.push({ key, own });
  }
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const there = new Set((await listAll(1_000, root)).names);
  const names: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
    const next = await page(`?limit=12${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, root);
    names.push(...next.deployments.map((deployment) => deployment.name));
    cursor = next.nextCursor;
    if (pages >= 30) continue;
    world.clock.advance(2_000);
    const { key, own } = founders[pages] ?? { key: "", own: [] };
    await send(world, key, reportOf(world, [...own, reported(`late ${pages}`)]));
    await signUp(world);
  }
  expect(new Set(names).size, "nothing twice").toBe(names.length);
  expect(
    [...there].filter((name) => !names.includes(name)),
    "nothing left out",
  ).toEqual([]);
});

test("SEC14 a name with quotes, braces and the words of the list's own text arrives as it was sent", async () => {
  const other = await signUp(world);
  const { compositeKey } = await createKey(world, other);
  const names = [
    `","source":"x","status":"y","lastUpdated":"z","memoryUsed":null}`,
    '<b>\\"é\u2028😀',
    "}],[{",
  ];
  const odd = names.map((name) =>
    reported(name, { status: `","status":"x`, statusMessage: name, databases: databases(1) }),
  );
  await send(world, compositeKey, reportOf(world, odd));
  const items = (await page("", other)).deployments;
  // A line separator is removed, like every invisible character.
  expect(items.map((item) => item.name).toSorted()).toEqual(
    names.map((name) => name.replace("\u2028", " ")).toSorted(),
  );
  expect(new Set(items.map((item) => item.status))).toEqual(new Set([`","status":"x`]));
  world.clock.advance(6 * 60_000);
  const stale = (await page("", other)).deployments;
  expect(stale.map((item) => [item.name, item.status, item.memoryUsed])).toEqual(
    items.map((item) => [item.name, "stale", item.memoryUsed]),
  );
});

test("P7 a long list comes as gzip to whoever takes it, a tenth of its size; a refusal comes as it is", async () => {
  const ask = (headers: Record<string, string>, path = "/deployments") =>
    call(world, "GET", path, { as: person, headers });
  const plain = await ask({});
  const packed = await ask({ "accept-encoding": "br, gzip;q=0.8" });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
  const [text, bytes] = [await plain.text(), Buffer.from(await packed.arrayBuffer())];
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.length / text.length).toBeLessThan(0.15);
  for (const accepted of ["gzip;q=0", "identity", "br"])
    expect((await ask({ "accept-encoding": accepted })).headers.has("content-encoding")).toBe(false);
  const refused = await ask({ "accept-encoding": "gzip" }, "/deployments/dep_0");
  expect([refused.status, refused.headers.has("content-encoding")]).toEqual([404, false]);
});

test("API14 one page holds more than the database answers at once", async () => {
  const owner = await signUp(world);
  const { compositeKey } = await createKey(world, owner);
  // Long names: so few deployments have more than the megabyte that one query reads.
  const long = databases(10).map((database) => ({ ...database, name: database.id.repeat(190) }));
  for (const half of ["a", "b"]) {
    const report = Array.from({ length: 220 }, (_, n) => reported(`${half}${n}`, { databases: long }));
    const agent = { id: `agent0000000000${half}`, version: "1.0.0" };
    expect((await send(world, compositeKey, reportOf(world, report, { agent }))).status).toBe(202);
  }
  const { names, pages } = await listAll(5_000, owner);
  expect(new Set(names).size).toBe(440);
  expect(pages).toBe(1);
});

describe("the filtered list", () => {
  let owner: Person;

  /** A deployment with any combination of facts. */
  const anyDeployment = fc.record({
    status: fc.constantFrom("active", "unreachable", "degraded", "loading"),
    type: fc.constantFrom("STANDALONE", "CLUSTER", "ENTERPRISE"),
    used: fc.option(fc.bigInt({ min: 0n, max: 4n * 1024n ** 3n })),
    limit: fc.option(fc.constantFrom("0", String(1024 ** 3), String(512 * 1024 ** 2))),
    databases: fc.nat(3),
    shards: fc.option(fc.record({ inUse: fc.nat(20), limit: fc.constantFrom(0, 10, 20) })),
    expires: fc.option(fc.integer({ min: -10, max: 60 })),
  });

  function toReported(name: string, given: typeof anyDeployment extends fc.Arbitrary<infer T> ? T : never) {
    const { status, type, used, limit, shards, expires } = given;
    const day = 86_400_000;
    const some = Array.from({ length: given.databases }, (_, index) => ({
      id: String(index),
      name: null,
      status: "active",
      version: "7.2.4",
      memoryUsed: used === null ? null : String(used),
      memoryLimit: limit,
      tlsEnabled: true,
    }));
    return reported(name, {
      type,
      status,
      databases: some,
      ...(shards && {
        license: {
          activationDate: null,
          expirationDate: expires === null ? null : new Date(world.clock.now() + expires * day).toISOString(),
          clusterName: null,
          owner: null,
          ramShardsInUse: shards.inUse,
          ramShardsLimit: shards.limit,
          flashShardsInUse: 0,
          flashShardsLimit: 0,
          shardsLimit: 4,
          features: [],
        },
      }),
    });
  }

  async function list(query: string, as: Person = owner): Promise<DeploymentListItem[]> {
    const answer = await call(world, "GET", `/deployments?${query}`, { as });
    if (answer.status !== 200) throw new Error(await answer.text());
    return ((await answer.json()) as DeploymentList).deployments;
  }

  const namesOf = (items: readonly DeploymentListItem[]) => items.map(({ name }) => name).toSorted();

  beforeAll(async () => {
    owner = await signUp(world);
    const { compositeKey } = await createKey(world, owner);
    const fleet = fc
      .sample(anyDeployment, { numRuns: 120, seed: 12 })
      .map((one, n) => toReported(`cache ${n}`, one));
    expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
  });

  test("a page of a filtered list may be short, and the pages together hold every row", async () => {
    const expected = namesOf(await list("status=degraded,unreachable"));
    expect(expected.length).toBeGreaterThan(10);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const path = `/deployments?status=degraded&status=unreachable&limit=7${cursor ? `&cursor=${cursor}` : ""}`;
      const answer = await call(world, "GET", path, { as: owner });
      const one = (await answer.json()) as DeploymentList;
      expect(one.deployments.length).toBeLessThanOrEqual(7);
      names.push(...one.deployments.map(({ name }) => name));
      cursor = one.nextCursor;
    } while (cursor !== undefined);
    expect(names.toSorted()).toEqual(expected);
  });

  test("FIL06 a line finds what the same filter in the address finds", async () => {
    const line = "memory<=4GiB -status:active cache databases>=1";
    const found = namesOf(await list(`q=${encodeURIComponent(line)}`));
    expect(found.length).toBeGreaterThan(5);
    expect(found).toEqual(namesOf(await list("search=cache&status=-active&memory=..4GiB&databases=1..")));
    const answer = await call(world, "GET", "/deployments?q=mem%3E1GiB", { as: owner });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: "mem is not a field; did you mean memory?" });
  });

  test("FIL05 the API answers 400 with a sentence for each parameter that makes no sense", async () => {
    const answer = await call(world, "GET", "/deployments?stauts=stale&memory=much&limit=10", { as: owner });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: "stauts is not a field; did you mean status?",
      details: [
        "stauts: is not a field; did you mean status?",
        "memory: must be a size such as 500MiB, or a range such as 1GiB..4GiB",
      ],
    });
  });

  test("ROL07 the organization can be a term: another one is refused, and super admins choose any", async () => {
    const root = await signUp(world, {}, ["SUPER_ADMIN"]);
    const other = await signUp(world);
    const { compositeKey } = await createKey(world, other);
    await send(world, compositeKey, reportOf(world, [reported("of another")]));
    expect(namesOf(await list(`org=${other.organizationId}`, root))).toEqual(["of another"]);
    const whole = (query: string) =>
      everyPage<Deployment>(world, root, `/deployments?${query}`, "deployments");
    const organizations = async (query: string) =>
      new Set((await whole(query)).map(({ organizationId }) => organizationId));
    const all = await organizations("org=all");
    expect([...all]).toEqual(expect.arrayContaining([owner.organizationId, other.organizationId]));
    all.delete(owner.organizationId);
    expect(await organizations(`org=-${owner.organizationId}`)).toEqual(all);
    expect(await whole(`org=${owner.organizationId},${other.organizationId}`)).toHaveLength(121);
    const refused = await call(world, "GET", `/deployments?org=${other.organizationId}`, { as: owner });
    expect(refused.status).toBe(403);
  });
});
