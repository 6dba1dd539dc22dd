import type { ReaderContext } from "../access/context.ts";
import { end } from "../personal-session/personal-session.ts";
import { Problem } from "../kit/problem.ts";
import { endOwn } from "./tokens.ts";

/**
 * Ends the token, or the session of a command line, that asks for it: who finds one in a repository needs no right. Safe to
 * repeat.
 */
export async function endHeld(ctx: ReaderContext): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === "token") return await endOwn({ ...ctx, actor });
  if (!actor.commandLine) throw new Problem("unauthenticated", "A token is needed.");
  await end({ ...ctx, actor }, actor.commandLine.sessionId);
}
