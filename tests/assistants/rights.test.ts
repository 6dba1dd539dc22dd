import { callTool } from "@shardwatch/core/assistants/call";
import type { AssistantContext } from "@shardwatch/core/assistants/tool";
import { tools } from "@shardwatch/core/assistants/tools";
import { expect, test } from "vitest";
import { channelsIn } from "../support/channels.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signInAgain, signUp } from "../support/world.ts";
import { ask, play, readerIn, toolNamed } from "./play.ts";
import { cell, rowsOf } from "./question.ts";
import { questions } from "./questions.ts";
import { playMorning } from "./stage.ts";

const world = await worldOfFile();
const person = await playMorning(world);
await channelsIn(world).addWebhook(await signInAgain(world, person));
await createToken(world, await signInAgain(world, person), { name: "zqtoken" });

const memberOf = (roles: readonly ("VIEWER" | "SUPER_ADMIN")[], organizationId = person.organizationId) =>
  ({
    ...world.services,
    actor: { kind: "member", accountId: "acc_1", organizationId, roles },
    requestId: "rights",
  }) satisfies AssistantContext;

test("OUT15 a viewer, a super admin and a token that reads get the same answers, without people, channels and tokens", async () => {
  const callers = [readerIn(world, person), memberOf(["VIEWER"]), memberOf(["SUPER_ADMIN"])];
  for (const question of questions) {
    const [first = "", ...others] = await Promise.all(
      callers.map(async (ctx) => JSON.stringify((await play(ctx, question)).answers)),
    );
    for (const other of others) expect(other, question.asks).toBe(first);
    const { email, firstName, lastName } = person.identity;
    for (const secret of [
      email,
      `${firstName} ${lastName}`,
      "@",
      "hooks.",
      "chn_",
      "acc_",
      "tok_",
      "zqtoken",
    ])
      expect(first, question.asks).not.toContain(secret);
  }
});

test("SEC13 OUT15 another organization's deployments and incidents do not exist, also for who may see all", async () => {
  const other = await signUp(world);
  const own = readerIn(world, person);
  const incidents = await ask(own, { tool: "list_incidents", input: { limit: 1 } });
  const found = await ask(own, { tool: "find_deployments", input: { filter: "search:orders-eu" } });
  const deployment = cell(found, { name: "orders-eu" }, "id");
  const [{ id } = { id: "" }] = rowsOf(incidents);
  for (const ctx of [readerIn(world, other), memberOf(["SUPER_ADMIN"], other.organizationId)]) {
    expect(await callTool(ctx, toolNamed("explain_incident"), { id })).toEqual({
      failed: "Incident not found",
    });
    for (const [tool, input] of [
      ["explain_deployment", { deployment }],
      ["history_of", { deployment, metric: "memoryUsed" }],
    ] as const)
      expect(await callTool(ctx, toolNamed(tool), input)).toEqual({ failed: "Deployment not found" });
    const lists = [
      "find_deployments",
      "find_databases",
      "list_incidents",
      "license_and_support",
      "what_changed",
    ];
    for (const tool of lists) expect(rowsOf(await ask(ctx, { tool, input: {} })), tool).toEqual([]);
    const changes = await ask(ctx, { tool: "what_changed", input: { deployment } });
    expect(rowsOf(changes)).toEqual([]);
    const counts = await ask(ctx, { tool: "count_by", input: { field: "type" } });
    expect(counts["total"]).toBe(0);
  }
});

test("OUT15 a caller without an organization reads that, whatever is asked", async () => {
  const nobody = { ...memberOf(["VIEWER"]), actor: { ...memberOf(["VIEWER"]).actor, organizationId: null } };
  const inputs: Record<string, object> = {
    explain_deployment: { deployment: "x" },
    count_by: { field: "type" },
    explain_incident: { id: "inc_1" },
    history_of: { deployment: "dep_1", metric: "ops" },
  };
  for (const tool of tools.filter(({ name }) => name !== "filter_help"))
    expect(await callTool(nobody, tool, inputs[tool.name] ?? {}), tool.name).toEqual({
      failed: "You are not currently a member of any organization.",
    });
});

test("OUT15 no tool writes anything but what a list derives from other rows", async () => {
  const ctx = readerIn(world, person);
  for (const question of questions) await play(ctx, question);
  world.recorder.clear();
  for (const question of questions) await play(ctx, question);
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toEqual([]);
});
