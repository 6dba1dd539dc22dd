import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { expect, test } from "vitest";
import { detailsOf } from "./details.ts";

test("SLF07 a source that only a later release knows has no calls, no names and no expected facts", async () => {
  const { calls, reports, findNames } = detailsOf("later" as DeploymentSource);
  expect(calls).toBeNull();
  const { fields, never } = reports({ type: "CLOUD" });
  expect([...fields]).toEqual([]);
  expect(never).toMatch(/^Only a later release knows this source/);
  expect((await findNames())("later")).toBeUndefined();
  expect(detailsOf("agent").calls).toEqual([]);
});
