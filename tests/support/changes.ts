import type { Change, ChangePage } from "@shardwatch/core/contract/history/changes";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { Report, ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { beforeEach, expect } from "vitest";
import { databases, reported, reportOf, send } from "./reports.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "./world.ts";

const minute = 60_000;
const hour = 60 * minute;
type Key = Awaited<ReturnType<typeof createKey>>;
type Database = ReturnType<typeof databases>[number];

/** A server with these databases, each as usual but for some fields. */
export function server(
  fields: Partial<ReportedDeployment> = {},
  ...changed: Partial<Database>[]
): ReportedDeployment {
  const usual = databases(Math.max(1, changed.length));
  return reported("cache", {
    databases: usual.map((database, index) => ({ ...database, ...changed[index] })),
    ...fields,
  });
}

/** The fields of a change as lists: field, id of its element, from, to. */
export const fieldsOf = (change: Change | undefined) =>
  change?.fields.map(({ field, element, from, to }) => [field, element?.id ?? null, from, to]);

/** A new person with an agent key before each test of a file, and what they report and see. */
export function reportingIn(world: World) {
  const own = {} as { person: Person; key: Key };
  beforeEach(async () => {
    // An hour after a midnight, so that no test meets the next one.
    world.clock.time = Math.ceil(world.clock.time / (24 * hour)) * 24 * hour + hour;
    own.person = await signUp(world);
    own.key = await createKey(world, own.person);
  });

  /** Sends a report a minute after the one before. Returns the ids of its deployments. */
  async function report(
    deployments: ReportedDeployment[],
    fields: Partial<Report> = {},
    by = own.key,
  ): Promise<string[]> {
    world.clock.advance(minute);
    const answer = await send(world, by.compositeKey, reportOf(world, deployments, fields));
    expect(answer.status).toBe(202);
    return ((await answer.json()) as ReportAccepted).deployments.map(({ id }) => id);
  }

  async function page(path = "/changes", as = own.person): Promise<ChangePage> {
    const answer = await call(world, "GET", path, { as: await signInAgain(world, as) });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as ChangePage;
  }

  const changes = async (path?: string, as?: Person) => (await page(path, as)).changes;
  return { own, report, page, changes };
}
