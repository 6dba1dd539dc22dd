import { Problem } from "../kit/problem.ts";
import type { Answer, AssistantContext, Tool } from "./tool.ts";

/**
 * The answer of a tool to what an assistant sent. Input that is wrong is a failed answer. Throws what the caller can't mend:
 * forbidden, tooMany and errors of ours.
 * @param given the arguments as they came
 */
export async function callTool(ctx: AssistantContext, tool: Tool, given: unknown): Promise<Answer> {
  const input = tool.input.safeParse(given ?? {});
  if (!input.success) return { failed: "The arguments are wrong." };
  try {
    return await tool.answer(ctx, input.data);
  } catch (error) {
    if (error instanceof Problem && error.kind === "invalid") return { failed: error.message };
    throw error;
  }
}
