import { expect, test } from "vitest";
import type { TargetGroup } from "@shardwatch/core/metrics/targets";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const owner = await signUp(world);
const agents = await createKey(world, owner, "Agents");
const { secret: token } = await createToken(world, owner, { scopes: ["read"] });

const [plain] = databases(1);
const at = (endpoint: string | null, more: object = {}) => ({ ...plain, endpoint, ...more });
/** What an exporter could take for another address, a header or a path. */
const hostile = [
  "evil.example:6379/../x",
  "user:secret@evil.example:6379",
  "evil example:6379",
  "evil.example:6379\r\nX-Evil: 1",
  "\u202Eevil.example:6379#",
  "[::1%eth0]:6379",
  "evil.example:99999",
  '"],"labels":{"__address__":"evil.example"}',
];

async function report(deployments: ReturnType<typeof reported>[], key = agents.compositeKey) {
  const answer = await send(world, key, reportOf(world, deployments));
  expect(answer.status, await answer.clone().text()).toBe(202);
}
/** The process keeps the list of databases for fifteen seconds. */
const readAnew = () => world.clock.advance(15_000);

async function targets(query = "", key = token) {
  const answer = await call(world, "GET", `/metrics/targets${query}`, { key });
  return {
    answer,
    groups: answer.status === 200 ? ((await answer.json()) as TargetGroup[]) : [],
    leftOut: answer.headers.get("x-shardwatch-left-out"),
  };
}
const addressesOf = (groups: TargetGroup[]) => groups.flatMap((group) => group.targets).toSorted();

await report([
  reported("orders", {
    name: 'orders "EU" 名前',
    databases: [
      at("orders.internal:6380", {
        id: "0",
        name: null,
        engine: "valkey",
        version: "8.1.1",
        role: "primary",
        region: "eu-central-1",
      }),
    ] as never,
  }),
  reported("cluster", {
    type: "ENTERPRISE",
    databases: [
      at("[2001:db8::7]:12000", { id: "1", name: "carts", tlsEnabled: false }),
      at("10.0.0.7:12001", { id: "2", name: "sessions", tlsEnabled: null }),
      at(null, { id: "3", name: "told nobody" }),
      ...hostile.map((endpoint, index) => at(endpoint, { id: `evil${index}` })),
    ] as never,
  }),
  reported("silent about its address"),
]);

// This one stores what the others read.
await targets();

test("OUT09 known endpoints are targets with labels, a header counts the others, hostile ones are never named", async () => {
  readAnew();
  const { answer, groups, leftOut } = await targets();
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-prometheus-refresh-interval-seconds")).toBe("60");
  expect(leftOut).toBe(`unknown=2, unusable=${hostile.length}, large=0`);
  expect(addressesOf(groups)).toEqual([
    "redis://10.0.0.7:12001",
    "redis://[2001:db8::7]:12000",
    "rediss://orders.internal:6380",
  ]);
  expect(groups.find(({ targets: [one] }) => one.startsWith("rediss:"))?.labels).toEqual({
    __meta_shardwatch_deployment: expect.stringMatching(/^dep_\w{20}$/) as string,
    __meta_shardwatch_deployment_name: 'orders "EU" 名前',
    __meta_shardwatch_deployment_type: "standalone",
    __meta_shardwatch_database: "0",
    __meta_shardwatch_source: "agent",
    __meta_shardwatch_via: agents.keyId,
    __meta_shardwatch_engine: "valkey",
    __meta_shardwatch_redis_version: "8.1.1",
    __meta_shardwatch_role: "primary",
    __meta_shardwatch_cloud_region: "eu-central-1",
    __meta_shardwatch_tls: "yes",
  });
});

