import { callTool } from "@shardwatch/core/assistants/call";
import type { AssistantContext, Tool } from "@shardwatch/core/assistants/tool";
import { tools } from "@shardwatch/core/assistants/tools";
import type { Call, Question, Structured } from "./question.ts";
import type { Person, World } from "../support/world.ts";

/** A token that may read, as the route hands it to the tools. */
export function readerIn(world: World, { organizationId }: Pick<Person, "organizationId">): AssistantContext {
  const token = { tokenId: "tok_reader", name: "Assistant", scopes: ["read"], isFormer: false } as const;
  return { ...world.services, actor: { kind: "token", organizationId, ...token }, requestId: "assistant" };
}

export function toolNamed(name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`there is no tool ${name}`);
  return found;
}

/** The structured answer of a call. Throws where it failed. */
export async function ask(ctx: AssistantContext, { tool, input }: Call): Promise<Structured> {
  const answer = await callTool(ctx, toolNamed(tool), input);
  if ("failed" in answer) throw new Error(`${tool} failed: ${answer.failed}`);
  return answer.structured;
}

export interface Played {
  question: Question;
  calls: Call[];
  answers: Structured[];
}

/** Asks a question by its plan. Each step sees the answers of those before it. */
export async function play(ctx: AssistantContext, question: Question): Promise<Played> {
  const calls: Call[] = [];
  const answers: Structured[] = [];
  for (const step of question.plan) {
    const call = typeof step === "function" ? step(answers) : step;
    calls.push(call);
    answers.push(await ask(ctx, call));
  }
  return { question, calls, answers };
}

/** Which gold facts are missing, and which calls would be others. */
export function faultsOf({ question, calls, answers }: Played): string[] {
  const { asks, plan, gold } = question;
  const missing = gold.filter(({ call, holds }) => !holds(answers[call] ?? {})).map(({ says }) => says);
  const others = plan.flatMap((step, place) => {
    const call = typeof step === "function" ? step(answers.slice(0, place)) : step;
    return JSON.stringify(call) === JSON.stringify(calls[place]) ? [] : [`call ${place} is another`];
  });
  return [...missing, ...others].map((fault) => `${asks} ${fault}`);
}
