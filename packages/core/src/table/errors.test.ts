import { describe, expect, test } from "vitest";
import { Problem } from "../kit/problem.ts";
import { ConditionFailed, isConflict, translate, tryWrite } from "./errors.ts";

/** The SDK's error for a cancelled transaction: a reason for each of its writes, in their order. */
const cancelled = (...codes: string[]) =>
  Object.assign(new Error("Transaction cancelled"), {
    name: "TransactionCanceledException",
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

const kinds = {
  "try again": (error: unknown) => isConflict(error),
  "decide again": (error: unknown) => translate(error) instanceof ConditionFailed,
  busy: (error: unknown) => isUnavailable(translate(error)),
};

const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === "unavailable";
const kindOf = (error: unknown): string =>
  Object.entries(kinds).find(([, is]) => is(error))?.[0] ??
  (translate(error) === error ? "defect" : "something else");

describe("R15 ERR55 a cancelled transaction is told apart by the reasons of its writes", () => {
  test.each<[codes: string[], kind: keyof typeof kinds | "defect"]>([
    [["ConditionalCheckFailed"], "decide again"],
    [["TransactionConflict"], "try again"],
    [["ThrottlingError"], "busy"],
    [["ProvisionedThroughputExceeded"], "busy"],
    [["ItemCollectionSizeLimitExceeded"], "defect"],
    [["ValidationError"], "defect"],
    [["None"], "defect"],
    [[], "defect"],
    [["None", "TransactionConflict", "None"], "try again"],
    [["TransactionConflict", "ThrottlingError"], "try again"],
    [["TransactionConflict", "ConditionalCheckFailed"], "decide again"],
    [["ThrottlingError", "ConditionalCheckFailed"], "decide again"],
    [["None", "ProvisionedThroughputExceeded"], "busy"],
    // Such a write fails at every attempt, so it must not hide behind another reason.
    [["TransactionConflict", "ValidationError"], "defect"],
    [["ItemCollectionSizeLimitExceeded", "ConditionalCheckFailed"], "defect"],
    [["ValidationError", "ThrottlingError"], "defect"],
  ])("%j: %s", (codes, kind) => expect(kindOf(cancelled(...codes))).toBe(kind));

  test("a conflict that does not end is an overload, and a single write has conflicts too", () => {
    expect(isUnavailable(translate(cancelled("TransactionConflict")))).toBe(true);
    const single = Object.assign(new Error("x"), { name: "TransactionConflictException" });
    expect(isConflict(single)).toBe(true);
    expect(isUnavailable(translate(single))).toBe(true);
  });

  test("without any reasons it is a defect", () => {
    expect(kindOf(Object.assign(new Error("x"), { name: "TransactionCanceledException" }))).toBe("defect");
  });
});

test("R15 a write whose condition did not hold was not made, and every other error stays one", async () => {
  expect(await tryWrite(Promise.resolve())).toBe(true);
  expect(await tryWrite(Promise.reject(new ConditionFailed()))).toBe(false);
  const broken = new Error("broken");
  await expect(tryWrite(Promise.reject(broken))).rejects.toBe(broken);
});
