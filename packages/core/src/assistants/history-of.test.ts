import { expect, test } from "vitest";
import { callTool } from "./call.ts";
import { historyOf } from "./history-of.ts";
import type { AssistantContext } from "./tool.ts";

test("OUT15 the series of all databases at once is refused, because an answer has one", async () => {
  const given = { deployment: "dep_00000000000000000000", metric: "memoryUsed", database: "each" };
  expect(await callTool({} as AssistantContext, historyOf, given)).toEqual({
    failed: expect.stringMatching(/^database must be "total"/),
  });
});
