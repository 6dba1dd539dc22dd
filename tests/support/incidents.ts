import type { Incident, IncidentDetail, IncidentList } from "@shardwatch/core/contract/incident/incident";
import { type Due, evaluate } from "@shardwatch/core/incident/pass";
import type { StoredRow } from "@shardwatch/core/table/row";
import type { Services } from "@shardwatch/core/access/context";
import { organizationPartition } from "./scope.ts";
import { call, type Person, signInAgain, type World } from "./world.ts";

const minute = 60_000;

type Owner = Pick<Person, "organizationId">;

/** One pass at a time. There was one in each minute of the hour before, unless `due` says something else. */
export async function lookAt(
  world: World,
  { organizationId }: Owner,
  {
    time = world.clock.now(),
    table = world.services.table,
    ...due
  }: Partial<Due> & { time?: number; table?: Services["table"] } = {},
): Promise<void> {
  const now = time - (time % minute);
  const usual = { minute: now, previous: now - minute, since: now - 60 * minute };
  await evaluate({ ...world.services, table, clock: { now: () => time } }, organizationId, {
    ...usual,
    ...due,
  });
}

/** The incidents as the person sees them. */
export async function incidentsOf(world: World, person: Person, state = "open"): Promise<Incident[]> {
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", `/incidents?state=${state}`, { as });
  return ((await answer.json()) as IncidentList).incidents;
}

export async function incidentOf(world: World, person: Person, id: string): Promise<IncidentDetail> {
  const as = await signInAgain(world, person);
  return (await (await call(world, "GET", `/incidents/${id}`, { as })).json()) as IncidentDetail;
}

/** All rows that passes have written for an organization. */
export async function alertRowsOf(world: World, { organizationId }: Owner): Promise<StoredRow[]> {
  const pk = organizationPartition(organizationId);
  const rows = ["ALERT#", "INCIDENT#"].map((prefix) => world.services.table.queryAll({ pk, prefix }));
  return (await Promise.all(rows)).flat();
}
