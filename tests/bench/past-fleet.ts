import type { OrganizationId } from "@shardwatch/core/access/scope";
import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { pastPartsOf } from "@shardwatch/core/deployment/read/past-parts";
import { deploymentKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { ownerOf } from "@shardwatch/core/deployment/rows/owner";
import { type PastDay, pastWrites } from "@shardwatch/core/history/fold/past-writes";
import { storeTrails, trailsOf } from "@shardwatch/core/history/store";
import type { SlotDeployment } from "@shardwatch/core/history/trail-payload";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotMilliseconds } from "../support/slots.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "../support/world.ts";

export const slotsOfDay = 288;

/** The fleets whose history is measured: deployments of an agent, and databases of each. */
export const fleets = {
  T1: { deployments: 1, databases: 1 },
  T2: { deployments: 10, databases: 1 },
  T3: { deployments: 10, databases: 15 },
} as const satisfies Record<string, Fleet>;
export interface Fleet {
  deployments: number;
  databases: number;
}

/** An organization with agents that have reported. */
export interface PastFleet {
  person: Person;
  organization: OrganizationId;
  /** The ids of each agent's deployments. */
  agents: { source: { kind: "agent"; id: string; instance: string }; ids: string[] }[];
  fleet: Fleet;
}

/** Lets agents report once, so that their deployments exist from now on. */
export async function reportFleet(world: World, fleet: Fleet, agents = 1): Promise<PastFleet> {
  const person = await signUp(world);
  const { compositeKey, keyId } = await createKey(world, person);
  for (let agent = 0; agent < agents; agent += 1) {
    const many = Array.from({ length: fleet.deployments }, (_, index) =>
      reported(`orders ${agent} ${index}`, { databases: databases(fleet.databases) }),
    );
    const answer = await send(
      world,
      compositeKey,
      reportOf(world, many, { agent: { id: instanceOf(agent), version: "1" } }),
    );
    if (answer.status !== 202) throw new Error(`a report was answered ${answer.status}`);
  }
  const organization = organizationOfJob(person.organizationId);
  const parts = Map.groupBy(await pastPartsOf(world.services, organization), ({ owner }) => owner);
  return {
    person,
    organization,
    fleet,
    agents: Array.from({ length: agents }, (_, agent) => {
      const source = { kind: "agent", id: keyId, instance: instanceOf(agent) } as const;
      return { source, ids: (parts.get(ownerOf(source)) ?? []).map(({ id }) => id) };
    }),
  };
}

const instanceOf = (agent: number): string => `agent${String(agent).padStart(11, "0")}`;

/** Stores all slots of a day as the agents would have reported them. */
export async function storeDay(
  world: World,
  { organization, agents, fleet }: PastFleet,
  dayNumber: number,
): Promise<void> {
  for (const [number, { source, ids }] of agents.entries())
    for (let part = 0; part < slotsOfDay; part += 24) {
      const slots = Array.from({ length: 24 }, (_, index) => {
        const slot = dayNumber * slotsOfDay + part + index;
        return { slot, deployments: ids.map((id, at) => busy(id, number * 10 + at, fleet.databases, slot)) };
      });
      await storeTrails(world.services, trailsOf(organization, source, slots));
    }
}

/** So many days before the newest one the outlook reads. */
const formerDays = 89;
const daysWithHours = 35;
const hoursApart = 4;
/** What a third of the databases grow in a day, as a part of what they use on the newest one. */
const growth = 0.006;

/** Stores the days before a day as they would have been folded, and lets the deployments be older than these. */
export async function storeFormerDays(
  { services }: World,
  { organization, agents, fleet }: PastFleet,
  dayNumber: number,
): Promise<void> {
  for (const [number, { ids }] of agents.entries())
    for (const [at, id] of ids.entries()) {
      const said = (former: number, hour: number): SlotDeployment => {
        const one = busy(id, number * 10 + at, fleet.databases, former * slotsOfDay + hour * 12);
        const used = one.databases?.used?.map((bytes, index) =>
          index % 3 === 1 && bytes !== null ? Math.round(bytes * (1 - growth * (dayNumber - former))) : bytes,
        );
        return { ...one, databases: { ...one.databases, ids: one.databases?.ids ?? [], used } };
      };
      const past = Array.from({ length: formerDays }, (_, index): PastDay => {
        const former = dayNumber - formerDays + index;
        const hours = Array.from({ length: 24 / hoursApart }, (_hour, place) => place * hoursApart);
        return {
          dayNumber: former,
          said: new Map(hours.map((hour) => [former * 24 + hour, said(former, hour)])),
          withHours: dayNumber - former <= daysWithHours,
          hoursApart,
          license: null,
        };
      });
      for (const write of pastWrites(organization, id, past))
        if ("put" in write) await services.table.put(write.put);
      await services.table.update(deploymentKey(organization, id), {
        set: { born: (dayNumber - 2 * formerDays) * slotsOfDay * slotMilliseconds },
      });
    }
}

