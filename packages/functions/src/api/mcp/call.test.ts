import { filterHelp } from "@shardwatch/core/assistants/filter-help";
import type { Answer, AssistantContext } from "@shardwatch/core/assistants/tool";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerOf } from "./call.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("OUT05 a call that takes too long is answered, and keeps its turn until its work ends", async () => {
  const ctx = { actor: { organizationId: "org_1" } } as unknown as AssistantContext;
  const ends: (() => void)[] = [];
  const slow = {
    ...filterHelp,
    answer: async () =>
      await new Promise<Answer>((resolve) => ends.push(() => resolve({ structured: { done: true } }))),
  };
  const ask = async () => await answerOf(ctx, { tool: slow, given: {} });
  const late = [ask(), ask()];
  await vi.advanceTimersByTimeAsync(4_000);
  const next = ask();
  await vi.advanceTimersByTimeAsync(4_000);
  for (const answer of await Promise.all(late)) expect(answer).toMatchObject({ failed: /took too long/ });
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(3);
  ends[2]?.();
  expect(await next).toMatchObject({ structured: { done: true } });
  ends[1]?.();
});
