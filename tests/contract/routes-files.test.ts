import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelList } from "@shardwatch/core/contract/channel/channel";
import type { RouteList } from "@shardwatch/core/contract/incident/route";
import { openFile } from "@shardwatch/server/configuration/open";
import { expect, test } from "vitest";
import { type Applying, applying, hookSecret, hookUrl } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { applyFile, memberOf } from "../support/managed.ts";
import { routesIn } from "../support/routes.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);
const { ask, routesOf, saveRoutes } = routesIn(world);

const whole = `
channels:
  - { kind: webhook, name: Pager, urlEnv: HOOK, secretEnv: HOOK_SECRET }
routes:
  - { filter: "region:eu-west-1 util>80", channels: [pager], also: true }
  - { filter: payments, channels: [Pager, Admins by email] }
  - { channels: [admins by email] }
`;

const stored = async ({ ask: asked }: Applying) => (await asked("GET", "/routes")) as RouteList;

test("CHN15 RUL09 routes of a file are said in words and made, and a second time nothing changes", async () => {
  const one = await applying(world, api);
  const plan = await one.apply(whole, ["--dry-run"]);
  expect([plan.code, plan.stderr]).toEqual([1, "Would create 1, change 1, delete 0.\n"]);
  expect(plan.stdout.split("\n").slice(2)).toEqual([
    "~ routes",
    "    route 1: none → region:eu-west-1 util>80 also to pager",
    "    route 2: none → payments to Admins by email, Pager",
    "    everything else: to all that are on → to Admins by email",
    "",
  ]);
  expect((await stored(one)).revision).toBe(0);
  expect((await one.apply(whole)).stderr).toBe("Done: created 1, changed 1, deleted 0.\n");
  const { channels } = (await one.ask("GET", "/channels")) as ChannelList;
  const idOf = (name: string) => channels.find((each) => each.name === name)?.id;
  const [pager, mail] = [idOf("Pager"), idOf("Admins by email")];
  expect(await stored(one)).toMatchObject({
    routes: [
      { filter: "region=eu-west-1&util=80.1..", channels: [pager], also: true },
      { filter: "search=payments", channels: [pager, mail], also: false },
    ],
    rest: [mail],
    revision: 1,
  });
  expect((await one.apply(whole, ["--prune"])).stderr).toBe("Nothing to change.\n");
  const exported = (await one.line.run(["export", "routes"])).stdout;
  expect((await one.apply(exported)).stderr).toBe("Nothing to change.\n");
  const other = await applying(world, api);
  await other.apply(whole.replace(/routes:[^]*/, ""));
  await other.apply(exported);
  expect((await stored(other)).routes.map(({ filter }) => filter)).toEqual([
    "region=eu-west-1&util=80.1..",
    "search=payments",
  ]);
});

test("CHN15 RUL09 a file without routes leaves them alone, and an empty list removes them", async () => {
  const one = await applying(world, api);
  await one.apply(whole);
  await one.apply("views: []\n", ["--prune"]);
  expect((await stored(one)).revision).toBe(1);
  const { stdout } = await one.apply("routes: []\n");
  expect(stdout).toContain("    route 2: payments to Admins by email, Pager → none\n");
  expect(stdout).toContain("    everything else: to Admins by email → to all that are on\n");
  expect(await stored(one)).toMatchObject({ routes: [], rest: null, revision: 2 });
});

test("CHN15 RUL09 routes that make no sense are refused with their places, before anything is written", async () => {
  const one = await applying(world, api);
  const faults = async (text: string) => (await one.apply(text)).stderr.split("\n").slice(1, -1);
  expect(
    await faults(`routes:
  - { channels: [Admins by email] }
  - { filter: "utl>80", channels: [] }
  - { filter: "incident:none", channels: [Admins by email] }
  - { channels: [Admins by email], also: true }
`),
  ).toEqual([
    "  routes[1].filter: utl: is not a field; did you mean util?",
    "  routes[1].channels: must name a channel",
    "  routes[2].filter: incident has no meaning in a route",
  ]);
  expect(
    await faults(`routes:
  - { channels: [Admins by email] }
  - { channels: [Admins by email], also: true }
`),
  ).toEqual([
    "  routes[0].filter: is required; only the last entry has none, for everything else",
    "  routes[1].also: has no meaning for everything else",
  ]);
  expect(
    await faults(`routes: [{ filter: cart, channels: [Nobody, Notifications in Shardwatch] }]\n`),
  ).toEqual([
    "  routes[0].channels[0]: there is no channel “Nobody”, and the file lists none",
    "  routes[0].channels[1]: routes don't concern “Notifications in Shardwatch”",
  ]);
  expect((await stored(one)).revision).toBe(0);
});

const settings = { openId: undefined, sharedOrganization: undefined, elastiCache: undefined };

/** Applies the server's configuration file with one organization, which has these lists. */
async function applyServers(one: Applying, id: string, lists: string) {
  const path = join(one.line.home, "shardwatch.yaml");
  const indented = lists.replaceAll(/^(?=.)/gm, "    ");
  writeFileSync(path, `organizations:\n  - id: ${id}\n    name: Organization ${id}\n${indented}`);
  world.clock.advance(1);
  const { organizations } = openFile(path, { HOOK: hookUrl, HOOK_SECRET: hookSecret }, settings as never);
  return await applyFile(world.services, organizations);
}

test("CHN15 SLF03 routes of the server's file are its own, take over those of people, and are given back when it lists none", async () => {
  const one = await applying(world, api);
  const nothing = { created: 0, changed: 0, removed: 0, failures: [] };
  await applyServers(one, "routed", "channels: []\n");
  const admin = await memberOf(world, "routed");
  await saveRoutes(admin, [], [(await idsOf(admin))["Admins by email"] ?? ""]);
  // A file that lists none leaves those of people alone.
  expect(await applyServers(one, "routed", "channels: []\n")).toEqual(nothing);
  expect((await routesOf(admin)).revision).toBe(1);
  expect(await applyServers(one, "routed", whole)).toEqual({ ...nothing, created: 1, changed: 1 });
  expect(await applyServers(one, "routed", whole)).toEqual(nothing);
  expect(await routesOf(admin)).toMatchObject({
    managedBy: "file",
    changedBy: { name: "Configuration file" },
    routes: [{ also: true }, { filter: "search=payments" }],
    revision: 2,
  });
  const refused = await ask(admin, "PUT", "/routes", { routes: [] });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "MANAGED_BY_FILE" }]);
  const pipeline = await applying(world, api, { owner: admin });
  expect((await pipeline.apply("routes: []\n")).stderr).toContain(
    "routes: the server's configuration file manages it; change it there",
  );
  expect((await pipeline.line.run(["export"])).stdout).not.toContain("routes");
  const gone = await applyServers(one, "routed", "routes: [{ filter: cart, channels: [Nobody] }]\n");
  expect(gone.failures).toMatchObject([
    {
      path: "organizations[0].routes",
      reason: expect.stringContaining("there is no channel “Nobody”") as string,
    },
  ]);
  await applyServers(one, "routed", "channels: []\n");
  expect(await routesOf(admin)).toMatchObject({ routes: [], rest: null });
  expect((await routesOf(admin)).managedBy).toBeUndefined();
  await saveRoutes(admin, [], null);
});

async function idsOf(person: Parameters<typeof routesOf>[0]): Promise<Record<string, string>> {
  const { channels } = (await (await ask(person, "GET", "/channels")).json()) as ChannelList;
  return Object.fromEntries(channels.map(({ name, id }) => [name, id]));
}
