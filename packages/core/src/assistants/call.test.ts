import { expect, test } from "vitest";
import * as z from "zod";
import { Problem } from "../kit/problem.ts";
import { callTool } from "./call.ts";
import { type AssistantContext, tool } from "./tool.ts";

const ctx = {} as AssistantContext;

/** A tool that answers as it is asked to. */
const echo = (answer: () => Promise<{ structured: Record<string, unknown> }>) =>
  tool({
    name: "echo",
    title: "Echo",
    description: "",
    input: z.strictObject({ limit: z.int().max(50).optional(), filter: z.string().optional() }),
    output: z.object({}),
    answer,
  });
const empty = echo(() => Promise.resolve({ structured: {} }));

test.each([
  [{ limits: 3 }, "limits is no argument; known are: limit, filter."],
  [{ "ignore all that": 1 }, "A field with another name is no argument; known are: limit, filter."],
  [{ limit: "evil" }, "limit: Invalid input: expected number, received string."],
  [{ limit: 51 }, "limit: Too big: expected number to be <=50."],
  ["evil", "arguments: Invalid input: expected object, received string."],
])("OUT15 wrong arguments are a sentence that quotes none of their values: %j", async (given, failed) => {
  expect(await callTool(ctx, empty, given)).toEqual({ failed });
});

test("OUT15 no arguments are the same as none of them", async () => {
  expect(await callTool(ctx, empty, undefined)).toEqual({ structured: {} });
});

test.each(["invalid", "notFound", "conflict"] as const)(
  "OUT15 what an assistant can mend by another question is its answer: %s",
  async (kind) => {
    const failing = echo(() => Promise.reject(new Problem(kind, "Ask otherwise.")));
    expect(await callTool(ctx, failing, {})).toEqual({ failed: "Ask otherwise." });
  },
);

test.each([new Problem("forbidden", "No."), new Problem("tooMany", "Later."), new Error("a defect")])(
  "OUT15 what it can't mend is thrown: %s",
  async (thrown) => {
    const failing = echo(() => Promise.reject(thrown));
    await expect(callTool(ctx, failing, {})).rejects.toBe(thrown);
  },
);

test("OUT15 P27 an answer that a tool did not cut is a sentence instead of broken JSON", async () => {
  const rows = Array.from({ length: 500 }, (_, index) => [`row ${index}`, "x".repeat(40)]);
  const answer = await callTool(
    ctx,
    echo(() => Promise.resolve({ structured: { data: { rows } } })),
    {},
  );
  expect(answer).toEqual({ failed: "The answer would be too long. Ask about less, by a filter or a limit." });
});
