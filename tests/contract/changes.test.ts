import type { Change } from "@shardwatch/core/contract/history/changes";
import { describe, expect, test } from "vitest";
import { fieldsOf, reportingIn, server } from "../support/changes.ts";
import { invite } from "../support/invitations.ts";
import { databases, reported } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const { own, report, page, changes } = reportingIn(world);
const minute = 60_000;
const hour = 60 * minute;
const namesOf = (change: Change | undefined) => change?.deployments.map(({ name }) => name);

describe("CHG01 every changed field of a shape is an entry", () => {
  test("what, from, to, when and by which source, in the organization's feed and in the deployment's", async () => {
    const [id = ""] = await report([server()]);
    const appeared = new Date(world.clock.now()).toISOString();
    await report([server({ name: "renamed" }, { version: "7.4.1", memoryLimit: "0" })]);
    const source = { kind: "agent", via: `${own.key.keyId}/agent00000000001` };
    const once = { until: null, times: 1, source, more: 0 };
    const expected = [
      {
        id: expect.stringMatching(/^chg_/) as string,
        kind: "changed",
        ...once,
        at: new Date(world.clock.now()).toISOString(),
        deployments: [{ id, name: "renamed" }],
        fields: [
          { field: "name", element: null, from: "cache", to: "renamed" },
          ...[
            { field: "databases.version", from: "7.2.4", to: "7.4.1" },
            { field: "databases.memoryLimit", from: "67108864", to: "0" },
          ].map((field) => ({ ...field, element: { id: "0", name: "db 0" } })),
        ],
      },
      {
        id: expect.stringMatching(/^chg_/) as string,
        kind: "appeared",
        ...once,
        at: appeared,
        deployments: [{ id, name: "cache" }],
        fields: [],
      },
    ];
    expect(await changes()).toEqual(expected);
    expect(await changes(`/deployments/${id}/changes`)).toEqual(expected);
    expect(await changes(`/changes?deployment=${id}`)).toEqual(expected);
  });

  test("databases that come and go, with what is known of the new one", async () => {
    await report([server({}, {}, {})]);
    await report([server({}, {}, { id: "9", name: "new", modules: ["search"] })]);
    const [change] = await changes();
    expect(fieldsOf(change)).toEqual([
      ["databases.removed", "1", null, null],
      ["databases.added", "9", null, null],
    ]);
    const { id: _, memoryUsed: __, ...facts } = { ...databases(2)[1], name: "new", modules: ["search"] };
    expect(change?.fields[1]).toMatchObject({ element: { id: "9", name: "new" }, facts });
  });

  test("figures, the order of lists and a report that says the same are no change", async () => {
    const modules = ["search", "bloom"];
    const [first, second] = databases(2, 5).map((each) => ({ ...each, modules }));
    await report([server({ databases: [first, second].filter((each) => each !== undefined) })]);
    const [other, one] = databases(2, 50).map((each) => ({ ...each, modules: modules.toReversed() }));
    const swapped = [one, other].filter((each) => each !== undefined);
    await report([server({ databases: swapped })]);
    await report([server({ databases: swapped })]);
    expect((await changes()).map(({ kind }) => kind)).toEqual(["appeared"]);
  });

  test("a source that cannot read its databases changes nothing but the status", async () => {
    await report([server({ license: licence, type: "ENTERPRISE" }, {}, {})]);
    await report([
      { key: "cache", name: "cache", type: "STANDALONE", status: "unreachable", statusMessage: "Gone" },
    ]);
    expect(fieldsOf((await changes())[0])).toEqual([
      ["status", null, "active", "unreachable"],
      ["statusMessage", null, null, "Gone"],
    ]);
  });

  test("what a later version of the agent knows first is no change, and what is known again is one", async () => {
    const agent = (version: string) => ({ agent: { id: "agent00000000001", version } });
    await report([server({}, { version: null })], agent("1.0.0"));
    await report([server({}, { engine: "valkey", maxClients: 10_000 })], agent("1.1.0"));
    expect((await changes()).map(({ kind }) => kind)).toEqual(["appeared"]);
    world.clock.advance(hour);
    await report([server({}, { engine: "valkey", maxClients: 10_000, version: null })], agent("1.1.0"));
    world.clock.advance(hour);
    await report([server({}, { engine: "valkey", maxClients: 10_000, version: "7.4.1" })], agent("1.1.0"));
    expect((await changes()).slice(0, 2).map(fieldsOf)).toEqual([
      [["databases.version", "0", null, "7.4.1"]],
      [["databases.version", "0", "7.2.4", null]],
    ]);
  });

  test("a deployment that was first unreachable and is read then has not changed in what was unknown", async () => {
    await report([{ key: "cache", name: "cache", type: "STANDALONE", status: "unreachable" }]);
    await report([server({ type: "CLUSTER" }, {}, {})]);
    expect((await changes()).map(fieldsOf)).toEqual([[["status", null, "unreachable", "active"]], []]);
  });

  test("deployments that appear together share one entry, which each of them shows", async () => {
    const ids = await report([reported("a"), reported("b"), reported("c")]);
    const all = await changes();
    expect(all.map(({ kind, deployments }) => [kind, deployments.length])).toEqual([["appeared", 3]]);
    expect(namesOf(all[0])?.toSorted()).toEqual(["a", "b", "c"]);
    await report([reported("a", { name: "a2" }), reported("b"), reported("c")]);
    const feed = await changes(`/deployments/${ids[0]}/changes`);
    expect(feed.map(({ kind }) => kind)).toEqual(["changed", "appeared"]);
    expect(await changes(`/deployments/${ids[1]}/changes`)).toEqual(all);
  });

  test("a take-over by another source, and a deletion, which the deployment's feed keeps", async () => {
    const [id = ""] = await report([server()]);
    const second = await createKey(world, own.person, "Second");
    world.clock.advance(10 * minute);
    await report([server()], { agent: { id: "agent00000000002", version: "1.0.0" } }, second);
    const former = `${own.key.keyId}/agent00000000001`;
    expect(fieldsOf((await changes())[0])).toEqual([
      ["source", null, former, `${second.keyId}/agent00000000002`],
    ]);
    world.clock.advance(minute);
    const as = await signInAgain(world, own.person);
    expect((await call(world, "DELETE", `/deployments/${id}`, { as })).status).toBe(204);
    expect((await changes(`/changes?deployment=${id}`))[0]).toMatchObject({
      kind: "deleted",
      deployments: [{ id, name: "cache" }],
      source: null,
      fields: [],
    });
    const gone = await call(world, "GET", `/deployments/${id}/changes`, { as });
    expect(gone.status).toBe(404);
  });

  test("a move by an invitation: the entries stay where they happened, and the new organization gets its own", async () => {
    const [id = ""] = await report([server()]);
    await report([server({ name: "renamed" })]);
    const [host, colleague] = [await signUp(world), await signUp(world)];
    const invitation = await invite(world, host, own.person);
    world.clock.advance(minute);
    const as = await signInAgain(world, own.person);
    expect((await call(world, "POST", `/invitations/${invitation}/accept`, { as })).status).toBe(204);
    await report([server({ name: "again" })]);
    const feed = await changes(`/deployments/${id}/changes`, host);
    expect(feed.map(({ kind }) => kind)).toEqual(["changed", "moved here"]);
    expect(fieldsOf(feed[0])).toEqual([["name", null, "renamed", "again"]]);
    expect(await changes("/changes", host)).toEqual(feed);
    expect(await changes("/changes", colleague)).toEqual([]);
  });
});

