import { expect, test } from "vitest";
import { deployment } from "../../../../../tests/support/watched.ts";
import { filterMatchOf } from "./filter-match.ts";

test("MND21 a silence by filter does not cover an account of which one deployment is unknown", () => {
  const known = (id: string, policy: string | undefined) =>
    deployment(id, { via: "aws_1" }, { facts: policy === undefined ? {} : { policy } });
  const of = (...policies: (string | undefined)[]) =>
    filterMatchOf(policies.map((policy, index) => known(`dep_${index}`, policy)))(
      "policy=noeviction",
      "aws_1",
    );
  expect(of("noeviction", "noeviction")).toBe(true);
  expect(of("noeviction", undefined)).toBeUndefined();
  expect(of(undefined, "noeviction")).toBeUndefined();
  expect(of("noeviction", undefined, "allkeys-lru")).toBe(false);
});
