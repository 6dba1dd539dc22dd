import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import {
  type FiguresOf,
  foldWithOutlook,
  hour,
  mebibyte,
  rowsLike,
  storePast,
  toNextDay,
} from "./outlook.ts";
import { databases, reported, reportOf, send } from "./reports.ts";
import { call, createKey, signInAgain, signUp, type World } from "./world.ts";

const day = 24 * hour;
const limit = 64;

/** A server by how its memory grew, in MiB: what each database used on the newest day, and how much more each day. */
type Growths = Readonly<Record<string, readonly (readonly [used: number, perDay: number])[]>>;

/** An organization whose servers have sixty folded days, on the next day. Each database has a limit of 64 MiB. */
export async function serversWithPast(world: World, growths: Growths) {
  toNextDay(world, 0);
  const person = await signUp(world);
  const { organizationId } = person;
  const { compositeKey } = await createKey(world, person);

  /** What the agent reports now. @param fields further ones, by the name of the server */
  async function report(fields: Readonly<Record<string, Partial<ReportedDeployment>>> = {}): Promise<void> {
    const all = Object.entries(growths).map(([name, own]) => {
      const some = databases(own.length).map((database, place) => ({
        ...database,
        memoryUsed: String(Math.round((own[place]?.[0] ?? 0) * mebibyte)),
      }));
      return reported(name, { databases: some, ...fields[name] });
    });
    world.clock.advance(60_000);
    const answer = await send(world, compositeKey, reportOf(world, all));
    if (answer.status !== 202) throw new Error(await answer.text());
  }

  await report();
  const list = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  const { deployments } = (await list.json()) as DeploymentList;
  const ids = new Map(deployments.map(({ name, id }) => [name, id]));
  // A past before their first report is not theirs.
  for (const row of await rowsLike(world, organizationId, /^DEP#/))
    await world.services.table.update(row, { set: { born: world.clock.now() - 200 * day } });
  const yesterday = Math.floor(world.clock.now() / day) - 1;
  for (const [name, own] of Object.entries(growths)) {
    const figuresOf: FiguresOf = (dayNumber) => ({
      ids: own.map((_, place) => String(place)),
      used: own.map(([used, perDay]) => Math.round((used - perDay * (yesterday - dayNumber)) * mebibyte)),
      limit: own.map(() => limit * mebibyte),
    });
    await storePast(world, { organizationId, id: ids.get(name) ?? "" }, 60, figuresOf);
  }
  world.clock.time = Math.floor(world.clock.now() / day) * day + 5 * hour;
  await foldWithOutlook(world, organizationId);
  await report();
  return { person, organizationId, report, idOf: (name: string) => ids.get(name) ?? "" };
}