let state = 7;
/** From 0 to 1, the same at every run. */
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
const noisy = (figure: number, share: number) => figure * (1 + share * (random() - 0.5));

/** A deployment without replicas in a slot. Its load follows the day; a third of its databases evict. */
export function busy(id: string, number: number, count: number, slot: number): SlotDeployment {
  const wave = 1 + 0.3 * Math.sin((slot / slotsOfDay) * 2 * Math.PI);
  const all = Array.from({ length: count }, (_, index) => {
    const size = 10 ** (3 + ((number + index) % 7));
    const ops = 10 ** ((number + index) % 5);
    return { size, ops, evicts: (number + index) % 3 === 0 };
  });
  return {
    id,
    status: "active",
    databases: {
      ids: all.map((_, index) => String(index)),
      used: all.map(({ size }) => Math.round(noisy(size * wave, 0.02))),
      limit: all.map(({ size }) => size * 2),
      ops: all.map(({ ops }) => noisy(ops * wave, 0.1)),
      clients: all.map(({ ops }) => Math.round(noisy(5 + Math.sqrt(ops), 0.1))),
      hits: all.map(({ ops }) => noisy(ops * wave * 0.5, 0.1)),
      misses: all.map(({ ops }) => noisy(ops * wave * 0.05, 0.1)),
      evicted: all.map(({ evicts, ops }) => (evicts ? noisy(ops * 0.01, 0.5) : 0)),
      keys: all.map(({ size }) => Math.round(noisy((size / 100) * wave, 0.005))),
      expiring: all.map(({ size }) => Math.round(noisy(size / 300, 0.005))),
      expired: all.map(({ ops }) => noisy(ops * 0.02, 0.2)),
      fragmentation: all.map(() => noisy(1.1, 0.02)),
    },
  };
}

/** Reads a chart of a fleet's first deployment as its page does. Returns what it cost; `units` are those of the past. */
export async function readChart(world: World, { person, agents }: PastFleet, days: number) {
  const as = await signInAgain(world, person);
  const list = await call(world, "GET", "/deployments?limit=1000", { as });
  const found = ((await list.json()) as DeploymentList).deployments.find(
    ({ id }) => id === agents[0]?.ids[0],
  );
  const to = Math.floor(world.clock.now() / slotMilliseconds) * slotMilliseconds;
  const times = [to - days * slotsOfDay * slotMilliseconds, to].map((time) => new Date(time).toISOString());
  const metrics = "memoryUsed,memoryLimit,ops,clients,hitRatio";
  const query = `?metric=${metrics}&from=${times[0]}&to=${times[1]}&via=${found?.via}`;
  world.recorder.clear();
  const begun = performance.now();
  const answer = await call(world, "GET", `/deployments/${found?.id}/history${query}`, { as });
  const body = await answer.text();
  const ms = performance.now() - begun;
  if (answer.status !== 200) throw new Error(body);
  const past = world.recorder.sent.filter(({ command }) => command === "QueryCommand");
  const units = past.reduce((sum, { readUnits }) => sum + readUnits, 0);
  const trips = world.recorder.sequentialRoundTrips();
  return { units, all: unitsOf(world).read, ms, bytes: body.length, trips };
}

/** What all requests since the last `clear` have cost. */
export const unitsOf = ({ recorder }: World) => ({
  read: recorder.sent.reduce((sum, one) => sum + one.readUnits, 0),
  write: recorder.sent.reduce((sum, one) => sum + one.writeUnits, 0),
});
