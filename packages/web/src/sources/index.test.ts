import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { expect, test } from "vitest";
import { shownAs } from "./index.ts";

test("SLF07 a source that only a later release knows has its own word", () => {
  expect(shownAs("redis-cloud").label).toBe("Redis Cloud");
  expect(shownAs("later" as DeploymentSource).label).toBe("later");
});