test("OUT09 P2 a filter and a part choose databases, in two round trips, and a wrong one names its field", async () => {
  readAnew();
  world.recorder.clear();
  const carts = await targets("?q=carts%20tls:no");
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
  expect(addressesOf(carts.groups)).toEqual(["redis://[2001:db8::7]:12000"]);
  expect(carts.leftOut).toBe("unknown=0, unusable=0, large=0");
  expect((await targets("?search=nothing")).groups).toEqual([]);
  const halves = await Promise.all(["1/2", "2/2"].map((part) => targets(`?part=${part}`)));
  expect(addressesOf(halves.flatMap(({ groups }) => groups))).toEqual(addressesOf((await targets()).groups));
  for (const wrong of ["part=3/2", "part=0/2", "part=1/3", "tsl=no"])
    expect((await targets(`?${wrong}`)).answer.status, wrong).toBe(400);
});

test("OUT09 it needs the scope read, and is about the caller's own organization alone", async () => {
  const { secret: figures } = await createToken(world, owner, { scopes: ["metrics"] });
  const refused = await targets("", figures);
  expect([refused.answer.status, await refused.answer.json()]).toEqual([
    403,
    expect.objectContaining({ code: "TOKEN_SCOPE" }),
  ]);
  const person = await call(world, "GET", "/metrics/targets", { as: await signInAgain(world, owner) });
  expect(((await person.json()) as unknown[]).length).toBe(3);
  const stranger = await signUp(world);
  const theirs = await call(world, "GET", `/metrics/targets?org=${owner.organizationId}`, { as: stranger });
  expect(theirs.status).toBe(403);
  const own = await call(world, "GET", "/metrics/targets", { as: stranger });
  expect([await own.json(), own.headers.get("x-shardwatch-left-out")]).toEqual([
    [],
    "unknown=0, unusable=0, large=0",
  ]);
});

test("OUT09 more targets than one answer holds are refused with the parts to ask for, never cut", async () => {
  const many = await signUp(world);
  const { compositeKey } = await createKey(world, many);
  const { secret } = await createToken(world, many, { scopes: ["read"] });
  const each = Array.from({ length: 625 }, (_, index) => at(`h${index}:6379`, { id: String(index) }));
  const fleet = Array.from({ length: 8 }, (_, index) =>
    reported(`large ${index}`, { name: `${index}${"名".repeat(199)}`, databases: each as never }),
  );
  await report(fleet, compositeKey);
  const whole = await targets("", secret);
  expect([whole.answer.status, whole.leftOut]).toEqual([409, null]);
  const { code, message } = (await whole.answer.json()) as { code: string; message: string };
  expect(code).toBe("TOO_MANY_TARGETS");
  expect(message).toBe("There are more targets than one answer holds. Ask for parts: part=1/2 to part=2/2.");
  const parts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => targets(`?part=${index + 1}/8`, secret)),
  );
  const keys = parts.flatMap(({ groups }) =>
    groups.map(
      ({ labels }) => `${labels["__meta_shardwatch_deployment"]}/${labels["__meta_shardwatch_database"]}`,
    ),
  );
  expect([keys.length, new Set(keys).size]).toEqual([5_000, 5_000]);
});

test("OUT09 a deployment with more targets than an answer takes of one is left out and counted, and keeps no other away", async () => {
  const many = await signUp(world);
  const { compositeKey } = await createKey(world, many);
  const { secret } = await createToken(world, many, { scopes: ["read"] });
  const each = Array.from({ length: 2_600 }, (_, index) => at(`h${index}:6379`, { id: String(index) }));
  const name = "名".repeat(200);
  const small = [at("small:6379", { id: "0" }), at(null, { id: "1" })] as never;
  const huge = reported("huge", { name, databases: each as never });
  await report([huge, reported("small", { name: "small", databases: small })], compositeKey);
  for (const query of ["", "?part=1/1"]) {
    const { answer, groups, leftOut } = await targets(query, secret);
    expect([answer.status, addressesOf(groups)]).toEqual([200, ["rediss://small:6379"]]);
    expect(leftOut).toBe("unknown=1, unusable=0, large=2600");
  }
});
