import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { type PastDay, pastWrites } from "@shardwatch/core/history/fold/past-writes";
import type { SlotDeployment } from "@shardwatch/core/history/trail-payload";
import { Bulk } from "@shardwatch/local/seed/bulk";
import { day, foldWithOutlook, hour, outlookOf, rowsLike } from "../../support/outlook.ts";
import { reportOf, send } from "../../support/reports.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "../../support/world.ts";
import { hours } from "../recording.ts";
import { agents, figuresOf, fleetOf, type SimulatedDeployment } from "./fleet.ts";
import type { Compared } from "./table.ts";

const minute = 60_000;
const slot = 5 * minute;
/** The newest days come in reports of agents, and are folded. The days before are stored as the fold would have. */
export const reportedDays = 3;
/** Agents send four slots at most. */
const rhythm = 4 * slot;
const daysOfHours = 35;

/** Hours before now, from and until, in which something is so of an agent. */
interface Spell {
  agent: number;
  from: number;
  until: number;
}

/** An agent is down. One that comes back soon sends the slots that it kept; these lasted longer. */
const silences: readonly Spell[] = [
  { agent: 1, from: 41, until: 36 },
  { agent: 1, from: 500, until: 470 },
  { agent: 2, from: 60, until: 47 },
  { agent: 4, from: 1_000, until: 890 },
];

/** A clock is wrong by so much. */
const wrongClocks: readonly (Spell & { by: number })[] = [
  { agent: 3, from: 50, until: 26, by: -40 * minute },
  { agent: 5, from: 20, until: 14, by: hour },
];

/** A deployment is reported by another agent from then on, hours before now. */
const moves: readonly { place: number; to: number; at: number }[] = [
  { place: 0, to: 1, at: 40 },
  { place: 2, to: 3, at: 36 },
  { place: 6, to: 5, at: 30 },
  { place: 2, to: 0, at: 18 },
];

const during = <One extends Spell>(spells: readonly One[], agent: number, left: number): One | undefined =>
  spells.find((one) => one.agent === agent && left <= one.from && left > one.until);

/** Which agent reports a deployment so many hours before now. */
const agentOf = (place: number, left: number): number =>
  moves.findLast((one) => one.place === place && left <= one.at)?.to ?? place % agents;

/** Plays ninety days of a fleet, and asks on the last one. @returns what was said of each database */
export async function playFleet(world: World, seed: number, deployments: number): Promise<Compared[]> {
  const person = await signUp(world);
  const { organizationId } = person;
  const now = (Math.ceil(world.clock.now() / day) + reportedDays) * day;
  const fleet = fleetOf(seed, deployments, now);
  const keys: string[] = [];
  for (let agent = 0; agent < agents; agent += 1)
    keys.push((await createKey(world, person, `Agent ${agent}`)).compositeKey);
  world.clock.time = now - reportedDays * day;
  await reportAll(world, keys, fleet, now);
  const ids = await idsOf(world, person);
  await storeOlderDays(world, { organizationId, now, ids }, fleet);
  for (let at = now - reportedDays * day + rhythm; at <= now; at += rhythm) {
    world.clock.time = at + 20_000;
    await reportAll(world, keys, fleet, now);
    if (at % day === 5 * hour) await foldWithOutlook(world, organizationId);
  }
  world.clock.time = now + 5 * hour;
  await foldWithOutlook(world, organizationId);
  world.clock.time = now + 6 * hour;
  await reportAll(world, keys, fleet, now);
  const { items } = await outlookOf(world, person, "?all=true&limit=500");
  const said = new Map(items.map((item) => [`${item.deploymentName} ${item.database.id}`, item]));
  return fleet.flatMap(({ key, databases }) =>
    databases.map((database): Compared => {
      const item = said.get(`${key} ${database.id}`);
      if (!item) throw new Error(`nothing is said of ${key} ${database.id}`);
      return { database, item };
    }),
  );
}

