import { createHash } from "node:crypto";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedSlot } from "@shardwatch/core/contract/report/slots";
import { mostSlots } from "@shardwatch/core/contract/report/slot-columns";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { forgetHistory } from "@shardwatch/core/history/fold/forget";
import { createTable } from "@shardwatch/core/table/table";
import type { StoredRow } from "@shardwatch/core/table/row";
import { disturb } from "./disturb.ts";
import { databases, reported, reportOf, send } from "./reports.ts";
import { day, type Scenario, type Step } from "./scenarios.ts";
import { rowsOfOrganization } from "./scope.ts";
import { slotFrom, slotMilliseconds } from "./slots.ts";
import { call, createKey, signInAgain, signUp, startWorld, type World } from "./world.ts";

const minute = 60_000;
const hour = 60 * minute;
const servers = ["orders", "carts"];

/** A world that gives the same ids to the same acts, so that two of them can be compared byte for byte. */
export async function repeatableWorld(): Promise<{ world: World; restart: (seed: number) => void }> {
  let seed = 0;
  let count = 0;
  const bytes = (length: number) => {
    count += 1;
    return createHash("shake256", { outputLength: length }).update(`${seed} ${count}`).digest();
  };
  const world = await startWorld({ random: { bytes } });
  const restart = (next: number) => {
    [seed, count] = [next, 0];
  };
  return { world, restart };
}

/** How slots and jobs come: each slot once and in its order, or as the scenario has it. */
export type Course = "in order" | "disturbed";

/**
 * Plays a scenario of two agents of one person that report the same servers, and returns the rows of the past. Acts of
 * people, take-overs and the agents' usual reports come at the same times in both courses.
 */
export async function play(
  { world, restart }: Awaited<ReturnType<typeof repeatableWorld>>,
  { seed, begins, steps }: Scenario,
  course: Course,
): Promise<StoredRow[]> {
  restart(seed);
  world.clock.time = Date.parse("2026-03-02T00:00:00Z") + begins + 30_000;
  const email = `${seed}@example.com`;
  let person = await signUp(world, { redisCloudId: `${seed}`, email });
  const { organizationId } = person;
  const keys = [await createKey(world, person, "first key"), await createKey(world, person, "second key")];
  const client = world.database.client();
  const report = async (agent: number, slots: readonly ReportedSlot[]) => {
    const fleet = servers.map((name) => reported(name, { databases: databases(3) }));
    const about = { agent: { id: `agent0000000000${agent}`, version: "1" }, slots: [...slots] };
    const answer = await send(world, keys[agent]?.compositeKey ?? "", reportOf(world, fleet, about));
    if (answer.status !== 202) throw new Error(`a report was answered ${await answer.text()}`);
    world.clock.advance(2_000);
  };

  const acts = course === "in order" ? steps.map(healthy) : steps;
  const timed = times(world.clock.time, steps);
  for (const [index, step] of acts.entries()) {
    const { now, agents } = timed[index] ?? { now: 0, agents: [] };
    world.clock.time = now;
    for (const agent of agents) {
      const due = slotsDue(acts, timed, index, agent);
      const parts = Math.max(1, Math.ceil(due.length / mostSlots));
      for (let part = 0; part < parts; part += 1)
        await report(agent, due.slice(part * mostSlots, (part + 1) * mostSlots));
    }
    world.clock.time = now + minute;
    if (step.deleted >= 0) {
      person = await signInAgain(world, person);
      const list = await call(world, "GET", "/deployments", { as: person });
      const found = ((await list.json()) as DeploymentList).deployments as Deployment[];
      const one = found.find(({ name }) => name === servers[step.deleted]);
      if (one) await call(world, "DELETE", `/deployments/${one.id}`, { as: person });
    }
    world.clock.time = now + 2 * minute;
    if (step.foldCrash >= 0) {
      const disturbed = disturb(client, step.foldCrash).client;
      const table = createTable({ client: disturbed, name: world.database.tableName });
      const crashing = { ...world.services, table };
      await foldDays(crashing, organizationId).catch(() => undefined);
      if (step.isForgotten) await forgetHistory(crashing, organizationId).catch(() => undefined);
      if (step.turn % 2 === 0) await foldDays(world.services, organizationId);
    }
    if (step.isForgotten) await forgetHistory(world.services, organizationId);
  }
  // Beyond the last day of the scenario, when all jobs have had their turn.
  const end = Math.floor((timed.at(-1)?.now ?? 0) / day) * day + day + 5 * hour;
  world.clock.time = end;
  await foldDays(world.services, organizationId);
  await forgetHistory(world.services, organizationId);
  await foldDays(world.services, organizationId);
  client.destroy();
  const rows = await world.services.table.queryAll(rowsOfOrganization(organizationId));
  return rows.filter(({ sk }) => /^(TRAIL|HOURS|DAYS)#/.test(sk));
}

/** The same step without anything that must not matter. */
const healthy = (step: Step): Step => ({
  ...step,
  deliveries: [0],
  turn: 0,
  foldCrash: -1,
  isForgotten: false,
});

interface Moment {
  now: number;
  /** Which agents report. */
  agents: readonly number[];
}

function times(begun: number, steps: readonly Step[]): Moment[] {
  let now = begun;
  let owner = 0;
  return steps.map(({ after, isTakenOver, isShared }) => {
    // Nobody takes over from an agent that has just reported.
    now += isTakenOver ? Math.max(after, hour) : after;
    if (isTakenOver) owner = 1 - owner;
    return { now, agents: isShared ? [owner, 1 - owner] : [owner] };
  });
}

/** The slots that an agent's report at a step carries, which were over at this step or at one of those before it. */
function slotsDue(
  acts: readonly Step[],
  timed: readonly Moment[],
  index: number,
  agent: number,
): ReportedSlot[] {
  const due = acts.slice(0, index + 1).flatMap(({ deliveries }, from) => {
    const { now = 0, agents = [] } = timed[from] ?? {};
    if (!agents.includes(agent)) return [];
    const at = (Math.floor(now / slotMilliseconds) - 1) * slotMilliseconds;
    // Only reports that come while the API still accepts the slot.
    const carriers = timed.flatMap((moment, step) =>
      step >= from && moment.agents.includes(agent) && moment.now - at <= 3 * hour ? [step] : [],
    );
    const here = deliveries.filter((delivery) => carriers[Math.min(delivery, carriers.length - 1)] === index);
    return here.map(() => slotFrom(at, servers, ((at / slotMilliseconds) % 1_000) + agent * 5_000));
  });
  const turn = acts[index]?.turn ?? 0;
  return turned(due, turn).map((slot) => ({ ...slot, deployments: turned(slot.deployments, turn) }));
}

function turned<T>(items: readonly T[], by: number): T[] {
  const at = by % Math.max(items.length, 1);
  const rest = [...items.slice(at), ...items.slice(0, at)];
  return by % 2 === 0 ? rest : rest.toReversed();
}
