import type { DeploymentSource } from "@shardwatch/core/contract/source";
import { expect, test } from "vitest";
import { kindOf, sourceKinds } from "./kinds.ts";

test("SLF07 a source that only a later release knows has its own word", () => {
  expect(kindOf("redis-cloud")).toBe(sourceKinds["redis-cloud"]);
  expect(kindOf("later" as DeploymentSource).label).toBe("later");
});