const licence = {
  activationDate: null,
  expirationDate: "2027-01-01T00:00:00.000Z",
  clusterName: "c",
  owner: "o",
  ramShardsInUse: 1,
  ramShardsLimit: 4,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 4,
  features: ["b", "a"],
};

describe("CHG03 flapping folds into one entry", () => {
  const status = (value: string, name = "cache") => report([server({ status: value, name })]);

  test("the same field again within ten minutes extends its entry, also beside another one", async () => {
    await status("active");
    const start = world.clock.now();
    for (const value of ["degraded", "active", "degraded"]) await status(value);
    await status("degraded", "renamed");
    await status("active", "renamed");
    expect((await changes()).map((one) => [one.at, one.until, one.times, fieldsOf(one)])).toEqual([
      [iso(start + 4 * minute), null, 1, [["name", null, "cache", "renamed"]]],
      [iso(start + minute), iso(start + 5 * minute), 4, [["status", null, "active", "active"]]],
      [iso(start), null, 1, []],
    ]);
    world.clock.advance(10 * minute);
    await status("degraded", "renamed");
    expect((await changes())[0]).toMatchObject({ times: 1, until: null });
  });

  test("from the fiftieth entry of a day on, the last one only grows", async () => {
    await status("active");
    for (let index = 1; index <= 55; index += 1) {
      world.clock.advance(11 * minute);
      await status(`word ${index}`);
    }
    const all = (await page("/changes?limit=200")).changes.filter(({ kind }) => kind === "changed");
    expect(all).toHaveLength(50);
    expect(all[0]).toMatchObject({ times: 6, fields: [{ from: "word 49", to: "word 55" }] });
    world.clock.advance(24 * hour);
    await status("active");
    expect((await changes())[0]).toMatchObject({ times: 1, fields: [{ from: "word 55", to: "active" }] });
  });

  const iso = (time: number) => new Date(time).toISOString();
});

