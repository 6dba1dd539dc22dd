import { expect, test } from "vitest";
import { item, now } from "../../../../tests/support/filters.ts";
import type { Growth } from "../contract/outlook/runway.ts";
import type { Say } from "../contract/outlook/says.ts";
import { databasesOf } from "../deployment/fleet/database.ts";
import { shortIdOf } from "../history/deployment-bytes.ts";
import { longTagOf } from "../history/tags.ts";
import { outlooksOf } from "./by-deployment.ts";
import { judge, outlookItem } from "./judge.ts";
import type { DatabaseOutlook } from "./rows/payload.ts";

const gib = 2 ** 30;
const day = 86_400_000;
const end = Math.floor(now / day) * day;
const id = "dep_0123456789abcdefghjk";

/** A growth that reaches 64 GiB in so many days after the end of its past. */
function growth(days: number, more: Partial<Growth> = {}): Growth {
  const line = { level: 64 * gib - days * gib, perDay: gib };
  return {
    days: 28,
    perDay: gib,
    pace: "steady",
    isVague: false,
    within: 120,
    earliest: line,
    likely: line,
    latest: line,
    slack: 0,
    ...more,
  };
}

interface Made {
  trend?: DatabaseOutlook["trend"];
  used?: number;
  limit?: string | null;
  tiered?: boolean;
}

/** What makes a database say each of these. */
const making: Record<Exclude<Say, "date">, Made> = {
  unclear: { trend: growth(20, { isVague: true }) },
  full: { used: 64 },
  far: { trend: growth(200) },
  none: {},
  early: { trend: { days: 4, growth: "early" } },
  noLimit: { limit: "0", trend: growth(20) },
  unknown: { limit: null, trend: growth(20) },
  tiered: { tiered: true, trend: growth(20) },
};
const dated = (days: number): Made => ({ trend: growth(days) });

/** A deployment of these databases, and what is stored of them. */
function deploymentOf(all: readonly Made[]) {
  const databases = all.map(({ limit = String(64 * gib), tiered }, place) => ({
    id: String(place),
    name: `cache ${place}`,
    status: "active",
    version: null,
    memoryUsed: null,
    memoryLimit: limit,
    tlsEnabled: null,
    ...(tiered && { tiered }),
  }));
  const last = all.map(({ used = 30 }) => String(used * gib));
  const fleetItem = { ...item({ id }), databaseCount: all.length };
  const stored = all.map(({ trend }, place): [string, DatabaseOutlook] => [
    longTagOf(String(place)),
    {
      trend,
      evicts: false,
      evicted: undefined,
      share: undefined,
      full: undefined,
    },
  ]);
  return {
    databases: databasesOf({ item: fleetItem, databases, last }, undefined, now),
    stored: { asOf: end, deployments: new Map([[shortIdOf(id), { end, databases: new Map(stored) }]]) },
  };
}

async function outlookOf(...all: Made[]) {
  const { databases, stored } = deploymentOf(all);
  return (await outlooksOf(databases, stored)).get(id)?.total().outlook;
}

const inDays = (text: string | null | undefined) => text && (Date.parse(text) - end) / day;

test.each(Object.entries(making))(
  "RUN02 a deployment whose only database is %s says so",
  async (say, made) => {
    expect(await outlookOf(made)).toEqual({
      say,
      earliest: null,
      latest: null,
      database: null,
      full: say === "full" ? 1 : 0,
    });
  },
);

test("RUN02 CHG04 a deployment has the earliest date of its databases, and names whose it is", async () => {
  const outlook = await outlookOf(dated(40), making.none, dated(5), dated(12));
  expect(outlook).toMatchObject({ say: "date", database: { id: "2", name: "cache 2" }, full: 0 });
  expect(inDays(outlook?.earliest)).toBeCloseTo(5, 5);
  expect(inDays(outlook?.latest)).toBeCloseTo(5, 5);
});

test.each(Object.entries(making))("RUN02 a date comes before a database that is %s", async (say, made) => {
  for (const all of [
    [made, dated(20)],
    [dated(20), made],
  ]) {
    const outlook = await outlookOf(...all);
    expect(outlook).toMatchObject({ say: "date", full: say === "full" ? 1 : 0 });
    expect(inDays(outlook?.earliest)).toBeCloseTo(20, 5);
  }
});

test("RUN02 without a date, full comes before what is not known, and that before what has no date", async () => {
  const order: readonly (keyof typeof making)[] = [
    "full",
    "unknown",
    "tiered",
    "early",
    "unclear",
    "far",
    "noLimit",
    "none",
  ];
  for (const [place, first] of order.entries())
    for (const second of order.slice(place))
      for (const pair of [
        [first, second],
        [second, first],
      ] as const)
        expect((await outlookOf(...pair.map((say) => making[say])))?.say, pair.join()).toBe(first);
});

test("RUN02 each database has what GET /outlook says of it", async () => {
  const { databases, stored } = deploymentOf([dated(9), ...Object.values(making)]);
  const ids = databases.map(({ facts }) => facts.database.id);
  const extras = (await outlooksOf(databases, stored)).get(id)?.ofEach([...ids, "gone"]) ?? [];
  const answered = (await judge(databases, stored)).map(outlookItem);
  expect(extras.map((one) => one?.outlook)).toEqual([
    ...answered.map(({ say, earliest, latest }) => ({ say, earliest, latest })),
    undefined,
  ]);
  expect(extras.filter((one) => one?.outlook?.earliest != null)).toHaveLength(1);
});
