import type { Table } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { unfinishedWork } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { invite } from "./invitations.ts";
import { databases, reported, reportOf, send } from "./reports.ts";
import { organizationPartition } from "./scope.ts";
import { call, createKey, join, type Person, signUp, webOrigin, type World } from "./world.ts";

/** Helpers in one world for tests about people who move between organizations. */
export function acceptances(world: World) {
  /**
   * A person with two keys and three deployments, a colleague with one of each, and an invitation elsewhere.
   */
  async function furnish() {
    const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
    await join(world, colleague, mover);
    const keys = [
      await createKey(world, mover),
      await createKey(world, mover),
      await createKey(world, colleague),
    ] as const;
    const fleets = [["a", "b"], ["c"], ["d"]];
    for (const [index, names] of fleets.entries()) {
      const fleet = names.map((name) => reported(name, { databases: databases(2) }));
      await send(world, keys[index]?.compositeKey ?? "", reportOf(world, fleet));
    }
    return { host, mover, colleague, keys, id: await invite(world, host, mover) };
  }

  /** Calls like a browser, at an API that uses that table. */
  async function ask(table: Table, as: Person, method: string, path: string): Promise<number> {
    const headers = { origin: webOrigin, cookie: `shardwatch_session=${as.session.reveal()}` };
    return (await createApp({ ...world.services, table }).request(path, { method, headers })).status;
  }

  /** Runs the jobs about people of the next tick and the next minute. Returns whether all of them are done. */
  async function tick(): Promise<boolean> {
    const outcomes: boolean[] = [];
    for (const job of [...(await unfinishedWork(world.services)), ...(await dueDeliveries(world.services))])
      outcomes.push(await work(world.services, JSON.stringify(job)));
    return outcomes.every(Boolean);
  }

  const rowsOf = (partition: string) => world.services.table.queryAll({ pk: partition, prefix: "" });

  /**
   * The kinds of the rows in an organization's partition. Its usage row never moves, and what has to be deleted later is
   * no row that anybody sees.
   */
  const kindsOf = async (organization: string) =>
    (await rowsOf(organizationPartition(organization)))
      .map(({ sk }) => sk.split("#")[0] ?? "")
      .filter((kind) => !["ROOM", "QUOTA", "FORGET"].includes(kind))
      .toSorted();

  /** Name and memory used of each deployment that a person sees. */
  async function listed(as: Person): Promise<string[]> {
    const answer = await call(world, "GET", "/deployments", { as });
    const { deployments } = (await answer.json()) as {
      deployments: { name: string; memoryUsed: string | null }[];
    };
    return deployments.map(({ name, memoryUsed }) => `${name} ${memoryUsed}`).toSorted();
  }

  return { furnish, ask, tick, rowsOf, kindsOf, listed };
}