/** Each agent that is up reports what it has, with the slots that are over since its last report. */
async function reportAll(
  world: World,
  keys: readonly string[],
  fleet: readonly SimulatedDeployment[],
  now: number,
): Promise<void> {
  const at = world.clock.now();
  const left = (now - at) / hour;
  for (const [agent, key] of keys.entries()) {
    if (during(silences, agent, left)) continue;
    const own = fleet.filter((_, place) => agentOf(place, left) === agent);
    const skew = during(wrongClocks, agent, left)?.by ?? 0;
    const ended = Math.floor(at / slot) * slot;
    const slots = [4, 3, 2, 1].flatMap((ago) => {
      const begun = ended - ago * slot;
      const index = Math.floor((begun - (now - (hours.past / 24) * day)) / hour);
      if (begun >= now || during(silences, agent, (now - begun) / hour)) return [];
      const said = own.map((one) => ({
        key: one.key,
        status: "active",
        databases: figuresOf(one, index),
      }));
      return [{ at: new Date(begun + skew).toISOString(), deployments: said }];
    });
    const fields = {
      slots,
      agent: { id: `agent${String(agent).padStart(11, "0")}`, version: "1" },
      measuredAt: new Date(at + skew).toISOString(),
    };
    const index = hours.past - 1 - Math.floor(Math.max(0, left));
    const report = reportOf(
      world,
      own.map((one) => reportedNow(one, index, left <= 0)),
      fields,
    );
    const answer = await send(world, key, report);
    // A report of the future is refused, so its slots are a gap.
    const expected = skew > 5 * minute ? 400 : 202;
    if (answer.status !== expected) throw new Error(`${answer.status}: ${await answer.text()}`);
  }
}

const text = (bytes: number | null | undefined) => (bytes == null ? null : String(Math.round(bytes)));

function reportedNow(
  { key, type, databases }: SimulatedDeployment,
  hourOf: number,
  isPresent: boolean,
): ReportedDeployment {
  return {
    key,
    name: key,
    type,
    status: "active",
    databases: databases.map((one) => ({
      id: one.id,
      name: one.name,
      status: "active",
      version: "7.4.2",
      memoryUsed: text(isPresent ? one.present : one.used[hourOf]),
      memoryLimit: text(isPresent ? one.limit : one.limits[Math.floor(hourOf / 24)]),
      tlsEnabled: true,
      evictionPolicy: one.policy,
    })),
  };
}

async function idsOf(world: World, person: Person): Promise<Map<string, string>> {
  const list = await call(world, "GET", "/deployments?limit=500", { as: await signInAgain(world, person) });
  const { deployments } = (await list.json()) as DeploymentList;
  // A past before their first report is not theirs.
  for (const row of await rowsLike(world, person.organizationId, /^DEP#/))
    await world.services.table.update(row, { set: { born: world.clock.now() - 200 * day } });
  return new Map(deployments.map(({ name, id }) => [name, id]));
}

interface Stored {
  organizationId: string;
  now: number;
  ids: ReadonlyMap<string, string>;
}

async function storeOlderDays(
  { services }: World,
  { organizationId, now, ids }: Stored,
  fleet: readonly SimulatedDeployment[],
): Promise<void> {
  const bulk = new Bulk(services);
  const days = hours.past / 24;
  for (const deployment of fleet) {
    const id = ids.get(deployment.key) ?? "";
    const past = Array.from({ length: days - reportedDays }, (_, index): PastDay => {
      const dayNumber = now / day - days + index;
      const said = Array.from({ length: 24 }, (_unused, at): [number, SlotDeployment][] => {
        const place = index * 24 + at;
        if (during(silences, deployment.agent, hours.past - place)) return [];
        const databases = figuresOf(deployment, place);
        return [[dayNumber * 24 + at, { id, status: "active", databases }]];
      });
      const withHours = days - index <= daysOfHours;
      return { dayNumber, said: new Map(said.flat()), withHours, license: null };
    });
    await bulk.add(pastWrites(organizationOfJob(organizationId), id, past));
  }
  await bulk.flush();
}
