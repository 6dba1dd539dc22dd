import { beforeEach, describe, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

/** The report is answered 400 with that field, and there is no deployment. */
async function refused(report: unknown, field: RegExp): Promise<void> {
  const answer = await send(world, key, report);
  expect(answer.status).toBe(400);
  const { details } = (await answer.json()) as { details: string[] };
  expect(details.join("\n")).toMatch(field);
  expect(await (await call(world, "GET", "/deployments", { as: person })).json()).toEqual({
    deployments: [],
  });
}

/** A valid report with one value changed by JSON path. */
function spoiled(path: (string | number)[], value: unknown): unknown {
  const report: unknown = JSON.parse(JSON.stringify(reportOf(world, [reported("a")])));
  let place = report as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) place = place[part] as typeof place;
  place[path.at(-1) ?? ""] = value;
  return report;
}

describe("AGT14 SEC15 what parsers forgive is refused all the same", () => {
  const database = ["deployments", 0, "databases", 0];
  const cases: [string, (string | number)[], unknown, RegExp][] = [
    [
      "a blank before an address",
      ["deployments", 0, "enterpriseAdminUrl"],
      " https://a.example",
      /enterpriseAdminUrl: /,
    ],
    [
      "a line break behind it",
      ["deployments", 0, "enterpriseAdminUrl"],
      "https://a.example\n",
      /enterpriseAdminUrl: /,
    ],
    ["a tab in it", ["deployments", 0, "enterpriseAdminUrl"], "https://a.ex\tample", /enterpriseAdminUrl: /],
    [
      "backslashes in it",
      ["deployments", 0, "enterpriseAdminUrl"],
      "https:\\\\a.example",
      /enterpriseAdminUrl: /,
    ],
    [
      "what nobody sees in it",
      ["deployments", 0, "enterpriseAdminUrl"],
      "https://a.example/\u202e",
      /enterpriseAdminUrl: /,
    ],
    [
      "memory beyond 64 bits",
      [...database, "memoryUsed"],
      "9223372036854775808",
      /memoryUsed: must be a whole number .* at most 9223372036854775807$/,
    ],
    [
      "memory of twenty nines",
      [...database, "memoryLimit"],
      "9".repeat(20),
      /memoryLimit: must be a whole number .* at most 9223372036854775807$/,
    ],
    [
      "a database id that nobody sees",
      [...database, "id"],
      "1\u200b",
      /databases\[0\]\.id: must not contain characters/,
    ],
    ["a date that is none", ["measuredAt"], "yesterday", /^measuredAt: must be a time in UTC like "2026-/],
    ["a time without a zone", ["measuredAt"], "2026-03-01T12:00:00", /^measuredAt: must be a time in UTC/],
    [
      "a time before there was anything",
      ["measuredAt"],
      "0000-01-01T00:00:00Z",
      /^measuredAt: must not be before 2020-/,
    ],
    [
      "a clock that was never set",
      ["measuredAt"],
      "1970-01-01T00:00:07Z",
      /^measuredAt: must not be before 2020-.*set the clock/,
    ],
  ];
  test.each(cases)("%s", async (_, path, value, field) => {
    await refused(spoiled(path, value), field);
  });

  test("two databases with one id", async () => {
    const [one, two] = databases(2);
    const twins = [one, two, { ...two, name: "the same again" }] as ReturnType<typeof databases>;
    const report = reportOf(world, [reported("a"), reported("b", { databases: twins })]);
    await refused(report, /^deployments\[1\]\.databases\[2\]\.id: must differ from databases\[1\]\.id$/);
  });

  test("the most memory that there can be is taken, and its sum is shown whole", async () => {
    const most = String(2n ** 63n - 1n);
    const full = databases(3).map((one) => ({ ...one, memoryUsed: most, memoryLimit: most }));
    expect((await send(world, key, reportOf(world, [reported("full", { databases: full })]))).status).toBe(
      202,
    );
    const list = await call(world, "GET", "/deployments", { as: person });
    const sum = String((2n ** 63n - 1n) * 3n);
    expect(await list.json()).toMatchObject({ deployments: [{ memoryUsed: sum, memoryLimit: sum }] });
  });
});
