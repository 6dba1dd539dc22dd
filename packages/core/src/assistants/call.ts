import { charactersOfToken, longestAnswer } from "../contract/assistants/parts.ts";
import { sentences } from "../contract/sentences.ts";
import { Problem, type ProblemKind } from "../kit/problem.ts";
import { cleaned } from "./clean.ts";
import { type Answer, type AssistantContext, type Failed, isFailed, type Tool } from "./tool.ts";

/** What an assistant can mend by asking another question. Their sentences quote nothing that it sent. */
const mendable: ReadonlySet<ProblemKind> = new Set(["invalid", "notFound", "conflict"]);

/**
 * The answer of a tool to what an assistant sent. Input that is wrong and what is not there are failed answers. Throws other
 * problems and errors of ours.
 * @param given the arguments as they came
 */
export async function callTool(ctx: AssistantContext, tool: Tool, given: unknown): Promise<Answer> {
  const input = tool.input.safeParse(given ?? {});
  if (!input.success) return wrong(tool, input.error);
  try {
    const answer = await tool.answer(ctx, input.data);
    return isFailed(answer) ? answer : withinBudget(cleaned(answer.structured));
  } catch (error) {
    if (error instanceof Problem && mendable.has(error.kind)) return { failed: error.message };
    throw error;
  }
}

/** A name that can be said again: it is too short to say anything else. */
const harmless = /^[a-z][a-z_]{0,23}$/i;

/** What is wrong with the arguments. Values are never quoted. */
function wrong(tool: Tool, error: Parameters<typeof sentences>[0]): Failed {
  const unknown = error.issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
  const others = error.issues.filter(({ code }) => code !== "unrecognized_keys");
  const known = Object.keys(tool.input.shape).join(", ") || "none";
  const said = unknown.length === 0 ? [] : [`${shownField(unknown)} is no argument; known are: ${known}`];
  const faults = [...said, ...sentences({ issues: others }, "arguments")];
  return { failed: faults.map((fault) => `${fault}.`).join(" ") };
}

const shownField = (names: readonly string[]): string =>
  names.find((name) => harmless.test(name)) ?? "A field with another name";

/** Tools cut their rows, so this is for a tool that forgot to. */
function withinBudget(structured: Record<string, unknown>): Answer {
  const length = JSON.stringify(structured).length;
  return length <= longestAnswer * charactersOfToken
    ? { structured }
    : { failed: "The answer would be too long. Ask about less, by a filter or a limit." };
}