describe("CHG02 the feed is filtered and paged", () => {
  test("by field, kind, source, deployment and time", async () => {
    const ids = await report([reported("a"), reported("b")]);
    const start = world.clock.now();
    await report([reported("a", { name: "a2" }), reported("b")]);
    await report([reported("a", { name: "a2" }), reported("b", { databases: databases(2) })]);
    const kinds = async (query: string) =>
      (await changes(`/changes?${query}`)).map(({ kind, fields }) => fields[0]?.field ?? kind);
    expect(await kinds("field=name")).toEqual(["name"]);
    await report([
      reported("a", { name: "a3", status: "degraded" }),
      reported("b", { databases: databases(2) }),
    ]);
    expect((await changes("/changes?field=name")).map((one) => one.fields.length)).toEqual([1, 1]);
    expect(await kinds("field=databases")).toEqual(["databases.added"]);
    expect(await kinds("field=databases.added")).toEqual(["databases.added"]);
    expect(await kinds("field=appeared")).toEqual(["appeared"]);
    expect(await kinds(`source=${own.key.keyId}`)).toHaveLength(4);
    expect(await kinds(`source=${own.key.keyId}/agent00000000001&field=name`)).toEqual(["name", "name"]);
    expect(await kinds("source=key_none")).toEqual([]);
    expect(await kinds(`deployment=${ids[1]}`)).toEqual(["databases.added", "appeared"]);
    // The later change of the name also is one of the status, so it does not extend the earlier one.
    const at = (time: number) => encodeURIComponent(new Date(time).toISOString());
    expect(await kinds(`from=${at(start + 1)}&to=${at(start + minute)}`)).toEqual(["name"]);
    expect(await kinds(`to=${at(start)}`)).toEqual(["appeared"]);
  });

  test.each(["1969-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])(
    "a feed that ends before the first change, at %s, has none",
    async (to) => {
      await report([reported("a")]);
      expect(await page(`/changes?to=${to}`)).toEqual({ changes: [] });
    },
  );

  test("page after page, none twice and none left out", async () => {
    const [id = ""] = await report([server()]);
    for (let index = 0; index < 7; index += 1) {
      world.clock.advance(hour);
      await report([server({ name: `name ${index}` })]);
    }
    for (const path of [
      "/changes?limit=3",
      `/deployments/${id}/changes?limit=3`,
      "/changes?limit=3&field=name",
    ]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { changes: some, nextCursor } = await page(`${path}${cursor ? `&cursor=${cursor}` : ""}`);
        expect(some.length).toBeLessThanOrEqual(3);
        seen.push(...some.map(({ fields }) => String(fields[0]?.to ?? "appeared")));
        cursor = nextCursor;
      } while (cursor !== undefined);
      const names = Array.from({ length: 7 }, (_, index) => `name ${6 - index}`);
      expect(seen, path).toEqual(path.includes("field") ? names : [...names, "appeared"]);
    }
  });

  test.each(["limit=0", "from=yesterday", "deployment=x", "cursor=e30", "cursor=%00", "field="])(
    "%s is answered 400",
    async (query) => {
      const as = await signInAgain(world, own.person);
      expect((await call(world, "GET", `/changes?${query}`, { as })).status).toBe(400);
    },
  );

  test("CHG01 what was deleted and came back is listed newest first, whole and in pages", async () => {
    const ids = await report([reported("a"), reported("b")]);
    for (const id of ids) {
      world.clock.advance(minute);
      const as = await signInAgain(world, own.person);
      expect((await call(world, "DELETE", `/deployments/${id}`, { as })).status).toBe(204);
    }
    const back = world.clock.now() + minute;
    await report([reported("a"), reported("b")]);
    for (const id of ids) {
      const feed = `/deployments/${id}/changes`;
      const kinds = async (path: string) => (await changes(path)).map(({ kind }) => kind);
      expect(await kinds(feed)).toEqual(["appeared", "deleted"]);
      expect(await kinds(`${feed}?from=${new Date(back).toISOString()}`)).toEqual(["appeared"]);
      const { nextCursor, ...first } = await page(`${feed}?limit=1`);
      expect(first.changes.map(({ kind }) => kind)).toEqual(["appeared"]);
      expect(await kinds(`${feed}?limit=1&cursor=${nextCursor}`)).toEqual(["deleted"]);
    }
  });

  test("R3 another organization's deployment has no changes for the caller", async () => {
    const [id = ""] = await report([server()]);
    const stranger = await signUp(world);
    expect(await changes(`/changes?deployment=${id}`, stranger)).toEqual([]);
    const path = `/changes?organizationId=${own.person.organizationId}`;
    expect((await call(world, "GET", path, { as: await signInAgain(world, stranger) })).status).toBe(403);
  });

  test("texts of other machines have nothing in them that changes how others look", async () => {
    const hostile = "\u001b[31mTe\u202eam\u200b\none";
    await report([server()]);
    await report([server({ name: hostile, statusMessage: hostile, gaps: [hostile] }, { name: hostile })]);
    const text = JSON.stringify(await changes());
    expect(text).toContain("Team one");
    expect(text).not.toMatch(/\\u001b|\u202e|\u200b|\\n/);
  });
});
