import type { History } from "@shardwatch/core/contract/history/history";
import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import { expect } from "vitest";
import { call, type Person, type World } from "./world.ts";

/** Asks for the past of a deployment. The query begins with "?". */
export const askHistory = async (world: World, person: Person, id: string, query = "") =>
  await call(world, "GET", `/deployments/${id}/history${query}`, { as: person });

/** The past of a deployment; the answer has to be 200. */
export async function historyOf(world: World, person: Person, id: string, query = ""): Promise<History> {
  const answer = await askHistory(world, person, id, query);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as History;
}

/** The values of one series; undefined when the answer has none. */
export const valuesOf = ({ series }: History, metric: HistoryMetric, database: string | null = null) =>
  series.find((one) => one.metric === metric && one.database === database)?.values;
