import { randomUUID } from "node:crypto";
import type { RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { call, type Person, signInAgain, type World } from "./world.ts";

export type RuleRequest = Partial<RuleDefinition> & { confirm?: boolean; clientToken?: string };

const usual = { name: "Stores fill up", when: "util>80", for: 2, keep: 2 };

/** The requests about rules of one world. */
export function rulesIn(world: World) {
  const ask = async (person: Person, method: string, path: string, body?: unknown, headers = {}) =>
    await call(world, method, path, {
      as: await signInAgain(world, person),
      headers,
      ...(body !== undefined && { body }),
    });

  /** A rule that fires after two minutes above 80 %, unless the request says something else. */
  const addRule = async (person: Person, request: RuleRequest = {}): Promise<WatchingRule> => {
    const answer = await ask(person, "POST", "/rules", { ...usual, ...request });
    if (answer.status !== 201) throw new Error(`adding a rule was answered ${await answer.text()}`);
    return (await answer.json()) as WatchingRule;
  };

  const changeRule = async (person: Person, id: string, change: RuleRequest): Promise<WatchingRule> => {
    const answer = await ask(person, "PATCH", `/rules/${id}`, change);
    if (answer.status !== 200) throw new Error(`changing a rule was answered ${await answer.text()}`);
    return (await answer.json()) as WatchingRule;
  };

  return { ask, addRule, changeRule };
}

/** The id of a rule for a route. What can be changed of a built-in rule has its id in every organization. */
export async function ruleFor(
  world: World,
  route: string,
  { tenant, own, other }: { tenant: "own" | "other" | "none"; own: Person; other: Person },
): Promise<string> {
  if (tenant === "own" && route.endsWith("/changes")) return "agent-old";
  if (tenant === "none") return "rul_00000000000000000000000000";
  const owner = tenant === "own" ? own : other;
  return (await rulesIn(world).addRule(owner, { name: randomUUID(), scope: "nothing is called so" })).id;
}
